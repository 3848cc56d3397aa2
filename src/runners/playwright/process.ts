import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { createServer } from 'node:net'

/** The interval between two checks whether the application is ready, in milliseconds. */
const INTERVAL = 50

/** The time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE = 5000

/** The length of the application's output that an error shows, in characters. */
const TAIL = 4000

/** The length of an answer's body that an error shows, in characters. */
const BODY_SHOWN = 1000

/** A running application. */
export interface Application {
  /** The base URL, without a slash at the end. */
  readonly url: string
  /** The port that the application got in `PORT`. */
  readonly port: number
  /** Returns the standard output and standard error so far. */
  output(): string
  /** Ends the application and all its child processes. Further calls do nothing. */
  stop(): Promise<void>
}

/** The options of {@link startApplication}. */
export interface StartOptions {
  command: string
  env: Readonly<Record<string, string | undefined>>
  readyUrl: string
  port: number
  cwd: string
  timeout: number
}

/** Returns a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * Starts an application and resolves when it is ready.
 *
 * @throws Error when the application ends or the time runs out before it is ready, with its output. It has been ended
 * then.
 */
export async function startApplication(options: StartOptions): Promise<Application> {
  const { command, env, readyUrl, port, cwd, timeout } = options
  // A process group of its own, so that the children of a shell or a package runner can be ended with it.
  const child = spawn(guarded(command), {
    cwd,
    env: { ...env },
    shell: true,
    detached: process.platform !== 'win32',
    stdio: 'pipe',
  })
  let output = ''
  const record = (chunk: string): void => void (output = (output + chunk).slice(-1_000_000))
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', record)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`))
  })
  // An exit handler cannot wait for a graceful end.
  const atExit = (): void => signalGroup(child, 'SIGKILL')
  process.once('exit', atExit)

  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= endGroup(child, ended).finally(() => process.off('exit', atExit))
    return stopping
  }
  const failure = await untilUp(readyUrl, timeout, ended)
  if (failure !== undefined) {
    await stop()
    const tail = output.trim().slice(-TAIL)
    throw new Error(`\`${command}\` is not up at ${readyUrl}: ${failure}${tail === '' ? '' : `\n${tail}`}`)
  }
  return { url: new URL(readyUrl).origin, port, output: () => output, stop }
}

/**
 * Adds to a command a guard that kills its process group when the standard input closes: this process holds it open
 * until the command has ended, and the system closes it when this process is killed.
 */
function guarded(command: string): string {
  if (process.platform === 'win32') return command
  // A shell gives its background jobs an empty standard input, so the guard reads a copy.
  return `exec 3<&0; (cat <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 & exec 3<&-\n${command}`
}

/** An answer of the application while it is not ready. */
interface Answered {
  readonly status: number
  /** The beginning of the body. */
  readonly body: string
}

/** Waits until the URL answers with a status below 500. Returns the reason when that fails, else undefined. */
async function untilUp(url: string, timeout: number, ended: Promise<string>): Promise<string | undefined> {
  const deadline = performance.now() + timeout
  const pending = Symbol('pending')
  let last: Answered | undefined
  while (performance.now() < deadline) {
    last = (await ask(url)) ?? last
    if (last !== undefined && last.status < 500) return undefined
    const pause = new Promise<typeof pending>((resolve) => setTimeout(() => resolve(pending), INTERVAL))
    const reason = await Promise.race([ended, pause])
    if (reason !== pending) return reason
  }
  const detail = last === undefined ? '' : `; the last answer was ${last.status}: ${last.body}`
  return `no answer below 500 within ${timeout} ms${detail}`
}

function ask(url: string): Promise<Answered | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 5000 }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body = (body + chunk).slice(0, BODY_SHOWN)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', () => resolve(undefined))
      // A ready application may answer with a stream that does not end.
      if ((response.statusCode ?? 0) < 500) {
        resolve({ status: response.statusCode ?? 0, body })
        request.destroy()
      }
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', () => resolve(undefined))
  })
}

async function endGroup(child: ChildProcess, ended: Promise<string>): Promise<void> {
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE)
  await ended
  clearTimeout(timer)
  // The shell may have ended before its children.
  signalGroup(child, 'SIGKILL')
}

function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has ended already.
  }
}
