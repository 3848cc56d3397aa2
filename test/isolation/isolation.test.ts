import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '../runners/project.ts'
import { ALL_APPS, isolationProject } from './isolation.ts'

/** The number of rounds of `npm run test:isolation`; a small round alone without it. */
const rounds = Number(process.env['BACKLOT_ISOLATION'] ?? 0)
const load = rounds === 0 ? { workers: 2, tests: 4 } : { workers: 8, tests: 25 }
const sets = Array.from({ length: Math.max(1, rounds) }, (_, index) => index + 1)

let project: Project
beforeAll(async () => {
  // The server of Next takes long to build, so that the small round is without it.
  project = rounds === 0 ? isolationProject(load) : isolationProject(load, ALL_APPS, { nested: true })
  const built = rounds === 0 ? { code: 0, output: '' } : await project.run('next', ['build'])
  if (built.code !== 0) throw new Error(built.output)
}, 300_000)
afterAll(() => project[Symbol.dispose]())

test.for(sets)('tests in several workers see their own rows only: round %i', { timeout: 600_000 }, async () => {
  const { code, output } = await project.run('vitest', ['run'])
  // Each file has two tests more, of what a context does not reach.
  expect(output).toContain(`${load.workers * (load.tests + 2)} passed`)
  expect(code).toBe(0)
})
