import { collection } from '#core/store.ts'
import type { Metadata, PasswordDigest, CommonFields, Verification } from './people.ts'

/** A one-time code that was sent, and waits for the attempt to name it. */
export interface SentCode {
  readonly code: string
  /** The address or number. */
  readonly to: string
}

/** An attempt to sign in. */
export interface SignIn extends CommonFields {
  readonly clientId: string
  readonly status:
    | 'needs_identifier'
    | 'needs_first_factor'
    | 'needs_second_factor'
    | 'needs_new_password'
    | 'complete'
    | 'abandoned'
  readonly identifier: string | null
  readonly userId: string | null
  readonly firstFactor: Verification | null
  readonly secondFactor: Verification | null
  readonly firstCode: SentCode | null
  readonly secondCode: SentCode | null
  readonly createdSessionId: string | null
  /** Epoch milliseconds. */
  readonly abandonAt: number
  /** Of a sign-in at a social provider: the page to go to afterwards. */
  readonly redirectUrl: string | null
  readonly completeUrl: string | null
  /** Of a sign-in with a ticket of an actor: the actor and the length of the session. */
  readonly actor: Metadata | null
  readonly sessionLifetime: number | null
  readonly organizationId: string | null
}

/** An attempt to sign up. */
export interface SignUp extends CommonFields {
  readonly clientId: string
  readonly status: 'missing_requirements' | 'complete' | 'abandoned'
  readonly emailAddress: string | null
  readonly phoneNumber: string | null
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly locale: string | null
  readonly password: PasswordDigest | null
  readonly unsafeMetadata: Metadata
  readonly publicMetadata: Metadata
  readonly externalId: string | null
  readonly legalAcceptedAt: number | null
  readonly emailVerification: Verification | null
  readonly phoneVerification: Verification | null
  readonly emailCode: SentCode | null
  readonly phoneCode: SentCode | null
  /** The social provider and the person's id there, of a sign-up at one. */
  readonly externalProvider: string | null
  readonly externalVerification: Verification | null
  readonly redirectUrl: string | null
  readonly completeUrl: string | null
  readonly createdSessionId: string | null
  readonly createdUserId: string | null
  readonly invitationId: string | null
  readonly organizationInvitationId: string | null
  /** Epoch milliseconds. */
  readonly abandonAt: number
}

/** A code that was sent to verify an identifier of a user who is signed in. */
export interface IdentifierCode {
  /** The id of the e-mail address or the phone number. */
  readonly id: string
  readonly code: string
}

/** A reverification: a signed-in user proves again who they are. `id` is that of the session. */
export interface SessionVerification {
  readonly id: string
  /** The vendor's id of the verification. */
  readonly verificationId: string
  readonly level: 'first_factor' | 'second_factor' | 'multi_factor'
  readonly status: 'needs_first_factor' | 'needs_second_factor' | 'complete'
  readonly firstFactor: Verification | null
  readonly secondFactor: Verification | null
  readonly firstCode: SentCode | null
  readonly secondCode: SentCode | null
}

/** A link in an e-mail that verifies its address. */
export interface EmailLink {
  /** The token of the link. */
  readonly id: string
  readonly kind: 'sign-in' | 'sign-up' | 'email address'
  /** The id of the attempt, or of the e-mail address. */
  readonly recordId: string
  /** The page of the application that the browser goes to afterwards. */
  readonly redirectUrl: string | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly used: boolean
}

/** A verification of an address or a number that an application's server drives. */
export interface BackendVerification {
  readonly id: string
  /** The id of the e-mail address or the phone number. */
  readonly identifierId: string
  /** The address or number. */
  readonly to: string
  readonly verification: Verification
  readonly code: string
}

/** The collections of attempts to sign in and up. */
export const attemptCollections = {
  signIns: collection<SignIn>()({ references: { clientId: { to: 'clients', onDelete: 'cascade' } } }),
  signUps: collection<SignUp>()({ references: { clientId: { to: 'clients', onDelete: 'cascade' } } }),
  identifierCodes: collection<IdentifierCode>()({}),
  backendVerifications: collection<BackendVerification>()({}),
  emailLinks: collection<EmailLink>()({}),
  sessionVerifications: collection<SessionVerification>()({
    references: { id: { to: 'sessions', onDelete: 'cascade' } },
  }),
}
