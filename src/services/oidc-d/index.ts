import { mostCapable, tokenVariables, usableToken } from '#core/seed/seed-tokens.ts'
import { defineService } from '#core/define-service.ts'
import type { SharedSeed } from '#core/service.ts'
import { authenticate } from './auth.ts'
import { crossOrigin } from './routes/cross-origin.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { codes } from './commands/codes.ts'
import { pushes } from './commands/pushes.ts'
import { finish } from './routes/finish.ts'
import { logins, applySeed } from './apply-seed/index.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { MANAGEMENT_SCOPES } from './oauth/scopes.ts'
import { seed, starter, type Section } from './seed.ts'
import { authorize, signIn } from './commands/sign-in.ts'
import { webhooks } from './webhooks.ts'

/**
 * A stand-in for Okta: its management API, and its authorization servers. https://developer.okta.com/docs/reference/
 */
export const oidcD = defineService({
  id: 'oidc-d',
  port: 4008,
  title: 'Okta API',
  hosts,
  seed,
  starter,
  starterScopes: MANAGEMENT_SCOPES,
  logins,
  collections,
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  crossOrigin,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  finish,
  webhooks,
  commands: { signIn, authorize, codes, pushes },
  env: (url, section, shared) => ({
    OIDC_D_API_BASE: url,
    OIDC_D_ISSUER: `${url}/oauth2/default`,
    OKTA_CLIENT_ORGURL: url,
    ...tokenVariables(tokenOf(section, shared), 'OIDC_D_TOKEN', 'OKTA_CLIENT_TOKEN'),
  }),
})

/** Tokens of the section come first: with any of them the default token does not exist. */
function tokenOf(section: Section, shared: SharedSeed): string | undefined {
  const own = section.tokens.map(({ token, scopes = 'all' as const }) => ({ token, scopes }))
  // A token may name a user by the part of the login before the @.
  const names = logins(section).flatMap((login) => [login, login.split('@', 1).join('')])
  return mostCapable(own, MANAGEMENT_SCOPES) ?? usableToken(shared, names, MANAGEMENT_SCOPES)
}
