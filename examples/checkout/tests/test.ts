import { test as base } from '@playwright/test'
import { appFixture, paymentsFixture } from 'backlot/playwright'

/**
 * A payments service, and a shop that is paid through it. Its port is fixed, because the seed names the address of its
 * webhook.
 */
export const test = base.extend(paymentsFixture).extend(
  appFixture({
    command: 'node src/server.js',
    port: 43210,
    env: { STRIPE_API_BASE: '{payments}', STRIPE_SECRET_KEY: 'sk_test_shop', STRIPE_WEBHOOK_SECRET: 'whsec_shop' },
  }),
)

export { expect } from '@playwright/test'
