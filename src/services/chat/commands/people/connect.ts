import type { ChatContext } from '#chat/call.ts'
import { inviteShared } from '#chat/rules/connect.ts'
import { requestInvite } from '#chat/rules/invite-requests.ts'
import { teamOf } from '#chat/rules/workspaces.ts'
import type { User } from '#chat/schema/people.ts'
import { personCommand, type PersonCommandInput } from './acting.ts'
import { findOwnConversation } from './find.ts'

/** The input of `inviteExternal`. */
export interface InviteExternalInput extends PersonCommandInput {
  /** The channel, as `#deploys`. */
  readonly channel: string
  readonly email: string
  /** False: the invited person may also invite others. Default: true */
  readonly external_limited?: boolean
}

/** An invitation to a person of another workspace, or the request for one. */
export interface ExternalInvite {
  readonly invite_id: string
  /** True when an app has to approve the invitation. */
  readonly is_requested: boolean
}

/**
 * Invites somebody of another workspace to a channel. Where the workspace has `connect_requests: true`, the apps that
 * answer such requests get `shared_channel_invite_requested`.
 */
export const inviteExternal = personCommand((context: ChatContext, user: User, input: InviteExternalInput) => {
  const conversation = findOwnConversation(context, user, input.channel)
  if (conversation.people !== null) throw new Error('only channels are shared with other workspaces')
  const { email, external_limited: isExternalLimited = true } = input
  const isRequested = teamOf(context.rows, user).needsInviteApproval === true
  const invite = isRequested
    ? requestInvite(context, conversation, user, { email, isExternalLimited })
    : inviteShared(context, conversation, user, { recipientEmail: email, recipientUserId: null, isExternalLimited })
  return { invite_id: invite.id, is_requested: isRequested } satisfies ExternalInvite
})
