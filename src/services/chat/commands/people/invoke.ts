import type { ChatContext } from '#chat/call.ts'
import { channelPayload, commonPayload } from '#chat/interactions/payloads.ts'
import { createResponseUrl } from '#chat/interactions/response-url.ts'
import { sendInteraction } from '#chat/interactions/send.ts'
import { createTrigger } from '#chat/interactions/trigger.ts'
import { messageJson } from '#chat/json/message.ts'
import { eventTime } from '#chat/json/events/message-events.ts'
import { verificationToken } from '#chat/rules/verification-token.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { App, User } from '#chat/schema/people.ts'
import { interactionCommand, type PersonCommandInput } from './acting.ts'
import { findApp, findMessage, findOwnConversation, textInput } from './find.ts'

// The slash commands and shortcuts that a person runs.

/** The input of `command`. */
export interface CommandInput extends PersonCommandInput {
  /** With its slash. */
  readonly command: string
  readonly text?: string
  /** The conversation in which it is typed. Default: the first channel that the person is in */
  readonly channel?: string
}

/** Types a slash command as a person. */
export const command = interactionCommand((context: ChatContext, user: User, input: CommandInput) => {
  const { rows } = context
  const { text = '', channel } = input
  const name = textInput('command', input.command)
  const conversation = findOwnConversation(context, user, channel ?? firstConversation(context, user))
  const { app, url } = findCommand(context, conversation, name)
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
  return sendInteraction(context, { ...where, kind: 'slash_command', app, url, name, payload })
})

/**
 * Returns the app of a command, and the URL at which it takes it: of the code channel where it is typed, or of the
 * workspace.
 *
 * @throws Error with the names that there are.
 */
function findCommand(
  { rows }: ChatContext,
  { id: channelId }: Conversation,
  name: string,
): { readonly app: App; readonly url: string | null } {
  const ofChannel = rows.codeChannels.get(channelId)?.commands ?? []
  const own = ofChannel.find((each) => `/${each.name}` === name)
  if (own !== undefined) {
    const app = rows.apps.require(own.appId)
    return { app, url: app.codeCommandsUrl }
  }
  const all = rows.apps.list('byNumber').flatMap((app) => app.commands.map((command) => ({ app, command })))
  const found = all.find(({ command: each }) => each.name === name)
  if (found !== undefined) {
    return { app: found.app, url: found.command.url ?? found.app.interactivityUrl ?? found.app.eventsUrl }
  }
  const names = [...ofChannel.map((each) => `/${each.name}`), ...all.map(({ command: each }) => each.name)]
  throw new Error(`${name} is not a valid command; there are ${names.length === 0 ? 'none' : names.join(', ')}`)
}

function firstConversation({ rows }: ChatContext, user: User): string {
  const [first] = rows.memberships.list('byUser', user.id)
  if (first === undefined) throw new Error(`${user.name} is in no channel: name one`)
  return first.channelId
}

/** The input of `shortcut`. */
export interface ShortcutInput extends PersonCommandInput {
  readonly callback_id: string
  /** The message of a message shortcut; absent: a global shortcut. */
  readonly message?: unknown
  /** The name of the app. Default: the only app */
  readonly app?: string
}

/** Runs a global shortcut, or a message shortcut, as a person. */
export const shortcut = interactionCommand((context: ChatContext, user: User, input: ShortcutInput) => {
  const { message: target, app: appName } = input
  const callbackId = textInput('callback_id', input.callback_id)
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
