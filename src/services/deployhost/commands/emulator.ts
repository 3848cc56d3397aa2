import type { EmulatorBase } from '#core/emulator-base.ts'
import type { DeployhostAnswers } from '#deployhost/answer-types.generated.ts'
import type { DeployhostOperations } from '#deployhost/operation-types.generated.ts'
import type { AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { FailBuildOptions } from './fail-build.ts'
import type { AuthorizeOptions, SignedIn, SignInOptions } from './sign-in.ts'

/** A running stand-in for Vercel. */
export interface DeployhostEmulator extends EmulatorBase<'deployhost', DeployhostOperations, DeployhostAnswers> {
  /**
   * Signs a user in without any page, and returns the token.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user or integration.
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
  /**
   * Makes the next builds end in ERROR, whether they are under way already or not.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown project, or a name that projects of several accounts have.
   */
  failBuild(options?: FailBuildOptions): void
}
