import { defineService } from '../../core/define-service.ts'
import { applySeed } from './apply-seed.ts'
import { authenticate } from './auth.ts'
import { codes } from './codes.ts'
import { crossOrigin } from './cross-origin.ts'
import { dialect } from './errors.ts'
import { clientRoutes } from './frontend/client.ts'
import { meRoutes } from './frontend/me.ts'
import { frontendOrganizationsRoutes } from './frontend/organizations.ts'
import { signInsRoutes } from './frontend/sign-ins.ts'
import { signUpAttemptsRoutes, signUpsRoutes } from './frontend/sign-ups.ts'
import { identifier } from './identify.ts'
import { publicKeyPem, publishableKey } from './instance-keys.ts'
import { filesRoutes } from './pages/files.ts'
import { profilePages } from './pages/profile.ts'
import { signInPages } from './pages/sign-in.ts'
import { signUpPages } from './pages/sign-up.ts'
import { socialPages } from './pages/social.ts'
import { methods } from './methods.ts'
import { identifiersRoutes } from './routes/identifiers.ts'
import { instanceRoutes } from './routes/instance.ts'
import { invitationsRoutes } from './routes/invitations.ts'
import { machinesRoutes } from './routes/machines.ts'
import { membershipsRoutes } from './routes/memberships.ts'
import { organizationsRoutes } from './routes/organizations.ts'
import { rolesRoutes } from './routes/roles.ts'
import { sessionsRoutes } from './routes/sessions.ts'
import { tokensRoutes } from './routes/tokens.ts'
import { usersRoutes } from './routes/users.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { signIn } from './sign-in.ts'
import { unimplemented } from './unimplemented.ts'
import { webhooks } from './webhooks.ts'

/** The routes of the backend API, which a secret key opens. */
const backend = [
  ...signUpAttemptsRoutes,
  ...usersRoutes,
  ...identifiersRoutes,
  ...sessionsRoutes,
  ...organizationsRoutes,
  ...membershipsRoutes,
  ...rolesRoutes,
  ...invitationsRoutes,
  ...instanceRoutes,
  ...tokensRoutes,
  ...machinesRoutes,
]

/** The routes of the frontend API, which browsers call, and the pages. */
const frontend = [
  ...clientRoutes,
  ...signInsRoutes,
  ...signUpsRoutes,
  ...meRoutes,
  ...frontendOrganizationsRoutes,
  ...signInPages,
  ...signUpPages,
  ...profilePages,
  ...socialPages,
  ...filesRoutes,
]

/** A stand-in for the Clerk API. https://clerk.com/docs/reference/backend-api */
export const authSaas = defineService({
  id: 'auth-saas',
  port: 4011,
  title: 'Clerk API',
  seed,
  starter,
  collections,
  applySeed,
  authenticate,
  crossOrigin,
  dialect,
  routes: [...backend, ...frontend],
  identify: identifier(backend, frontend),
  unimplemented,
  webhooks,
  commands: { signIn, codes },
  methods,
  env: (url, section) => {
    const publishable = publishableKey(url)
    return {
      AUTH_SAAS_API_BASE: url,
      CLERK_API_URL: url,
      // Without a seeded key every key of the vendor's form is accepted.
      CLERK_SECRET_KEY: section.secret_keys[0] ?? 'sk_test_backlot',
      CLERK_PUBLISHABLE_KEY: publishable,
      NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: publishable,
      VITE_CLERK_PUBLISHABLE_KEY: publishable,
      CLERK_JWT_KEY: publicKeyPem(),
    }
  },
})
