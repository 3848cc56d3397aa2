import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { flag, ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import type { Actor, ChatCall } from '#chat/call.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { listedInviteJson } from '#chat/json/connect.ts'
import { ok } from '#chat/json/ok.ts'
import {
  acceptInvite,
  approveInvite,
  declineInvite,
  disconnect,
  findInvite,
  findLiveInvite,
  inviteShared,
  isInviteOf,
} from '#chat/rules/connect.ts'
import { canSee, requireMember } from '#chat/rules/conversations/find.ts'
import { pageOf } from '#chat/rules/page.ts'
import { acquaintanceOf, findTeam, teamIdsOf, teamOf } from '#chat/rules/workspaces.ts'
import type { ConnectInvite } from '#chat/schema/connect.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import { method } from './method.ts'

const WRITE = ['conversations.connect:write']
const MANAGE = ['conversations.connect:manage']

type ActorCall = ChatCall & { readonly principal: Actor }

/** The scopes and arguments of the methods that answer an invitation. */
const ANSWER = { scopes: MANAGE, args: v.object({ invite_id: text, target_team: v.optional(text) }) }

/** Slack Connect: channels that several workspaces share. https://docs.slack.dev/apis/slack-connect */
export const connectRoutes = [
  ...method(
    'conversations.inviteShared',
    {
      scopes: WRITE,
      args: v.object({
        channel: text,
        emails: v.optional(ids),
        user_ids: v.optional(ids),
        external_limited: v.optional(flag),
      }),
    },
    (call) => {
      const { args, principal } = call
      const channel = findSharable(call, args.channel)
      const recipient = recipientOf(call, channel, args)
      const isExternalLimited = args.external_limited ?? true
      const invite = inviteShared(call, channel, principal.user, { ...recipient, isExternalLimited })
      return ok(call, { invite_id: invite.id, is_legacy_shared_channel: false })
    },
  ),

  ...method(
    'conversations.acceptSharedInvite',
    {
      scopes: WRITE,
      args: v.object({
        channel_name: v.optional(text),
        channel_id: v.optional(text),
        invite_id: v.optional(text),
        is_private: v.optional(flag),
        team_id: v.optional(text),
        free_trial_accepted: v.optional(flag),
      }),
    },
    (call) => {
      const { args, principal } = call
      const invite = inviteToAccept(call, args)
      const requested = { name: args.channel_name ?? '', isPrivate: args.is_private === true }
      const { state, channelId, id } = acceptInvite(call, invite, principal.user, requested)
      const isConnected = state === 'connected'
      return ok(call, { implicit_approval: isConnected, channel_id: channelId, invite_id: id })
    },
  ),

  ...method('conversations.approveSharedInvite', ANSWER, (call) => {
    const { args, principal } = call
    approveInvite(call, findAnswerable(call, args), principal.user)
    return ok(call)
  }),

  ...method('conversations.declineSharedInvite', ANSWER, (call) => {
    const { args, principal } = call
    declineInvite(call, findAnswerable(call, args), principal.user)
    return ok(call)
  }),

  ...method(
    'conversations.listConnectInvites',
    {
      scopes: MANAGE,
      args: v.object({ count: optionalInteger, cursor: v.optional(text), team_id: v.optional(text) }),
    },
    (call) => {
      const { rows, args, principal } = call
      const { id: teamId } = teamOf(rows, principal.user)
      const own = rows.connectInvites.list('byNumber').filter((invite) => isInviteOf(rows, invite, teamId))
      const { rows: invites, nextCursor } = pageOf(viewOfRows(own), { limit: args.count, cursor: args.cursor }, 100)
      const listed = invites.map((invite) => listedInviteJson(call, invite, teamId))
      return ok(call, { invites: listed }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'admin.conversations.disconnectShared',
    {
      scopes: ['admin.conversations:write'],
      tokens: ['user'],
      args: v.object({ channel_id: text, leaving_team_ids: v.optional(ids) }),
    },
    (call) => {
      const { rows, args, principal } = call
      if (!principal.user.isAdmin) throw slackFailure('not_an_admin')
      const channel = rows.conversations.get(args.channel_id)
      if (channel === undefined || !canSee(call, channel, principal.user.id)) throw slackFailure('channel_not_found')
      if (channel.people !== null || channel.isGeneral) throw slackFailure('channel_type_not_supported')
      for (const teamId of leavingTeams(call, channel, args.leaving_team_ids ?? [])) disconnect(call, channel, teamId)
      return ok(call)
    },
  ),
]

/** Returns a channel to which users of other workspaces may be invited. */
function findSharable(call: ActorCall, id: string): Conversation {
  const channel = call.rows.conversations.get(id)
  if (channel === undefined || !canSee(call, channel, call.principal.user.id)) throw slackFailure('channel_not_found')
  if (channel.people !== null) throw slackFailure('invalid_channel_type')
  if (channel.isGeneral) throw slackFailure('cannot_share_mandatory_channel')
  if (channel.archived) throw slackFailure('channel_archived')
  if (channel.teamId !== call.principal.user.teamId) throw slackFailure('not_owner')
  requireMember(call, channel)
  return channel
}

/** Returns the one recipient of an invitation. */
function recipientOf(
  { rows, principal }: ActorCall,
  channel: Conversation,
  {
    emails = [],
    user_ids: userIds = [],
  }: { readonly emails?: string[] | undefined; readonly user_ids?: string[] | undefined },
): Pick<ConnectInvite, 'recipientUserId' | 'recipientEmail'> {
  const [email] = emails
  const [userId] = userIds
  if (emails.length > 1) throw slackFailure('too_many_emails')
  if (email !== undefined) {
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw slackFailure('invalid_email')
    return { recipientEmail: email, recipientUserId: null }
  }
  if (userId === undefined) throw slackFailure('recipients_not_specified')
  const user = rows.users.get(userId)
  const relation = user === undefined ? null : acquaintanceOf(rows, teamOf(rows, principal.user).id, user)
  if (relation === null || relation === 'own') throw slackFailure('user_not_found')
  if (rows.memberships.find('member', channel.id, userId) !== undefined) throw slackFailure('already_in_channel')
  return { recipientUserId: userId, recipientEmail: null }
}

/** Returns the invitation to accept: by its id, or the newest one to a channel. */
function inviteToAccept(
  call: ActorCall,
  {
    invite_id: id,
    channel_id: channelId,
  }: { readonly invite_id?: string | undefined; readonly channel_id?: string | undefined },
): ConnectInvite {
  const { rows, principal } = call
  const { id: teamId } = teamOf(rows, principal.user)
  if (id !== undefined) return findLiveInvite(call, id)
  if (channelId === undefined) throw invalidArguments('[ERROR] missing required field: invite_id')
  const newest = rows.connectInvites.list('byChannel', channelId).findLast((each) => isInviteOf(rows, each, teamId))
  return findLiveInvite(call, newest?.id)
}

/** Returns an invitation to approve or decline. The workspace that invites names the other one. */
function findAnswerable(
  call: ActorCall,
  { invite_id: id, target_team: target }: { readonly invite_id: string; readonly target_team?: string | undefined },
): ConnectInvite {
  const { id: teamId } = teamOf(call.rows, call.principal.user)
  const invite = findInvite(call, id, teamId)
  if (invite.teamId === teamId && target === undefined) throw slackFailure('missing_target_team')
  return invite
}

/** Returns the workspaces that leave a shared channel: those that are named, or the only other one. */
function leavingTeams(
  { rows, principal }: ActorCall,
  channel: Conversation,
  named: readonly string[],
): readonly string[] {
  const [host = '', ...others] = teamIdsOf(rows, channel)
  const { id: own } = teamOf(rows, principal.user)
  if (others.length === 0) throw slackFailure('no_teams_to_disconnect')
  if (named.length === 0 && others.length > 1) throw slackFailure('leaving_team_required')
  const leaving = named.length === 0 ? others : named
  for (const id of leaving) {
    if (findTeam(rows, id) === undefined) throw slackFailure('team_not_found')
    if (id === host) throw slackFailure('cannot_kick_home_team')
    if (!others.includes(id)) throw slackFailure('leaving_team_not_in_channel')
    if (own !== host && id !== own) throw slackFailure('cannot_kick_team')
  }
  return leaving
}
