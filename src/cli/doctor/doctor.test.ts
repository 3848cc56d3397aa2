import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { recordingSurroundings } from '../surroundings.fixture.ts'
import { run } from '../run.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Runs the command in a project with these files. */
async function doctor(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'backlot-doctor-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(join(MODULES, 'typescript'), join(cwd, 'node_modules/typescript'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const { surroundings, written } = recordingSurroundings(cwd)
  const code = await run(['doctor', ...flags], surroundings)
  return { code, ...written() }
}

const manifest = (...names: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) })

const SEED = `codehost:
  users:
    - login: ada
`

it('finds nothing wrong in a project that is set up', async () => {
  expect(existsSync(join(MODULES, 'typescript'))).toBe(true)
  const { code, stdout } = await doctor({
    'package.json': manifest('octokit'),
    'backlot.config.yaml': SEED,
    'src/github.ts': `
      import { Octokit } from 'octokit'
      export const github = () => new Octokit({ auth: 'x', baseUrl: process.env.GITHUB_API_URL })
      export const more = (options: object) => new Octokit(options)`,
  })
  expect(stdout.replaceAll(/note: port .*\n.*\n/g, '')).toMatch(/^(nothing is wrong\n)?$/)
  expect(code).toBe(0)
})

it('names file, line and remedy of what is wrong', async () => {
  const { code, stdout } = await doctor({
    'package.json': manifest('octokit', 'stripe', 'nock'),
    'backlot.config.yaml': `${SEED}  repo: []\n`,
    'node_modules/vitest/package.json': '{ "version": "2.1.0" }',
    'src/clients.ts': `import { Octokit as Client } from 'octokit'
import Stripe from 'stripe'
const base = process.env.GITHUB_API_URL
export const github = new Client({ auth: 'x' })
export const payments = () => new Stripe('sk_test_x')
`,
    'a.test.ts': `import nock from 'nock'
import { createEmulator } from 'backlot'
nock.disableNetConnect()
const codehost = await createEmulator({ service: 'codehost' })
`,
  })
  expect(code).toBe(1)
  for (const line of [
    'vitest 2.1.0 is not supported: versions 3.2 to 5 are',
    'backlot.config.yaml: stripe (package.json) calls payments, and the seed has no section for it',
    'npx backlot init --service payments >> backlot.config.yaml',
    'did you mean "repos"?',
    'src/clients.ts:3: GITHUB_API_URL is read while the module is imported',
    'src/clients.ts:4: new Client() has no baseUrl',
    'baseUrl: process.env.GITHUB_API_URL',
    'src/clients.ts:5: new Stripe() has no host',
    'a.test.ts:3: nock refuses the calls to the stand-ins',
    'a.test.ts:4: the tests share an instance that nothing resets',
  ]) {
    expect(stdout).toContain(line)
  }
})

it("needs no base URL with hosts: 'real', and prints JSON", async () => {
  const { code, stdout } = await doctor(
    {
      'package.json': manifest('octokit'),
      'vitest.config.ts': `export default { plugins: [backlot({ hosts: 'real' })] }`,
      'src/github.ts': `import { Octokit } from 'octokit'\nexport const github = new Octokit()\nprocess.env.GITHUB_TOKEN`,
    },
    '--json',
  )
  expect(JSON.parse(stdout)).toEqual({
    findings: [
      expect.objectContaining({ check: 'services', kind: 'note', fix: expect.stringContaining('backlot init') }),
    ],
  })
  expect(code).toBe(0)
})

it('refuses a folder that is no project', async () => {
  const { code, stderr } = await doctor({})
  expect(code).toBe(1)
  expect(stderr).toContain('package.json')
})
