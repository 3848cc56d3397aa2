import { defineService } from '#core/define-service.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { applySeed } from './apply-seed/index.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { deleteAccount, setForwarding, stopUsing } from './commands/account.ts'
import { authorize, signIn } from './commands/sign-in.ts'
import { webhooks } from './webhooks.ts'

/** A stand-in for Sign in with Apple. https://developer.apple.com/documentation/signinwithapplerestapi */
export const oidcB = defineService({
  id: 'oidc-b',
  port: 4004,
  title: 'Sign in with Apple REST API',
  hosts,
  seed,
  starter,
  collections,
  applySeed,
  // No endpoint of the vendor takes a person's token.
  authenticate: () => null,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  webhooks,
  commands: { signIn, authorize, stopUsing, deleteAccount, setForwarding },
  env: (url) => ({ OIDC_B_API_BASE: url, OIDC_B_ISSUER: url }),
})
