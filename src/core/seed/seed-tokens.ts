import type { Environment } from '../emulator-base.ts'
import type { SeedToken, SharedSeed } from '../service.ts'

/** A token with its scopes; `all` means every scope of the service. */
type ScopedToken = Pick<SeedToken, 'token' | 'scopes'>

/**
 * Returns the seeded token with which an application can do most at a service: of the tokens that belong to its users,
 * the one with most of the useful scopes, and of several the first. Undefined when no token belongs to its users.
 *
 * @param logins the users of the service
 * @param usefulScopes the scopes that an application usually needs
 */
export function usableToken(
  { tokens, defaultLogin }: SharedSeed,
  logins: readonly string[],
  usefulScopes: readonly string[],
): string | undefined {
  return mostCapable(
    tokens.filter(({ login }) => login === defaultLogin || logins.includes(login)),
    usefulScopes,
  )
}

/** Returns the token with most of the useful scopes, of several the first; undefined for an empty list. */
export function mostCapable(tokens: readonly ScopedToken[], usefulScopes: readonly string[]): string | undefined {
  const count = ({ scopes }: ScopedToken): number =>
    scopes === 'all' ? Infinity : usefulScopes.filter((scope) => scopes.includes(scope)).length
  return tokens.toSorted((one, other) => count(other) - count(one))[0]?.token
}

/** Returns environment variables with these names that hold a token; none when there is no token. */
export function tokenVariables(token: string | undefined, ...names: readonly string[]): Environment {
  return token === undefined ? {} : Object.fromEntries(names.map((name) => [name, token]))
}
