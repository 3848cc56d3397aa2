import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import type { Actor, ChatCall } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { administeredTeamJson, administeredUserJson } from '#chat/json/enterprise.ts'
import { ok } from '#chat/json/ok.ts'
import { flag, ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import { joinConversation } from '#chat/rules/conversations/change.ts'
import {
  enterpriseTeams,
  findEnterpriseTeam,
  findModifiable,
  requireAdministrator,
  usersOf,
} from '#chat/rules/enterprise.ts'
import { revokeTokens } from '#chat/rules/install.ts'
import { pageOf } from '#chat/rules/page.ts'
import { createUser } from '#chat/rules/people.ts'
import { DEFAULT_TIME_ZONE } from '#chat/rules/time-zone.ts'
import { inWorkspace, type Team, type User } from '#chat/schema/people.ts'
import { method } from './method.ts'

const USER = ['user'] as const
const WRITE = { scopes: ['admin.users:write'], tokens: USER }
const userOfTeam = v.object({ team_id: text, user_id: text })

type ActorCall = ChatCall & { readonly principal: Actor }

/** The people and workspaces of an enterprise organization. https://docs.slack.dev/admins/managing-users */
export const adminUsersRoutes = [
  ...method(
    'admin.users.list',
    {
      scopes: ['admin.users:read'],
      tokens: USER,
      args: v.object({
        team_id: v.optional(text),
        cursor: v.optional(text),
        limit: optionalInteger,
        is_active: v.optional(flag),
        include_deactivated_user_workspaces: v.optional(flag),
        only_guests: v.optional(flag),
      }),
    },
    (call) => {
      const { rows, args } = call
      // The vendor publishes no word of its own for somebody who is no administrator.
      requireAdministrator(call, 'feature_not_enabled')
      const { team_id: teamId, is_active: isActive } = args
      if (args.include_deactivated_user_workspaces === true && teamId !== undefined)
        throw slackFailure('include_deactivated_user_workspaces_invalid')
      const teams = teamId === undefined ? enterpriseTeams(rows) : [findEnterpriseTeam(call, teamId)]
      const users = teams.flatMap(({ id }) => usersOf(rows, id))
      // There are no guests.
      const found =
        args.only_guests === true ? [] : users.filter((user) => (isActive ?? !user.deleted) === !user.deleted)
      const { rows: page, nextCursor } = pageOf(viewOfRows(found), args, 100)
      const listed = page.map((user) => administeredUserJson(rows, user, teamId === undefined))
      return ok(call, { users: listed }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'admin.users.invite',
    {
      ...WRITE,
      args: v.object({
        team_id: text,
        email: text,
        channel_ids: ids,
        real_name: v.optional(text),
        custom_message: v.optional(text),
        resend: v.optional(flag),
      }),
    },
    (call) => {
      const { rows, args } = call
      const inviter = requireAdministrator(call, 'not_an_admin')
      const team = findEnterpriseTeam(call, args.team_id)
      const email = args.email.toLowerCase()
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw slackFailure('invalid_email')
      const known = rows.users.find('email', email)
      if (known !== undefined) throw slackFailure(known.deleted ? 'user_disabled' : 'already_in_team')
      const channels = args.channel_ids.map((id) => rows.conversations.get(id))
      if (channels.length === 0 || channels.some((channel) => channel === undefined || channel.people !== null))
        throw slackFailure('failed_to_validate_channels')
      const user = addInvited(call, team, email, args.real_name)
      for (const channel of channels) if (channel !== undefined) joinConversation(call, channel, user.id, inviter.id)
      return ok(call)
    },
  ),

  ...method('admin.users.remove', { ...WRITE, args: userOfTeam }, (call) => {
    const { rows, args } = call
    requireAdministrator(call, 'invalid_permissions')
    const user = findModifiable(call, findEnterpriseTeam(call, args.team_id), args.user_id)
    if (user.deleted) throw slackFailure('user_already_deleted')
    revokeTokens(
      call,
      rows.tokens.all().filter(({ userId, revoked }) => userId === user.id && !revoked),
    )
    for (const { id, channelId } of rows.memberships.list('byUser', user.id)) {
      if (rows.conversations.require(channelId).people === null) rows.memberships.delete(id)
    }
    changeUser(call, user, { deleted: true, isAdmin: false, isOwner: false })
    return ok(call)
  }),

  ...role('admin.users.setAdmin', 'invalid_permissions', { isAdmin: true, isOwner: false }),
  ...role('admin.users.setOwner', 'not_an_admin', { isAdmin: true, isOwner: true }),
  ...role('admin.users.setRegular', 'not_an_admin', { isAdmin: false, isOwner: false }),

  ...method(
    'admin.teams.list',
    {
      scopes: ['admin.teams:read'],
      tokens: USER,
      args: v.object({ cursor: v.optional(text), limit: optionalInteger }),
    },
    (call) => {
      requireAdministrator(call, 'not_an_admin')
      const { rows: teams, nextCursor } = pageOf(viewOfRows(enterpriseTeams(call.rows)), call.args, 100)
      const listed = teams.map((team) => administeredTeamJson(call, team))
      return ok(call, { teams: listed }, { next_cursor: nextCursor })
    },
  ),
]

/** Returns the routes of a method that gives a person a role. */
function role(name: string, refused: string, changes: Pick<User, 'isAdmin' | 'isOwner'>) {
  return method(name, { ...WRITE, args: userOfTeam }, (call) => {
    requireAdministrator(call, refused)
    const user = findModifiable(call, findEnterpriseTeam(call, call.args.team_id), call.args.user_id)
    if (user.botId !== null || user.deleted) throw slackFailure('user_not_found')
    changeUser(call, user, changes)
    return ok(call)
  })
}

function changeUser(call: ActorCall, user: User, changes: Partial<Omit<User, 'id'>>): void {
  const changed = call.rows.users.update(user.id, { ...changes, updatedAt: call.clock.now() })
  call.emit({ kind: 'user_changed', user: changed, previous: user })
}

/** Adds the person whom an invitation is for. No mail is sent: the person joins at once. */
function addInvited(call: ActorCall, team: Team, email: string, realName: string | undefined): User {
  const { rows } = call
  const teamId = team.id === rows.team.get().id ? undefined : team.id
  const own = email
    .split('@', 1)
    .join('')
    .replaceAll(/[^a-z0-9._-]/g, '')
  const isTaken = rows.users.find('name', inWorkspace(teamId, own)) !== undefined
  const name = isTaken ? `${own}${rows.numbers.next()}` : own
  const fields = { teamId, name, realName: realName ?? own, email }
  const user = createUser(call, { ...fields, isAdmin: false, tz: DEFAULT_TIME_ZONE, botId: null })
  call.emit({ kind: 'user_joined_team', user })
  return user
}
