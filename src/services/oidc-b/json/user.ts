import type { SharedIdentity } from '#oidc-b/rules/sharing.ts'
import type { User } from '#oidc-b/schema.ts'

/** The `user` that the application gets beside the code on a person's first sign-in. */
export interface FirstUser {
  readonly name?: { readonly firstName: string; readonly lastName: string }
  readonly email?: string
}

/**
 * Returns the name and address for an application to which the person has granted nothing before; null if it requested
 * neither. https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
 */
export function firstUserJson(
  { firstName, lastName }: User,
  { email }: SharedIdentity,
  scopes: readonly string[],
): FirstUser | null {
  const first = {
    ...(scopes.includes('name') ? { name: { firstName, lastName } } : {}),
    ...(scopes.includes('email') ? { email } : {}),
  }
  return Object.keys(first).length === 0 ? null : first
}
