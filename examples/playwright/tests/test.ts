import { test as base } from '@playwright/test'
import { appFixture, codehostFixture } from 'backlot/playwright'

/** Every worker has its own codehost, and a dashboard that signs in there. */
export const test = base.extend(codehostFixture).extend(
  appFixture({
    command: 'node src/server.js',
    env: {
      GITHUB_URL: '{codehost}',
      GITHUB_API_URL: '{codehost}',
      GITHUB_CLIENT_ID: 'dashboard',
      GITHUB_CLIENT_SECRET: 'dashboard-secret',
    },
  }),
)

export { expect } from '@playwright/test'
