/* oxlint-disable vitest/no-standalone-expect, vitest/expect-expect, vitest/valid-title -- a function makes tests */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject as create, freed, listens, ownShard, type Project } from './project.ts'

const { env, port: PORT } = ownShard(0)
const createProject = (files: Readonly<Record<string, string>>): Project => create(files, env)

const FIXTURE = `
import { expect, test as base } from 'vitest'
import { codehostFixture } from 'backlot/vitest'
const test = base.extend(codehostFixture)
`

const CREATE = `
const createLabel = (url, name) => fetch(url + '/repos/octocat/hello-world/labels', {
  method: 'POST',
  headers: { authorization: 'Bearer dev_token' },
  body: JSON.stringify({ name }),
}).then((response) => response.status)
`

const TWO_SERVICES = `
import { expect, test as base } from 'vitest'
import { codehostFixture, mailFixture } from 'backlot/vitest'
const test = base.extend(codehostFixture).extend(mailFixture)
test('asks both', async ({ codehost, mail }) => {
  expect((await fetch(codehost.url + '/zen')).status).toBe(200)
  expect((await fetch(mail.url + '/emails')).status).toBe(401)
  expect(codehost.requests).toHaveLength(1)
  expect(mail.requests).toHaveLength(1)
})
`

const GREETER = `
import * as v from 'valibot'
import { defineService, value } from 'backlot'
export const greeter = defineService({
  id: 'big-greeter', port: 4900, title: 'Greeter', seed: v.object({ name: v.optional(v.string(), 'nobody') }),
  starter: 'name: Ada\\n', collections: { name: value() },
  applySeed: ({ rows }, section) => rows.name.set(section.name),
  authenticate: () => null,
  dialect: {
    failure: ({ status, message }) => ({ status, headers: {}, body: message }),
    unknownRoute: (hint) => new Error(hint), internal: (error) => error, malformed: (reason) => new Error(reason),
    invalid: () => new Error('invalid'),
  },
  routes: [{ method: 'GET', path: '/hello', operation: 'hello', run: ({ rows }) => ({
    status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ hello: rows.name.get() }),
  }) }],
  env: (url) => ({ GREETER_API: url }),
})
`

/** The end of a test file: the states of its tests, in their order, and what their metadata has of backlot. */
interface FileResult {
  readonly states: readonly string[]
  readonly calls: readonly unknown[]
  /** The output of the whole run. */
  readonly output: string
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly meta: { readonly backlot?: readonly { readonly calls: readonly unknown[] }[] }
    }[]
  }[]
}

/**
 * Collects test files that one run serves, one after another and each in a process of its own, as the start of Vitest
 * takes longer than most of them. Returns a function that adds a file, with a test of what became of it.
 */
function filesOfOneRun(more: Readonly<Record<string, string>>) {
  const files = new Map<string, string>()
  let project: Project
  let output: string
  let report: JsonReport
  beforeAll(async () => {
    const config = 'export default { test: { testTimeout: 60_000 } }'
    project = createProject({ 'vitest.config.js': config, ...more, ...Object.fromEntries(files) })
    const reporters = ['--reporter=default', '--reporter=json', '--outputFile=out.json']
    ;({ output } = await project.run('vitest', ['run', '--maxWorkers=1', ...reporters]))
    report = JSON.parse(readFileSync(join(project.directory, 'out.json'), 'utf8')) as JsonReport // written by Vitest
  }, 300_000)
  afterAll(() => project[Symbol.dispose]())
  return (name: string, text: string, check: (result: FileResult) => void | Promise<void>): void => {
    const file = `${files.size}.test.js`
    files.set(file, text)
    test(name, () => {
      const tests = report.testResults.find((each) => each.name.endsWith(`/${file}`))?.assertionResults ?? []
      const calls = tests.flatMap(({ meta }) => meta.backlot?.flatMap((each) => each.calls) ?? [])
      return check({ states: tests.map(({ status }) => status), calls, output })
    })
  }
}

describe('the fixture in Vitest', { timeout: 300_000 }, () => {
  const testOf = filesOfOneRun({ 'greeter.js': GREETER })

  testOf(
    'gives each of the tests that run at once a tenant of its own, by URL and at the real hosts',
    `
        import { expect, test as base } from 'vitest'
        import { runInTenant } from 'backlot/intercept'
        import { concurrentFixture } from 'backlot/vitest'
        ${CREATE}
        const test = base.extend(concurrentFixture('codehost', { hosts: 'real', basePort: 0 }))
        for (const name of ['a', 'b', 'c']) {
          test.concurrent(name, async ({ codehost }) => {
            for (let round = 0; round < 3; round++) {
              expect(await createLabel(codehost.url, 'flaky ' + round)).toBe(201)
              const real = await runInTenant(codehost.tenantId, () => createLabel('https://api.github.com', 'real ' + round))
              expect(real).toBe(201)
            }
            expect(codehost.requests).toHaveLength(6)
          })
        }`,
    ({ states }) => expect(states).toEqual(['passed', 'passed', 'passed']),
  )

  test('makes a world of several services, whose checkpoint one of two workers prepares, and sweeps it', async () => {
    const file = `
      import { appendFileSync } from 'node:fs'
      import { expect, test as base } from 'vitest'
      import { sweep } from 'backlot'
      import { withSweep, worldFixture } from 'backlot/vitest'
      ${CREATE}
      const checkpoints = {
        paid: async ({ codehost }) => {
          appendFileSync('prepared.txt', 'once ')
          expect(await createLabel(codehost.url, 'paid')).toBe(201)
        },
      }
      const test = withSweep(base.extend(worldFixture(['codehost', 'mail'], { checkpoints, startFrom: 'paid' })))
      for (const round of [1, 2]) {
        test('round ' + round, async ({ codehost }) => {
          expect(codehost.requests).toEqual([])
          expect(await createLabel(codehost.url, 'paid')).toBe(422)
          expect(await createLabel(codehost.url, 'flaky')).toBe(201)
        })
      }
      test('has one clock and one timeline', async ({ world, codehost, mail }) => {
        world.clock.freeze('2030-01-01T00:00:00Z')
        expect(mail.clock.now()).toBe(codehost.clock.now())
        await fetch(mail.url + '/emails')
        await createLabel(codehost.url, 'flaky')
        expect(String(world.timeline())).toBe('mail: emails/list 401\\ncodehost: issues/create-label 201')
      })
      test('is swept', async ({ world, codehost }) => {
        const body = async () => {
          while (!(await createLabel(codehost.url, 'swept').then((status) => status < 429, () => false)))
            await new Promise((resolve) => setTimeout(resolve, 60_000))
        }
        const { results } = await sweep(world, body, { invariant: () => codehost.changes().labels.added.length === 1 })
        expect(results.map(({ reaction }) => reaction)).toEqual(Array(6).fill('retried'))
      })
      let runs = 0
      const invariant = ({ codehost }, { failure }) =>
        expect(codehost.changes().labels?.added.length ?? 0).toBe(failure?.endsWith('drop-before') ? 0 : 1)
      test.sweep('is one sweep', { invariant, failures: ['drop-before', 'drop-after'] }, async ({ world }, { attempt }) => {
        expect(attempt).toBe(runs++)
        await createLabel(world.codehost.url, 'swept')
      })
      test('was swept in three runs', () => expect(runs).toBe(3))`
    using project = createProject({ 'a.test.js': file, 'b.test.js': file })
    const { code, output } = await project.run('vitest', ['run', '--maxWorkers=2'])
    expect(output).toContain('12 passed')
    expect(code).toBe(0)
    expect(readFileSync(join(project.directory, 'prepared.txt'), 'utf8')).toBe('once ')
  })

  testOf(
    'starts at the default base, is reset before each test and sets its variables',
    `${FIXTURE}${CREATE}
        for (const round of [1, 2]) {
          test('round ' + round, async ({ codehost }) => {
            expect(codehost.port).toBe(${PORT})
            expect(process.env.CODEHOST_API_BASE).toBe(codehost.url)
            expect(codehost.requests).toEqual([])
            expect(await createLabel(codehost.url, 'flaky')).toBe(201)
          })
        }`,
    async ({ states }) => {
      expect(states).toEqual(['passed', 'passed'])
      expect(await listens(PORT)).toBe(false)
    },
  )

  testOf(
    'is reset before a retry',
    `${FIXTURE}${CREATE}
        let attempt = 0
        test('succeeds at the second attempt', { retry: 1 }, async ({ codehost }) => {
          expect(await createLabel(codehost.url, 'flaky')).toBe(201)
          expect(++attempt).toBe(2)
        })`,
    ({ states }) => expect(states).toEqual(['passed']),
  )

  testOf(
    'is reset for tests that do not ask for it',
    `${FIXTURE}${CREATE}
        test('changes something', async ({ codehost }) => {
          expect(await createLabel(codehost.url, 'flaky')).toBe(201)
        })
        test('knows the instance by its variable', async () => {
          expect(await createLabel(process.env.CODEHOST_API_BASE, 'flaky')).toBe(201)
        })`,
    ({ states }) => expect(states).toEqual(['passed', 'passed']),
  )

  test('gives two workers two ports', async () => {
    const file = `${FIXTURE}
      import { existsSync, writeFileSync } from 'node:fs'
      test('meets the other', async ({ codehost }) => {
        writeFileSync('port-' + codehost.port, '')
        await expect.poll(() => existsSync('port-${PORT}') && existsSync('port-${PORT + 1}'), { timeout: 10000 }).toBe(true)
      }, 15000)`
    using project = createProject({ 'a.test.js': file, 'b.test.js': file })
    expect((await project.run('vitest', ['run', '--maxWorkers=2'])).output).toContain('2 passed')
  })

  test('moves its ports by 100 for each shard', async () => {
    const file = `${FIXTURE}
      test('is in the second shard', ({ codehost }) => expect(codehost.port).toBe(11100))`
    using project = createProject({
      'a.test.js': file,
      'b.test.js': file,
      'c.test.js': file,
      'vitest.config.js': `export default { test: { globalSetup: 'backlot/vitest/global-setup' } }`,
    })
    expect((await project.run('vitest', ['run', '--shard=2/3'])).output).toContain('1 passed')
    expect((await project.run('vitest', ['run', 'a.test.js'], { BACKLOT_SHARD: '2/3' })).output).toContain('1 passed')
  })

  test('serves two services in every pool, as one instance for all files of a worker that is not isolated', async () => {
    const shares = `${FIXTURE}${CREATE}
      test('shares', async ({ codehost }) => {
        expect([${PORT}, ${PORT + 1}]).toContain(codehost.port)
        expect(await createLabel(codehost.url, 'flaky')).toBe(201)
      })`
    const pools = ['forks', 'threads', 'vmForks', 'vmThreads']
    const [both, sharing] = [
      ['a', 'b'],
      ['c', 'd', 'e'],
    ].map((names) => names.map((name) => `${name}.test.js`))
    const projects = [
      ...pools.map((pool) => ({ pool, isolate: true, include: ['a.test.js'] })),
      ...pools.map((pool) => ({ pool, isolate: false, include: both })),
      ...['forks', 'threads', 'vmThreads'].map((pool) => ({ pool, isolate: false, include: sharing })),
    ].map((settings, index) => ({ extends: true, test: { name: `${index}`, ...settings } }))
    using project = createProject({
      ...Object.fromEntries(['a', 'b'].map((name) => [`${name}.test.js`, TWO_SERVICES])),
      ...Object.fromEntries(['c', 'd', 'e'].map((name) => [`${name}.test.js`, shares])),
      'vitest.config.js': `export default { test: { testTimeout: 60_000, projects: ${JSON.stringify(projects)} } }`,
    })
    const { code, output } = await project.run('vitest', ['run', '--maxWorkers=2'])
    expect(output).toContain('21 passed')
    expect(code).toBe(0)
  })

  test('takes another seed in another file of the same worker', async () => {
    const file = (login: string): string => `
      import { expect, test as base } from 'vitest'
      import { emulatorFixture } from 'backlot/vitest'
      const test = base.extend(emulatorFixture('codehost', { seed: { codehost: {
        users: [{ login: '${login}' }], repos: [{ owner: '${login}', name: 'one' }],
      } } }))
      test('knows ${login}', async ({ codehost }) => {
        expect((await fetch(codehost.url + '/repos/${login}/one/labels')).status).toBe(200)
        expect(codehost.port).toBe(${PORT})
      })`
    using project = createProject({ 'a.test.js': file('ada'), 'b.test.js': file('grace') })
    expect((await project.run('vitest', ['run', '--no-isolate', '--maxWorkers=1'])).output).toContain('2 passed')
  })

  test('finds the seed of its own project among several, in every pool', async () => {
    const pools = ['forks', 'threads', 'vmThreads']
    const packages = pools.map((pool) => ({
      [`packages/${pool}/vitest.config.js`]: `export default { test: { pool: '${pool}' } }`,
      [`packages/${pool}/backlot.config.yaml`]: `codehost: { users: [{ login: ada-in-${pool.toLowerCase()} }] }`,
      [`packages/${pool}/a.test.js`]: `${FIXTURE}
        test('knows ada', async ({ codehost }) => {
          expect((await fetch(codehost.url + '/users/ada-in-${pool.toLowerCase()}')).status).toBe(200)
        })`,
    }))
    using project = createProject({
      'vitest.config.js': `export default { test: { projects: ['packages/*'] } }`,
      ...Object.assign({}, ...packages),
    })
    expect((await project.run('vitest', ['run'])).output).toContain('3 passed')
  })

  testOf(
    'shows a failed test what was asked, the unmatched first',
    `${FIXTURE}${CREATE}
        import { withSweep } from 'backlot/vitest'
        test('fails', async ({ codehost }) => {
          await createLabel(codehost.url, 'flaky')
          await fetch(codehost.url + '/repos/octocat/nowhere/to/be/found?page=2')
          expect(1).toBe(2)
        })
        const invariant = ({ codehost }) => expect(codehost).toHaveReceived('issues/create-label', { times: 1 })
        withSweep(test).sweep('labels "once"', { invariant }, async ({ codehost }, { attempt }) => {
          if (attempt < 2) await createLabel(codehost.url, 'flaky')
        })`,
    ({ states, calls, output }) => {
      expect(states).toEqual(['failed', 'failed'])
      expect(output).toContain(`backlot: codehost at http://127.0.0.1:${PORT}, seed: starter seed`)
      expect(output).toMatch(/1 matched no operation:\s+GET +\/repos\/octocat\/nowhere\/to\/be\/found\?page=2 +501/)
      expect(output).toMatch(/2 requests:\s+POST +\/repos\/octocat\/hello-world\/labels +201/)
      expect(output).toContain(' ✗ codehost issues/create-label 1 500          not reached')
      const replay = 'codehost issues/create-label 1 500'
      expect(output).toContain(`again: test.sweep("labels \\"once\\"", { invariant, replay: "${replay}" }, body)`)
      expect(calls).toHaveLength(2)
    },
  )

  testOf(
    'says what a test that timed out was waiting for',
    `${FIXTURE}
        test('waits', async ({ codehost }) => {
          await codehost.webhooks.next('issues.opened', { timeout: '1m' })
        }, 3000)`,
    ({ output }) =>
      expect(output).toMatch(
        /Test timed out in 3000ms[^]*still waiting: no issues\.opened was delivered within \d+ ms/,
      ),
  )

  testOf(
    'falls back to a free port when the default one is taken, and says so',
    `
        import { createServer } from 'node:http'
        import { afterAll, beforeAll } from 'vitest'
        ${FIXTURE}
        const other = createServer()
        beforeAll(() => new Promise((resolve) => other.listen(${PORT}, '127.0.0.1', resolve)))
        afterAll(() => new Promise((resolve) => other.close(resolve)))
        test('moves', ({ codehost }) => expect(codehost.port).not.toBe(${PORT}))`,
    ({ states, output }) => {
      expect(output).toContain(`backlot: port ${PORT} is in use: codehost listens at http://127.0.0.1:`)
      expect(states).toEqual(['passed'])
    },
  )

  testOf(
    'insists on a port that was asked for',
    `
        import { createServer } from 'node:http'
        import { beforeAll, test as base } from 'vitest'
        import { emulatorFixture } from 'backlot/vitest'
        const test = base.extend(emulatorFixture('codehost', { basePort: 12345 }))
        beforeAll(() => new Promise((resolve) => createServer().listen(${PORT + 1345}, '127.0.0.1', resolve)))
        test('cannot', ({ codehost }) => {})`,
    ({ states, output }) => {
      expect(output).toContain(`port ${PORT + 1345} is in use (codehost)`)
      expect(states).toEqual(['failed'])
    },
  )

  testOf(
    'refuses two instances with other options in one worker',
    `
        import { expect, test as base } from 'vitest'
        import { emulatorFixture } from 'backlot/vitest'
        const one = base.extend(emulatorFixture('codehost', { seed: {} }))
        const two = base.extend(emulatorFixture('codehost', { env: { API: '{url}' } }))
        one('first', ({ codehost }) => {})
        two('second', ({ codehost }) => {})`,
    ({ states, output }) => {
      expect(output).toContain('codehost already runs in this worker with other options (seed: {} there,')
      expect(states).toEqual(['passed', 'failed'])
    },
  )

  testOf(
    'serves a custom service, with more variables',
    `
        import { expect, test as base } from 'vitest'
        import { emulatorFixture } from 'backlot/vitest'
        import { greeter } from './greeter.js'
        const test = base.extend(emulatorFixture(greeter, { env: { GREETINGS: '{url}/v1', AGAIN: '{big-greeter}' } }))
        test('greets', async ({ bigGreeter }) => {
          expect(process.env).toMatchObject({ GREETINGS: bigGreeter.url + '/v1', AGAIN: bigGreeter.url })
          expect(await (await fetch(bigGreeter.url + '/hello')).json()).toEqual({ hello: 'Ada' })
        })`,
    ({ states }) => expect(states).toEqual(['passed']),
  )

  testOf(
    'answers a child process that the test waits for, in a thread',
    `
        import { execFileSync } from 'node:child_process'
        import { expect, test as base } from 'vitest'
        import { emulatorFixture } from 'backlot/vitest'
        const test = base.extend(emulatorFixture('codehost', { runsIn: 'thread' }))
        const program = 'fetch(process.env.CODEHOST_API_BASE + "/zen").then((response) => console.log(response.status))'
        for (const round of [1, 2]) {
          test('round ' + round, ({ codehost }) => {
            expect(codehost.requests).toEqual([])
            expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('200\\n')
            expect(codehost.requests).toMatchObject([{ method: 'GET', path: '/zen', status: 200 }])
          })
        }`,
    ({ states }) => expect(states).toEqual(['passed', 'passed']),
  )

  test('leaves nothing behind when the run is interrupted', async () => {
    using project = createProject({
      'a.test.js': `${FIXTURE}
        test('hangs', async ({ codehost }) => {
          console.log('up at ' + codehost.port)
          await new Promise(() => {})
        }, 60000)`,
    })
    const running = project.start('vitest', ['run'])
    const [, port] = await running.until(/up at (\d+)/)
    expect(await listens(Number(port))).toBe(true)
    running.kill('SIGINT')
    await running.ended
    await freed(Number(port))
  })
})

describe('a whole Vitest project', { timeout: 300_000 }, () => {
  const CONFIG = {
    plugin: `import { backlot } from 'backlot/vitest'
      export default { plugins: [backlot({ services: ['codehost'], env: { MY_API: '{codehost}/v3' } })], test: { setupFiles: './own.js' } }`,
    files: `export default { test: { globalSetup: 'backlot/vitest/global-setup', setupFiles: ['backlot/vitest/setup', './own.js'] } }`,
  }

  test.each(Object.keys(CONFIG))('has its variables before user code, and a reset before each test, by %s', (way) => {
    expect(ways).toMatch(new RegExp(`✓ +\\|${way}\\| .*a\\.test\\.js \\(2 tests\\)`))
  })

  let ways: string
  beforeAll(async () => {
    const packages = Object.entries(CONFIG).map(([way, config]) => ({
      [`${way}/vitest.config.js`]: config,
      [`${way}/own.js`]: `globalThis.seen = process.env.CODEHOST_API_BASE`,
      [`${way}/client.js`]: `export const base = process.env.CODEHOST_API_BASE\nexport const mine = process.env.MY_API`,
      [`${way}/a.test.js`]: `
        import { expect, test } from 'vitest'
        import { emulator } from 'backlot/vitest'
        import { base, mine } from './client.js'
        ${CREATE}
        for (const round of [1, 2]) {
          test('round ' + round, async () => {
            const codehost = emulator('codehost')
            expect(base).toBe(codehost.url)
            expect(globalThis.seen).toBe(codehost.url)
            expect(mine).toBe(${way === 'plugin' ? "codehost.url + '/v3'" : 'undefined'})
            expect(codehost.port).toBe(${PORT})
            expect(await createLabel(base, 'flaky')).toBe(201)
          })
        }`,
    }))
    using project = createProject({
      'vitest.config.js': `export default { test: { projects: ${JSON.stringify(Object.keys(CONFIG))} } }`,
      ...Object.assign({}, ...packages),
    })
    ;({ output: ways } = await project.run('vitest', ['run', '--maxWorkers=1']))
  }, 300_000)

  test('shows a failed test what was asked, knows the shard and shares its instance with the fixture', async () => {
    using project = createProject({
      'vitest.config.js': `import { backlot } from 'backlot/vitest'
        export default { plugins: [backlot({ services: ['codehost'], seed: { codehost: {} }, basePort: 12000 })] }`,
      'a.test.js': `
        import { expect, test as base } from 'vitest'
        import { codehostFixture, emulator } from 'backlot/vitest'
        const test = base.extend(codehostFixture)
        test('fails', async ({ codehost }) => {
          expect(emulator('codehost')).toBe(codehost)
          await fetch(codehost.url + '/zen')
          throw new Error('on purpose')
        })`,
    })
    const { output } = await project.run('vitest', ['run', '--shard=1/1'])
    expect(output).toMatch(
      /on purpose[^]*backlot: codehost at http:\/\/127\.0\.0\.1:12000, seed: inline\s+1 request:\s+GET +\/zen +200/,
    )
  })

  test('reports a service once to a test that uses it through the plugin and a fixture, and no unused service', async () => {
    using project = createProject({
      'vitest.config.js': `import { backlot } from 'backlot/vitest'
        export default { plugins: [backlot({ services: ['codehost', 'mail'] })] }`,
      'a.test.js': `
        import { expect, test as base } from 'vitest'
        import { codehostFixture } from 'backlot/vitest'
        const test = base.extend(codehostFixture)
        test('fails', async ({ codehost }) => {
          await fetch(codehost.url + '/user')
          throw new Error('on purpose')
        })`,
    })
    const { output } = await project.run('vitest', ['run'])
    expect(output.match(/backlot: codehost at/g)).toHaveLength(1)
    expect(output).toMatch(/GET +\/user +401 Requires authentication/)
    expect(output).not.toContain('mail')
  })

  test.each(['', '--no-isolate'])('runs again in watch mode when the seed file changes %s', async (isolation) => {
    const seedOf = (login: string): string => `codehost: { users: [{ login: ${login} }] }`
    using project = createProject({
      'backlot.config.yaml': seedOf('ada'),
      'vitest.config.js': `import { backlot } from 'backlot/vitest'
        export default { plugins: [backlot({ services: ['codehost'] })] }`,
      'a.test.js': `
        import { test } from 'vitest'
        import { emulator } from 'backlot/vitest'
        test('lists users', async () => {
          const users = await (await fetch(emulator('codehost').url + '/users')).json()
          console.log('users: ' + users.map((user) => user.login))
        })`,
    })
    const running = project.start('vitest', ['--watch', ...(isolation === '' ? [] : [isolation])])
    await running.until(/users: ada/)
    await running.until(/Waiting for file changes/)
    writeFileSync(join(project.directory, 'backlot.config.yaml'), seedOf('grace'))
    const [again] = await running.until(/RERUN[^]*users: grace/)
    expect(again).toContain('backlot.config.yaml')
    running.kill('SIGINT')
    await running.ended
  })

  test('is told of a service that does not exist', async () => {
    using project = createProject({
      'vitest.config.js': `import { backlot } from 'backlot/vitest'
        export default { plugins: [backlot({ services: ['github'] })] }`,
      'a.test.js': `import { test } from 'vitest'\ntest('never', () => {})`,
    })
    const { code, output } = await project.run('vitest', ['run'])
    expect(output).toContain('github: unknown service, did you mean "codehost"?')
    expect(code).toBe(1)
  })
})
