import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SHARE_ENV, Worker, type WorkerOptions } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, defineService, type EmulatorBase } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'

const service = defineService({
  id: 'own',
  port: 4993,
  app: () => new Response('own'),
  hosts: [{ name: 'api', host: 'api.own.test' }],
})

/** Calls an answered and a refused host, and posts the body, the error and the execArgv that it sees. */
const CALLS = `
  const https = require('node:https')
  const { parentPort } = require('node:worker_threads')
  const over = (url) => new Promise((resolve) => {
    https.get(url, (response) => {
      let text = ''
      response.on('data', (piece) => (text += piece)).on('end', () => resolve(text))
    }).on('error', (error) => resolve(error.message))
  })
  Promise.all([
    fetch('https://api.own.test/').then((response) => response.text()),
    over('https://api.own.test/'),
    over('https://x.test/in-worker'),
    process.execArgv.filter((each) => /register/.test(each)).length,
  ]).then((all) => parentPort.postMessage(all))`

const folder = mkdtempSync(join(tmpdir(), 'backlot-workers-'))
const script = join(folder, 'calls.cjs')
const module = join(folder, 'calls.mjs')
let own: EmulatorBase
let intercepted: Interception

beforeAll(async () => {
  writeFileSync(script, CALLS)
  writeFileSync(
    module,
    `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n${CALLS}`,
  )
  own = await createEmulator({ service, port: 0, hosts: 'real' })
  intercepted = interceptHosts([own])
})

afterAll(async () => {
  intercepted.close()
  await own.close()
  rmSync(folder, { recursive: true })
})

afterEach(() => {
  intercepted.takeRefused()
})

/** Resolves to the first message of a worker thread, after the thread has ended. */
async function messageOf(file: string | URL, options?: WorkerOptions): Promise<unknown> {
  const worker = new Worker(file, options)
  const message = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  return message
}

describe('a worker thread calls the instances, and its refused calls are recorded', () => {
  it.each<[string, () => string | URL, () => WorkerOptions | undefined]>([
    ['of a script', () => script, () => undefined],
    ['of a module', () => pathToFileURL(module), () => undefined],
    ['of code', () => CALLS, () => ({ eval: true })],
    [
      'of a data: URL',
      () =>
        new URL(
          `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module';const require = createRequire('/');${CALLS}`)}`,
        ),
      () => undefined,
    ],
    ['with no flags', () => script, () => ({ execArgv: [] })],
    ['with flags of its own', () => script, () => ({ execArgv: ['--conditions=own', '--no-warnings'] })],
    ['with no variables', () => script, () => ({ env: {} })],
    ['with variables of its own', () => script, () => ({ env: { NODE_OPTIONS: '--no-warnings' } })],
    ['with the variables for children', () => script, () => ({ env: { ...process.env, ...intercepted.env } })],
    ['with the variables of its parent', () => script, () => ({ env: SHARE_ENV })],
    ['with null for each option', () => script, () => ({ env: null, execArgv: null }) as never],
  ])('%s', async (_, file, options) => {
    const [fetched, answered, refused, flags] = (await messageOf(file(), options())) as string[] // CALLS posts a list
    expect([fetched, answered, flags]).toEqual(['own', 'own', 0])
    expect(refused).toContain('your code called https://x.test (GET /in-worker')
    expect(intercepted.takeRefused()).toMatchObject([{ host: 'x.test', method: 'GET', path: '/in-worker' }])
  })

  it('that another worker has started', async () => {
    const starts = `
      const { Worker, parentPort } = require('node:worker_threads')
      new Worker(${JSON.stringify(script)}, { env: {} }).on('message', (all) => parentPort.postMessage(all))`
    expect(await messageOf(starts, { eval: true })).toEqual(['own', 'own', expect.stringContaining('x.test'), 0])
    expect(intercepted.takeRefused()).toMatchObject([{ path: '/in-worker' }])
  })

  it('of a class that extends Worker', async () => {
    class Named extends process.getBuiltinModule('node:worker_threads').Worker {
      readonly label = 'named'
    }
    const worker = new Named(script)
    expect([worker instanceof Worker, worker.label]).toEqual([true, 'named'])
    await new Promise((resolve) => worker.once('message', resolve))
    await worker.terminate()
    expect(intercepted.takeRefused()).toHaveLength(1)
  })

  it('that ends right after its call', async () => {
    const worker = new Worker(`fetch('https://x.test/last').catch(() => process.exit())`, { eval: true })
    await new Promise((resolve) => worker.once('exit', resolve))
    expect(intercepted.takeRefused()).toMatchObject([{ host: 'x.test', path: '/last' }])
  })
})

it('throws the errors of Node.js for wrong options', () => {
  expect(() => new Worker(script, { execArgv: ['--no-such-flag'] })).toThrow(/invalid execArgv flags: --no-such-flag$/)
  expect(() => new Worker(script, { execArgv: 'text' } as never)).toThrow(TypeError)
  expect(() => new Worker('relative.js')).toThrow(/relative/)
})
