import type { AuthSaasAnswers } from '#auth-saas/answer-types.generated.ts'
import type { AuthSaasOperations } from '#auth-saas/operation-types.generated.ts'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { AuthSaasCodes, AuthSaasLinks } from './codes.ts'
import type { SignInMethod } from './methods.ts'

/** A running stand-in for Clerk. */
export interface AuthSaasEmulator extends EmulatorBase<'auth-saas', AuthSaasOperations, AuthSaasAnswers> {
  /**
   * Signs a user in without any page, and returns the session, its token and its cookies. With a browser context, such
   * as Playwright's, the context gets the cookies: `await authSaas.signIn({ user: 'ada@example.com', context })`.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for an unknown user or organization, for a user who is banned or locked, and for one who is not a
   * member.
   */
  readonly signIn: SignInMethod
  /** The one-time codes that the instance sent by e-mail and SMS. */
  readonly codes: AuthSaasCodes
  /** The links of e-mails that the instance sent: to sign in, to verify an address, to accept an invitation. */
  readonly links: AuthSaasLinks
}
