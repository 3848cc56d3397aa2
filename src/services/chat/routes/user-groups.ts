import * as v from 'valibot'
import { flag, ids, text } from '../arguments.ts'
import type { ChatCall } from '../call.ts'
import { method, ok } from '../method.ts'
import { refusal } from '../refusals.ts'
import { seconds } from '../rules/timestamps.ts'
import { createUserGroup, enableUserGroup, setMembers, updateUserGroup } from '../rules/user-groups.ts'
import type { UserGroup } from '../schema/people.ts'

const FIELDS = {
  handle: v.optional(text),
  description: v.optional(text),
  channels: v.optional(ids),
  include_count: v.optional(flag),
  team_id: v.optional(text),
}
const ONE = { usergroup: text, include_count: v.optional(flag), team_id: v.optional(text) }
const WRITE = ['usergroups:write']

/** The methods of user groups. */
export const userGroupsRoutes = [
  ...method(
    'usergroups.list',
    {
      scopes: ['usergroups:read'],
      args: v.object({
        include_count: v.optional(flag),
        include_disabled: v.optional(flag),
        include_users: v.optional(flag),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args } = call
      const groups = rows.userGroups
        .list('byNumber')
        .filter(({ deletedAt }) => args.include_disabled === true || deletedAt === null)
      const parts = { count: args.include_count, users: args.include_users ?? false }
      return ok(call, { usergroups: groups.map((group) => userGroupJson(call, group, parts)) })
    },
  ),

  ...method('usergroups.create', { scopes: WRITE, args: v.object({ name: text, ...FIELDS }) }, (call) => {
    const { args, principal } = call
    const group = createUserGroup(call, principal.user.id, args)
    return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
  }),

  ...method(
    'usergroups.update',
    { scopes: WRITE, args: v.object({ usergroup: text, name: v.optional(text), ...FIELDS }) },
    (call) => {
      const { args, principal } = call
      const group = updateUserGroup(call, findUserGroup(call, args.usergroup), principal.user.id, args)
      return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
    },
  ),

  ...method('usergroups.enable', { scopes: WRITE, args: v.object(ONE) }, (call) => {
    const { args, principal } = call
    const group = enableUserGroup(call, findUserGroup(call, args.usergroup), principal.user.id, true)
    return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
  }),

  ...method('usergroups.disable', { scopes: WRITE, args: v.object(ONE) }, (call) => {
    const { args, principal } = call
    const group = enableUserGroup(call, findUserGroup(call, args.usergroup), principal.user.id, false)
    return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
  }),

  ...method(
    'usergroups.users.list',
    { scopes: ['usergroups:read'], args: v.object({ ...ONE, include_disabled: v.optional(flag) }) },
    (call) => {
      const { rows, args } = call
      const group = findUserGroup(call, args.usergroup)
      if (group.deletedAt !== null && args.include_disabled !== true) throw refusal('no_such_subteam')
      return ok(call, { users: group.userIds.filter((id) => rows.users.get(id)?.deleted === false) })
    },
  ),

  ...method(
    'usergroups.users.update',
    { scopes: WRITE, args: v.object({ ...ONE, users: v.optional(ids) }) },
    (call) => {
      const { args, principal } = call
      const group = setMembers(call, findUserGroup(call, args.usergroup), principal.user.id, args.users ?? [])
      return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
    },
  ),
]

function findUserGroup({ rows }: ChatCall, id: string): UserGroup {
  const group = rows.userGroups.get(id)
  if (group === undefined) throw refusal('no_such_subteam')
  return group
}

/** The members of a group that a client may leave out. */
interface Parts {
  readonly users?: boolean | undefined
  readonly count?: boolean | undefined
}

/** A user group as the vendor writes it. https://docs.slack.dev/reference/objects/usergroup-object */
export function userGroupJson(
  { rows }: Pick<ChatCall, 'rows'>,
  group: UserGroup,
  { users = true, count = false }: Parts = {},
): object {
  return {
    id: group.id,
    team_id: rows.team.get().id,
    is_usergroup: true,
    is_subteam: true,
    name: group.name,
    description: group.description,
    handle: group.handle,
    is_external: false,
    date_create: seconds(group.createdAt),
    date_update: seconds(group.updatedAt),
    date_delete: group.deletedAt === null ? 0 : seconds(group.deletedAt),
    auto_type: null,
    auto_provision: false,
    enterprise_subteam_id: '',
    created_by: group.createdBy,
    updated_by: group.updatedBy,
    deleted_by: group.deletedBy,
    prefs: { channels: group.channelIds, groups: [] },
    ...(users ? { users: group.userIds } : {}),
    ...(count ? { user_count: group.userIds.length, channel_count: group.channelIds.length } : {}),
  }
}
