import { seconds } from '#chat/rules/timestamps.ts'
import { findTeam, teamIdsOf, teamOf } from '#chat/rules/workspaces.ts'
import type { ConnectInvite, InviteRequest } from '#chat/schema/connect.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import { connectTeamJson } from './team.ts'
import { profileJson, type Site } from './user.ts'

// Invitations to shared channels, as events and `conversations.listConnectInvites` have them.

const PROFILE = [
  'real_name',
  'display_name',
  'real_name_normalized',
  'display_name_normalized',
  'team',
  'avatar_hash',
  'email',
  'image_24',
  'image_32',
  'image_48',
  'image_72',
  'image_192',
  'image_512',
]

/** Returns a person of one of the workspaces. */
export function connectUserJson(site: Site, userId: string) {
  const user = site.rows.users.require(userId)
  const profile = profileJson(site, user, { withEmail: true })
  return {
    id: user.id,
    team_id: teamOf(site.rows, user).id,
    name: user.name,
    updated: seconds(user.updatedAt),
    who_can_share_contact_card: 'EVERYONE',
    profile: Object.fromEntries(
      PROFILE.flatMap((name) => (profile[name] === undefined ? [] : [[name, profile[name]]])),
    ),
  }
}

/** Returns an invitation. */
export function connectInviteJson(site: Site, invite: ConnectInvite) {
  return {
    id: invite.id,
    date_created: seconds(invite.createdAt),
    date_invalid: seconds(invite.expiresAt),
    inviting_team: teamJson(site, invite.teamId),
    inviting_user: connectUserJson(site, invite.userId),
    ...(invite.recipientEmail === null ? {} : { recipient_email: invite.recipientEmail }),
    ...(invite.recipientUserId === null ? {} : { recipient_user_id: invite.recipientUserId }),
  }
}

/** Returns a person's request to invite somebody of another workspace. */
export function inviteRequestJson(site: Site, request: InviteRequest) {
  const { rows } = site
  const conversation = rows.conversations.require(request.channelId)
  const connections = rows.connections.list('byChannel', conversation.id)
  return {
    id: request.id,
    date_created: seconds(request.createdAt),
    date_last_updated: seconds(request.updatedAt),
    expires_at: seconds(request.expiresAt),
    inviting_team: teamJson(site, request.teamId),
    inviting_user: connectUserJson(site, request.userId),
    channel: {
      ...connectChannelJson(conversation),
      date_created: seconds(conversation.createdAt),
      connections: connections.map(({ teamId, isPrivate }) => ({
        team: teamJson(site, teamId),
        is_private: isPrivate,
      })),
      pending_connections: [],
      previous_connections: [],
    },
    is_external_limited: request.isExternalLimited,
    target_user: { recipient_email: request.recipientEmail },
  }
}

/** Returns the channel of an invitation, as its host names it. */
export function connectChannelJson({ id, kind, name }: Conversation) {
  return { id, is_private: kind !== 'public', is_im: false, name }
}

/** Returns the workspaces that are in a channel. */
export function teamsInChannelJson(site: Site, conversation: Conversation) {
  return teamIdsOf(site.rows, conversation).map((id) => teamJson(site, id))
}

/** Returns an invitation in the list of a workspace. */
export function listedInviteJson(site: Site, invite: ConnectInvite, teamId: string) {
  const { acceptance, approvedBy, state, updatedAt } = invite
  const review = (id: string) => ({
    type: 'approved',
    date_review: seconds(updatedAt),
    reviewing_team: teamJson(site, id),
  })
  return {
    direction: invite.teamId === teamId ? 'outgoing' : 'incoming',
    status: state === 'pending' ? 'sent' : state === 'declined' ? 'declined' : 'accepted',
    date_last_updated: seconds(updatedAt),
    invite_type: 'channel',
    invite: connectInviteJson(site, invite),
    channel: connectChannelJson(site.rows.conversations.require(invite.channelId)),
    ...(acceptance === null
      ? {}
      : {
          acceptances: [
            {
              approval_status: state === 'connected' ? 'approved' : 'pending_approval',
              date_accepted: seconds(acceptance.at),
              date_invalid: seconds(invite.expiresAt),
              date_last_updated: seconds(updatedAt),
              accepting_team: teamJson(site, acceptance.teamId),
              accepting_user: connectUserJson(site, acceptance.userId),
              reviews: approvedBy.map(review),
            },
          ],
        }),
  }
}

function teamJson(site: Site, id: string) {
  return connectTeamJson(site, findTeam(site.rows, id) ?? site.rows.team.get())
}
