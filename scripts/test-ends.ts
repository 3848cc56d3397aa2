// Ends a thousand processes in each way while they save, or as many as the argument says, and fails when one has lost a
// change or has left half a file. `npm run test:ends`
import { spawnSync } from 'node:child_process'

const [, , rounds = '1000'] = process.argv
const { status } = spawnSync('npx', ['vitest', 'run', 'src/persistence/ends.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, BACKLOT_ROUNDS: rounds },
})
process.exitCode = status ?? 1
