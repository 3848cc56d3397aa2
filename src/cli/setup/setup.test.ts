import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCommandLine } from '../flags.ts'
import { recordingSurroundings } from '../surroundings.fixture.ts'
import type { Prompts } from './prompts.ts'
import { setup } from './setup.ts'

/** Makes a project with these files, which is removed after the test. */
function project(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), 'backlot-setup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
  }
  return root
}

async function run(cwd: string, argv: readonly string[] = ['--yes'], prompts?: Prompts) {
  const { surroundings, written } = recordingSurroundings(cwd)
  const code = await setup(readCommandLine(['setup', ...argv]), surroundings, prompts)
  const text = (path: string): string => readFileSync(join(cwd, path), 'utf8')
  const { stdout: output, stderr: errors } = written()
  return { code, output, errors, text }
}

const manifest = {
  name: 'shop',
  dependencies: { stripe: '^20.0.0', '@octokit/rest': '^22.0.0' },
  devDependencies: { vitest: '^4.0.0' },
}

describe('setup --yes', () => {
  it('writes the dependency, the configuration, a seed and a test, and shows them first', async () => {
    const cwd = project({ 'package.json': manifest, 'tsconfig.json': {} })
    const { code, output, text } = await run(cwd)
    expect(code).toBe(0)
    expect(JSON.parse(text('package.json'))).toMatchObject({
      devDependencies: { backlot: '^1.2.3', vitest: '^4.0.0' },
    })
    expect(text('vitest.config.ts')).toContain("backlot({ services: ['codehost', 'payments'] })")
    expect(text('backlot.config.yaml')).toMatch(/^codehost:$[^]*^payments:$/m)
    expect(text('tests/backlot.test.ts')).toContain("import { codehostFixture } from 'backlot/vitest'")
    expect(output).toContain('change package.json\n    "devDependencies": {\n+     "backlot": "^1.2.3",\n')
    expect(output).toContain('new file tests/backlot.test.ts\n+ import')
    expect(output).toContain('Next:\n  npm install\n  npx vitest run\n')
    expect((await run(cwd)).output).toBe('nothing to do: the project is set up\n')
  })

  it('leaves a configuration and a test of its name as they are, and adds to a seed', async () => {
    const cwd = project({
      'package.json': { ...manifest, devDependencies: { jest: '^30.0.0', backlot: '*' } },
      'jest.config.js': 'module.exports = {}\n',
      'backlot.config.yaml': 'codehost:\n  users: [{ login: mine }]\n',
      'test/backlot.test.js': '// mine\n',
    })
    const { output, text } = await run(cwd)
    expect(text('jest.config.js')).toBe('module.exports = {}\n')
    expect(existsSync(join(cwd, 'jest.config.mjs'))).toBe(false)
    expect(text('backlot.config.yaml')).toMatch(/^codehost:\n {2}users: \[\{ login: mine \}\]\n[^]*^payments:$/m)
    expect(text('test/backlot.test.js')).toBe('// mine\n')
    expect(output).toContain('kept test/backlot.test.js as it is\n')
  })

  it.each([
    ['a project without a runner', { dependencies: { stripe: '1' } }, /no vitest, jest or @playwright\/test/],
    ['a project that calls no service', { devDependencies: { vitest: '4' } }, /name some with --service/],
  ])('refuses %s', async (_what, content, message) => {
    await expect(run(project({ 'package.json': content }))).rejects.toThrow(message)
  })

  it('takes the services of the command line', async () => {
    const cwd = project({ 'package.json': { devDependencies: { '@playwright/test': '1' } } })
    const { text } = await run(cwd, ['--yes', '--service', 'mail'])
    expect(text('tests/backlot.spec.js')).toContain("import { mailFixture } from 'backlot/playwright'")
  })
})

describe('setup', () => {
  it('needs a terminal, or --yes', async () => {
    await expect(run(project({ 'package.json': manifest }), [])).rejects.toThrow('run it in a terminal, or pass --yes')
  })

  it('asks, and writes what was chosen', async () => {
    const cwd = project({ 'package.json': manifest, 'tests/backlot.test.js': '// mine\n' })
    const asked: string[] = []
    const prompts: Prompts = {
      several: async (message, _options, chosen) => {
        asked.push(message, ...chosen)
        return ['mail']
      },
      one: async () => null,
      confirm: async (message) => {
        asked.push(message)
        return true
      },
    }
    const { text } = await run(cwd, [], prompts)
    expect(asked).toEqual([
      'Which services does your code call?',
      'codehost',
      'payments',
      'Write package.json, backlot.config.yaml, vitest.config.mjs, tests/backlot.test.js?',
      'tests/backlot.test.js exists. Overwrite it?',
    ])
    expect(text('tests/backlot.test.js')).toContain('mailFixture')
  })

  it('writes nothing when the user cancels', async () => {
    const cwd = project({ 'package.json': manifest })
    const prompts: Prompts = { several: async () => ['mail'], one: async () => null, confirm: async () => null }
    const { code, errors } = await run(cwd, [], prompts)
    expect({ code, errors }).toEqual({ code: 1, errors: 'backlot: setup: nothing was written\n' })
    expect(existsSync(join(cwd, 'backlot.config.yaml'))).toBe(false)
  })
})
