import { collection } from '#core/store.ts'
import type { Metadata, CommonFields } from './people.ts'

/** The states of a session. */
export type SessionStatus =
  | 'active'
  | 'pending'
  | 'ended'
  | 'removed'
  | 'expired'
  | 'revoked'
  | 'replaced'
  | 'abandoned'

/** A browser or device, with its sessions. */
export interface Client extends CommonFields {
  readonly signInId: string | null
  readonly signUpId: string | null
  readonly lastActiveSessionId: string | null
  readonly lastAuthenticationStrategy: string | null
  /** True for a client without cookies, such as an application on a device, which keeps its token by itself. */
  readonly isNative: boolean
}

/** A session of a user at a client. */
export interface Session extends CommonFields {
  readonly userId: string
  readonly clientId: string
  readonly status: SessionStatus
  readonly actor: Metadata | null
  readonly activeOrganizationId: string | null
  /** Epoch milliseconds. */
  readonly lastActiveAt: number
  /** Epoch milliseconds. */
  readonly expireAt: number
  /** Epoch milliseconds. */
  readonly abandonAt: number
  /** When a first factor was verified last, in epoch milliseconds. */
  readonly firstFactorAt: number
  /** When a second factor was verified last, in epoch milliseconds; null when none was. */
  readonly secondFactorAt: number | null
  /** The secret by which an expired session token is exchanged for a new one. */
  readonly refreshToken: string
  readonly userAgent: string
  readonly ipAddress: string
}

/**
 * A secret that names a client: the token of a development browser, the value of the cookie `__client`, or the JWT of a
 * client without cookies.
 */
export interface ClientToken {
  /** The token. */
  readonly id: string
  /** Null for a development browser without a client yet. */
  readonly clientId: string | null
  /** By which a client without cookies fetches this token after a sign-in in a browser; null for any other token. */
  readonly nonce: string | null
}

/** The Set-Cookie directives of a handshake, which the application's back end fetches once. */
export interface HandshakePayload {
  /** The nonce. */
  readonly id: string
  readonly directives: readonly string[]
}

/** A message that the instance sent: an e-mail or an SMS. */
export interface Message {
  readonly id: number
  readonly channel: 'email' | 'sms'
  /** The address or number. */
  readonly to: string
  /** The vendor's name of the template: `verification_code`, `invitation`. */
  readonly slug: string
  /** The one-time code; null for a message without one. */
  readonly code: string | null
  /** The link in the message; null for a message without one. */
  readonly url: string | null
  /** Epoch milliseconds. */
  readonly sentAt: number
  /** True when `codes.next` has returned the code. */
  readonly seen: boolean
}

const newest = { newest: ['createdAt', 'number'] } as const

/** The collections of clients, sessions and messages. */
export const sessionCollections = {
  clients: collection<Client>()({ indexes: newest }),
  sessions: collection<Session>()({
    unique: { refreshToken: ['refreshToken'] },
    indexes: newest,
    references: {
      userId: { to: 'users', onDelete: 'cascade' },
      clientId: { to: 'clients', onDelete: 'cascade' },
    },
  }),
  clientTokens: collection<ClientToken>()({
    unique: { nonce: ['nonce'] },
    references: { clientId: { to: 'clients', onDelete: 'cascade' } },
  }),
  handshakePayloads: collection<HandshakePayload>()({}),
  messages: collection<Message>()({ indexes: { to: ['to'] } }),
}
