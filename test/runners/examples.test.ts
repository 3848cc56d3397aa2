import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createProject as create, ownShard, type Project } from './project.ts'

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))
const { env } = ownShard(3)

/** Copies an example into a project of its own. */
function createProject(name: string, options: { readonly nested?: boolean } = {}): Project {
  const folder = join(EXAMPLES, name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
  return create(
    Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')])),
    env,
    options,
  )
}

describe('the examples', { timeout: 120_000 }, () => {
  test('open issues under Vitest, and type-check', async () => {
    using project = createProject('vitest')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('6 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('open issues under Jest', async () => {
    using project = createProject('jest')
    const { code, output } = await project.run('jest', [], { NODE_OPTIONS: '--experimental-vm-modules' })
    expect(output).toContain('Tests:       4 passed, 4 total')
    expect(code).toBe(0)
  })

  test('sign in with a browser under Playwright, and type-check', async () => {
    using project = createProject('playwright')
    const { code, output } = await project.run('playwright', ['test'])
    expect(output).toContain('3 passed')
    expect(code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('answer an issue as a GitHub App under Vitest, and type-check', async () => {
    using project = createProject('probot')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('5 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('ask for approval in a chat, under Vitest and with a browser under Playwright, and type-check', async () => {
    using project = createProject('bot')
    const tests = await project.run('vitest', ['run', 'src'])
    expect(tests.output).toContain('4 passed')
    expect(tests.code).toBe(0)
    const { code, output } = await project.run('playwright', ['test'])
    expect(output).toContain('2 passed')
    expect(code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('deploy a preview under Vitest, and type-check', async () => {
    using project = createProject('deploy-preview')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('6 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('follow a subscription for a year under Vitest, and type-check', async () => {
    using project = createProject('subscription')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('2 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('place orders in transactions under Vitest, and type-check', async () => {
    using project = createProject('orders')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('6 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('sign in by a link in an e-mail under Playwright, and type-check', async () => {
    using project = createProject('magic-link')
    const { code, output } = await project.run('playwright', ['test'])
    expect(output).toContain('3 passed')
    expect(code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('take a payment, fulfill it and refund it under Playwright, and type-check', async () => {
    using project = createProject('checkout')
    const { code, output } = await project.run('playwright', ['test'])
    expect(output).toContain('5 passed')
    expect(code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('sign in with every provider under Playwright, and type-check', async () => {
    using project = createProject('sign-in')
    const { code, output } = await project.run('playwright', ['test'])
    expect(output).toContain('20 passed')
    expect(code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('sign in and open an issue on the origin of a Next application, also after its restart, and type-check', async () => {
    using project = createProject('next', { nested: true })
    const { code, output } = await project.run('playwright', ['test'])
    expect(output).toContain('2 passed')
    expect(code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  }, 300_000)

  test(
    'call the vendors without a base URL in a Next application, in two workers, and type-check',
    { timeout: 300_000 },
    async () => {
      using project = createProject('no-base-url', { nested: true })
      const { code, output } = await project.run('playwright', ['test'])
      expect(output).toContain('Running 2 tests using 2 workers')
      expect(output).toContain('2 passed')
      expect(code).toBe(0)
      expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
    },
  )

  test(
    'sign members of teams in with a Next application under Playwright, and type-check',
    { timeout: 300_000 },
    async () => {
      using project = createProject('team-app')
      const TEAM_APP_PORT = String(31_000 + (process.pid % 1000))
      const { code, output } = await project.run('playwright', ['test'], { TEAM_APP_PORT })
      expect(output).toContain('4 passed')
      expect(code).toBe(0)
      expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
    },
  )

  test('work on uploads under Vitest, and type-check', async () => {
    using project = createProject('upload-worker')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('8 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('serve an API of their own, and type-check', async () => {
    using project = createProject('custom-service')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('2 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
  })

  test('serve a Hono application of their own, for tests and for a person, and type-check', async () => {
    using project = createProject('hono-service')
    const tests = await project.run('vitest', ['run'])
    expect(tests.output).toContain('3 passed')
    expect(tests.code).toBe(0)
    expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
    const bundle = ['--bundle', '--packages=external', '--platform=node', '--format=esm', '--outfile=dist/serve.js']
    expect(await project.run('esbuild', ['src/serve.ts', ...bundle])).toMatchObject({ code: 0 })
    const served = project.start(process.execPath, ['dist/serve.js'], { PORT: '0' })
    const [url] = await served.until(/http:\/\/localhost:\d+\/rooms/)
    expect(await (await fetch(url)).json()).toEqual([
      { id: 'Attic', by: null },
      { id: 'Cellar', by: null },
    ])
    served.kill('SIGTERM')
    await served.ended
  })
})
