// Runs before the tests: installs a Chromium where there is none.
import { execFileSync } from 'node:child_process'
import { chromiumPath } from '../src/testkit/chromium.ts'

/** The ways to install one, likeliest first. The second is for machines that cannot reach Playwright's downloads. */
const WAYS: readonly (readonly [command: string, ...args: string[]])[][] = [
  [['npx', 'playwright', 'install', 'chromium']],
  [
    ['apt-get', 'update', '--quiet'],
    ['apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', 'chromium'],
  ],
]

/** The longest time for one installation, in milliseconds. */
const PATIENCE = 300_000

function isThere(): boolean {
  try {
    return chromiumPath() !== ''
  } catch {
    return false
  }
}

for (const way of WAYS) {
  if (isThere()) break
  try {
    for (const [command, ...args] of way) {
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: PATIENCE })
    }
  } catch (error) {
    process.stderr.write(`${way.map((each) => each.join(' ')).join(' && ')}: ${String(error)}\n`)
  }
}
if (!isThere())
  throw new Error('the tests need a Chromium: install one, or set BACKLOT_CHROMIUM to the path of its program')
