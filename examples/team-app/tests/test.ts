import { test as base } from '@playwright/test'
import { appFixture, emulatorFixture } from 'backlot/playwright'

const secret = `whsec_${Buffer.from('the secret of the webhooks').toString('base64')}`
// The seed has the URL that receives webhooks, so the port is chosen here. Each worker has a port of its own.
const port = Number(process.env['TEAM_APP_PORT'] ?? 3900) + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** The URL of the application. Its host is `localhost`, because Next uses this name in its own URLs. */
export const home = `http://localhost:${port}`

const seed = {
  'auth-saas': {
    users: [
      { email_addresses: ['ada@example.com'], first_name: 'Ada', password: 'correct-horse-battery' },
      { email_addresses: ['grace@example.com'], first_name: 'Grace', password: 'correct-horse-battery' },
    ],
    organizations: [
      { name: 'Acme', slug: 'acme', members: [{ email: 'ada@example.com', role: 'org:admin' }] },
      { name: 'Beta', slug: 'beta', members: [{ email: 'ada@example.com', role: 'org:member' }] },
    ],
    webhooks: [{ url: `${home}/api/webhooks`, secret }],
  },
}

/** The client of the identity provider of a company whose people sign in there. */
export const company = { client_id: 'clerk', client_secret: 'clerk-secret' }

const directory = {
  'oidc-d': {
    users: [{ login: 'lin@contoso.com', firstName: 'Lin', lastName: 'Ma' }],
    apps: [{ name: 'Teams', ...company }],
  },
}

/**
 * Gives each worker its own users and organizations, the identity provider of a company, and an application whose
 * middleware signs in there.
 */
export const test = base
  .extend(emulatorFixture('auth-saas', { seed }))
  .extend(emulatorFixture('oidc-d', { seed: directory }))
  .extend(
    appFixture({
      command: 'npx next dev --hostname localhost --port {port}',
      port,
      timeout: 120_000,
      readyUrl: 'http://localhost:{port}/api/webhooks',
      env: {
        // Over plain http, the vendor's libraries find the instance by the URL of a proxy.
        NEXT_PUBLIC_CLERK_PROXY_URL: '{auth-saas}',
        NEXT_PUBLIC_CLERK_SIGN_IN_URL: '{auth-saas}/sign-in',
        CLERK_WEBHOOK_SIGNING_SECRET: secret,
        CLERK_TELEMETRY_DISABLED: '1',
        NEXT_TELEMETRY_DISABLED: '1',
      },
    }),
  )

export { expect } from '@playwright/test'
