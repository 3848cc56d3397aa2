import { test as base } from '@playwright/test'
import { appFixture, chatFixture } from 'backlot/playwright'

/** Every worker has a workspace of its own, and the bot, which connects to it. */
export const test = base.extend(chatFixture).extend(
  appFixture({
    command: 'node src/main.js',
    env: { SLACK_API_URL: '{chat}/api/', SLACK_BOT_TOKEN: 'xoxb-deployer', SLACK_APP_TOKEN: 'xapp-1-deployer' },
  }),
)

export { expect } from '@playwright/test'
