import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { median, type Probe, type Served } from './child.ts'

const DIST = new URL('../../../dist/', import.meta.url)

const ROUNDS = 9

/** The cost of a start, compared to a process that does nothing. */
export interface StartCost {
  /** CPU time over that of the process that does nothing. */
  readonly ratio: number
  /** CPU time, in milliseconds, above the process that does nothing. */
  readonly cpu: number
}

/**
 * Measures a fresh process that imports backlot and starts codehost. The first start fills the compile cache where
 * there is one.
 */
export function codehostStart(): StartCost {
  const start = `await (await import('${DIST.href}index.js')).createEmulator({ service: 'codehost', port: 0 })`
  cpuOf(start)
  const idle: number[] = []
  const started: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(cpuOf(''))
    started.push(cpuOf(start))
  }
  // Neighbours run at the same speed of the machine, which changes from one minute to the next.
  const ratios = started.map((cpu, round) => cpu / (idle[round] ?? Number.NaN))
  return { ratio: median(ratios), cpu: median(started) - median(idle) }
}

/** The CPU time of a process that runs a script, in milliseconds. */
function cpuOf(script: string): number {
  const program = `${script};const { user, system } = process.cpuUsage();process.stdout.write(String((user + system) / 1000));process.exit()`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]))
}

/** The cost of the command with all services. */
export interface CommandCost {
  /** From the start of the process until what was measured, in milliseconds. */
  readonly time: number
  /** The memory of the process at that time, in bytes; null on a system without /proc. */
  readonly memory: number | null
}

/** Measures `backlot` with every service, at free ports, in a folder without a seed. */
export async function commandStart(): Promise<CommandCost> {
  const costs: CommandCost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await commandOnce())
  return medianOf(costs)
}

function medianOf(costs: readonly CommandCost[]): CommandCost {
  return {
    time: median(costs.map(({ time }) => time)),
    memory: costs[0]?.memory == null ? null : median(costs.map(({ memory }) => memory ?? 0)),
  }
}

async function commandOnce(): Promise<CommandCost> {
  const command = await startCommand()
  const cost = { time: command.time, memory: memoryOf(command.pid) }
  await command.stop()
  return cost
}

/** A request that a program makes first, by the id of the service. */
const FIRST_REQUESTS: Readonly<
  Record<string, { readonly path: string; readonly token?: string; readonly status?: number }>
> = {
  deployhost: { path: '/v2/user', token: 'dev_token' },
  codehost: { path: '/user', token: 'dev_token' },
  'oidc-a': { path: '/.well-known/openid-configuration' },
  chat: { path: '/api/auth.test', token: 'xoxb-dev-token' },
  'oidc-b': { path: '/.well-known/openid-configuration' },
  'oidc-c': { path: '/v1.0/users', token: 'dev_token' },
  // Without a signature: the answer or the refusal loads the service too.
  cloud: { path: '/' },
  docdb: { path: '/api/atlas/v2/groups', status: 401 },
  'oidc-d': { path: '/.well-known/openid-configuration' },
  mail: { path: '/domains', token: 're_dev_token' },
  payments: { path: '/v1/customers', token: 'sk_test_backlot' },
  'auth-saas': { path: '/v1/users', token: 'sk_test_backlot' },
}

/** Measures `backlot` with every service, until each has answered a first request. They are asked one after another. */
export async function commandInUse(): Promise<CommandCost> {
  const costs: CommandCost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await askedOnce())
  return medianOf(costs)
}

async function askedOnce(): Promise<CommandCost> {
  const started = performance.now()
  const command = await startCommand()
  for (const [id, url] of command.urls) {
    const { path, token, status = 200 } = FIRST_REQUESTS[id] ?? {}
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(url + path, { headers })
    if (response.status !== status) throw new Error(`${id} answers ${response.status}: ${await response.text()}`)
    await response.text()
  }
  const cost = { time: performance.now() - started, memory: memoryOf(command.pid) }
  await command.stop()
  return cost
}

/** The command, running. */
interface Command {
  readonly pid: number
  /** From the start of the process until all services listen, in milliseconds. */
  readonly time: number
  /** The URL of each service. */
  readonly urls: ReadonlyMap<string, string>
  stop(): Promise<void>
}

async function startCommand(): Promise<Command> {
  const started = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL('cli.js', DIST)), '--port', '0'], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // All lines come at once, when everything listens.
  const lines = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve))
  const time = performance.now() - started
  const urls = new Map([...String(lines).matchAll(/^(\S+) (http:\S+)$/gm)].map(([, id = '', url = '']) => [id, url]))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = (): Promise<void> => {
    child.kill()
    return ended
  }
  return { pid: child.pid ?? 0, time, urls, stop }
}

function memoryOf(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    // No /proc: not Linux.
    return null
  }
}

/** The most memory that a server process had, in bytes, after these requests. */
export async function memoryUnderLoad(
  server: Served,
  load: (probe: Probe, count: number) => Promise<unknown>,
  probes: readonly Probe[],
): Promise<number> {
  for (const probe of probes) await load(probe, 10_000)
  const { peak } = await server.ask<{ peak: number }>({ do: 'memory' })
  return peak
}
