import { expect, test } from 'vitest'
import { isolationProject } from './isolation.ts'

/** The number of rounds of `npm run test:isolation`; a small round alone without it. */
const rounds = Number(process.env['BACKLOT_ISOLATION'] ?? 0)
const load = rounds === 0 ? { workers: 2, tests: 4 } : { workers: 8, tests: 25 }
const sets = Array.from({ length: Math.max(1, rounds) }, (_, index) => index + 1)

test.for(sets)('tests in several workers see their own rows only: round %i', { timeout: 600_000 }, async () => {
  using project = isolationProject(load)
  const { code, output } = await project.run('vitest', ['run'])
  expect(output).toContain(`${load.workers * (load.tests + 1)} passed`)
  expect(code).toBe(0)
})
