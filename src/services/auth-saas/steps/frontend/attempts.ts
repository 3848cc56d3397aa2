import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import { browserOf, type Browser } from '#auth-saas/rules/sessions/browsers.ts'

/** An attempt to sign in of the browser that sends a request. */
interface OwnSignIn {
  readonly browser: Browser
  readonly attempt: SignIn
}

/**
 * Adds the attempt to sign in that the path names, with its browser.
 *
 * @throws 404 for an attempt of another browser.
 */
export const loadSignIn = (call: AuthCall): OwnSignIn => {
  const browser = browserOf(call)
  const id = call.params['sign_in_id'] ?? ''
  const attempt = call.rows.signIns.get(id)
  if (attempt === undefined || attempt.clientId !== browser.client.id) throw noSuch('sign in', id)
  return { browser, attempt }
}

/**
 * Adds the attempt to sign up that the path names, with its browser.
 *
 * @throws 404 for an attempt of another browser.
 */
export const loadSignUp = (call: AuthCall): { readonly browser: Browser; readonly attempt: SignUp } => {
  const browser = browserOf(call)
  const id = call.params['sign_up_id'] ?? ''
  const attempt = call.rows.signUps.get(id)
  if (attempt === undefined || attempt.clientId !== browser.client.id) throw noSuch('sign up', id)
  return { browser, attempt }
}
