// Runs before the tests: installs a Chromium where there is none.
import { execFileSync } from 'node:child_process'
import { findChromium } from '#testkit/chromium.ts'

/**
 * The commands that install a Chromium, in the order in which they are tried. The second is for machines that cannot
 * reach Playwright's downloads.
 */
const INSTALLATIONS: readonly (readonly [command: string, ...args: string[]])[][] = [
  [['npx', 'playwright', 'install', 'chromium']],
  [
    ['apt-get', 'update', '--quiet'],
    ['apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', 'chromium-headless-shell'],
  ],
]

/** The longest time for one installation, in milliseconds. */
const TIMEOUT = 300_000

const isInstalled = (): boolean => findChromium() !== undefined

for (const commands of INSTALLATIONS) {
  if (isInstalled()) break
  try {
    for (const [command, ...args] of commands) {
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: TIMEOUT })
    }
  } catch (error) {
    process.stderr.write(`${commands.map((each) => each.join(' ')).join(' && ')}: ${String(error)}\n`)
  }
}
if (!isInstalled())
  throw new Error('the tests need a Chromium: install one, or set BACKLOT_CHROMIUM to the path of its program')
