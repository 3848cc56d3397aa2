import type { EmulatorBase } from '#core/emulator-base.ts'
import type { OidcCAnswers } from '#oidc-c/answer-types.generated.ts'
import type { OidcCOperations } from '#oidc-c/operation-types.generated.ts'
import type { AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { AuthorizeOptions, SignedIn, SignInOptions } from './sign-in.ts'

/** A running stand-in for Microsoft Entra ID and the users of Microsoft Graph. */
export interface OidcCEmulator extends EmulatorBase<'oidc-c', OidcCOperations, OidcCAnswers> {
  /**
   * Signs a user in without any page, and returns the tokens that the application would have got.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, tenant, application or scope.
   */
  signIn(options: SignInOptions): SignedIn
  /**
   * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
   * returns the redirect to the application, with its parameters.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown tenant or user, and for a request that the page would have refused.
   */
  authorize(options: AuthorizeOptions): AuthorizationResult
}
