/* oxlint-disable vitest/no-standalone-expect, vitest/expect-expect, vitest/valid-title -- a function makes tests */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject as create, freed, listens, ownShard, type Project } from './project.ts'

const { env, port: PORT } = ownShard(1)

// Written as one word it would set the environment of this file in Vitest.
const PRAGMA = ['@jest', 'environment'].join('-')

const CREATE = `
const createLabel = (url, name) => fetch(url + '/repos/octocat/hello-world/labels', {
  method: 'POST',
  headers: { authorization: 'Bearer dev_token' },
  body: JSON.stringify({ name }),
}).then((response) => response.status)
`

/** A section of codehost with the repository of {@link CREATE}. */
const LABELLED = { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'hello-world' }] }

/** A project of CommonJS files, so that Jest needs no transform. */
function createProject(files: Readonly<Record<string, string>>, options: object = { services: ['codehost'] }): Project {
  const config = { testEnvironment: 'backlot/jest', testEnvironmentOptions: options, transform: {} }
  return create(
    {
      'package.json': '{ "private": true }\n',
      'jest.config.json': JSON.stringify(config),
      ...files,
    },
    env,
  )
}

/** A file whose tests pass at their second try only. */
const GLOBALS = {
  'client.js': `exports.base = process.env.CODEHOST_API_BASE`,
  'a.test.js': `${CREATE}
        const { base } = require('./client')
        let attempt = 0
        jest.retryTimes(1)
        for (const round of [1, 2]) {
          test('round ' + round, async () => {
            expect(base).toBe(codehost.url)
            expect(codehost.port).toBe(${PORT})
            expect(codehost.requests).toEqual([])
            expect(await createLabel(base, 'flaky')).toBe(201)
            expect(++attempt).toBeGreaterThan(1)
          })
        }`,
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** The end of the files of one test. */
interface FilesResult {
  /** The states of their tests, in the order of the files' names. */
  readonly states: readonly string[]
  /** The messages of Jest about them. */
  readonly messages: string
  /** The output of the whole run. */
  readonly output: string
}

/**
 * Collects projects that one run of Jest serves in one process, as the start of Jest takes longer than most of them.
 * Returns a function that adds a project with its options, and a test of what became of its files.
 */
function projectsOfOneRun(...args: readonly string[]) {
  const projects: object[] = []
  const files: Record<string, string> = {}
  let project: Project
  let output: string
  let report: JsonReport
  beforeAll(async () => {
    project = create(
      { 'package.json': '{ "private": true }\n', 'jest.config.json': JSON.stringify({ projects }), ...files },
      env,
    )
    ;({ output } = await project.run('jest', ['-i', '--json', '--outputFile=out.json', ...args]))
    report = JSON.parse(readFileSync(join(project.directory, 'out.json'), 'utf8')) as JsonReport // written by Jest
  }, 300_000)
  afterAll(() => project[Symbol.dispose]())
  return (
    name: string,
    own: Readonly<Record<string, string>>,
    check: (result: FilesResult) => void | Promise<void>,
    options: object = { services: ['codehost'] },
  ): void => {
    const folder = `project-${projects.length}`
    const rootDir = `<rootDir>/${folder}`
    projects.push({ rootDir, testEnvironment: 'backlot/jest', testEnvironmentOptions: options, transform: {} })
    for (const [file, text] of Object.entries(own)) files[`${folder}/${file}`] = text
    test(name, () => {
      const results = report.testResults
        .filter((each) => each.name.includes(`/${folder}/`))
        .toSorted((left, right) => left.name.localeCompare(right.name))
      const states = results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
      return check({ states, messages: results.map(({ message }) => message).join('\n'), output })
    })
  }
}

describe('the environment in Jest', { timeout: 300_000 }, () => {
  const testOf = projectsOfOneRun()
  testOf(
    'has a global for each service, reset before each test and before a retry, and its variables',
    GLOBALS,
    async ({ states }) => {
      expect(states).toEqual(['passed', 'passed'])
      expect(await listens(PORT)).toBe(false)
    },
  )

  testOf(
    'makes a world of its services, which begins at a checkpoint and advances with fake timers',
    {
      'a.test.js': `
          const { sweep } = require('backlot')
          const create = (name) => fetch(codehost.url + '/repos/octocat/hello-world/labels', {
            method: 'POST',
            headers: { authorization: 'Bearer dev_token' },
            body: JSON.stringify({ name }),
          }).then((response) => response.status)
          const checkpoints = { paid: () => create('paid') }
          const world = worldFixture(['codehost', 'mail'], { checkpoints, startFrom: 'paid' })
          test('begins at the checkpoint', async () => {
            expect(codehost.requests).toEqual([])
            expect(await create('paid')).toBe(422)
            expect(String(world.timeline())).toBe('codehost: issues/create-label 422')
          })
          test('runs ahead with fake timers', async () => {
            jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
            const [before, now] = [mail.clock.now(), Date.now()]
            const following = world.clock.follow()
            await new Promise((resolve) => setTimeout(resolve, 3600000))
            following.stop()
            expect(Date.now() - now).toBe(3600000)
            expect(mail.clock.now() - before).toBeGreaterThanOrEqual(3600000)
            jest.useRealTimers()
          })
          test('is swept', async () => {
            const body = async () => {
              while (!(await create('swept').then((status) => status < 429, () => false)))
                await new Promise((resolve) => setTimeout(resolve, 60000))
            }
            const { results } = await sweep(codehost, body, { invariant: () => codehost.changes().labels.added.length === 1 })
            expect(results.map(({ reaction }) => reaction)).toEqual(Array(6).fill('retried'))
          })`,
    },
    ({ states }) => expect(states).toEqual(['passed', 'passed', 'passed']),
    { services: ['codehost', 'mail'] },
  )

  test('gives each of the tests that run at once tenants of its own, by URL and at the real hosts', async () => {
    const seed = { tokens: { dev_token: { login: 'octocat', scopes: ['repo'] } }, codehost: LABELLED, mail: {} }
    using project = createProject(
      {
        'a.test.js': `${CREATE}
          const withTenants = concurrentFixture(['codehost', 'mail'])
          const send = () => fetch('https://api.resend.com/emails', {
            method: 'POST',
            headers: { authorization: 'Bearer re_1', 'content-type': 'application/json' },
            body: JSON.stringify({ from: 'a@acme.test', to: 'b@acme.test', subject: 'x', text: 'y' }),
          }).then((response) => response.status)
          const work = async ({ codehost, mail }) => {
            for (let round = 0; round < 3; round++) {
              expect(await createLabel(codehost.url, 'flaky ' + round)).toBe(201)
              expect(await createLabel('https://api.github.com', 'real ' + round)).toBe(201)
              expect(await send()).toBe(200)
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
            }
            expect(codehost.requests).toHaveLength(6)
            expect(mail.requests).toHaveLength(3)
            expect(mail.tenantHeaders).toEqual(codehost.tenantHeaders)
          }
          for (const name of ['a', 'b', 'c']) test.concurrent(name, withTenants(work))
          test.concurrent.each([['row', 1], ['row', 2]])('%s %i', withTenants(async ({ codehost }, name, number) => {
            expect([name, typeof number]).toEqual(['row', 'number'])
            expect(await createLabel('https://api.github.com', 'real')).toBe(201)
            expect(codehost.requests).toHaveLength(1)
          }))
          test('the instance itself has seen none of it', () => expect(codehost.requests).toEqual([]))`,
        'b.test.js': `${CREATE}
          const withTenants = concurrentFixture(['codehost'])
          test.concurrent('fails', withTenants(async ({ codehost }) => {
            await createLabel(codehost.url, 'of the failed test')
            expect(1).toBe(2)
          }))`,
      },
      { services: ['codehost', 'mail'], hosts: 'real', basePort: 0, seed },
    )
    const { output } = await project.run('jest')
    expect(output).toContain('1 failed, 6 passed')
    expect(output.match(/POST +\/repos\/octocat\/hello-world\/labels/g)).toHaveLength(1)
    expect(output.match(/backlot: codehost/g)).toHaveLength(1)
  })

  test('gives two workers two ports, which the files of a worker share', async () => {
    const file = `
      const { existsSync, writeFileSync } = require('node:fs')
      test('meets the other', async () => {
        writeFileSync('port-' + codehost.port, '')
        for (let patience = 400; patience > 0 && !(existsSync('port-${PORT}') && existsSync('port-${PORT + 1}')); patience--) {
          await new Promise((resolve) => setTimeout(resolve, 25))
        }
        expect(existsSync('port-${PORT}') && existsSync('port-${PORT + 1}')).toBe(true)
      }, 15000)`
    using project = createProject({ 'a.test.js': file, 'b.test.js': file, 'c.test.js': file, 'd.test.js': file })
    const { code, output } = await project.run('jest', ['--maxWorkers=2'])
    expect(output).toContain('Tests:       4 passed, 4 total')
    expect(output).not.toMatch(/open handle|did not exit|failed to exit|instead/i)
    expect(code).toBe(0)
  })

  test('moves its ports by 100 for each shard', async () => {
    const file = `test('is in the second shard', () => expect(codehost.port).toBe(12100))`
    using project = createProject(
      { 'a.test.js': file, 'b.test.js': file, 'c.test.js': file },
      { services: ['codehost'], basePort: 12_000 },
    )
    expect((await project.run('jest', ['--shard=2/3'])).output).toContain('Tests:       1 passed, 1 total')
  })

  const knows = (login: string): string =>
    `
      /**
       * ${PRAGMA}-options {"seed": {"codehost": {"users": [{"login": "${login}"}], "repos": [{"owner": "${login}",
       * "name": "one"}]}}}
       */
      test('knows ${login}', async () => {
        expect((await fetch(codehost.url + '/repos/${login}/one/labels')).status).toBe(200)
        expect(codehost.port).toBe(${PORT})
      })`.trimStart()

  testOf(
    'takes the options of a file from its docblock',
    { 'a.test.js': knows('ada'), 'b.test.js': knows('grace'), 'c.test.js': knows('ada') },
    ({ states }) => expect(states).toEqual(['passed', 'passed', 'passed']),
  )

  testOf(
    'shows a failed test what was asked, the unmatched first',
    {
      'a.test.js': `${CREATE}
        test('fails', async () => {
          await createLabel(codehost.url, 'flaky')
          await fetch(codehost.url + '/repos/octocat/nowhere/to/be/found?page=2')
          expect(1).toBe(2)
        })
        test('fails without an error', async () => { await fetch(codehost.url + '/zen'); throw 'just text' })
        test('gives up', async () => { await fetch(codehost.url + '/zen'); await fetch(codehost.url + '/zen', { signal: AbortSignal.abort() }) })
        test('takes too long', async () => { await fetch(codehost.url + '/zen'); await new Promise(() => {}) }, 50)`,
    },
    ({ states, messages: output }) => {
      expect(states).toEqual(['failed', 'failed', 'failed', 'failed'])
      expect(output).toContain(`backlot: codehost at http://127.0.0.1:${PORT}, seed: starter seed`)
      expect(output).toMatch(/1 matched no operation:\s+GET +\/repos\/octocat\/nowhere\/to\/be\/found\?page=2 +501/)
      expect(output).toMatch(/2 requests:\s+POST +\/repos\/octocat\/hello-world\/labels +201/)
      // The place of the failure is still shown.
      expect(output).toMatch(/> +\d+ \| +expect\(1\)\.toBe\(2\)/)
      expect(output).toMatch(/thrown: "just text"\s+backlot: codehost at .+\s+1 request:/)
      expect(output).toMatch(/operation was aborted\s+backlot: codehost at .+\s+1 request:/)
      expect(output).toMatch(
        /Exceeded timeout of 50 ms[^]+?\n\s+backlot: codehost at .+\s+1 request:[^]+?> +\d+ \| +test\('takes too long'/,
      )
    },
  )

  testOf(
    'has the methods of docdb, with values of bson, in a thread',
    {
      'a.test.js': `
          const { Decimal128, ObjectId } = require('bson')
          for (const round of [1, 2]) {
            test('round ' + round, () => {
              const carts = docdb.collection('shop.carts')
              const _id = new ObjectId()
              const at = new Date(0)
              expect(carts.insert([{ _id, total: Decimal128.fromString('1.10'), at }, { _id: 'b', name: 'ada' }])).toBe(2)
              expect(carts.find({ _id })).toEqual([
                { _id: { $oid: _id.toHexString() }, total: { $numberDecimal: '1.10' }, at: { $date: '1970-01-01T00:00:00Z' } },
              ])
              expect(carts.findOne({ name: /^A/i })).toEqual({ _id: 'b', name: 'ada' })
              expect(() => carts.insert({ _id: 'b' })).toThrow(expect.objectContaining({ code: 11000 }))
              expect(docdb.uri).toBe(process.env.MONGODB_URI)
            })
          }`,
    },
    ({ states }) => expect(states).toEqual(['passed', 'passed']),
    { services: ['docdb'], runsIn: 'thread' },
  )

  testOf(
    'serves a custom service from a module',
    {
      'greeter.cjs': `
          const { defineService } = require('backlot')
          const v = require('valibot')
          exports.greeter = defineService({
            id: 'big-greeter', port: 4900, title: 'Greeter', seed: v.object({}), starter: '', collections: {},
            applySeed: () => {}, authenticate: () => null, dialect: {},
            routes: [{ method: 'GET', path: '/hello', operation: 'hello', run: () => ({ status: 204, headers: {}, body: null }) }],
            env: (url) => ({ GREETER_API: url }),
          })`,
      'a.test.js': `test('greets', async () => {
          expect(process.env.GREETINGS).toBe(bigGreeter.url + '/v1')
          expect((await fetch(process.env.GREETER_API + '/hello')).status).toBe(204)
        })`,
    },
    ({ states }) => expect(states).toEqual(['passed']),
    { services: ['./greeter.cjs', 'codehost'], env: { GREETINGS: '{big-greeter}/v1' } },
  )

  testOf(
    'names a service that does not exist',
    { 'a.test.js': `test('never', () => {})` },
    ({ messages }) => expect(messages).toContain('codehots: unknown service, did you mean "codehost"?'),
    { services: ['codehots'] },
  )

  testOf(
    'names an option that does not exist',
    { 'a.test.js': `test('never', () => {})` },
    ({ messages }) =>
      expect(messages).toContain('testEnvironmentOptions: unknown option service, did you mean services?'),
    { service: ['codehost'] },
  )

  test('leaves nothing behind when the run is interrupted', async () => {
    using project = createProject({
      'a.test.js': `
        test('hangs', async () => {
          process.stderr.write('up at ' + codehost.port + '\\n')
          await new Promise(() => {})
        }, 60000)`,
    })
    const running = project.start('jest', ['-i'])
    const [, port] = await running.until(/up at (\d+)/)
    expect(await listens(Number(port))).toBe(true)
    running.kill('SIGINT')
    await running.ended
    await freed(Number(port))
  })
})

describe('the environment in Jest, which looks for open handles', { timeout: 300_000 }, () => {
  const testOpen = projectsOfOneRun('--detectOpenHandles')

  testOpen('leaves none of a global for each service', GLOBALS, ({ states, output }) => {
    expect(states).toEqual(['passed', 'passed'])
    expect(output).not.toMatch(/open handle|did not exit|failed to exit/i)
  })

  testOpen(
    'has a variant for jsdom',
    {
      'a.test.js': `/** ${PRAGMA} backlot/jest/jsdom */
        test('calls from a page', async () => {
          const request = new XMLHttpRequest()
          request.open('GET', codehost.url + '/zen')
          await new Promise((resolve) => { request.onload = resolve; request.send() })
          expect(request.status).toBe(200)
          expect(document.title).toBe('')
          expect(process.env.CODEHOST_API_BASE).toBe(codehost.url)
        })`,
    },
    ({ states }) => expect(states).toEqual(['passed']),
  )

  testOpen(
    'answers a child process that the test waits for, in a thread',
    {
      'a.test.js': `
          const { execFileSync } = require('node:child_process')
          const program = 'fetch(process.env.CODEHOST_API_BASE + "/zen").then((response) => console.log(response.status))'
          for (const round of [1, 2]) {
            test('round ' + round, () => {
              expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('200\\n')
              expect(codehost.requests).toMatchObject([{ method: 'GET', path: '/zen', status: 200 }])
            })
          }`,
    },
    ({ states }) => expect(states).toEqual(['passed', 'passed']),
    { services: ['codehost'], runsIn: 'thread' },
  )
})
