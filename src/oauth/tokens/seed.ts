import { DAY } from '#core/duration.ts'
import type { SharedSeed } from '#core/service.ts'
import type { OAuthContext } from '../context.ts'

/** The lifetime of seeded tokens, which do not expire in practice. Milliseconds. */
const LIFETIME = 100 * 365 * DAY

/** The parts of seeded access tokens in which vendors differ. */
export interface TokenSeeds<U extends { readonly id: string }> {
  /** The user of the default token; undefined for an instance without users. */
  readonly firstUser: U | undefined
  /** The id of the client that the tokens are issued to. */
  readonly clientId: string | undefined
  /** Every scope, for the tokens of a seed that names none. */
  readonly everyScope: readonly string[]
  /** Returns the user that a token of the seed names. */
  userNamed(login: string): U | undefined
  /** Returns a scope in the form in which tokens have it. Default: as it is */
  stored?(scope: string): string
  /** Returns the vendor's further fields of a token. Default: none */
  details?(user: U): Readonly<Record<string, unknown>>
}

/** Stores the access tokens of a seed. A token that names no user of this service is left out. */
export function seedAccessTokens<U extends { readonly id: string }>(
  { rows, clock }: OAuthContext,
  { tokens, defaultLogin }: Pick<SharedSeed, 'tokens' | 'defaultLogin'>,
  { firstUser, clientId, everyScope, userNamed, stored = (scope) => scope, details = () => ({}) }: TokenSeeds<U>,
): void {
  const now = clock.now()
  for (const { token, login, scopes } of tokens) {
    // The default token names a user whom not every service has; here it belongs to the first user.
    const user = login === defaultLogin ? firstUser : userNamed(login)
    if (user === undefined) continue
    rows.oauthAccessTokens.insert({
      id: token,
      clientId: clientId ?? 'backlot',
      grantId: null,
      userId: user.id,
      scopes: (scopes === 'all' ? everyScope : scopes).map(stored),
      parameters: {},
      server: '',
      origin: null,
      details: details(user),
      authTime: null,
      createdAt: now,
      expiresAt: now + LIFETIME,
    })
  }
}
