import { DAY } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { ConnectInvite, InviteRequest } from '#chat/schema/connect.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { User } from '#chat/schema/people.ts'
import { inviteShared } from './connect.ts'
import { newId } from './new-id.ts'
import { teamOf } from './workspaces.ts'

// Requests of people to invite somebody of another workspace, which an app approves or denies.
// https://docs.slack.dev/apis/slack-connect/governing-slack-connect-invites

/** The time in which a request can be answered. The vendor publishes none; this is that of invitations. */
const LIFETIME = 14 * DAY

/** Asks for leave to invite an address to a channel, and emits the event for the apps that answer. */
export function requestInvite(
  context: ChatContext,
  conversation: Conversation,
  user: User,
  { email, isExternalLimited }: { readonly email: string; readonly isExternalLimited: boolean },
): InviteRequest {
  const { rows, clock } = context
  const now = clock.now()
  const request = rows.inviteRequests.insert({
    id: newId(context, 'I'),
    number: rows.numbers.next(),
    channelId: conversation.id,
    teamId: teamOf(rows, user).id,
    userId: user.id,
    recipientEmail: email,
    isExternalLimited,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + LIFETIME,
    state: 'pending',
  })
  context.emit({ kind: 'invite_requested', request })
  return request
}

/** Approves a request: its invitation is sent, to another channel or with other permissions where these are named. */
export function approveRequest(
  context: ChatContext,
  request: InviteRequest,
  { channelId = request.channelId, isExternalLimited = request.isExternalLimited }: Partial<InviteRequest>,
): ConnectInvite {
  const { rows, clock } = context
  const { id, userId, recipientEmail } = request
  const conversation = rows.conversations.get(channelId)
  if (conversation === undefined || conversation.people !== null) throw slackFailure('channel_not_found')
  rows.inviteRequests.update(id, { state: 'approved', updatedAt: clock.now() })
  const recipient = { recipientEmail, recipientUserId: null }
  return inviteShared(context, conversation, rows.users.require(userId), { id, isExternalLimited, ...recipient })
}

/** Denies a request. */
export function denyRequest({ rows, clock }: ChatContext, { id }: InviteRequest): void {
  rows.inviteRequests.update(id, { state: 'denied', updatedAt: clock.now() })
}

/**
 * Returns a request of a workspace that waits for an answer.
 *
 * @throws `invite_not_found`, `invite_already_approved`, `invite_already_denied`, `invite_expired`.
 */
export function findOpenRequest({ rows, clock }: ChatContext, id: string, teamId: string): InviteRequest {
  const request = rows.inviteRequests.get(id)
  if (request === undefined || request.teamId !== teamId) throw slackFailure('invite_not_found')
  if (request.state === 'approved') throw slackFailure('invite_already_approved')
  if (request.state === 'denied') throw slackFailure('invite_already_denied')
  if (request.expiresAt <= clock.now()) throw slackFailure('invite_expired')
  return request
}
