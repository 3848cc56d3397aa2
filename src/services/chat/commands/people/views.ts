import type { ChatContext } from '#chat/call.ts'
import { elementsIn, findElement, textOf, type LocatedElement, type Members } from '#chat/interactions/elements.ts'
import { cancelDialog, submitDialog } from '#chat/interactions/dialogs.ts'
import { commonPayload, stepMembers } from '#chat/interactions/payloads.ts'
import { createResponseUrl } from '#chat/interactions/response-url.ts'
import { sendInteraction } from '#chat/interactions/send.ts'
import { createTrigger } from '#chat/interactions/trigger.ts'
import { isFilled, stateOf, withState } from '#chat/interactions/values.ts'
import { closeModals, homeOf, openModals } from '#chat/interactions/views.ts'
import { viewJson } from '#chat/json/view.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { openDirectMessage } from '#chat/rules/conversations/create.ts'
import { messagesTabOf } from '#chat/rules/agents/threads.ts'
import type { View } from '#chat/schema/app.ts'
import type { User } from '#chat/schema/people.ts'
import { personCommand, interactionCommand, type PersonCommandInput } from './acting.ts'
import { findApp, findView } from './find.ts'
import { showTop, type ShownView } from './shown.ts'
import { offeredOptions } from '#chat/interactions/offered.ts'

// The actions of a person on modals and home tabs.

/** The input of `submit`. */
export interface SubmitInput extends PersonCommandInput {
  /** The view, its id, `callback_id` or title. Default: the topmost modal */
  readonly view?: unknown
  /** Values by the `action_id`, the `block_id` or the label of an input. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** Fills the inputs of a modal and submits it as a person. */
export const submit = interactionCommand(
  (context: ChatContext, user: User, { view: name, values = {} }: SubmitInput) => {
    const view = fill(context, user, findView(context, user, nameOfView(name)), values)
    if (view.kind !== 'modal') throw new Error('a home tab has no submit button')
    if (view.submit === null) throw new Error(`the modal ${JSON.stringify(view.title?.text)} has no submit button`)
    requireInputs(view)
    if (view.dialog !== undefined) return submitDialog(context, user, view)
    const app = context.rows.apps.require(view.appId)
    const trigger = createTrigger(context, { appId: app.id, userId: user.id, viewId: view.id })
    return sendInteraction(context, {
      kind: 'view_submission',
      app,
      url: app.interactivityUrl,
      userId: user.id,
      channelId: null,
      viewId: view.id,
      triggerId: trigger.id,
      name: view.callbackId === '' ? view.id : view.callbackId,
      payload: {
        type: 'view_submission',
        ...commonPayload(context, app, user),
        ...stepMembers(context, view.stepId, user, trigger),
        trigger_id: trigger.id,
        view: viewJson(context, view),
        response_urls: responseUrls(context, user, view),
      },
    })
  },
)

/** Makes a response URL for each menu of the view that asks for one, to the conversation that is chosen in it. */
function responseUrls(context: ChatContext, user: User, view: View): readonly Members[] {
  return elementsIn(view.blocks).flatMap(({ blockId, actionId, element }): readonly Members[] => {
    const state = view.values[blockId]?.[actionId]
    const channelId = state?.['selected_conversation'] ?? state?.['selected_channel']
    if (element['response_url_enabled'] !== true || typeof channelId !== 'string') return []
    const fields = { appId: view.appId, userId: user.id, channelId, messageId: null, threadTs: null }
    const url = createResponseUrl(context, 'actions', fields)
    return [{ block_id: blockId, action_id: actionId, channel_id: channelId, response_url: url }]
  })
}

/** Sets the values of inputs, and removes the errors of an earlier submission. */
function fill(context: ChatContext, user: User, view: View, values: Readonly<Record<string, unknown>>): View {
  let state = view.values
  for (const [name, value] of Object.entries(values)) {
    const located = inputNamed(view, name)
    state = withState(
      state,
      located,
      stateOf(context, located, value, offeredOptions(context, user.id, located.actionId)),
    )
  }
  return context.rows.views.update(view.id, { values: state, errors: {} })
}

/** Returns the input with a `block_id`, an `action_id` or a label. */
function inputNamed(view: View, name: string): LocatedElement {
  const inBlock = view.blocks.find(({ block_id: id }) => id === name)
  return inBlock === undefined ? findElement(view.blocks, name) : findElement([inBlock], actionIn(inBlock))
}

function actionIn(block: Members): string {
  const element = block['element'] ?? block['accessory']
  return isObject(element) ? String(element['action_id']) : ''
}

/**
 * Refuses what the vendor's client does not submit: an empty input that is not optional, a text that is too short or
 * too long.
 */
function requireInputs(view: View): void {
  for (const block of view.blocks.filter(({ type }) => type === 'input')) {
    const label = JSON.stringify(textOf(block['label']))
    const { element } = block
    if (!isObject(element)) continue
    const state = view.values[String(block['block_id'])]?.[String(element['action_id'])]
    if (!isFilled(state)) {
      if (block['optional'] === true) continue
      throw new Error(`the input ${label} is required: give ${String(element['action_id'])} a value`)
    }
    const { min_length: min, max_length: max } = element
    const value = state?.['value']
    if (typeof value !== 'string') continue
    if (typeof min === 'number' && value.length < min)
      throw new Error(`the input ${label} takes ${min} characters or more`)
    if (typeof max === 'number' && value.length > max)
      throw new Error(`the input ${label} takes ${max} characters at most`)
  }
}

/** The input of `close`. */
export interface CloseInput extends PersonCommandInput {
  readonly view?: unknown
  /** Closes all modals. */
  readonly all?: boolean
}

/**
 * Closes the topmost modal, or all of them, as a person. The app gets `view_closed` for a modal with `notify_on_close`.
 */
export const close = personCommand(
  (context: ChatContext, user: User, { view: name, all = false }: CloseInput): ShownView | null => {
    const view = findView(context, user, nameOfView(name))
    const stack = openModals(context, user.id)
    const isCleared = all || view.clearOnClose
    const closing = isCleared ? stack : stack.slice(stack.findIndex(({ id }) => id === view.id))
    for (const each of closing.toReversed().filter(({ notifyOnClose }) => notifyOnClose)) {
      if (each.dialog === undefined) sendClosed(context, user, each, isCleared)
      else cancelDialog(context, user, each)
    }
    closeModals(context, closing)
    return showTop(context, user.id)
  },
)

function sendClosed(context: ChatContext, user: User, view: View, isCleared: boolean): void {
  const app = context.rows.apps.require(view.appId)
  sendInteraction(context, {
    kind: 'view_closed',
    app,
    url: app.interactivityUrl,
    userId: user.id,
    channelId: null,
    viewId: view.id,
    triggerId: '',
    name: view.callbackId,
    payload: {
      type: 'view_closed',
      ...commonPayload(context, app, user),
      ...stepMembers(context, view.stepId, user),
      view: viewJson(context, view),
      is_cleared: isCleared,
    },
  })
}

function nameOfView(view: unknown): string | undefined {
  if (view === undefined || view === null) return undefined
  const name: unknown = isObject(view) ? view['id'] : view
  if (typeof name === 'string') return name
  throw new TypeError(`view: expected a view, its id, callback_id or title, got ${JSON.stringify(view)}`)
}

/** The input of `openHome`. */
export interface OpenHomeInput extends PersonCommandInput {
  /** The name of the app or its bot. Default: the only app */
  readonly app?: string
}

/** Opens the home tab of an app as a person, and sends the app `app_home_opened`. Returns the id of the app. */
export const openHome = personCommand(
  (context: ChatContext, user: User, { app: name }: OpenHomeInput): { readonly app: string } => {
    const app = findApp(context, name)
    const bot = context.rows.bots.list('byApp', app.id).at(0)
    const channel = openDirectMessage(context, user.id, bot?.userId == null ? [] : [bot.userId])
    const view = homeOf(context, app.id, user.id)
    const agentThread = messagesTabOf(context, app, user.id)
    context.emit({ kind: 'home_opened', app, userId: user.id, channelId: channel.id, tab: 'home', view, agentThread })
    return { app: app.id }
  },
)
