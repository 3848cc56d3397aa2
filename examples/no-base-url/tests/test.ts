// An application without a base URL in its tests either: the server component calls api.github.com by octokit, and the
// route handler calls api.stripe.com by stripe. With `hosts: 'real'`, both are instances of the worker: for the tests,
// for their pages, and for the server that appFixture starts. Each of the two workers has its own instances and its own
// server, so neither sees what the other does. A call to any other host is refused, and fails the test.
import { test as base } from '@playwright/test'
import { appFixture, emulatorFixture } from 'backlot/playwright'

export const test = base
  .extend(emulatorFixture('codehost', { hosts: 'real' }))
  .extend(emulatorFixture('payments', { hosts: 'real' }))
  .extend(
    appFixture({
      command: 'npx next start --port {port}',
      services: ['codehost', 'payments'],
      // The application has these variables in production too. None of them is a URL.
      env: { GITHUB_TOKEN: 'dev_token', STRIPE_SECRET_KEY: 'sk_test_stickers', NEXT_TELEMETRY_DISABLED: '1' },
    }),
  )

export { expect } from '@playwright/test'
