import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { UserGroup } from '#chat/schema/people.ts'
import { newId } from './new-id.ts'

/** The fields of a group that a client sets. */
export interface UserGroupInput {
  readonly name?: string | undefined
  readonly handle?: string | undefined
  readonly description?: string | undefined
  readonly channels?: readonly string[] | undefined
}

/**
 * Adds a group without members.
 *
 * @throws `name_already_exists`, `handle_already_exists`, `bad_handle` and `forbidden_handle`.
 */
export function createUserGroup(context: ChatContext, creator: string, input: UserGroupInput): UserGroup {
  const { rows, clock } = context
  const name = checkName(context, input.name ?? '')
  const handle = checkHandle(context, input.handle ?? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'))
  const group = rows.userGroups.insert({
    id: newId(context, 'S'),
    number: rows.numbers.next(),
    name,
    handle,
    description: input.description ?? '',
    channelIds: checkChannels(context, input.channels ?? []),
    userIds: [],
    createdBy: creator,
    updatedBy: creator,
    deletedBy: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    deletedAt: null,
  })
  context.emit({ kind: 'user_group_created', group })
  return group
}

/** Changes the fields of the input, and emits the event. */
export function updateUserGroup(
  context: ChatContext,
  group: UserGroup,
  editor: string,
  input: UserGroupInput,
): UserGroup {
  return change(context, group, editor, {
    ...(input.name === undefined ? {} : { name: checkName(context, input.name, group.id) }),
    ...(input.handle === undefined ? {} : { handle: checkHandle(context, input.handle, group.id) }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.channels === undefined ? {} : { channelIds: checkChannels(context, input.channels) }),
  })
}

/** Enables or disables a group, and emits the event. */
export function enableUserGroup(context: ChatContext, group: UserGroup, editor: string, enabled: boolean): UserGroup {
  const deleted = enabled ? { deletedAt: null, deletedBy: null } : { deletedAt: context.clock.now(), deletedBy: editor }
  return change(context, group, editor, deleted)
}

/**
 * Replaces the members.
 *
 * @throws `no_users_provided` and `invalid_users`.
 */
export function setMembers(
  context: ChatContext,
  group: UserGroup,
  editor: string,
  users: readonly string[],
): UserGroup {
  if (users.length === 0) throw slackFailure('no_users_provided')
  if (users.some((id) => context.rows.users.get(id)?.deleted !== false)) throw slackFailure('invalid_users')
  const userIds = [...new Set(users)]
  const changed = change(context, group, editor, { userIds })
  const added = userIds.filter((id) => !group.userIds.includes(id))
  const removed = group.userIds.filter((id) => !userIds.includes(id))
  context.emit({ kind: 'user_group_members_changed', group: changed, added, removed })
  return changed
}

function change(
  context: ChatContext,
  { id }: UserGroup,
  editor: string,
  fields: Partial<Omit<UserGroup, 'id'>>,
): UserGroup {
  const now = { updatedBy: editor, updatedAt: context.clock.now() }
  const group = context.rows.userGroups.update(id, { ...fields, ...now })
  context.emit({ kind: 'user_group_updated', group })
  return group
}

function checkName({ rows }: ChatContext, name: string, ownId?: string): string {
  if (name.trim() === '') throw slackFailure('missing_subteam_name')
  const holder = rows.userGroups.list('byNumber').find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (holder !== undefined && holder.id !== ownId) throw slackFailure('name_already_exists')
  return name
}

function checkHandle({ rows }: ChatContext, input: string, ownId?: string): string {
  const handle = input.replace(/^@/, '')
  if (!/^[\p{L}\p{N}._-]{1,80}$/u.test(handle) || handle !== handle.toLowerCase()) throw slackFailure('bad_handle')
  if (RESERVED.has(handle)) throw slackFailure('forbidden_handle')
  const holder = rows.userGroups.find('handle', handle)
  // A handle is unique among channels, users and groups.
  const isTaken = rows.users.find('name', handle) !== undefined || rows.conversations.find('name', handle) !== undefined
  if (isTaken || (holder !== undefined && holder.id !== ownId)) throw slackFailure('handle_already_exists')
  return handle
}

function checkChannels({ rows }: ChatContext, ids: readonly string[]): readonly string[] {
  if (ids.some((id) => rows.conversations.get(id)?.people !== null)) throw slackFailure('invalid_channel_provided')
  return ids
}

/** The handles that have a meaning of their own in a message. */
const RESERVED: ReadonlySet<string> = new Set(['channel', 'everyone', 'group', 'here', 'slackbot'])
