import { collection } from '#core/store.ts'
import { inWorkspace } from './people.ts'

// Row types of Slack Connect: channels that several workspaces share. Times are epoch milliseconds.

/** The connection of a channel to a workspace that does not host it. */
export interface Connection {
  readonly id: number
  readonly channelId: string
  readonly teamId: string
  /** The name of the channel in that workspace. */
  readonly name: string
  readonly isPrivate: boolean
}

/** The acceptance of an invitation, which may wait for approvals. */
export interface Acceptance {
  readonly teamId: string
  readonly userId: string
  readonly name: string
  readonly isPrivate: boolean
  readonly at: number
}

/** An invitation to a shared channel. */
export interface ConnectInvite {
  readonly id: string
  readonly number: number
  readonly channelId: string
  readonly teamId: string
  readonly userId: string
  readonly recipientUserId: string | null
  readonly recipientEmail: string | null
  /** True when the other workspace may post, and not invite. */
  readonly isExternalLimited: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
  readonly state: 'pending' | 'accepted' | 'connected' | 'declined'
  readonly acceptance: Acceptance | null
  /** The workspaces whose approval it waits for. */
  readonly waitsFor: readonly string[]
  /** The workspaces that have approved it. */
  readonly approvedBy: readonly string[]
}

/** A person's request to invite somebody of another workspace to a channel. */
export interface InviteRequest {
  /** The id of the invitation that it becomes. */
  readonly id: string
  readonly number: number
  readonly channelId: string
  readonly teamId: string
  readonly userId: string
  readonly recipientEmail: string
  readonly isExternalLimited: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
  readonly state: 'pending' | 'approved' | 'denied'
}

/** The end of the last connection of two workspaces, in the order of their ids. */
export interface EndedConnection {
  readonly id: number
  readonly first: string
  readonly second: string
}

/** The collections of Slack Connect. */
export const connectCollections = {
  connections: collection<Connection>()({
    unique: {
      connection: ['channelId', 'teamId'],
      name: [({ teamId, name }) => inWorkspace(teamId, name)],
    },
    indexes: { byChannel: ['channelId'], byTeam: ['teamId'] },
  }),
  inviteRequests: collection<InviteRequest>()({ indexes: { byNumber: ['number'] } }),
  endedConnections: collection<EndedConnection>()({
    unique: { pair: ['first', 'second'] },
    indexes: { byFirst: ['first'], bySecond: ['second'] },
  }),
  connectInvites: collection<ConnectInvite>()({
    indexes: { byNumber: ['number'], byChannel: ['channelId', 'number'] },
  }),
}
