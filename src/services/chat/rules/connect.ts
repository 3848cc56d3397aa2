import { DAY } from '#core/duration.ts'
import type { ChatContext, Rows } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Acceptance, ConnectInvite } from '#chat/schema/connect.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { User } from '#chat/schema/people.ts'
import { joinConversation } from './conversations/change.ts'
import { addMember } from './conversations/create.ts'
import { checkChannelName } from './conversations/names.ts'
import { newId } from './new-id.ts'
import { findTeam, isConnected, teamIdOf, teamIdsOf, teamOf } from './workspaces.ts'

// Slack Connect: invitations to channels, and the connections that they become.
// https://docs.slack.dev/apis/slack-connect/using-slack-connect-api-methods

/** The time in which an invitation can be accepted. */
const LIFETIME = 14 * DAY

/** The person or the address that an invitation is for. */
type Recipient = Pick<ConnectInvite, 'recipientUserId' | 'recipientEmail'>

/** Invites a user of another workspace to a channel, and emits the event for an app's own user. */
export function inviteShared(
  context: ChatContext,
  conversation: Conversation,
  inviter: User,
  {
    isExternalLimited,
    id,
    ...recipient
  }: Recipient & Pick<ConnectInvite, 'isExternalLimited'> & Partial<Pick<ConnectInvite, 'id'>>,
): ConnectInvite {
  const { rows, clock } = context
  const now = clock.now()
  const invite = rows.connectInvites.insert({
    id: id ?? newId(context, 'I'),
    number: rows.numbers.next(),
    channelId: conversation.id,
    teamId: teamOf(rows, inviter).id,
    userId: inviter.id,
    ...recipient,
    isExternalLimited,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + LIFETIME,
    state: 'pending',
    acceptance: null,
    waitsFor: [],
    approvedBy: [],
  })
  if (invite.recipientUserId !== null) {
    context.emit({ kind: 'connect_invite', change: 'received', invite, userId: invite.recipientUserId })
  }
  return invite
}

/**
 * Accepts an invitation for a user's workspace. The channel is connected at once, unless one of the two workspaces
 * approves connections.
 *
 * @throws `invite_used`, `invite_from_same_org`, `invalid_recipient_team`, `email_does_not_match`,
 *   `has_already_connected_to_org`, and the failures of names.
 */
export function acceptInvite(
  context: ChatContext,
  invite: ConnectInvite,
  user: User,
  requested: { readonly name: string; readonly isPrivate: boolean },
): ConnectInvite {
  const { rows, clock } = context
  const team = teamOf(rows, user)
  requireAcceptable(context, invite, user)
  const name = checkChannelName(context, requested.name, user.teamId)
  const acceptance: Acceptance = { ...requested, name, teamId: team.id, userId: user.id, at: clock.now() }
  const waitsFor = [invite.teamId, team.id].filter((id) => findTeam(rows, id)?.needsConnectApproval === true)
  const accepted = rows.connectInvites.update(invite.id, {
    state: 'accepted',
    acceptance,
    waitsFor,
    updatedAt: clock.now(),
  })
  context.emit({ kind: 'connect_invite', change: 'accepted', invite: accepted, userId: user.id })
  return waitsFor.length === 0 ? connectInvite(context, accepted) : accepted
}

function requireAcceptable({ rows }: ChatContext, invite: ConnectInvite, user: User): void {
  const { id: teamId } = teamOf(rows, user)
  if (invite.state !== 'pending') throw slackFailure('invite_used')
  if (invite.teamId === teamId) throw slackFailure('invite_from_same_org')
  const recipient = rows.users.get(invite.recipientUserId)
  if (recipient !== undefined && teamOf(rows, recipient).id !== teamId) throw slackFailure('invalid_recipient_team')
  const { email } = user.profile
  const { recipientEmail } = invite
  if (recipientEmail !== null && email !== null && email.toLowerCase() !== recipientEmail.toLowerCase()) {
    throw slackFailure('email_does_not_match')
  }
  if (teamIdsOf(rows, rows.conversations.require(invite.channelId)).includes(teamId)) {
    throw slackFailure('has_already_connected_to_org')
  }
}

/**
 * Approves an accepted invitation for a workspace; the last approval connects the channel.
 *
 * @throws `approval_not_found`, `approval_inactive`, `already_approved`.
 */
export function approveInvite(context: ChatContext, invite: ConnectInvite, user: User): ConnectInvite {
  const { rows, clock } = context
  const { id: teamId } = teamOf(rows, user)
  if (invite.state === 'pending') throw slackFailure('approval_not_found')
  if (invite.state === 'declined') throw slackFailure('approval_inactive')
  if (invite.approvedBy.includes(teamId)) throw slackFailure('already_approved')
  if (!invite.waitsFor.includes(teamId)) throw slackFailure('invalid_action')
  const approved = rows.connectInvites.update(invite.id, {
    waitsFor: invite.waitsFor.filter((id) => id !== teamId),
    approvedBy: [...invite.approvedBy, teamId],
    updatedAt: clock.now(),
  })
  context.emit({ kind: 'connect_invite', change: 'approved', invite: approved, userId: user.id })
  return approved.waitsFor.length === 0 ? connectInvite(context, approved) : approved
}

/**
 * Declines an invitation that is not connected yet.
 *
 * @throws `inactive_invite` and `approval_inactive`.
 */
export function declineInvite(context: ChatContext, invite: ConnectInvite, user: User): void {
  if (invite.state === 'declined') throw slackFailure('inactive_invite')
  if (invite.state === 'connected') throw slackFailure('approval_inactive')
  const { rows, clock } = context
  const declined = rows.connectInvites.update(invite.id, { state: 'declined', waitsFor: [], updatedAt: clock.now() })
  context.emit({ kind: 'connect_invite', change: 'declined', invite: declined, userId: user.id })
}

/** Returns an invitation that has not run out. */
export function findLiveInvite({ rows, clock }: ChatContext, id: string | undefined): ConnectInvite {
  const invite = rows.connectInvites.get(id)
  if (invite === undefined || (invite.state === 'pending' && invite.expiresAt <= clock.now())) {
    throw slackFailure('invite_not_found')
  }
  return invite
}

/** Returns an invitation that a workspace has sent, was sent or has accepted; one to an address is for every one. */
export function findInvite(context: ChatContext, id: string, teamId: string): ConnectInvite {
  const invite = findLiveInvite(context, id)
  if (!isInviteOf(context.rows, invite, teamId)) throw slackFailure('invite_not_found')
  return invite
}

/** Returns true for an invitation that a workspace may answer. */
export function isInviteOf(rows: Rows, invite: ConnectInvite, teamId: string): boolean {
  if (invite.teamId === teamId || invite.acceptance?.teamId === teamId) return true
  if (invite.acceptance !== null) return false
  return invite.recipientUserId === null || teamIdOf(rows, invite.recipientUserId) === teamId
}

function connectInvite(context: ChatContext, invite: ConnectInvite): ConnectInvite {
  const { rows } = context
  const { acceptance, channelId, recipientUserId } = invite
  if (acceptance === null) return invite
  connect(context, rows.conversations.require(channelId), acceptance)
  const members = new Set([acceptance.userId, ...(recipientUserId === null ? [] : [recipientUserId])])
  const conversation = rows.conversations.require(channelId)
  for (const userId of members) joinConversation(context, conversation, userId)
  return rows.connectInvites.update(invite.id, { state: 'connected' })
}

/** Connects a channel to another workspace, and emits `channel_shared`. */
export function connect(
  context: ChatContext,
  conversation: Conversation,
  { teamId, name, isPrivate }: Pick<Acceptance, 'teamId' | 'name' | 'isPrivate'>,
): void {
  const { rows, clock } = context
  rows.connections.insert({ channelId: conversation.id, teamId, name, isPrivate })
  for (const other of teamIdsOf(rows, conversation)) {
    const ended = other === teamId ? undefined : rows.endedConnections.find('pair', ...pairOf(other, teamId))
    if (ended !== undefined) rows.endedConnections.delete(ended.id)
  }
  const changed = rows.conversations.update(conversation.id, { updatedAt: clock.now() })
  context.emit({ kind: 'channel_shared', conversation: changed, teamId })
}

/** Adds the members of a connected workspace, for the seed. */
export function addConnectedMembers(context: ChatContext, { id }: Conversation, users: readonly User[]): void {
  for (const user of users) addMember(context, id, user.id)
}

/** Ends the connection of a channel to a workspace: its members are out, and `channel_unshared` is emitted. */
export function disconnect(context: ChatContext, conversation: Conversation, teamId: string): void {
  const { rows } = context
  const connection = rows.connections.find('connection', conversation.id, teamId)
  if (connection === undefined) return
  // Emitted before the members are out, so that the apps of both sides hear of it.
  context.emit({ kind: 'channel_unshared', conversation, teamId })
  for (const { id, userId } of rows.memberships.list('byChannel', conversation.id)) {
    if (teamIdOf(rows, userId) === teamId) rows.memberships.delete(id)
  }
  const others = teamIdsOf(rows, conversation).filter((id) => id !== teamId)
  rows.connections.delete(connection.id)
  for (const other of others.filter((id) => !isConnected(rows, id, teamId))) {
    const [first, second] = pairOf(other, teamId)
    rows.endedConnections.insert({ first, second })
  }
}

/** Returns the ids of two workspaces in their order. */
function pairOf(one: string, other: string): readonly [first: string, second: string] {
  return one < other ? [one, other] : [other, one]
}
