import { expect, test } from 'vitest'
import { createProject } from './project.ts'

/** An application that is configured in no way, and swallows the errors of its calls. */
const APPLICATION = {
  'src/github.mjs': `
    import https from 'node:https'
    export const viaFetch = () => fetch('https://api.github.com/zen').then((response) => response.status)
    export const viaHttps = () => new Promise((resolve, reject) => {
      https.get('https://api.github.com/zen', { headers: { 'user-agent': 'app' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
  `,
  'src/notify.mjs': `export async function notify() {
      try {
        await fetch('https://api.sendgrid.com/v3/mail/send', { method: 'POST', body: '{}' })
      } catch {}
    }
  `,
  'src/child.mjs': `
    import { viaFetch, viaHttps } from './github.mjs'
    import { notify } from './notify.mjs'
    console.log(await viaFetch(), await viaHttps())
    if (process.argv[2] === 'notify') await notify()
  `,
  'src/worker.mjs': `
    import { parentPort, workerData } from 'node:worker_threads'
    import { viaFetch, viaHttps } from './github.mjs'
    import { notify } from './notify.mjs'
    if (workerData === 'notify') await notify()
    parentPort.postMessage([await viaFetch(), await viaHttps()].join(' '))
  `,
}

/** Tests of the application: the functions of the runner are globals. */
const TESTS = `
  test('calls the vendor', async () => {
    expect([await viaFetch(), await viaHttps()]).toEqual([200, 200])
  })
  test('calls the vendor from a child process', async () => {
    expect(await child()).toBe('200 200')
  })
  test('calls another host', async () => {
    await notify()
  })
  test('calls another host from a child process', async () => {
    expect(await child('notify')).toBe('200 200')
  })
  test('calls the vendor from a worker thread', async () => {
    expect(await worker()).toBe('200 200')
  })
  test('calls another host from a worker thread', async () => {
    expect(await worker('notify')).toBe('200 200')
  })
  function worker(workerData) {
    return new Promise((resolve, reject) => {
      new Worker('./src/worker.mjs', { workerData }).on('message', resolve).on('error', reject)
    })
  }
  function child(...args) {
    return new Promise((resolve, reject) => {
      execFile(process.execPath, ['src/child.mjs', ...args], (error, output) => error ? reject(error) : resolve(output.trim()))
    })
  }
`

const MESSAGE =
  'your code called https://api.sendgrid.com (POST /v3/mail/send, from src/notify.mjs:3): no service stands in for it; ' +
  "allow it with allow: ['api.sendgrid.com'], or write a stand-in with defineService"

/** Returns how often a text is found. */
const count = (text: string, part: string): number => text.split(part).length - 1

test(
  "Vitest's four pools answer the vendors' hosts, and fail the tests that call others",
  { timeout: 120_000 },
  async () => {
    const pools = ['forks', 'threads', 'vmForks', 'vmThreads']
    using project = createProject({
      ...APPLICATION,
      'vitest.config.mjs': `
      import { defineConfig } from 'vitest/config'
      import { backlot } from 'backlot/vitest'
      const project = (pool) => ({
        plugins: [backlot({ services: ['codehost'], basePort: 0, hosts: 'real' })],
        test: { name: pool, pool, globals: true },
      })
      export default defineConfig({ test: { projects: ${JSON.stringify(pools)}.map(project) } })
    `,
      'a.test.mjs': `
      import { execFile } from 'node:child_process'
      import { Worker } from 'node:worker_threads'
      import { viaFetch, viaHttps } from './src/github.mjs'
      import { notify } from './src/notify.mjs'
      ${TESTS}
    `,
    })
    const { output } = await project.run('vitest', ['run', '--maxWorkers=2'])
    expect(output).toMatch(/Tests +12 failed \| 12 passed \(24\)/)
    expect(count(output, `HostRefusedError: ${MESSAGE}`)).toBe(8)
    for (const pool of pools) {
      for (const place of ['child process', 'worker thread'])
        expect(output).toContain(`FAIL  |${pool}| a.test.mjs > calls another host from a ${place}`)
    }
  },
)

test("a fixture of Vitest answers the vendor's hosts for its tests only", { timeout: 120_000 }, async () => {
  using project = createProject({
    ...APPLICATION,
    'a.test.mjs': `
      import { expect, test as base } from 'vitest'
      import { emulatorFixture } from 'backlot/vitest'
      import { viaFetch, viaHttps } from './src/github.mjs'
      import { notify } from './src/notify.mjs'
      const before = fetch
      const test = base.extend(emulatorFixture('codehost', { basePort: 0, hosts: 'real', allow: ['allowed.test'] }))
      test('calls the vendor', async ({ codehost }) => {
        expect([await viaFetch(), await viaHttps()]).toEqual([200, 200])
        expect(codehost.requests).toHaveLength(2)
        expect(codehost.env.NODE_OPTIONS).toMatch(/--require=.*follow[.]cjs/)
      })
      test('calls another host', async ({ codehost }) => notify())
    `,
    'thread.test.mjs': `
      import { expect, test as base } from 'vitest'
      import { emulatorFixture } from 'backlot/vitest'
      import { viaFetch, viaHttps } from './src/github.mjs'
      const test = base.extend(emulatorFixture('codehost', { basePort: 0, hosts: 'real', runsIn: 'thread' }))
      test('calls an instance in a thread', async ({ codehost }) => {
        expect([await viaFetch(), await viaHttps()]).toEqual([200, 200])
        expect(codehost.requests).toHaveLength(2)
      })
    `,
  })
  const { output } = await project.run('vitest', ['run'])
  expect(output).toMatch(/Tests +1 failed \| 2 passed \(3\)/)
  expect(output).toContain(MESSAGE)
})

test("Jest answers the vendors' hosts, and fails the tests that call others", { timeout: 120_000 }, async () => {
  const esm = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' }
  using project = createProject({
    ...APPLICATION,
    'jest.config.mjs': `export default {
      testEnvironment: 'backlot/jest',
      testEnvironmentOptions: { services: ['codehost'], basePort: 0, hosts: 'real' },
      testMatch: ['**/*.test.mjs'],
      transform: {},
    }`,
    'a.test.mjs': `
      import { execFile } from 'node:child_process'
      import { Worker } from 'node:worker_threads'
      import { viaFetch, viaHttps } from './src/github.mjs'
      import { notify } from './src/notify.mjs'
      ${TESTS}
    `,
    // A file of the same worker that intercepts nothing.
    'b.test.mjs': `
      /** @jest-environment node */
      import net from 'node:net'
      test('has the functions of Node.js', () => {
        expect(fetch.toString()).not.toContain('interceptor')
        expect(net.Socket.prototype.connect.toString()).not.toContain('interceptor')
      })
    `,
  })
  const { output } = await project.run('jest', ['-i', '--detectOpenHandles'], esm)
  expect(output).toMatch(/Tests: +3 failed, 4 passed, 7 total/)
  expect(count(output, MESSAGE)).toBe(3)
})

test("Playwright answers the vendors' hosts in its workers and in the application", { timeout: 120_000 }, async () => {
  using project = createProject({
    ...APPLICATION,
    'app.mjs': `
      import { createServer } from 'node:http'
      import { viaFetch, viaHttps } from './src/github.mjs'
      import { notify } from './src/notify.mjs'
      createServer(async (request, response) => {
        if (request.url === '/notify') await notify()
        response.end(request.url === '/' ? 'ready' : String([await viaFetch(), await viaHttps()]))
      }).listen(process.env.PORT, '127.0.0.1')
    `,
    'playwright.config.mjs': `export default { workers: 1, reporter: 'line' }`,
    'a.spec.mjs': `
      import { expect, test as base } from '@playwright/test'
      import { appFixture, codehostFixture } from 'backlot/playwright'
      import { viaFetch, viaHttps } from './src/github.mjs'
      import { notify } from './src/notify.mjs'
      const test = base.extend(codehostFixture).extend(appFixture({ command: 'node app.mjs', services: ['codehost'] }))
      test.use({ codehostOptions: { basePort: 0, hosts: 'real' } })
      const text = async (app, path) => (await fetch(app.url + path)).text()
      test('calls the vendor', async ({ codehost, app }) => {
        expect([await viaFetch(), await viaHttps()]).toEqual([200, 200])
        expect(await text(app, '/github')).toBe('200,200')
        expect(codehost.requests).toHaveLength(4)
      })
      test('calls another host', async () => notify())
      test('calls another host from the application', async ({ app }) => {
        expect(await text(app, '/notify')).toBe('200,200')
      })
    `,
  })
  const { output } = await project.run('playwright', ['test'])
  expect(output).toMatch(/2 failed[^]*1 passed/)
  expect(count(output, `HostRefusedError: ${MESSAGE}`)).toBe(2)
})
