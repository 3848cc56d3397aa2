import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { eventTime } from '#chat/json/events/message-events.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import {
  blocksOfDialog,
  optionOf,
  validateDialog,
  type Dialog,
  type DialogOption,
} from '#chat/rules/block-kit/dialog.ts'
import type { Interaction, InteractionKind, View } from '#chat/schema/app.ts'
import type { User } from '#chat/schema/people.ts'
import type { Members } from './elements.ts'
import { channelPayload, commonPayload } from './payloads.ts'
import { createResponseUrl } from './response-url.ts'
import { sendInteraction } from './send.ts'
import { createTrigger } from './trigger.ts'
import { closeModals, openModal, type Owner } from './views.ts'

// Dialogs, which people see as modals. https://docs.slack.dev/block-kit/upgrading-outmoded-dialogs-to-modals

/**
 * Returns a checked dialog.
 *
 * @throws `validation_errors` with the messages.
 */
export function dialogIn(value: unknown): Dialog {
  const messages = validateDialog(value)
  if (messages.length > 0) throw slackFailure('validation_errors', { messages })
  return value as Dialog // checked above
}

/** Opens a dialog for a person, in place of the modals that the person has open. */
export function openDialog(context: ChatContext, owner: Owner, dialog: Dialog, channelId: string | null): View {
  const view = openModal(context, owner, {
    callbackId: dialog.callback_id,
    externalId: '',
    privateMetadata: '',
    title: { type: 'plain_text', text: dialog.title, emoji: true },
    submit: { type: 'plain_text', text: dialog.submit_label ?? 'Submit', emoji: true },
    close: { type: 'plain_text', text: 'Cancel', emoji: true },
    clearOnClose: false,
    notifyOnClose: dialog.notify_on_cancel === true,
    submitDisabled: false,
    blocks: blocksOfDialog(dialog),
  })
  return context.rows.views.update(view.id, { dialog: { state: dialog.state ?? '', channelId } })
}

/** Submits a dialog as a person. */
export function submitDialog(context: ChatContext, user: User, view: View): Interaction {
  const submission = Object.fromEntries(
    view.blocks.map(({ block_id: id }) => [String(id), valueOf(view.values[String(id)]?.[String(id)])]),
  )
  return sendDialog(context, user, view, 'dialog_submission', { submission, ...answerUrl(context, user, view) })
}

/** Tells the app of a dialog that asks for it that a person has cancelled the dialog. */
export function cancelDialog(context: ChatContext, user: User, view: View): Interaction {
  return sendDialog(context, user, view, 'dialog_cancellation', answerUrl(context, user, view))
}

/** Asks the app for the options of a menu of a dialog. */
export function suggestInDialog(
  context: ChatContext,
  user: User,
  view: View,
  name: string,
  query: string,
): Interaction {
  return sendDialog(context, user, view, 'dialog_suggestion', { name, value: query }, name)
}

/** The kinds of requests about dialogs. */
type DialogRequest = Extract<InteractionKind, `dialog_${string}`>

function sendDialog(
  context: ChatContext,
  user: User,
  view: View,
  kind: DialogRequest,
  members: Members,
  name = view.callbackId,
): Interaction {
  const { rows } = context
  const app = rows.apps.require(view.appId)
  const { state = '', channelId = null } = view.dialog ?? {}
  const conversation = rows.conversations.get(channelId)
  const { team, token, enterprise, is_enterprise_install: isEnterprise } = commonPayload(context, app, user)
  return sendInteraction(context, {
    kind,
    app,
    url: app.interactivityUrl,
    userId: user.id,
    channelId,
    viewId: view.id,
    triggerId: createTrigger(context, { appId: app.id, userId: user.id, viewId: null }).id,
    name,
    payload: {
      type: kind,
      token,
      action_ts: eventTime(context),
      team,
      user: { id: user.id, name: user.name },
      ...(conversation === undefined ? {} : { channel: channelPayload(conversation) }),
      is_enterprise_install: isEnterprise,
      enterprise,
      callback_id: view.callbackId,
      state,
      ...members,
    },
  })
}

function answerUrl(context: ChatContext, user: User, { appId, dialog }: View): Members {
  const { channelId = null } = dialog ?? {}
  if (channelId === null) return {}
  const fields = { appId, userId: user.id, channelId, messageId: null, threadTs: null }
  return { response_url: createResponseUrl(context, 'actions', fields) }
}

/** Returns the value of an input as a submission has it: text, or null. */
function valueOf(state: Members | undefined): unknown {
  const [value = null] = Object.entries(state ?? {}).flatMap(([name, each]) => (name === 'type' ? [] : [each]))
  return isObject(value) ? value['value'] : value
}

/**
 * Applies the answer to the submission of a dialog: nothing closes it, and `errors` are shown beside its elements.
 *
 * @throws Error for an answer that the vendor does not understand; then nothing has changed.
 */
export function applyDialogResponse(
  context: ChatContext,
  { viewId }: Pick<Interaction, 'viewId'>,
  members: Members | undefined,
): void {
  const view = context.rows.views.get(viewId)
  if (view === undefined) return
  if (members === undefined) {
    closeModals(context, [view])
    return
  }
  const { errors } = members
  if (!Array.isArray(errors)) throw new Error('expected an empty body, or errors: [{name, error}]')
  const named = errors.filter(isObject).map(({ name, error }): [string, string] => [String(name), String(error)])
  const names = view.blocks.map(({ block_id: id }) => String(id))
  for (const [name] of named) {
    if (!names.includes(name))
      throw new Error(`errors: no element is named ${JSON.stringify(name)}; there are ${names.join(', ')}`)
  }
  context.rows.views.update(view.id, { errors: Object.fromEntries(named) })
}

/** Returns the options of an answer to `dialog_suggestion` as those of Block Kit. */
export function dialogOptions({ options, option_groups: groups }: Members): readonly unknown[] {
  const lists: readonly unknown[] = Array.isArray(groups)
    ? groups.filter(isObject).map((group) => group['options'])
    : [options]
  const isOption = (each: unknown): each is DialogOption =>
    isObject(each) && typeof each['label'] === 'string' && typeof each['value'] === 'string'
  return lists
    .flatMap((each): readonly unknown[] => {
      if (!Array.isArray(each)) throw new Error('expected options or option_groups')
      return each
    })
    .filter(isOption)
    .map(optionOf)
}
