import { describe, expect, test } from 'vitest'
import { copyExample, expectPassed } from './example.ts'
import { ownShard } from './project.ts'

const { env } = ownShard(5)

describe('the examples with a Next application', { timeout: 300_000 }, () => {
  test('sign in and open an issue on its origin, also after its restart', async () => {
    using project = copyExample('next', env, { nested: true })
    expectPassed(await project.run('playwright', ['test']), '2 passed')
  })

  test('call the vendors without a base URL, in two workers', async () => {
    using project = copyExample('no-base-url', env, { nested: true })
    const ended = await project.run('playwright', ['test'])
    expect(ended.output).toContain('Running 2 tests using 2 workers')
    expectPassed(ended, '2 passed')
  })

  test('sign members of teams in', async () => {
    using project = copyExample('team-app', env, { nested: true })
    const TEAM_APP_PORT = String(31_000 + (process.pid % 1000))
    expectPassed(await project.run('playwright', ['test'], { TEAM_APP_PORT }), '5 passed')
  })
})
