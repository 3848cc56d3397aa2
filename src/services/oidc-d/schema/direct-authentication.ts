import { collection } from '#core/store.ts'
import type { AuthenticatorKey } from './interactions.ts'

/** A sign-in with a password that waits for a second authenticator; `id` is the `mfa_token`. */
export interface DirectSignIn {
  readonly id: string
  readonly clientId: string
  readonly userId: string
  /** The id of a custom authorization server; empty for the organization's. */
  readonly server: string
  readonly expiresAt: number
}

/** A challenge that a person answers on another channel than the application's; `id` is the `oob_code`. */
export interface OutOfBandChallenge {
  readonly id: string
  readonly clientId: string
  readonly userId: string
  readonly server: string
  readonly factorId: string
  readonly authenticator: AuthenticatorKey
  /** The sign-in whose second authenticator it is; null where it is the first. */
  readonly mfaToken: string | null
  readonly expiresAt: number
}

const ofUser = { userId: { to: 'users', onDelete: 'cascade' } } as const

/** The collections of direct authentication. */
export const directAuthenticationCollections = {
  directSignIns: collection<DirectSignIn>()({ references: ofUser }),
  outOfBandChallenges: collection<OutOfBandChallenge>()({
    references: { ...ofUser, factorId: { to: 'factors', onDelete: 'cascade' } },
  }),
}
