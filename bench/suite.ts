// A large suite in many workers: its time and memory with backlot, with handlers of MSW for the same calls, and with
// emulate.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { median } from './child.ts'
import { createProject } from './project.ts'

const ROUNDS = 1
const WORKERS = 16
const FILES = 50
const TESTS = 40

/** The version of emulate that the bench compares with; it is installed for the bench alone. */
const EMULATE = '0.12.2'

/** The time between two looks at the memory, in milliseconds. */
const PACE = 200

/** The servers and handlers that answer the calls of the tests. */
const STAND_INS = ['backlot', 'MSW', 'emulate'] as const
type StandIn = (typeof STAND_INS)[number]

/** The cost of a whole run. */
export interface SuiteCost {
  readonly standIn: StandIn
  /** Wall time, in milliseconds. */
  readonly time: number
  /** The most memory that the processes of the run had together, in bytes; null on a system without /proc. */
  readonly memory: number | null
}

/** Each test of the suite makes one call to each of four services. */
export const SUITE = { tests: FILES * TESTS, workers: WORKERS, services: 4 } as const

/** Measures the suite on the built package, with each stand-in in turn. */
export async function suiteCosts(): Promise<SuiteCost[]> {
  const folders = STAND_INS.map((standIn) => ({ standIn, folder: createProject(filesOf(standIn)) }))
  for (const { folder } of folders) linkEmulate(folder)
  const runs: SuiteCost[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { standIn, folder } of folders) runs.push({ standIn, ...(await run(folder)) })
    }
  } finally {
    for (const { folder } of folders) rmSync(folder, { recursive: true, force: true })
  }
  return STAND_INS.map((standIn) => {
    const own = runs.filter((each) => each.standIn === standIn)
    const memory = own.flatMap((each) => each.memory ?? [])
    return {
      standIn,
      time: median(own.map(({ time }) => time)),
      memory: memory.length === 0 ? null : median(memory),
    }
  })
}

async function run(folder: string): Promise<Pick<SuiteCost, 'time' | 'memory'>> {
  const started = performance.now()
  const child = spawn(join('node_modules', '.bin', 'vitest'), ['run', '--reporter=dot', `--maxWorkers=${WORKERS}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += String(piece)))
  let memory: number | null = null
  const look = setInterval(() => {
    const now = memoryOfTree(child.pid ?? 0)
    if (now !== null) memory = Math.max(memory ?? 0, now)
  }, PACE)
  const status = await new Promise((ended) => child.once('close', ended))
  clearInterval(look)
  const time = performance.now() - started
  if (status !== 0) throw new Error(`the suite failed: ${output.slice(-2000)}`)
  return { time, memory }
}

/** Returns the memory of a process and of those that it has started; null on a system without /proc. */
function memoryOfTree(root: number): number | null {
  if (!existsSync('/proc/self/stat')) return null
  const processes = new Map<number, { readonly parent: number; readonly bytes: number }>()
  for (const name of readdirSync('/proc')) {
    const id = Number(name)
    if (!Number.isInteger(id)) continue
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8')
      const field = (wanted: string): number => Number(new RegExp(`^${wanted}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      processes.set(id, { parent: field('PPid'), bytes: field('VmRSS') * 1024 })
    } catch {
      // It has ended since the folder was listed.
    }
  }
  const isWithin = (id: number): boolean => {
    if (id === root) return true
    const parent = processes.get(id)?.parent
    return parent !== undefined && parent > 1 && isWithin(parent)
  }
  return [...processes].reduce((sum, [id, { bytes }]) => (isWithin(id) ? sum + bytes : sum), 0)
}

function linkEmulate(folder: string): void {
  const home = resolve('.matrix', `emulate-${EMULATE}`)
  if (!existsSync(join(home, 'node_modules', 'emulate'))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--silent', `emulate@${EMULATE}`], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  symlinkSync(join(home, 'node_modules', 'emulate'), join(folder, 'node_modules', 'emulate'))
}

/** The calls of a test: an account, a customer, an email, and who the token is. */
const CALLS = `
import { expect } from 'vitest'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const email = JSON.stringify({ from: 'hello@example.com', to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>' })
export async function callAll({ codehost, payments, mail, chat }, tokens) {
  const send = async (url, token, init) => {
    const response = await fetch(url, { ...init, headers: { ...init.headers, authorization: 'Bearer ' + token } })
    expect(response.status).toBe(200)
    return response.json()
  }
  expect((await send(codehost + '/user', tokens.codehost, {})).login).toBeTypeOf('string')
  const customer = { method: 'POST', headers: form, body: 'email=ada@example.com' }
  expect((await send(payments + '/v1/customers', 'sk_test_backlot', customer)).email).toBe('ada@example.com')
  expect((await send(mail + '/emails', 're_dev_token', { method: 'POST', headers: json, body: email })).id).toBeTypeOf('string')
  expect((await send(chat + '/api/auth.test', tokens.chat, { method: 'POST' })).ok).toBe(true)
}
`

const each = (use: string, call: string): string =>
  `for (let at = 0; at < ${TESTS}; at++) test('test ' + at, async (${use}) => ${call})\n`

/** The files of tests, by what answers their calls. */
const TEST_FILES: Readonly<Record<StandIn, string>> = {
  backlot: `
import { test as base } from 'vitest'
import { chatFixture, codehostFixture, mailFixture, paymentsFixture } from 'backlot/vitest'
import { callAll } from './calls.js'
const test = base.extend(codehostFixture).extend(paymentsFixture).extend(mailFixture).extend(chatFixture)
const urls = (all) => Object.fromEntries(Object.entries(all).map(([name, { url }]) => [name, url]))
const tokens = { codehost: 'dev_token', chat: 'xoxb-dev-token' }
${each('{ codehost, payments, mail, chat }', 'callAll(urls({ codehost, payments, mail, chat }), tokens)')}`,
  MSW: `
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { callAll } from './calls.js'
const [codehost, payments] = ['https://api.github.com', 'https://api.stripe.com']
const [mail, chat] = ['https://api.resend.com', 'https://slack.com']
const server = setupServer(
  http.get(codehost + '/user', () => HttpResponse.json({ login: 'octocat', id: 1, name: 'The Octocat' })),
  http.post(payments + '/v1/customers', async ({ request }) => {
    const email = new URLSearchParams(await request.text()).get('email')
    return HttpResponse.json({ id: 'cus_1', object: 'customer', email })
  }),
  http.post(mail + '/emails', async ({ request }) => {
    await request.json()
    return HttpResponse.json({ id: crypto.randomUUID() })
  }),
  http.post(chat + '/api/auth.test', () => HttpResponse.json({ ok: true, team: 'Acme', user: 'bot' })),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
${each('', 'callAll({ codehost, payments, mail, chat }, { codehost: "token", chat: "token" })')}`,
  emulate: `
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { createEmulator } from 'emulate'
import { callAll } from './calls.js'
const base = 21000 + Number(process.env.VITEST_POOL_ID) * 10
const services = { codehost: 'github', payments: 'stripe', mail: 'resend', chat: 'slack' }
const running = {}
beforeAll(async () => {
  await Promise.all(Object.entries(services).map(async ([name, service], index) => {
    running[name] = await createEmulator({ service, port: base + index })
  }))
})
beforeEach(() => Object.values(running).forEach((each) => each.reset()))
afterAll(() => Promise.all(Object.values(running).map((each) => each.close())))
const urls = () => Object.fromEntries(Object.entries(running).map(([name, { url }]) => [name, url]))
${each('', "callAll(urls(), { codehost: 'test_token_admin', chat: 'xoxb-test' })")}`,
}

function filesOf(standIn: StandIn): Readonly<Record<string, string>> {
  return {
    'package.json': '{ "type": "module", "private": true }',
    'vitest.config.js': "export default { test: { include: ['*.spec.js'], pool: 'forks', testTimeout: 60_000 } }",
    'calls.js': CALLS,
    ...Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`file-${at}.spec.js`, TEST_FILES[standIn]])),
  }
}
