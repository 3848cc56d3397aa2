import type { ChatContext } from '#chat/call.ts'
import { conversationScopes } from '#chat/rules/scopes.ts'
import { teamIdOf, teamIdsOf } from '#chat/rules/workspaces.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { InviteRequest } from '#chat/schema/connect.ts'
import type { WorkspaceEvent } from '#chat/schema/events.ts'
import { connectChannelJson, connectInviteJson, connectUserJson, teamsInChannelJson } from '../connect.ts'
import type { EventBody, InnerEvent } from './app-event.ts'
import { eventTime } from './message-events.ts'

// Events of Slack Connect. https://docs.slack.dev/reference/slack-connect-api-reference

type InviteEvent = Extract<WorkspaceEvent, { kind: 'connect_invite' }>

/** Returns the events of a change of a shared channel or of an invitation to one; none for another change. */
export function connectEvents(context: ChatContext, event: WorkspaceEvent): readonly InnerEvent[] {
  if (event.kind === 'connect_invite') return [inviteEvent(context, event)]
  if (event.kind === 'invite_requested') return [inviteRequested(context, event.request)]
  if (event.kind !== 'channel_shared' && event.kind !== 'channel_unshared') return []
  const { conversation, teamId, kind } = event
  const teamIds = teamIdsOf(context.rows, conversation)
  const ended = { previously_connected_team_id: teamId, channel: conversation.id, is_ext_shared: teamIds.length > 2 }
  const body = (): EventBody => ({
    type: kind,
    ...(kind === 'channel_shared' ? { connected_team_id: teamId, channel: conversation.id } : ended),
    event_ts: eventTime(context),
  })
  const scopes = conversationScopes(conversation.kind, 'read')
  const place = conversation.kind === 'public' ? { teamIds } : { channelId: conversation.id }
  return [{ audience: { scopes, ...place }, body }]
}

function inviteEvent(context: ChatContext, event: InviteEvent): InnerEvent {
  const { invite, change, userId } = event
  const { rows } = context
  const conversation = rows.conversations.require(invite.channelId)
  const common = (): object => ({
    invite: connectInviteJson(context, invite),
    channel: connectChannelJson(conversation),
  })
  const body = (): EventBody => ({
    type: `shared_channel_invite_${change}`,
    ...(change === 'accepted' ? { approval_required: invite.waitsFor.length > 0 } : {}),
    ...common(),
    ...(change === 'received' ? {} : { teams_in_channel: teamsInChannelJson(context, conversation) }),
    ...actorJson(context, event),
    event_ts: eventTime(context),
  })
  if (change === 'received') return { audience: { scopes: [], userId }, body }
  const teamIds = [invite.teamId, invite.acceptance?.teamId ?? teamIdOf(rows, userId)]
  return { audience: { scopes: ['conversations.connect:read', 'conversations.connect:manage'], teamIds }, body }
}

/** https://docs.slack.dev/reference/events/shared_channel_invite_requested */
function inviteRequested(context: ChatContext, request: InviteRequest): InnerEvent {
  const { rows } = context
  const conversation = rows.conversations.require(request.channelId)
  const { id, name, tz, profile } = rows.users.require(request.userId)
  const latest = rows.messages.list('byChannel', conversation.id).at(-1)
  const body = (): EventBody => ({
    type: 'shared_channel_invite_requested',
    actor: {
      id,
      name,
      is_bot: false,
      team_id: request.teamId,
      timezone: tz,
      real_name: profile.realName,
      display_name: profile.displayName,
    },
    channel_id: conversation.id,
    event_type: 'slack#/events/shared_channel_invite_requested',
    channel_name: conversation.name,
    channel_type: conversation.kind === 'public' ? 'public' : 'private',
    target_users: [{ email: request.recipientEmail, invite_id: request.id }],
    teams_in_channel: teamsInChannelJson(context, conversation),
    is_external_limited: request.isExternalLimited,
    channel_date_created: seconds(conversation.createdAt),
    channel_message_latest_counted_timestamp: Number(latest?.ts.split('.', 1).join('') ?? 0) * 1_000_000,
    event_ts: eventTime(context),
  })
  return { audience: { scopes: ['conversations.connect:manage'], teamIds: [request.teamId] }, body }
}

function actorJson(context: ChatContext, { change, userId }: InviteEvent) {
  const teamId = teamIdOf(context.rows, userId)
  switch (change) {
    case 'received':
      return {}
    case 'accepted':
      return { accepting_user: connectUserJson(context, userId) }
    case 'approved':
      return { approving_team_id: teamId, approving_user: connectUserJson(context, userId) }
    case 'declined':
      return { declining_team_id: teamId, declining_user: connectUserJson(context, userId) }
  }
}
