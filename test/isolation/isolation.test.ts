import { expect, test } from 'vitest'
import { isolationProject } from './isolation.ts'

test(
  'tests in two workers against the same two applications see their own rows only',
  { timeout: 120_000 },
  async () => {
    using project = isolationProject({ workers: 2, tests: 4 })
    const { code, output } = await project.run('vitest', ['run'])
    expect(output).toContain('10 passed')
    expect(code).toBe(0)
  },
)
