import { defineService } from '#core/define-service.ts'
import { applySeed } from './apply-seed/index.ts'
import type { AuthCall } from './call.ts'
import { authenticate } from './auth.ts'
import { codes, links } from './commands/codes.ts'
import { credentialedCrossOrigin } from '#core/http/cross-origin.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { publicKeyPem, publishableKey } from './rules/instance-keys.ts'
import { methods } from './commands/methods.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { signIn } from './commands/sign-in.ts'
import { webhooks } from './webhooks.ts'

/** A stand-in for the Clerk API. https://clerk.com/docs/reference/backend-api */
export const authSaas = defineService({
  id: 'auth-saas',
  port: 4011,
  title: 'Clerk API',
  hosts,
  seed,
  starter,
  collections,
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  // Pages send requests to the frontend API with cookies.
  crossOrigin: {
    ...credentialedCrossOrigin,
    // Extensions of browsers and applications on devices have origins of their own, which the application lists.
    admits: ({ rows }: AuthCall, origin) => rows.settings.get()?.allowedOrigins.includes(origin) === true,
  },
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  webhooks,
  commands: { signIn, codes, links },
  methods,
  env: (url, section, _shared, _ports, urls) => {
    const publishable = publishableKey(url)
    return {
      AUTH_SAAS_API_BASE: urls.api,
      CLERK_API_URL: urls.api,
      // Without a seeded key every key of the vendor's form is accepted.
      CLERK_SECRET_KEY: section.secret_keys[0] ?? 'sk_test_backlot',
      CLERK_PUBLISHABLE_KEY: publishable,
      NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: publishable,
      VITE_CLERK_PUBLISHABLE_KEY: publishable,
      CLERK_JWT_KEY: publicKeyPem(),
    }
  },
})
