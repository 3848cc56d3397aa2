import * as v from 'valibot'
import { flag, ids, text } from '#chat/rules/arguments.ts'
import type { ChatCall } from '#chat/call.ts'
import { userGroupJson } from '#chat/json/user-group.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { createUserGroup, enableUserGroup, setMembers, updateUserGroup } from '#chat/rules/user-groups.ts'
import type { UserGroup } from '#chat/schema/people.ts'

const FIELDS = {
  handle: v.optional(text),
  description: v.optional(text),
  channels: v.optional(ids),
  include_count: v.optional(flag),
  team_id: v.optional(text),
}
const ONE = { usergroup: text, include_count: v.optional(flag), team_id: v.optional(text) }
const WRITE = ['usergroups:write']
const CHANGE = { scopes: WRITE, missing: 'missing_argument' }

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
    {
      scopes: WRITE,
      missing: 'missing_argument',
      args: v.object({ usergroup: text, name: v.optional(text), ...FIELDS }),
    },
    (call) => {
      const { args, principal } = call
      const group = updateUserGroup(call, findUserGroup(call, args.usergroup), principal.user.id, args)
      return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
    },
  ),

  ...method('usergroups.enable', { ...CHANGE, args: v.object(ONE) }, (call) => {
    const { args, principal } = call
    const group = enableUserGroup(call, findUserGroup(call, args.usergroup), principal.user.id, true)
    return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
  }),

  ...method('usergroups.disable', { ...CHANGE, args: v.object(ONE) }, (call) => {
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
      if (group.deletedAt !== null && args.include_disabled !== true) throw slackFailure('no_such_subteam')
      return ok(call, { users: group.userIds.filter((id) => rows.users.get(id)?.deleted === false) })
    },
  ),

  ...method('usergroups.users.update', { ...CHANGE, args: v.object({ ...ONE, users: v.optional(ids) }) }, (call) => {
    const { args, principal } = call
    const group = setMembers(call, findUserGroup(call, args.usergroup), principal.user.id, args.users ?? [])
    return ok(call, { usergroup: userGroupJson(call, group, { count: args.include_count }) })
  }),
]

function findUserGroup({ rows }: ChatCall, id: string): UserGroup {
  const group = rows.userGroups.get(id)
  if (group === undefined) throw slackFailure('no_such_subteam')
  return group
}
