import type { ChatContext } from '../call.ts'
import {
  describeElement,
  elementsIn,
  findElement,
  textOf,
  type Located,
  type Members,
} from '../interactions/elements.ts'
import { channelPayload, commonPayload } from '../interactions/payloads.ts'
import { createResponseUrl } from '../interactions/response-url.ts'
import { sendInteraction } from '../interactions/send.ts'
import { createTrigger } from '../interactions/trigger.ts'
import { hasValue, initialValues, isFilled, stateOf, withState } from '../interactions/values.ts'
import { closeModals, homeOf, openModals } from '../interactions/views.ts'
import { messageJson } from '../json/message.ts'
import { viewJson } from '../json/view.ts'
import { isObject } from '../rules/block-kit/check.ts'
import { openDirectMessage } from '../rules/conversations/create.ts'
import { eventTime } from '../rules/events/message-events.ts'
import { sendEvent, verificationToken } from '../rules/events/send-event.ts'
import type { Interaction, View, ViewValues } from '../schema/app.ts'
import type { App, User } from '../schema/people.ts'
import { acting, interacting, type AsPerson } from './acting.ts'
import { findApp, findMessage, findOwnPlace, findTarget, findView, type Place } from './find.ts'
import { showTop, type ShownView } from './shown.ts'

// The actions of a person on the messages, menus and modals of apps.

/** The input of `click` and `choose`. */
export interface ClickInput extends AsPerson {
  readonly target: unknown
  /** The `action_id` of the element, or the words on it. */
  readonly element: string
  readonly value?: unknown
}

/** Presses a button, or an entry of an overflow menu, as a person. */
export const click = interacting((context: ChatContext, user: User, { target, element }: ClickInput) => {
  const place = findTarget(context, user, target)
  const located = findElement(place.blocks, element)
  return press(context, user, place, located, pressed(context, located, element))
})

/** Chooses a value in a menu, a date picker, checkboxes or another input as a person. */
export const choose = interacting((context: ChatContext, user: User, { target, element, value }: ClickInput) => {
  const place = findTarget(context, user, target)
  const located = findElement(place.blocks, element)
  if (!hasValue(located)) throw new Error(`${describeElement(located)} takes no value: click it`)
  return press(context, user, place, located, stateOf(context, located, value, loadedOptions(context, user, located)))
})

/** The members that say what was pressed. */
function pressed(context: ChatContext, located: Located, name: string): Members {
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

function press(context: ChatContext, user: User, place: Place, located: Located, members: Members): Interaction {
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
  const values = keepState(context, user, place, located, members)
  const viewId = place.kind === 'view' ? place.view.id : null
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
    payload: { ...common, ...where, actions: [action] },
  })
}

/** Stores the state that an element has now, and returns the state of all. */
function keepState(context: ChatContext, user: User, place: Place, located: Located, state: Members): ViewValues {
  const { rows } = context
  const isState = hasValue(located) && located.type !== 'overflow'
  if (place.kind === 'view') {
    // The row may have changed since the place was found: the app's answer to an earlier click.
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
    // An ephemeral message is in no place from which the app could read it again.
    ...(ephemeralTo === null ? { message: messageJson(context, message) } : {}),
    state: { values },
    response_url: createResponseUrl(context, 'actions', fields),
  }
}

function appOf({ rows }: ChatContext, place: Place): App {
  const app = rows.apps.get(place.kind === 'view' ? place.view.appId : place.message.appId)
  if (app === undefined) throw new Error('the message is of no app, so nothing happens')
  return app
}

/** The options that the app has last given for an element with external options. */
function loadedOptions({ rows }: ChatContext, user: User, { actionId }: Located): readonly unknown[] {
  const asked = rows.interactions
    .all()
    .filter(({ kind, userId, name }) => kind === 'block_suggestion' && userId === user.id && name === actionId)
  return asked.at(-1)?.options ?? []
}

/** The input of `options`. */
export interface OptionsInput extends AsPerson {
  readonly target: unknown
  readonly element: string
  readonly query?: string
}

/** Types into a menu with external options, and returns those that the app offers. */
export const options = interacting(
  (context: ChatContext, user: User, { target, element, query = '' }: OptionsInput) => {
    const place = findTarget(context, user, target)
    const located = findElement(place.blocks, element)
    if (!located.type.endsWith('external_select'))
      throw new Error(`${describeElement(located)} has no external options`)
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

/** The input of `command`. */
export interface CommandInput extends AsPerson {
  /** With its slash. */
  readonly command: string
  readonly text?: string
  /** Where it is typed. Default: the first channel that the person is in */
  readonly channel?: string
}

/** Types a slash command as a person. */
export const command = interacting((context: ChatContext, user: User, input: CommandInput) => {
  const { rows } = context
  const { command: name, text = '', channel } = input
  const apps = rows.apps.list('byNumber')
  const app = apps.find(({ commands }) => commands.some((each) => each.name === name))
  const found = app?.commands.find((each) => each.name === name)
  if (app === undefined || found === undefined) {
    const names = apps.flatMap(({ commands }) => commands.map((each) => each.name))
    throw new Error(`${name} is not a valid command; there are ${names.length === 0 ? 'none' : names.join(', ')}`)
  }
  const conversation = findOwnPlace(context, user, channel ?? firstPlace(context, user))
  const { id: channelId } = conversation
  const trigger = createTrigger(context, { appId: app.id, userId: user.id, viewId: null })
  const { id: teamId, domain } = rows.team.get()
  const fields = { appId: app.id, userId: user.id, channelId, messageId: null, threadTs: null }
  const payload = {
    token: verificationToken(app),
    team_id: teamId,
    team_domain: domain,
    channel_id: channelId,
    channel_name: channelPayload(conversation).name,
    user_id: user.id,
    user_name: user.name,
    command: name,
    text,
    api_app_id: app.id,
    is_enterprise_install: 'false',
    response_url: createResponseUrl(context, 'commands', fields),
    trigger_id: trigger.id,
  }
  const where = { userId: user.id, channelId, viewId: null, triggerId: trigger.id }
  const url = found.url ?? app.interactivityUrl ?? app.eventsUrl
  return sendInteraction(context, { ...where, kind: 'slash_command', app, url, name, payload })
})

function firstPlace({ rows }: ChatContext, user: User): string {
  const [first] = rows.memberships.list('byUser', user.id)
  if (first === undefined) throw new Error(`${user.name} is in no channel: name one`)
  return first.channelId
}

/** The input of `shortcut`. */
export interface ShortcutInput extends AsPerson {
  readonly callback_id: string
  /** The message of a message shortcut; absent: a global shortcut. */
  readonly message?: unknown
  /** The name of the app. Default: the only app */
  readonly app?: string
}

/** Runs a global shortcut, or a message shortcut, as a person. */
export const shortcut = interacting((context: ChatContext, user: User, input: ShortcutInput) => {
  const { callback_id: callbackId, message: target, app: appName } = input
  const app = findApp(context, appName)
  const message = target === undefined || target === null ? null : findMessage(context, user, target)
  const trigger = createTrigger(context, { appId: app.id, userId: user.id, viewId: null })
  const kind = message === null ? 'shortcut' : 'message_action'
  const common = {
    type: kind,
    ...commonPayload(context, app, user),
    callback_id: callbackId,
    trigger_id: trigger.id,
    action_ts: eventTime(context),
  }
  const fields = message && {
    appId: app.id,
    userId: user.id,
    channelId: message.channelId,
    messageId: null,
    threadTs: message.threadTs,
  }
  const about =
    message === null || fields === null
      ? {}
      : {
          message_ts: message.ts,
          channel: channelPayload(context.rows.conversations.require(message.channelId)),
          message: messageJson(context, message),
          response_url: createResponseUrl(context, 'actions', fields),
        }
  return sendInteraction(context, {
    kind,
    app,
    url: app.interactivityUrl,
    userId: user.id,
    channelId: message?.channelId ?? null,
    viewId: null,
    triggerId: trigger.id,
    name: callbackId,
    payload: { ...common, ...about },
  })
})

/** The input of `submit`. */
export interface SubmitInput extends AsPerson {
  /** The view, its id, `callback_id` or title. Default: the topmost modal */
  readonly view?: unknown
  /** Values by the `action_id`, the `block_id` or the label of an input. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** Fills the inputs of a modal and submits it as a person. */
export const submit = interacting((context: ChatContext, user: User, { view: name, values = {} }: SubmitInput) => {
  const view = fill(context, user, findView(context, user, nameOfView(name)), values)
  if (view.kind !== 'modal') throw new Error('a home tab has no submit button')
  if (view.submit === null) throw new Error(`the modal ${JSON.stringify(view.title?.text)} has no submit button`)
  requireInputs(view)
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
      trigger_id: trigger.id,
      view: viewJson(context, view),
      response_urls: responseUrls(context, user, view),
    },
  })
})

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
    state = withState(state, located, stateOf(context, located, value, loadedOptions(context, user, located)))
  }
  return context.rows.views.update(view.id, { values: state, errors: {} })
}

function inputNamed(view: View, name: string): Located {
  const inBlock = view.blocks.find(({ block_id: id }) => id === name)
  const [only] = inBlock === undefined ? [] : [inBlock].flatMap((block) => [block])
  return only === undefined ? findElement(view.blocks, name) : findElement([only], actionIn(only))
}

function actionIn(block: Members): string {
  const element = block['element'] ?? block['accessory']
  return isObject(element) ? String(element['action_id']) : ''
}

/** Refuses what the vendor's client does not submit: an empty input that is not optional, a text that is too short or too long. */
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
    const written = state?.['value']
    if (typeof written !== 'string') continue
    if (typeof min === 'number' && written.length < min)
      throw new Error(`the input ${label} takes ${min} characters or more`)
    if (typeof max === 'number' && written.length > max)
      throw new Error(`the input ${label} takes ${max} characters at most`)
  }
}

/** The input of `close`. */
export interface CloseInput extends AsPerson {
  readonly view?: unknown
  /** Closes all modals. */
  readonly all?: boolean
}

/** Closes the topmost modal, or all of them, as a person. Apps that want to know get `view_closed`. */
export const close = acting(
  (context: ChatContext, user: User, { view: name, all = false }: CloseInput): ShownView | null => {
    const view = findView(context, user, nameOfView(name))
    const stack = openModals(context, user.id)
    const isCleared = all || view.clearOnClose
    const closing = isCleared ? stack : stack.slice(stack.findIndex(({ id }) => id === view.id))
    for (const each of closing.toReversed()) if (each.notifyOnClose) sendClosed(context, user, each, isCleared)
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
export interface OpenHomeInput extends AsPerson {
  /** The name of the app or its bot. Default: the only app */
  readonly app?: string
}

/** Opens the home tab of an app as a person, which the app is told. Returns the id of the app. */
export const openHome = acting(
  (context: ChatContext, user: User, { app: name }: OpenHomeInput): { readonly app: string } => {
    const app = findApp(context, name)
    const bot = context.rows.bots.list('byApp', app.id).at(0)
    const channel = openDirectMessage(context, user.id, bot?.userId == null ? [] : [bot.userId])
    const home = homeOf(context, app.id, user.id)
    const body = () => ({
      type: 'app_home_opened',
      user: user.id,
      channel: channel.id,
      tab: 'home',
      ...(home === undefined ? {} : { view: viewJson(context, home) }),
      event_ts: eventTime(context),
    })
    sendEvent(context, { audience: { scopes: [], appId: app.id }, body })
    return { app: app.id }
  },
)
