import type { OidcCall } from '#oidc-b/call.ts'
import { notAForm } from '#oidc-b/errors.ts'

/**
 * A step that refuses a body of another type than a form.
 *
 * @throws 400.
 */
export function requireForm(call: OidcCall): void {
  const type = call.header('content-type')
  if (type !== undefined && !/^application\/x-www-form-urlencoded\b/i.test(type)) throw notAForm(type)
}
