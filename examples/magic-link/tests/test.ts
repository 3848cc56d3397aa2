import { test as base } from '@playwright/test'
import { appFixture, mailFixture } from 'backlot/playwright'

/** Every worker has its own mail service, and an application that sends its mail there. */
export const test = base.extend(mailFixture).extend(
  appFixture({
    command: 'node src/server.js',
    env: { RESEND_BASE_URL: '{mail}', RESEND_API_KEY: 're_test' },
  }),
)

export { expect } from '@playwright/test'
