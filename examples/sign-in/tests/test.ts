import { test as base, type Page } from '@playwright/test'
import { appFixture, emulatorFixture, freePort } from 'backlot/playwright'
import { APPLE_PRIVATE_KEY, seedFor, TENANT } from './seed.ts'

// Providers compare redirect URIs exactly, so the address of the application is chosen before anything starts. Its site
// is localhost, another one than that of the providers at 127.0.0.1.
const port = await freePort()
const origin = `http://localhost:${port}`
const seed = seedFor(origin)

/** Every worker has its own four providers, and an application that signs in there. */
export const test = base
  .extend(emulatorFixture('oidc-a', { seed }))
  .extend(emulatorFixture('oidc-b', { seed }))
  .extend(emulatorFixture('oidc-c', { seed }))
  .extend(emulatorFixture('oidc-d', { seed }))
  .extend(
    appFixture({
      command: 'node src/server.js',
      port,
      readyUrl: `${origin}/`,
      env: {
        ORIGIN: origin,
        GOOGLE_ISSUER: '{oidc-a}',
        GOOGLE_CLIENT_ID: 'acme.apps.googleusercontent.com',
        GOOGLE_CLIENT_SECRET: 'google-secret',
        APPLE_ISSUER: '{oidc-b}',
        APPLE_CLIENT_ID: 'com.example.acme',
        APPLE_TEAM_ID: 'TEAM123456',
        APPLE_KEY_ID: 'KEY1234567',
        APPLE_PRIVATE_KEY,
        MICROSOFT_ISSUER: `{oidc-c}/${TENANT}/v2.0`,
        MICROSOFT_CLIENT_ID: '6731de76-14a6-49ae-97bc-6eba6914391e',
        MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
        OKTA_ISSUER: '{oidc-d}/oauth2/default',
        OKTA_CLIENT_ID: 'acme',
        OKTA_CLIENT_SECRET: 'okta-secret',
      },
    }),
  )

/** Opens the application and follows its link to the provider's page. */
export async function goToSignIn(page: Page, provider: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: `Sign in with ${provider}` }).click()
}

export { expect } from '@playwright/test'
