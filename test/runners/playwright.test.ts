/* oxlint-disable vitest/no-standalone-expect, vitest/expect-expect, vitest/valid-title -- a function makes tests */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#testkit/chromium.ts'
import { createProject as create, freed, listens, ownShard, type Project } from './project.ts'

const { env, port: PORT } = ownShard(2)

const TEST = `
import { test as base, expect } from '@playwright/test'
import { codehostFixture } from 'backlot/playwright'
const test = base.extend(codehostFixture)
`

const CREATE = `
const createLabel = (url, name) => fetch(url + '/repos/octocat/hello-world/labels', {
  method: 'POST',
  headers: { authorization: 'Bearer dev_token' },
  body: JSON.stringify({ name }),
}).then((response) => response.status)
`

const SERVER = `
import { createServer } from 'node:http'
const server = createServer(async (request, response) => {
  if (request.url === '/') return response.end('up')
  response.end(String((await fetch(process.env.GITHUB_URL + '/zen')).status))
})
server.listen(process.env.PORT, '127.0.0.1')
console.log('serving')
`

/** The server of an application that is never ready. */
const BROKEN = `
import { createServer } from 'node:http'
createServer((_, response) => response.writeHead(500).end('the database is missing'))
  .listen(process.env.PORT, '127.0.0.1')
`

function createProject(files: Readonly<Record<string, string>>): Project {
  return create({ 'playwright.config.js': `export default { reporter: 'list' }`, ...files }, env)
}

/** A test in the JSON report of Playwright. */
interface Spec {
  readonly file: string
  readonly tests: readonly {
    readonly status: string
    readonly results: readonly {
      readonly error?: { readonly message: string }
      readonly attachments: readonly { readonly name: string; readonly body?: string; readonly path?: string }[]
    }[]
  }[]
}

interface FileResult {
  /** `expected`, `unexpected` or `flaky` for each test of the file, in their order. */
  readonly states: readonly string[]
  /** The message of the error of each test; undefined for one that has passed. */
  readonly errors: readonly (string | undefined)[]
  readonly specs: readonly Spec[]
  /** The folder of the project. */
  readonly directory: string
}

/**
 * Collects test files that one run serves in one worker after another, as the start of Playwright takes longer than
 * most of them. Returns a function that adds a file, with a test of what became of it.
 */
function filesOfOneRun(more: Readonly<Record<string, string>>) {
  const files = new Map<string, string>()
  let project: Project
  let specs: readonly Spec[]
  beforeAll(async () => {
    project = createProject({ ...more, ...Object.fromEntries(files) })
    const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: 'out.json' }
    await project.run('playwright', ['test', '--workers=1', '--reporter=json'], report)
    const { suites } = JSON.parse(readFileSync(join(project.directory, 'out.json'), 'utf8')) as {
      suites: { file: string; specs: Omit<Spec, 'file'>[] }[] // written by Playwright
    }
    // A sweep has its place in the fixture, and not in the file that calls it.
    specs = suites.flatMap(({ file, specs: own }) => own.map((each) => ({ ...each, file })))
  }, 300_000)
  afterAll(() => project[Symbol.dispose]())
  return (name: string, text: string, check: (result: FileResult) => void | Promise<void>): void => {
    const file = `${files.size}.spec.js`
    files.set(file, text)
    test(name, () => {
      const own = specs.filter((spec) => spec.file === file)
      const results = own.map((spec) => spec.tests[0])
      return check({
        states: results.map((each) => each?.status ?? 'missing'),
        errors: results.map((each) => each?.results[0]?.error?.message),
        specs: own,
        directory: project.directory,
      })
    })
  }
}

describe('the fixture in Playwright', { timeout: 300_000 }, () => {
  const testOf = filesOfOneRun({ 'server.js': SERVER, 'broken.js': BROKEN })

  testOf(
    'is reset before each test and before a retry, and sets its variables',
    `${TEST}${CREATE}
        test.describe.configure({ retries: 1 })
        for (const round of [1, 2]) {
          test('round ' + round, async ({ codehost }, { retry }) => {
            expect(codehost.port).toBe(${PORT})
            expect(process.env.CODEHOST_API_BASE).toBe(codehost.url)
            expect(codehost.requests).toEqual([])
            expect(await createLabel(codehost.url, 'flaky')).toBe(201)
            expect(retry).toBe(1)
          })
        }
        test('knows the instance by its variable', async () => {
          expect(await createLabel(process.env.CODEHOST_API_BASE, 'flaky')).toBe(201)
        })`,
    async ({ states }) => {
      expect(states).toEqual(['flaky', 'flaky', 'expected'])
      expect(await listens(PORT)).toBe(false)
    },
  )

  testOf(
    'has the methods of docdb, whose driver finds the same documents',
    `
        import { test as base, expect } from '@playwright/test'
        import { docdbFixture } from 'backlot/playwright'
        import { MongoClient, ObjectId } from 'mongodb'
        const test = base.extend(docdbFixture)
        for (const round of [1, 2]) {
          test('round ' + round, async ({ docdb }) => {
            expect(docdb.collection('shop.carts').insert({ _id: new ObjectId(), total: 5 })).toBe(1)
            const client = await MongoClient.connect(process.env.MONGODB_URI)
            const carts = client.db('shop').collection('carts')
            expect(await carts.find().toArray()).toEqual([{ _id: expect.any(ObjectId), total: 5 }])
            await client.close()
          })
        }`,
    ({ states }) => expect(states).toEqual(['expected', 'expected']),
  )

  test('makes a world, whose tests begin at a checkpoint that one of two workers prepares', async () => {
    const file = `
      import { appendFileSync } from 'node:fs'
      import { expect, test as base } from '@playwright/test'
      import { worldFixture } from 'backlot/playwright'
      ${CREATE}
      const checkpoints = {
        paid: async ({ codehost }) => {
          appendFileSync('prepared.txt', 'once ')
          expect(await createLabel(codehost.url, 'paid')).toBe(201)
        },
      }
      const test = base.extend(worldFixture(['codehost', 'mail'], { checkpoints }))
      test('begins at the seed', async ({ codehost }) => {
        expect(await createLabel(codehost.url, 'paid')).toBe(201)
      })
      test.describe('later', () => {
        test.use({ startFrom: 'paid' })
        for (const round of [1, 2]) {
          test('round ' + round, async ({ codehost, world }) => {
            expect(await createLabel(codehost.url, 'paid')).toBe(422)
            expect(await createLabel(codehost.url, 'flaky')).toBe(201)
            expect(world.timeline().map(({ call }) => call.status)).toEqual([422, 201])
          })
        }
      })`
    using project = createProject({ 'a.spec.js': file, 'b.spec.js': file })
    const { code, output } = await project.run('playwright', ['test', '--workers=2'])
    expect(output).toContain('6 passed')
    expect(code).toBe(0)
    expect(readFileSync(join(project.directory, 'prepared.txt'), 'utf8')).toBe('once ')
  })

  test('gives two workers two ports', async () => {
    const file = `${TEST}
      import { existsSync, writeFileSync } from 'node:fs'
      test('meets the other', async ({ codehost }) => {
        writeFileSync('port-' + codehost.port, '')
        await expect.poll(() => existsSync('port-${PORT}') && existsSync('port-${PORT + 1}')).toBe(true)
      })`
    using project = createProject({ 'a.spec.js': file, 'b.spec.js': file })
    expect((await project.run('playwright', ['test', '--workers=2'])).output).toContain('2 passed')
  })

  test('moves its ports by 100 for each shard, and takes its options by file', async () => {
    const file = `${TEST}
      test.use({ codehostOptions: { seed: './one.yaml', basePort: 13000, env: { GITHUB: '{url}/v3' } } })
      test('is in the second shard', async ({ codehost }) => {
        expect(codehost.port).toBe(13100)
        expect(process.env.GITHUB).toBe(codehost.url + '/v3')
        expect((await fetch(codehost.url + '/repos/ada/one/labels')).status).toBe(200)
      })`
    using project = createProject({
      'one.yaml': 'codehost:\n  users: [{ login: ada }]\n  repos: [{ owner: ada, name: one }]\n',
      'a.spec.js': file,
      'b.spec.js': file,
      'c.spec.js': file,
    })
    expect((await project.run('playwright', ['test', '--shard=2/3'])).output).toContain('1 passed')
  })

  testOf(
    'attaches what was asked to a failed test',
    `${TEST}
        import { withSweep } from 'backlot/playwright'
        test('fails', async ({ codehost }) => {
          await fetch(codehost.url + '/repos/octocat/nowhere/to/be/found?page=2')
          expect(1).toBe(2)
        })
        test('passes', () => {})
        const invariant = ({ codehost: labels }, { failure }) => labels.requests.length === (failure === null ? 1 : 2)
        withSweep(test).sweep('is swept', { invariant, failures: ['500', '503'] }, async ({ codehost }) => {
          const label = () => fetch(codehost.url + '/repos/octocat/hello-world/labels', { method: 'POST' })
          if ((await label()).status === 500) await label()
        })`,
    ({ states, specs }) => {
      expect(states).toEqual(['unexpected', 'expected', 'unexpected'])
      const swept = specs[2]?.tests[0]?.results[0]?.error?.message
      expect(swept).toContain('   codehost issues/create-label 1 500  retried')
      expect(swept).toContain(' ✗ codehost issues/create-label 1 503  went on')
      const replay = 'codehost issues/create-label 1 503'
      expect(swept).toContain(`again: test.sweep("is swept", { invariant, replay: "${replay}" }, body)`)
      const [failed, passed] = specs.map((spec) => spec.tests[0]?.results[0]?.attachments)
      expect(passed).toEqual([])
      expect(failed?.map((each) => each.name)).toEqual(
        expect.arrayContaining(['codehost requests', 'codehost requests (JSON)', 'backlot report']),
      )
      const { path = '' } = failed?.find((each) => each.name === 'backlot report') ?? {}
      expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>[^]*\bfails\b/)
      const text = Buffer.from(
        failed?.find((each) => each.name === 'codehost requests')?.body ?? '',
        'base64',
      ).toString()
      expect(text).toMatch(/1 matched no operation:\s+GET +\/repos\/octocat\/nowhere\/to\/be\/found\?page=2 +501/)
    },
  )

  testOf(
    'starts the application with the URLs of its emulators, and ends it',
    `
        import { writeFileSync } from 'node:fs'
        import { test as base, expect } from '@playwright/test'
        import { appFixture, codehostFixture } from 'backlot/playwright'
        const test = base.extend(codehostFixture).extend(
          appFixture({ command: 'node server.js', env: { GITHUB_URL: '{codehost}' } }),
        )
        test('asks', async ({ app, codehost, baseURL, request }) => {
          expect(baseURL).toBe(app.url)
          expect(await (await request.get('/ask')).text()).toBe('200')
          expect(codehost.requests).toMatchObject([{ path: '/zen' }])
          expect(app.output()).toContain('serving')
          writeFileSync('port', String(app.port))
        })`,
    async ({ states, directory }) => {
      expect(states).toEqual(['expected'])
      expect(await listens(Number(readFileSync(join(directory, 'port'), 'utf8')))).toBe(false)
    },
  )

  testOf(
    'starts the application at the port that its providers know',
    `
        import { test as base, expect } from '@playwright/test'
        import { appFixture, freePort } from 'backlot/playwright'
        const port = await freePort()
        const test = base.extend(appFixture({ command: 'node server.js', port }))
        test('is there', async ({ app, request }) => {
          expect(app).toMatchObject({ port, url: 'http://127.0.0.1:' + port })
          expect(await (await request.get('/')).text()).toBe('up')
        })`,
    ({ states }) => expect(states).toEqual(['expected']),
  )

  testOf(
    'tells why the application did not start',
    `
        import { test as base } from '@playwright/test'
        import { appFixture } from 'backlot/playwright'
        const test = base.extend(appFixture({ command: 'echo no luck today && exit 3' }))
        test('never', async ({ app }) => {})`,
    ({ states, errors }) => {
      expect(states).toEqual(['unexpected'])
      expect(errors[0]).toMatch(
        /`echo no luck today && exit 3` is not up at http:[^]*it ended with code 3\s+no luck today/,
      )
    },
  )

  testOf(
    'says what the application answered when it is never ready',
    `
        import { test as base } from '@playwright/test'
        import { appFixture } from 'backlot/playwright'
        const test = base.extend(appFixture({ command: 'node broken.js', timeout: 3000 }))
        test('never', async ({ app }) => {})`,
    ({ errors }) =>
      expect(errors[0]).toContain(
        'no answer below 500 within 3000 ms; the last answer was 500: the database is missing',
      ),
  )

  test('ends the application of a worker that was killed', async () => {
    using project = createProject({
      'server.js': SERVER,
      'a.spec.js': `
        import { test as base } from '@playwright/test'
        import { appFixture } from 'backlot/playwright'
        const test = base.extend(appFixture({ command: 'node server.js' }))
        test('hangs', async ({ app }) => {
          console.log('worker ' + process.pid + ' at ' + app.port)
          await new Promise(() => {})
        })`,
    })
    const running = project.start('playwright', ['test'])
    const [, worker, port] = await running.until(/worker (\d+) at (\d+)/)
    expect(await listens(Number(port))).toBe(true)
    process.kill(Number(worker), 'SIGKILL')
    await freed(Number(port))
    await running.ended
  })

  test('leaves nothing behind when the run is interrupted', async () => {
    using project = createProject({
      'server.js': SERVER,
      'a.spec.js': `
        import { test as base } from '@playwright/test'
        import { appFixture, codehostFixture } from 'backlot/playwright'
        const test = base.extend(codehostFixture).extend(
          appFixture({ command: 'node server.js', env: { GITHUB_URL: '{codehost}' } }),
        )
        test('hangs', async ({ app, codehost }) => {
          console.log('up at ' + codehost.port + ' and ' + app.port)
          await new Promise(() => {})
        })`,
    })
    const running = project.start('playwright', ['test'])
    const [, ...ports] = await running.until(/up at (\d+) and (\d+)/)
    for (const port of ports) expect(await listens(Number(port))).toBe(true)
    running.kill('SIGINT')
    await running.ended
    for (const port of ports) await freed(Number(port))
  })

  test('starts one application for two workers, and each call of it reaches the test that has caused it', async () => {
    using project = createProject({
      'server.js': `
        import { createServer } from 'node:http'
        const issues = 'https://api.github.com/repos/octocat/hello-world/issues'
        const headers = { authorization: 'Bearer dev_token' }
        const server = createServer(async (request, response) => {
          if (request.url === '/') return response.end('up')
          if (request.url === '/pid') return response.end(String(process.pid))
          const title = new URL(request.url, 'http://app').searchParams.get('title')
          await fetch(issues, { method: 'POST', headers, body: JSON.stringify({ title }) })
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
          const all = await (await fetch(issues, { headers })).json()
          response.setHeader('content-type', 'text/html')
          response.end('<title>' + all.map((issue) => issue.title).join() + '</title>')
        })
        server.listen(process.env.PORT, '127.0.0.1')`,
      'a.spec.js': `
        import { writeFileSync } from 'node:fs'
        import { test as base, expect } from '@playwright/test'
        import { emulatorFixture, sharedAppFixture } from 'backlot/playwright'
        const test = base
          .extend(emulatorFixture('codehost', { hosts: 'real', basePort: 0 }))
          .extend(sharedAppFixture({ command: 'node server.js', services: ['codehost'] }))
        test.describe.configure({ mode: 'parallel' })
        for (const name of ['a', 'b', 'c', 'd']) {
          test('test ' + name, async ({ codehost, request, app }, { parallelIndex }) => {
            const made = await request.get('/?title=' + name)
            expect(await made.text()).toBe('<title>' + name + ',Welcome</title>')
            expect(codehost.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
            const pid = await (await request.get('/pid')).text()
            writeFileSync('app-of-' + parallelIndex, pid + ' ' + app.url)
          })
        }
        test('page', async ({ page }) => {
          await page.goto('/?title=page')
          await expect(page).toHaveTitle('page,Welcome')
        })`,
      'playwright.config.js': `export default {
        reporter: 'list',
        use: { launchOptions: { executablePath: ${JSON.stringify(chromiumPath())} } },
      }`,
      'backlot.config.yaml': `
tokens: { dev_token: { login: octocat, scopes: [repo] } }
codehost: { users: [{ login: octocat }], repos: [{ owner: octocat, name: hello-world, issues: [{ title: Welcome }] }] }
`,
    })
    const { code, output } = await project.run('playwright', ['test', '--workers=2', '--fully-parallel'])
    expect(output).toContain('5 passed')
    expect(code).toBe(0)
    const [first = '', second] = ['app-of-0', 'app-of-1'].map((name) =>
      readFileSync(join(project.directory, name), 'utf8'),
    )
    expect(second).toBe(first)
    await freed(Number(first.split(':').at(-1)))
  })
})
