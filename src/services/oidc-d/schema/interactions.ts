import { collection } from '#core/store.ts'

/** The keys of the authenticators of an organization, in the order in which the vendor lists them. */
export const AUTHENTICATOR_KEYS = [
  'okta_email',
  'google_otp',
  'okta_verify',
  'okta_password',
  'phone_number',
  'security_question',
] as const

/** The key of an authenticator, by which policies and interactions know it. */
export type AuthenticatorKey = (typeof AUTHENTICATOR_KEYS)[number]

/** The next thing that the person of an interaction has to do. */
export type InteractionStep =
  /** Say who they are, with the password where the sign-on policy wants it first. */
  | 'identify'
  /** Say whose password is to be recovered. */
  | 'identify for recovery'
  /** Say whose account is to be unlocked, and by which authenticator. */
  | 'unlock'
  /** Fill in the profile of a new user. */
  | 'register'
  /** Choose one of their authenticators. */
  | 'select'
  /** Choose the method of the authenticator: SMS or call; or agree that a code is sent. */
  | 'choose method'
  /** Answer the challenge of the authenticator. */
  | 'challenge'
  /** Approve the sign-in on the device. */
  | 'approve'
  /** Choose an authenticator to enroll. */
  | 'select to enroll'
  /** Say where the authenticator to enroll gets its codes. */
  | 'choose method to enroll'
  /** Prove the authenticator that they enroll. */
  | 'enroll'
  /** Approve the enrollment on the device. */
  | 'approve enrollment'
  /** Choose a new password in place of one that is forgotten. */
  | 'reset password'
  /** Choose a new password in place of one that has expired. */
  | 'replace password'
  /** Choose a new password in place of one that expires soon, or leave that for later. */
  | 'renew password'
  /** Nothing: they are signed in. */
  | 'done'
  /** Nothing: what they wanted is done, and they may sign in. */
  | 'unlocked'

/** A sign-in of the Identity Engine, from `interact` to its interaction code; `id` is the state handle. */
export interface Interaction {
  readonly id: string
  /** The handle that `interact` has answered. */
  readonly handle: string
  /** The authorization request that it ends with an interaction code. */
  readonly requestId: string
  readonly clientId: string
  /** The id of the custom authorization server; empty for that of the organization. */
  readonly server: string
  readonly step: InteractionStep
  readonly purpose: 'sign in' | 'recover' | 'unlock' | 'register'
  /** Null until the person is known. */
  readonly userId: string | null
  /** The authenticator that the step is about; null for none. */
  readonly authenticator: AuthenticatorKey | null
  /** The factor that is challenged or enrolled; null for none. */
  readonly factorId: string | null
  /** The authenticators that the person has proved, in order. */
  readonly proved: readonly AuthenticatorKey[]
  /** True when the person has left out what they may do: enroll further authenticators, renew the password. */
  readonly hasSkipped: boolean
  /** True when the session is to outlive the browser. */
  readonly rememberMe: boolean
  /** The interaction code, once the person is signed in. */
  readonly code: string | null
  readonly expiresAt: number
}

/** The collection of interactions. */
export const interactionCollections = {
  interactions: collection<Interaction>()({
    unique: { handle: ['handle'] },
    indexes: { byExpiry: ['expiresAt'] },
    references: { userId: { to: 'users', onDelete: 'cascade' } },
  }),
}
