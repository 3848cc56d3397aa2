// Runs 200 tests in 8 workers at once against one application of each kind, ten times in a row or as often as the
// argument says, and fails when a test has seen what another has made. `npm run test:isolation`
import { spawnSync } from 'node:child_process'

const [, , rounds = '10'] = process.argv
const { status } = spawnSync('npx', ['vitest', 'run', 'test/isolation/isolation.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, BACKLOT_ISOLATION: rounds },
})
process.exitCode = status ?? 1
