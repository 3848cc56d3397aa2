import type { ChatContext } from '#chat/call.ts'
import { describeElement, findElement, textOf, type LocatedElement, type Members } from '#chat/interactions/elements.ts'
import { suggestInDialog } from '#chat/interactions/dialogs.ts'
import { channelPayload, commonPayload, stepMembers } from '#chat/interactions/payloads.ts'
import { createResponseUrl } from '#chat/interactions/response-url.ts'
import { sendInteraction } from '#chat/interactions/send.ts'
import { offeredOptions } from '#chat/interactions/offered.ts'
import { createTrigger } from '#chat/interactions/trigger.ts'
import { hasValue, initialValues, stateOf, withState } from '#chat/interactions/values.ts'
import { messageJson } from '#chat/json/message.ts'
import { viewJson } from '#chat/json/view.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { eventTime } from '#chat/json/events/message-events.ts'
import type { Interaction, View, ViewValues } from '#chat/schema/app.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { App, User } from '#chat/schema/people.ts'
import { interactionCommand, type PersonCommandInput } from './acting.ts'
import { findTarget, textInput, type Place } from './find.ts'

// The actions of a person on the elements of messages and views.

/** The input of `click` and `choose`. */
export interface ClickInput extends PersonCommandInput {
  readonly target: unknown
  /** The `action_id` of the element, or the words on it. */
  readonly element: string
  readonly value?: unknown
}

/** Presses a button, or an entry of an overflow menu, as a person. */
export const click = interactionCommand((context: ChatContext, user: User, { target, element }: ClickInput) => {
  const place = findTarget(context, user, target)
  const located = findElement(place.blocks, textInput('element', element))
  return press(context, user, place, located, pressed(context, located, element))
})

/** Chooses a value in a menu, a date picker, checkboxes or another input as a person. */
export const choose = interactionCommand((context: ChatContext, user: User, { target, element, value }: ClickInput) => {
  const place = findTarget(context, user, target)
  const located = findElement(place.blocks, textInput('element', element))
  if (!hasValue(located)) throw new Error(`${describeElement(located)} takes no value: click it`)
  return press(
    context,
    user,
    place,
    located,
    stateOf(context, located, value, offeredOptions(context, user.id, located.actionId)),
  )
})

/** Returns the members of the action that the pressed element determines: its text and value, or the chosen option. */
function pressed(context: ChatContext, located: LocatedElement, name: string): Members {
  const { element, type } = located
  switch (type) {
    case 'button':
    case 'icon_button':
    case 'workflow_button':
      return picked(element, ['text', 'value', 'style', 'icon'])
    case 'feedback_buttons': {
      const buttons = [element['positive_button'], element['negative_button']].filter(isObject)
      const button = buttons.find((each) => textOf(each['text']) === name || each['value'] === name)
      if (button === undefined) throw new Error(`${describeElement(located)}: name the button by its text`)
      return picked(button, ['text', 'value'])
    }
    case 'overflow':
    case 'radio_buttons':
      return stateOf(context, located, name)
    case 'checkboxes':
      return stateOf(context, located, [name])
    default:
      throw new Error(`${describeElement(located)} is no button: choose a value in it`)
  }
}

function picked(element: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.flatMap((name) => (element[name] === undefined ? [] : [[name, element[name]]])))
}

function press(context: ChatContext, user: User, place: Place, located: LocatedElement, members: Members): Interaction {
  const { actionId, blockId, element, type } = located
  const app = appOf(context, place)
  const action = {
    type,
    action_id: actionId,
    block_id: blockId,
    ...members,
    ...picked(element, ['placeholder', 'confirm']),
    action_ts: eventTime(context),
  }
  const values = storeState(context, user, place, located, members)
  const viewId = place.kind === 'view' ? place.view.id : null
  const { stepId } = placed(place)
  const trigger = createTrigger(context, { appId: app.id, userId: user.id, viewId })
  const common = { type: 'block_actions', ...commonPayload(context, app, user), trigger_id: trigger.id }
  const where =
    place.kind === 'view' ? viewMembers(context, place.view) : messageMembers(context, user, app, place, values)
  return sendInteraction(context, {
    kind: 'block_actions',
    app,
    url: app.interactivityUrl,
    userId: user.id,
    channelId: place.kind === 'message' ? place.message.channelId : null,
    viewId,
    triggerId: trigger.id,
    name: actionId,
    payload: { ...common, ...stepMembers(context, stepId, user, trigger), ...where, actions: [action] },
  })
}

/** Stores the new state of an element, and returns the state of all elements of the message or view. */
function storeState(
  context: ChatContext,
  user: User,
  place: Place,
  located: LocatedElement,
  state: Members,
): ViewValues {
  const { rows } = context
  const isState = hasValue(located) && located.type !== 'overflow'
  if (place.kind === 'view') {
    const values = isState ? withState(place.view.values, located, state) : place.view.values
    rows.views.update(place.view.id, { values })
    return values
  }
  const key = [String(place.message.id), user.id] as const
  const before = initialValues(place.blocks, rows.messageStates.get(...key))
  const values = isState ? withState(before, located, state) : before
  rows.messageStates.set(values, ...key)
  return values
}

function viewMembers(context: ChatContext, { id }: View): Members {
  const view = context.rows.views.require(id)
  return { container: { type: 'view', view_id: id }, view: viewJson(context, view) }
}

function messageMembers(
  context: ChatContext,
  user: User,
  app: App,
  { message }: Place & { readonly kind: 'message' },
  values: ViewValues,
): Members {
  const { channelId, ts, threadTs, ephemeralTo, id } = message
  const thread = threadTs === null ? {} : { thread_ts: threadTs }
  const fields = { appId: app.id, userId: user.id, channelId, messageId: id, threadTs }
  return {
    container: {
      type: 'message',
      message_ts: ts,
      channel_id: channelId,
      is_ephemeral: ephemeralTo !== null,
      ...thread,
    },
    channel: channelPayload(context.rows.conversations.require(channelId)),
    // The vendor sends no `message` for an ephemeral one.
    ...(ephemeralTo === null ? { message: messageJson(context, message) } : {}),
    state: { values },
    response_url: createResponseUrl(context, 'actions', fields),
  }
}

function placed(place: Place): Message | View {
  return place.kind === 'view' ? place.view : place.message
}

function appOf({ rows }: ChatContext, place: Place): App {
  const app = rows.apps.get(placed(place).appId)
  if (app === undefined) throw new Error('the message does not belong to an app, which would get the interaction')
  return app
}

/** The input of `options`. */
export interface OptionsInput extends PersonCommandInput {
  readonly target: unknown
  readonly element: string
  readonly query?: string
}

/** Types into a menu with external options, and returns those that the app offers. */
export const options = interactionCommand(
  (context: ChatContext, user: User, { target, element, query = '' }: OptionsInput) => {
    const place = findTarget(context, user, target)
    const located = findElement(place.blocks, textInput('element', element))
    if (!located.type.endsWith('external_select'))
      throw new Error(`${describeElement(located)} has no external options`)
    if (place.kind === 'view' && place.view.dialog !== undefined) {
      return suggestInDialog(context, user, place.view, located.actionId, query)
    }
    const app = appOf(context, place)
    const { actionId, blockId } = located
    const where =
      place.kind === 'view'
        ? viewMembers(context, place.view)
        : {
            container: { type: 'message', message_ts: place.message.ts, channel_id: place.message.channelId },
            channel: channelPayload(context.rows.conversations.require(place.message.channelId)),
            message: messageJson(context, place.message),
          }
    const payload = {
      type: 'block_suggestion',
      ...commonPayload(context, app, user),
      ...stepMembers(context, placed(place).stepId, user),
      ...where,
      action_id: actionId,
      block_id: blockId,
      value: query,
    }
    const viewId = place.kind === 'view' ? place.view.id : null
    const fields = { app, url: app.interactivityUrl, userId: user.id, channelId: null, viewId, triggerId: '' }
    return sendInteraction(context, { ...fields, kind: 'block_suggestion', name: actionId, payload })
  },
  (_context, interaction) => interaction.options,
)
