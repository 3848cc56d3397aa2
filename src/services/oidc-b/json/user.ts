import type { Shared } from '../rules/sharing.ts'
import type { User } from '../schema.ts'

/** Who signed in, as the application is told beside the code, the first time only. */
export interface FirstUser {
  readonly name?: { readonly firstName: string; readonly lastName: string }
  readonly email?: string
}

/**
 * What the application gets to know of a person who has never allowed it anything before; null where it asked for nothing.
 * https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
 */
export function firstUser(
  { firstName, lastName }: User,
  { email }: Shared,
  scopes: readonly string[],
): FirstUser | null {
  const told = {
    ...(scopes.includes('name') ? { name: { firstName, lastName } } : {}),
    ...(scopes.includes('email') ? { email } : {}),
  }
  return Object.keys(told).length === 0 ? null : told
}
