import { defineService } from '#core/define-service.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { logins, applySeed } from './apply-seed/index.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { EVERY_SCOPE } from './oauth/scopes.ts'
import { seed, starter } from './seed.ts'
import { serviceAccountKey } from './commands/service-accounts.ts'
import { authorize, signIn } from './commands/sign-in.ts'

/**
 * A stand-in for Google's OAuth 2.0 and OpenID Connect.
 * https://developers.google.com/identity/openid-connect/openid-connect
 */
export const oidcA = defineService({
  id: 'oidc-a',
  port: 4002,
  title: 'Google identity platform',
  hosts,
  seed,
  starter,
  starterScopes: EVERY_SCOPE,
  logins,
  collections,
  applySeed,
  authenticate,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  commands: { signIn, authorize, serviceAccountKey },
  env: (url) => ({ OIDC_A_API_BASE: url, OIDC_A_ISSUER: url }),
})
