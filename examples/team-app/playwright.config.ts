import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

// The first browser that is installed: BACKLOT_CHROMIUM, Playwright's own, or the system's.
const candidates = [
  process.env['BACKLOT_CHROMIUM'],
  chromium.executablePath(),
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
]
const executablePath = candidates.find((path) => path !== undefined && existsSync(path))
if (executablePath === undefined) throw new Error('no browser: run npx playwright install chromium')

export default defineConfig({
  testDir: './tests',
  // The application compiles a page when it is opened for the first time.
  timeout: 90_000,
  workers: 1,
  use: { launchOptions: { executablePath } },
})
