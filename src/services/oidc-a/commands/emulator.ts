import type { EmulatorBase } from '#core/emulator-base.ts'
import type { OidcAAnswers } from '#oidc-a/answer-types.generated.ts'
import type { OidcAOperations } from '#oidc-a/operation-types.generated.ts'
import type { AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { ServiceAccountKey } from '#oidc-a/json/key-file.ts'
import type { ServiceAccountOptions } from './service-accounts.ts'
import type { AuthorizeOptions, SignedIn, SignInOptions } from './sign-in.ts'

/** A running stand-in for Google sign-in. */
export interface OidcAEmulator extends EmulatorBase<'oidc-a', OidcAOperations, OidcAAnswers> {
  /**
   * Signs a user in without a page, and returns the tokens that the application would have got.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, application or scope.
   */
  signIn(options: SignInOptions): SignedIn
  /**
   * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
   * returns the parameters with which the application's redirect_uri would be called.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, and for a request that the page would have refused.
   */
  authorize(options: AuthorizeOptions): AuthorizationResult
  /**
   * Returns the JSON of a key file of a service account, which an application loads with
   * `GOOGLE_APPLICATION_CREDENTIALS` or gives its library. It is the same in every run.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown service account.
   */
  serviceAccountKey(options?: ServiceAccountOptions): ServiceAccountKey
}
