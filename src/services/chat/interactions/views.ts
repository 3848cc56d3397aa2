import { createHash } from 'node:crypto'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { completeBlocks } from '#chat/rules/block-kit/complete.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { validateView } from '#chat/rules/block-kit/view.ts'
import { newId } from '#chat/rules/new-id.ts'
import type { PlainText, View } from '#chat/schema/app.ts'
import { initialValues } from './values.ts'

// Views: modals, which stack up to three high, and home tabs.

/** The most modals that a person has open at once. https://docs.slack.dev/surfaces/modals#view_stack */
const STACK = 3
/** The largest view, in bytes of JSON. https://docs.slack.dev/reference/methods/views.open */
const LARGEST = 250_000

/** The parts of a view that an app sets. */
type Content = Pick<
  View,
  | 'callbackId'
  | 'externalId'
  | 'privateMetadata'
  | 'title'
  | 'submit'
  | 'close'
  | 'clearOnClose'
  | 'notifyOnClose'
  | 'submitDisabled'
  | 'blocks'
>

/**
 * Returns the checked content of a view.
 *
 * @throws `view_too_large`, and `invalid_arguments` with the vendor's messages for a view that breaks a rule of Block
 * Kit.
 */
export function viewContent(context: Pick<ChatContext, 'ids'>, view: unknown, kind: View['kind']): Content {
  if (Buffer.byteLength(JSON.stringify(view) ?? '') > LARGEST) throw slackFailure('view_too_large')
  const messages = validateView(view, kind)
  if (messages.length > 0 || !isObject(view)) throw slackFailure('invalid_arguments', { messages })
  const text = (name: string): string => (typeof view[name] === 'string' ? view[name] : '')
  const plain = (name: string): PlainText | null =>
    isObject(view[name]) ? { emoji: true, ...(view[name] as unknown as PlainText) } : null // checked above
  return {
    callbackId: text('callback_id'),
    externalId: text('external_id'),
    privateMetadata: text('private_metadata'),
    title: plain('title'),
    submit: plain('submit'),
    close: plain('close'),
    clearOnClose: view['clear_on_close'] === true,
    notifyOnClose: view['notify_on_close'] === true,
    submitDisabled: view['submit_disabled'] === true,
    blocks: completeBlocks(view['blocks'] as readonly unknown[], () => context.ids.base62(5)), // checked above
  }
}

/** Returns the modals that a person has open, the lowest first. */
export function openModals({ rows }: Pick<ChatContext, 'rows'>, userId: string): readonly View[] {
  return rows.views.list('modals', userId)
}

/** Opens a modal in place of those that the person has open. */
export function openModal(context: ChatContext, owner: Owner, content: Content): View {
  for (const { id } of openModals(context, owner.userId)) context.rows.views.delete(id)
  return addView(context, owner, content, null)
}

/**
 * Opens a modal on top of another.
 *
 * @throws `push_limit_reached` for a fourth one.
 */
export function pushModal(context: ChatContext, owner: Owner, content: Content, below: View): View {
  if (openModals(context, owner.userId).length >= STACK) throw slackFailure('push_limit_reached')
  return addView(context, owner, content, below)
}

/** Replaces the content of a view; the values of inputs that are still there stay. */
export function updateView(context: ChatContext, view: View, content: Content): View {
  if (content.externalId !== '') requireFreeExternalId(context, view.appId, content.externalId, view.id)
  const values = initialValues(content.blocks, view.values)
  const hash = newHash(context, view.id)
  return context.rows.views.update(view.id, { ...content, values, hash, errors: {} })
}

/** Publishes the home tab of an app for a person: a new one, or the one that the person has with new content. */
export function publishHome(context: ChatContext, owner: Owner, content: Content): View {
  const before = homeOf(context, owner.appId, owner.userId)
  return before === undefined ? addView(context, owner, content, null, 'home') : updateView(context, before, content)
}

/** Returns the home tab of an app for a person; undefined when the app has published none. */
export function homeOf({ rows }: Pick<ChatContext, 'rows'>, appId: string, userId: string): View | undefined {
  return rows.views.find('home', `${appId} ${userId}`)
}

/** Closes modals. */
export function closeModals({ rows }: ChatContext, views: readonly View[]): void {
  for (const { id } of views) rows.views.delete(id)
}

/** The app and the person of a view. */
export interface Owner {
  readonly appId: string
  readonly botId: string | null
  readonly userId: string
  readonly stepId?: string
}

function addView(
  context: ChatContext,
  { appId, botId, userId, stepId }: Owner,
  content: Content,
  below: View | null,
  kind: View['kind'] = 'modal',
): View {
  const { rows } = context
  if (content.externalId !== '') requireFreeExternalId(context, appId, content.externalId)
  const id = newId(context, 'V')
  return rows.views.insert({
    ...(stepId === undefined ? {} : { stepId }),
    ...content,
    id,
    number: rows.numbers.next(),
    kind,
    appId,
    botId,
    userId,
    values: initialValues(content.blocks),
    hash: newHash(context, id),
    rootId: below?.rootId ?? id,
    previousId: below?.id ?? null,
    errors: {},
  })
}

function requireFreeExternalId({ rows }: ChatContext, appId: string, externalId: string, own?: string): void {
  const taken = rows.views.find('external', `${appId} ${externalId}`)
  if (taken !== undefined && taken.id !== own) throw slackFailure('duplicate_external_id')
}

/** Returns a hash that no earlier version of the view has. */
function newHash({ rows, clock }: ChatContext, id: string): string {
  const count = rows.numbers.next()
  const digest = createHash('sha256').update(`${id} ${count}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 8)
  return `${Math.floor(clock.now() / 1000)}.${digest}`
}
