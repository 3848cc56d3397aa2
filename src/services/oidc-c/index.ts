import { tokenVariables, usableToken } from '#core/seed/seed-tokens.ts'
import { defineService } from '#core/define-service.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { logins, applySeed } from './apply-seed/index.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { DEFAULT_PERMISSIONS } from './rules/scopes.ts'
import { seed, starter } from './seed.ts'
import { authorize, signIn } from './commands/sign-in.ts'
import { finish } from './routes/finish.ts'

/**
 * A stand-in for Microsoft Entra ID and the directory of Microsoft Graph.
 * https://learn.microsoft.com/entra/identity-platform/
 */
export const oidcC = defineService({
  id: 'oidc-c',
  port: 4005,
  title: 'Microsoft identity platform',
  hosts,
  seed,
  starter,
  starterScopes: DEFAULT_PERMISSIONS,
  logins,
  collections,
  applySeed,
  authenticate,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  finish,
  commands: { signIn, authorize },
  env: (url, section, shared) => {
    const token = usableToken(shared, logins(section), DEFAULT_PERMISSIONS)
    return {
      OIDC_C_API_BASE: url,
      AZURE_AUTHORITY_HOST: url,
      ...tokenVariables(token, 'OIDC_C_TOKEN'),
    }
  },
})
