import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'

/** The places of a system's own browsers. The first has no window, and opens a page in a third of the time. */
const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The paths at which the tests' browser may be: Playwright's, and the system's. */
const candidates = (): string[] => [chromium.executablePath(), ...SYSTEM]

/** Returns the path of the tests' browser: `BACKLOT_CHROMIUM`, or Playwright's, or the system's; undefined for none. */
export function findChromium(): string | undefined {
  const configured = process.env['BACKLOT_CHROMIUM']
  return configured !== undefined && configured !== '' ? configured : candidates().find((path) => existsSync(path))
}

/**
 * Returns the path of the tests' browser, as {@link findChromium} does.
 *
 * @throws when there is none.
 */
export function chromiumPath(): string {
  const found = findChromium()
  if (found !== undefined) return found
  throw new Error(
    `no browser at ${candidates().join(', ')}: run npx playwright install chromium, or set BACKLOT_CHROMIUM`,
  )
}

/**
 * Starts the tests' browser, without background requests to the network, and with further arguments of its command
 * line.
 */
export function launchChromium(...further: readonly string[]): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({
    // Playwright prefers its own browser without a window to the one that it has the path of.
    ...(executablePath === chromium.executablePath() ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      ...further,
    ],
  })
}

let shared: Promise<Browser> | undefined

/**
 * Returns the browser of this process, which the test files of a worker share. It ends with the process; a file closes
 * its windows by {@link closeWindows}.
 */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium().then((browser) => browser.once('disconnected', () => (shared = undefined)))
  return shared
}

/** Closes all windows of {@link sharedChromium}, with their cookies. */
export async function closeWindows(): Promise<void> {
  const browser = await shared
  for (const context of browser?.contexts() ?? []) await context.close()
}
