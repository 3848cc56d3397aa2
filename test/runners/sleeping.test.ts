import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createProject as create, ownShard, type Project } from './project.ts'

const { env } = ownShard(5)
const createProject = (files: Readonly<Record<string, string>>): Project => create(files, env)

/** Says whether the definition of a service has been loaded by whoever first needed it. */
const IS_LOADED = `
import { createRequire } from 'node:module'
const isLoaded = (id) => Object.keys(createRequire(import.meta.url).cache).some((file) => file.endsWith('services/' + id + '.cjs'))
`

/** A seed that is not the starter's, of which the first start finds out the facts. */
const SEED = `tokens: { dev_token: { login: octocat, scopes: [repo] } }
codehost: { users: [{ login: octocat }], repos: [{ owner: octocat, name: hello-world }] }
mail: { domains: [{ name: example.com }] }
docdb: {}
`

const FIXTURES = `
import { expect, test as base, vi } from 'vitest'
import { codehostFixture, docdbFixture, mailFixture } from 'backlot/vitest'
const test = base.extend(codehostFixture).extend(mailFixture).extend(docdbFixture)
`

describe('a service that was started with the same seed before', { timeout: 300_000 }, () => {
  test.each(['forks', 'threads'])('is loaded when something first needs it, in %s', async (pool) => {
    using project = createProject({
      'backlot.config.yaml': SEED,
      'vitest.config.js': `export default { test: { pool: '${pool}' } }`,
      'a.test.js': `${FIXTURES}${IS_LOADED}
        const again = process.env.AGAIN === 'yes'
        test('needs none', () => {
          expect(process.env.CODEHOST_API_BASE).toMatch(/^http:/)
          // The first start with a seed makes the instance at once.
          expect(isLoaded('codehost')).toBe(!again)
        })
        test('is reset before it is loaded, and answers a client', async () => {
          const created = await fetch(process.env.CODEHOST_API_BASE + '/repos/octocat/hello-world/labels', {
            method: 'POST',
            headers: { authorization: 'Bearer dev_token' },
            body: JSON.stringify({ name: 'flaky' }),
          })
          expect(created.status).toBe(201)
          expect(isLoaded('codehost')).toBe(true)
          expect(isLoaded('mail')).toBe(!again)
        })
        test('is reset once it is loaded', async ({ codehost }) => {
          expect(codehost.requests).toEqual([])
          const found = await fetch(codehost.url + '/repos/octocat/hello-world/labels/flaky')
          expect(found.status).toBe(404)
          expect(codehost.requests).toHaveLength(1)
          expect(Object.keys(codehost)).toContain('signIn')
          expect(codehost.env.CODEHOST_API_BASE).toBe(codehost.url)
        })
        test('follows the wall clock although it is loaded while timers are faked', async () => {
          vi.useFakeTimers({ now: 0 })
          const answer = await fetch(process.env.RESEND_BASE_URL + '/emails', { headers: { authorization: 'Bearer re_dev_token' } })
          vi.useRealTimers()
          expect(answer.status).toBe(200)
        })
        test('speaks a protocol beside HTTP', async () => {
          const { MongoClient } = await import('mongodb')
          const client = new MongoClient(process.env.MONGODB_URI)
          try {
            const { insertedCount } = await client.db('shop').collection('visits').insertMany([{ n: 1 }, { n: 2 }])
            expect(insertedCount).toBe(2)
          } finally {
            await client.close()
          }
        })`,
    })
    const first = await project.run('vitest', ['run'])
    expect(first.output).toContain('5 passed')
    const second = await project.run('vitest', ['run'], { AGAIN: 'yes' })
    expect(second.output).toContain('5 passed')
    // Nothing of Node.js warns about the way in which it is loaded.
    expect(second.output).not.toContain('Warning')
  })

  test('is not loaded at the first start either, with the starter seed', async () => {
    using project = createProject({
      'a.test.js': `${FIXTURES}${IS_LOADED}
        test('needs none', () => {
          expect(process.env.CODEHOST_API_BASE).toMatch(/^http:/)
          expect(isLoaded('codehost')).toBe(false)
        })
        test('needs one', async ({ codehost }) => {
          expect((await fetch(codehost.url + '/repos/octocat/hello-world')).status).toBe(200)
          expect([isLoaded('codehost'), isLoaded('mail')]).toEqual([true, false])
        })`,
      'empty/.keep': '',
    })
    const { output } = await project.run('vitest', ['run'], { TMPDIR: join(project.directory, 'empty') })
    expect(output).toContain('2 passed')
    expect(readdirSync(join(project.directory, 'empty')).filter((name) => name.startsWith('backlot-starts-'))).toEqual(
      [],
    )
  })

  test('has the modules of the test in a context of its own', async () => {
    using project = createProject({
      'vitest.config.js': `export default { test: { pool: 'vmThreads' } }`,
      'a.test.js': `${FIXTURES}
        test('gives what the test compares strictly', async ({ codehost }) => {
          await fetch(codehost.url + '/zen?a=1')
          expect(codehost.requests.map(({ path }) => ({ path }))).toStrictEqual([{ path: '/zen' }])
          expect(codehost.requests[0].query).toStrictEqual({ a: '1' })
        })`,
    })
    for (let run = 0; run < 2; run++) expect((await project.run('vitest', ['run'])).output).toContain('1 passed')
  })

  test('is a global of Jest and an emulator of the plugin, used at once', async () => {
    using project = createProject({
      'jest.config.cjs': `module.exports = { testEnvironment: 'backlot/jest', testMatch: ['**/*.spec.cjs'],
        testEnvironmentOptions: { services: ['codehost'] } }`,
      'a.spec.cjs': `test('arms a fault before anything has asked', async () => {
        codehost.faults.add({ operation: 'meta/get-zen', status: 503 })
        expect((await fetch(process.env.CODEHOST_API_BASE + '/zen')).status).toBe(503)
      })`,
      'vitest.config.js': `import { backlot } from 'backlot/vitest'
        export default { plugins: [backlot({ services: ['codehost'] })], test: { include: ['*.test.js'] } }`,
      'a.test.js': `import { expect, test } from 'vitest'
        import { emulator } from 'backlot/vitest'
        const codehost = emulator('codehost')
        test('arms a fault before anything has asked', async () => {
          codehost.faults.add({ operation: 'meta/get-zen', status: 503 })
          expect((await fetch(process.env.CODEHOST_API_BASE + '/zen')).status).toBe(503)
        })`,
    })
    for (const runner of ['jest', 'jest', 'vitest', 'vitest']) {
      const { code, output } = await project.run(runner, runner === 'vitest' ? ['run'] : [])
      expect(output).toContain('1 passed')
      expect(code).toBe(0)
    }
  })

  test('is started at once again when its seed has a mistake', async () => {
    using project = createProject({
      'backlot.config.yaml': 'codehost:\n  users:\n    - login: octocat\n',
      'a.test.js': `import { test as base } from 'vitest'
        import { codehostFixture } from 'backlot/vitest'
        const test = base.extend(codehostFixture)
        test('needs nothing of it', () => {})`,
      'break.mjs': `import { writeFileSync } from 'node:fs'
        writeFileSync('backlot.config.yaml', 'codehost:\\n  users:\\n    - logn: octocat\\n')`,
    })
    expect((await project.run('vitest', ['run'])).output).toContain('1 passed')
    expect((await project.run('vitest', ['run'])).output).toContain('1 passed')
    await project.run(process.execPath, ['break.mjs'])
    const { code, output } = await project.run('vitest', ['run'])
    expect(output).toContain('did you mean "login"?')
    expect(code).toBe(1)
  })
  test.skipIf(process.platform === 'win32')('is kept where only this user can read it, or not at all', async () => {
    using project = createProject({
      'backlot.config.yaml': SEED,
      'a.test.js': `${FIXTURES}test('needs none', () => {})`,
      'safe/.keep': '',
      'open/.keep': '',
    })
    const folderIn = (parent: string): string => join(project.directory, parent, `backlot-starts-${userInfo().uid}`)
    mkdirSync(folderIn('open'))
    chmodSync(folderIn('open'), 0o755)
    for (const parent of ['safe', 'open']) {
      const { output } = await project.run('vitest', ['run'], { TMPDIR: join(project.directory, parent) })
      expect(output).toContain('1 passed')
    }
    expect(statSync(folderIn('safe')).mode & 0o777).toBe(0o700)
    expect(readdirSync(folderIn('safe'))).toHaveLength(3)
    expect(readdirSync(folderIn('open'))).toEqual([])
  })
})
