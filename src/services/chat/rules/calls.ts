import type { Actor, ChatContext } from '#chat/call.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import type { Call, CallUser } from '#chat/schema/calls.ts'
import type { Block } from '#chat/schema/messages.ts'
import { isObject } from './block-kit/check.ts'
import { newId } from './new-id.ts'
import { seconds } from './timestamps.ts'

// Calls that apps provide. https://docs.slack.dev/apis/web-api/using-the-calls-api

/** A call to register. */
export interface CallInput {
  readonly external_unique_id: string
  readonly join_url: string
  readonly external_display_id?: string | undefined
  readonly desktop_app_join_url?: string | undefined
  readonly title?: string | undefined
  readonly created_by?: string | undefined
  readonly date_start?: number | undefined
  readonly users?: unknown
}

/**
 * Registers a call of the principal's app. Its creator is the principal's user, a bot as much as a person, unless the
 * input names another.
 *
 * @throws `invalid_created_by`, `invalid_start_time`, `user_not_found`, and `invalid_arguments` for an external id that
 *   another call of the app has.
 */
export function addCall(context: ChatContext, { user, bot, app }: Actor, input: CallInput): Call {
  const { rows, clock } = context
  const createdBy = input.created_by ?? user.id
  if (rows.users.get(createdBy) === undefined) throw slackFailure('invalid_created_by')
  const startedAt = input.date_start ?? seconds(clock.now())
  if (startedAt <= 0) throw slackFailure('invalid_start_time')
  const users = usersIn(context, input.users ?? [])
  const appId = bot?.appId ?? app?.id ?? ''
  if (rows.calls.find('external', appId, input.external_unique_id) !== undefined) {
    throw invalidArguments('[ERROR] must be unique [json-pointer:/external_unique_id]')
  }
  return rows.calls.insert({
    id: newId(context, 'R'),
    appId,
    externalId: input.external_unique_id,
    displayId: input.external_display_id ?? '',
    joinUrl: input.join_url,
    desktopAppJoinUrl: input.desktop_app_join_url ?? '',
    title: input.title ?? '',
    createdBy,
    startedAt,
    endedAt: null,
    users,
    everybody: users,
    channelIds: [],
  })
}

/**
 * Returns the call with an id.
 *
 * @throws `invalid_call_id`.
 */
export function findCall({ rows }: Pick<ChatContext, 'rows'>, id: string): Call {
  const call = rows.calls.get(id)
  if (call === undefined) throw slackFailure('invalid_call_id')
  return call
}

/**
 * Returns the call with an id that has not ended.
 *
 * @throws `invalid_call_id` and `inactive_call`.
 */
export function findActiveCall(context: Pick<ChatContext, 'rows'>, id: string): Call {
  const call = findCall(context, id)
  if (call.endedAt !== null) throw slackFailure('inactive_call')
  return call
}

/**
 * Adds participants to a call.
 *
 * @throws `bad_users` for one that takes part already, and `user_not_found`.
 */
export function addParticipants(context: ChatContext, call: Call, value: unknown): Call {
  const added = usersIn(context, value)
  if (added.some((user) => call.users.some((each) => isSame(each, user)))) throw slackFailure('bad_users')
  const newcomers = added.filter((user) => !call.everybody.some((each) => isSame(each, user)))
  return context.rows.calls.update(call.id, {
    users: [...call.users, ...added],
    everybody: [...call.everybody, ...newcomers],
  })
}

/**
 * Removes participants from a call.
 *
 * @throws `bad_users` for one that takes no part, and `user_not_found`.
 */
export function removeParticipants(context: ChatContext, call: Call, value: unknown): Call {
  const removed = usersIn(context, value)
  if (removed.some((user) => !call.users.some((each) => isSame(each, user)))) throw slackFailure('bad_users')
  return context.rows.calls.update(call.id, {
    users: call.users.filter((user) => !removed.some((each) => isSame(each, user))),
  })
}

/** Remembers the conversation of a message in the calls that its blocks show. */
export function followCalls({ rows }: Pick<ChatContext, 'rows'>, channelId: string, blocks: readonly Block[]): void {
  for (const { type, call_id: id } of blocks) {
    const call = type === 'call' ? rows.calls.get(String(id)) : undefined
    if (call === undefined || call.channelIds.includes(channelId)) continue
    rows.calls.update(call.id, { channelIds: [...call.channelIds, channelId] })
  }
}

function isSame(left: CallUser, right: CallUser): boolean {
  return left.slack_id === undefined ? left.external_id === right.external_id : left.slack_id === right.slack_id
}

/**
 * Returns the participants that an argument lists: `[{slack_id}, {external_id, display_name, avatar_url}]`.
 *
 * @throws `user_not_found`, and `invalid_arguments` for one without an id.
 */
function usersIn({ rows }: ChatContext, value: unknown): readonly CallUser[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (!Array.isArray(value)) throw invalidArguments('[ERROR] must provide an array [json-pointer:/users]')
  return list.map((each, index) => {
    const { slack_id: id, external_id: externalId, display_name: name, avatar_url: avatar } = isObject(each) ? each : {}
    if (typeof id === 'string') {
      if (rows.users.get(id) === undefined) throw slackFailure('user_not_found')
      return { slack_id: id }
    }
    if (typeof externalId === 'string') {
      const avatarUrl = typeof avatar === 'string' ? { avatar_url: avatar } : {}
      return { external_id: externalId, display_name: typeof name === 'string' ? name : '', ...avatarUrl }
    }
    throw invalidArguments(`[ERROR] must define either \`slack_id\` or \`external_id\` [json-pointer:/users/${index}]`)
  })
}
