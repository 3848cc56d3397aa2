import type { EmulatorBase } from '#core/emulator-base.ts'
import type { OidcDAnswers } from '#oidc-d/answer-types.generated.ts'
import type { OidcDOperations } from '#oidc-d/operation-types.generated.ts'
import type { AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { OidcDCodes } from './codes.ts'
import type { OidcDPushes } from './pushes.ts'
import type { AuthorizeOptions, SignedIn, SignInOptions } from './sign-in.ts'

/** A running stand-in for Okta. */
export interface OidcDEmulator extends EmulatorBase<'oidc-d', OidcDOperations, OidcDAnswers> {
  /**
   * Signs a user in without any page, and returns the tokens that the application would have got.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, application, server or scope, and when the user is not assigned to the
   * application.
   */
  signIn(options: SignInOptions): SignedIn
  /**
   * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
   * returns the redirect to the application, with its parameters.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, and for a request that the page would have refused.
   */
  authorize(options: AuthorizeOptions): AuthorizationResult
  /** The one-time codes that the instance sent by SMS, voice call and e-mail. */
  readonly codes: OidcDCodes
  /** The questions to the devices of users, which a test approves or rejects. */
  readonly pushes: OidcDPushes
}
