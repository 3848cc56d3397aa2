import type { EmulatorBase } from '#core/emulator-base.ts'
import type { OidcBAnswers } from '#oidc-b/answer-types.generated.ts'
import type { OidcBOperations } from '#oidc-b/operation-types.generated.ts'
import type { AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { AccountOptions, ForwardingOptions, UseOptions } from './account.ts'
import type { AuthorizeOptions, SignedIn, SignInOptions } from './sign-in.ts'

/** A running stand-in for Sign in with Apple. */
export interface OidcBEmulator extends EmulatorBase<'oidc-b', OidcBOperations, OidcBAnswers> {
  /**
   * Signs a user in without a page, and returns the tokens that the application would have got.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, application or scope.
   */
  signIn(options: SignInOptions): SignedIn
  /**
   * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
   * returns the parameters with which the application's redirect_uri would be called; with `form_post`, the fields of
   * the form.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user, and for a request that the page would have refused.
   */
  authorize(options: AuthorizeOptions): AuthorizationResult
  /**
   * Does what a person does in the settings of the account: stops using it with an application. The person's tokens are
   * revoked, the next sign-in is as the first, and the application gets the notification `consent-revoked`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user or application, and for one that the user has not signed in to.
   */
  stopUsing(options: UseOptions): void
  /**
   * Deletes an account: its tokens are revoked, it cannot sign in any more, and every application that it was used with
   * gets the notification `account-delete`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user.
   */
  deleteAccount(options: AccountOptions): void
  /**
   * Turns the forwarding of mail to a user's relay address off or on: the application gets the notification
   * `email-disabled` or `email-enabled`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user or application, and where the user shares the address itself.
   */
  setForwarding(options: ForwardingOptions): void
}
