import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { mail } from '#mail/index.ts'
import { createEmulator } from '../../index.ts'
import { registry } from '../../registry.ts'
import { recordingSurroundings } from '../surroundings.fixture.ts'
import { run } from '../run.ts'
import { API_HOSTS } from './api-hosts.ts'
import { checkPorts } from './ports.ts'
import { VARIABLES } from './variables.ts'
import { checkVersions } from './versions.ts'

/** Runs the command in a project with these files. Without TypeScript: the parser is the command's own. */
async function doctor(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'backlot-doctor-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const { surroundings, written } = recordingSurroundings(cwd)
  const code = await run(['doctor', ...flags], surroundings)
  return { code, ...written() }
}

/** Returns the findings of a project, each as one line: place, message and the line to write. */
async function findings(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await doctor(files, '--json')
  const found = JSON.parse(stdout) as {
    findings: { check: string; kind: string; file: string | null; line: number | null; message: string; fix: string }[]
  }
  return found.findings
    .filter(({ check, kind }) => check !== 'ports' || kind === 'problem')
    .map(({ kind, file, line, message, fix }) => `${kind} ${file ?? '-'}:${line ?? '-'} ${message} | ${fix}`)
}

const manifest = (names: readonly string[], more: object = {}): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])), ...more })

const SEED = `mail:
  domains:
    - { name: acme.test }
`

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))

it.each(readdirSync(EXAMPLES))('finds nothing wrong in the example %s', async (name) => {
  const { surroundings, written } = recordingSurroundings(join(EXAMPLES, name))
  const code = await run(['doctor'], surroundings)
  expect({ code, ...written() }).toMatchObject({ code: 0, stderr: '' })
})

it('finds nothing wrong in projects that are set up', async () => {
  const { code, stdout } = await doctor({
    'package.json': manifest(['resend', 'vitest']),
    'backlot.config.yaml': SEED,
    'vitest.config.ts': `
      import { backlot } from 'backlot/vitest'
      export default { plugins: [backlot({ services: ['mail'] })] }`,
    'src/github.ts': `
      import { Octokit } from 'octokit'
      const token: string | undefined = process.env['RESEND_API_KEY']
      export const github = () => new Octokit({ auth: token, baseUrl: process.env.GITHUB_API_URL })
      export const more = (options: object) => new Octokit(options)
      const Extended = Octokit.plugin(retry).defaults({ baseUrl: github })
      export const extended = new Extended({ auth: 'x' })`,
    'test/own.test.ts': `
      import { createEmulator } from 'backlot'
      const mail = await createEmulator({ service: 'mail' })
      const url = process.env.MAIL_API_BASE
      beforeEach(() => mail.reset())`,
  })
  expect(stdout.replaceAll(/note: port .*\n.*\n/g, '')).toMatch(/^(nothing is wrong\n)?$/)
  expect(code).toBe(0)
})

it('reads a project of TypeScript with Vitest', async () => {
  const { code, stdout } = await doctor({
    'package.json': manifest(['octokit', 'stripe', 'nock']),
    'backlot.config.yaml': `${SEED}  domain: []\n`,
    'node_modules/vitest/package.json': '{ "version": "2.1.0" }',
    '.nvmrc': 'v18.20\n',
    'src/clients.ts': `import { Octokit as Client } from 'octokit'
import Stripe from 'stripe'
const base = process.env.GITHUB_API_URL as string
export const github = new Client({ auth: 'x' })
export const payments = <T,>(key: T) => new Stripe(String(key))
const { STRIPE_SECRET_KEY, HOME } = process.env
const options = { auth: base } satisfies object
export const other = new Client(options)
export const vendor = new Client({ baseUrl: 'https://api.github.com' })
const key = (() => process.env['STRIPE_API_BASE'])()
`,
    'a.test.ts': `import nock from 'nock'
import { createEmulator } from 'backlot'
nock.disableNetConnect()
let codehost: object
beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', seed: './missing.yaml' })
})
`,
  })
  expect(code).toBe(1)
  for (const line of [
    'vitest 2.1.0 is not supported: versions 3.2 to 5 are\n  npm install --save-dev vitest@5',
    '.nvmrc:1: Node.js 18.20 is not supported',
    'backlot.config.yaml: stripe (package.json) calls payments, and the seed has no section for it',
    'npx backlot init --service payments >> backlot.config.yaml',
    'did you mean "domains"?',
    'a.test.ts:6: there is no file ./missing.yaml',
    'src/clients.ts:3: GITHUB_API_URL is read while the module is imported',
    'plugins: [backlot()] in vitest.config.ts',
    'src/clients.ts:4: new Client() has no baseUrl: it calls the vendor itself\n  baseUrl: process.env.GITHUB_API_URL',
    "src/clients.ts:5: new Stripe() has no host: it calls the vendor itself\n  host: '127.0.0.1', port:",
    'src/clients.ts:6: STRIPE_SECRET_KEY is read while the module is imported',
    'src/clients.ts:8: new Client() has no baseUrl',
    "src/clients.ts:9: new Client() has baseUrl 'https://api.github.com'",
    'src/clients.ts:10: STRIPE_API_BASE is read while the module is imported',
    'a.test.ts:3: nock refuses the calls to the stand-ins',
    'a.test.ts:6: the tests share an instance that nothing resets',
    'beforeEach(() => codehost.reset())',
  ]) {
    expect(stdout).toContain(line)
  }
  expect(stdout).not.toContain('HOME')
})

it('reads a project of CommonJS with Jest', async () => {
  expect(
    await findings({
      'package.json': manifest(['stripe', '@slack/web-api', '@clerk/backend', 'jest'], {
        jest: { globalSetup: '<rootDir>/test/start.js' },
      }),
      'lib/pay.js': `const stripe = require('stripe')(process.env.STRIPE_SECRET_KEY)
const { WebClient } = require('@slack/web-api')
const clerk = require('@clerk/backend').createClerkClient({ secretKey: 'x' })
module.exports = () => new WebClient('xoxb')
module.exports.later = () => new (require('stripe').Stripe)('sk_test_x', { host: process.env.HOST })
const { env } = require('node:process')
module.exports.token = env.SLACK_BOT_TOKEN
`,
      'test/start.js': `const { createEmulator } = require('backlot')
module.exports = async () => { globalThis.chat = await createEmulator({ service: 'chat' }) }
`,
    }),
  ).toEqual([
    expect.stringContaining('note -:- the project uses chat,payments,auth-saas, and has no seed'),
    expect.stringContaining("problem lib/pay.js:1 require('stripe')() has no host: it calls the vendor itself | host:"),
    expect.stringContaining("problem lib/pay.js:3 require('@clerk/backend').createClerkClient() has no apiUrl"),
    expect.stringContaining('problem lib/pay.js:4 new WebClient() has no slackApiUrl'),
    expect.stringContaining('problem lib/pay.js:1 STRIPE_SECRET_KEY is read while the module is imported'),
    expect.stringContaining(
      "SLACK_BOT_TOKEN is read while the module is imported, before a fixture sets it | read it in a function, or set it first: testEnvironment: 'backlot/jest'",
    ),
    expect.stringContaining(
      'problem test/start.js:2 the tests of a run share this instance, and nothing resets it | beforeEach(',
    ),
  ])
})

it('lets a program read its variables at once where a command runs it and it exports nothing', async () => {
  const main = (more: string): string => `const uri = process.env.MONGODB_URI\n${more}`
  const found = await findings({
    'package.json': manifest(['mongodb', 'vitest'], { scripts: { start: 'node --watch ./src/main.ts' } }),
    'backlot.config.yaml': 'docdb: {}\n',
    'src/main.ts': main('console.log(uri)'),
    'src/worker.ts': main('console.log(uri)'),
    'src/server.ts': main('console.log(uri)'),
    'src/both.ts': main('export { uri }'),
    'src/app.test.ts': `import { emulatorFixture, appFixture } from 'backlot/vitest'
export const fixtures = [appFixture({ command: 'node src/worker.ts' }), appFixture({ command: 'node src/both.ts' })]
`,
  })
  expect(found.map((line) => line.split(' ')[1])).toEqual(['src/both.ts:1', 'src/server.ts:1'])
})

it('knows the variables that the fixtures set', { timeout: 60_000 }, async () => {
  const set: string[] = []
  const seed = {
    mail: { smtp: 0 },
    payments: { webhook_endpoints: [{ url: 'http://127.0.0.1/', secret: 'whsec_a' }] },
    chat: { oauth_apps: [{ client_id: '1', client_secret: 's', name: 'a', signing_secret: 'b', app_token: 'xapp-c' }] },
  }
  for (const service of await Promise.all(registry.map((each) => each.load()))) {
    const emulator = await createEmulator({ service, port: 0, seed })
    onTestFinished(() => emulator.close())
    set.push(...Object.keys(emulator.env))
  }
  expect(set.toSorted()).toEqual([...VARIABLES].toSorted())
})

it('reads a project with Playwright', async () => {
  expect(
    await findings({
      'package.json': manifest(['@playwright/test', 'resend']),
      'playwright.config.ts': `import { defineConfig } from '@playwright/test'
export default defineConfig({
  use: { baseURL: process.env.MAIL_API_BASE },
  webServer: [
    { command: 'npm run dev', url: 'http://localhost:3000' },
    { command: 'npx backlot --service mail', port: 4009 },
  ],
})
`,
      'src/server.ts': `export const url = process.env.RESEND_BASE_URL`,
      'e2e/mail.spec.ts': `import { test } from '@playwright/test'
const key = process.env.RESEND_API_KEY
test('sends', async ({ page }) => fetch('https://api.resend.com/emails'))
`,
    }),
  ).toEqual([
    expect.stringContaining('note -:- the project uses mail, and has no seed'),
    expect.stringContaining(
      "problem e2e/mail.spec.ts:3 fetch() has the vendor's own URL, https://api.resend.com | `${process.env.MAIL_API_BASE}/emails`",
    ),
    expect.stringContaining('problem e2e/mail.spec.ts:2 RESEND_API_KEY is read while the module is imported'),
    expect.stringContaining(
      'problem playwright.config.ts:6 the tests share the instances of this command, and nothing resets them | test.beforeEach(',
    ),
  ])
})

it("reads each package of a workspace by its own configuration, where hosts: 'real' needs no base URL", async () => {
  const client = `import { Octokit } from '@octokit/rest'\nexport const github = new Octokit()\n`
  expect(
    await findings({
      'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
      'packages/api/package.json': manifest(['@octokit/rest', 'vitest']),
      'packages/api/vitest.config.ts': `import { backlot } from 'backlot/vitest'
export default { plugins: [backlot({ hosts: 'real', seed: { codehost: {} } })] }`,
      'packages/api/src/github.ts': `${client}export const token = process.env.GITHUB_TOKEN\n`,
      'packages/web/package.json': manifest(['@octokit/rest', 'jest']),
      'packages/web/jest.config.json': '{ "testEnvironment": "backlot/jest" }',
      'packages/web/src/github.ts': `${client}export const token = process.env.GITHUB_TOKEN\n`,
      'packages/web/node_modules/jest/package.json': '{ "version": "27.5.1" }',
    }),
  ).toEqual([
    expect.stringContaining(
      'problem packages/web/package.json:1 jest 27.5.1 is not supported: versions 29.0 to 30 are',
    ),
    expect.stringContaining('problem packages/web/src/github.ts:2 new Octokit() has no baseUrl'),
  ])
})

it('finds what MSW, nock and mocks would answer or refuse', async () => {
  expect(
    await findings({
      'package.json': manifest(['msw', 'nock', 'octokit', 'vitest']),
      'test/server.ts': `import { graphql, http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'
export const server = setupServer(
  http.get('https://api.github.com/user', () => HttpResponse.json({ login: 'ada' })),
  http.get('https://internal.test/', () => HttpResponse.json({})),
  http.all('https://api.github.com/*', () => passthrough()),
  graphql.link('https://api.github.com/graphql'),
)
`,
      'test/setup.ts': `import { server } from './server'
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
`,
      'test/old.test.ts': `import nock from 'nock'
nock('https://api.github.com').get('/user').reply(200, {})
nock(/github\\.com/).get('/user').reply(200, {})
nock('https://internal.test').get('/').reply(200, {})
vi.mock('octokit')
`,
    }),
  ).toEqual([
    expect.stringContaining('note -:- the project uses codehost'),
    expect.stringContaining(
      'problem test/old.test.ts:2 nock answers for codehost: such a call never reaches the stand-in | remove it, and put what it answers into the seed',
    ),
    expect.stringContaining('problem test/old.test.ts:3 nock answers for codehost'),
    expect.stringContaining(
      "note test/old.test.ts:5 vi.mock replaces octokit: its calls never reach codehost | remove vi.mock('octokit')",
    ),
    expect.stringContaining('problem test/server.ts:4 MSW answers for codehost'),
    expect.stringContaining('problem test/server.ts:7 MSW answers for codehost'),
    expect.stringContaining(
      String.raw`problem test/setup.ts:2 MSW refuses the calls to the stand-ins | server.use(http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough()))`,
    ),
  ])
})

it('finds nothing wrong where MSW passes what goes to this machine', async () => {
  expect(
    await findings({
      'package.json': manifest(['msw', 'octokit', 'vitest']),
      'test/setup.ts': String.raw`import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
const server = setupServer(http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough()))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
`,
    }),
  ).not.toContainEqual(expect.stringContaining('MSW'))
})

it('says which seed does not parse, where, and which code', async () => {
  expect(
    await findings({
      'package.json': manifest([]),
      'backlot.config.yaml': 'mail:\n  domains: [\n',
      'src/broken.js': 'const stripe = require(',
    }),
  ).toEqual([
    expect.stringMatching(
      /^problem backlot\.config\.yaml:[23] .*backlot\.config\.yaml:[23]:\d+.* \| correct backlot\.config\.yaml$/,
    ),
    'note src/broken.js:- the file was not read, as it cannot be parsed | correct src/broken.js',
  ])
})

it('finds ports that another program has', async () => {
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo // a server at a port
  const taken = [{ id: 'mail', port, load: async () => mail }]
  expect(await checkPorts(taken, true)).toMatchObject([{ kind: 'problem', fix: 'npx backlot --port 5000' }])
  expect(await checkPorts(taken, false)).toMatchObject([{ kind: 'note' }])
  const options = `import { emulatorFixture } from 'backlot/vitest'
export const fixture = emulatorFixture('mail', { basePort: ${port} })`
  expect(await findings({ 'package.json': manifest([]), 'fixture.ts': options })).toEqual([
    `problem fixture.ts:2 port ${port} is taken: the first worker could not listen there | basePort: 0`,
  ])
  other.close()
})

it('names a version of Node.js that is not supported, and a runner without a fixture', async () => {
  const root = mkdtempSync(join(tmpdir(), 'backlot-doctor-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'package.json'), manifest(['mocha']))
  expect(checkVersions(root, '', '18.19.0').map(({ kind, message }) => `${kind} ${message}`)).toEqual([
    'problem Node.js 18.19.0 is not supported: 20.19 is the first that is',
    'note mocha has no fixture: its tests start an instance themselves, and reset it',
  ])
})

it('refuses a folder that is no project', async () => {
  const { code, stderr } = await doctor({})
  expect(code).toBe(1)
  expect(stderr).toMatch(/No package\.json in .+\nRun backlot doctor in your project's root\.\n$/)
  expect((await doctor({ 'package.json': '{' })).stderr).toContain('Mend the file and run backlot doctor again.')
})

it('knows a host of every service', () => {
  expect(Object.keys(API_HOSTS).toSorted()).toEqual(registry.map(({ id }) => id).toSorted())
})
