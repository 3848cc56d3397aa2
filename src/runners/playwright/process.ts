import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { createServer } from 'node:net'

/** How often to ask whether the application is up, in milliseconds. */
const INTERVAL = 50

/** How long the application may take to end by itself, in milliseconds. */
const GRACE = 5000

/** How much of the application's output an error shows, in characters. */
const TAIL = 4000

/** A running application. */
export interface Application {
  /** Without a slash at the end. */
  readonly url: string
  readonly port: number
  /** What it has written so far, to both outputs. */
  output(): string
  /** Ends it and everything it started. May be called again. */
  stop(): Promise<void>
}

/** How to start an application. */
export interface StartOptions {
  command: string
  env: Readonly<Record<string, string | undefined>>
  readyUrl: string
  port: number
  cwd: string
  timeout: number
}

/** A port that nobody listens at. */
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
 * Starts an application and resolves when it is up.
 *
 * @throws Error when it ends or the time is over before, with what it wrote; nothing of it runs then.
 */
export async function startApplication(options: StartOptions): Promise<Application> {
  const { command, env, readyUrl, port, cwd, timeout } = options
  // A group of its own, so that what a shell or a package runner starts ends with it.
  const child = spawn(command, {
    cwd,
    env: { ...env },
    shell: true,
    detached: process.platform !== 'win32',
    stdio: 'pipe',
  })
  let output = ''
  const keep = (chunk: string): void => void (output = (output + chunk).slice(-1_000_000))
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`))
  })
  // When the worker itself is ended there is no time to wait.
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

/** Waits until the URL answers; what kept it from that, or undefined. */
async function untilUp(url: string, timeout: number, ended: Promise<string>): Promise<string | undefined> {
  const deadline = performance.now() + timeout
  const pending = Symbol('pending')
  while (performance.now() < deadline) {
    const status = await statusOf(url)
    if (status !== undefined && status < 500) return undefined
    const pause = new Promise<typeof pending>((resolve) => setTimeout(() => resolve(pending), INTERVAL))
    const reason = await Promise.race([ended, pause])
    if (reason !== pending) return reason
  }
  return `no answer below 500 within ${timeout} ms`
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 5000 }, (response) => {
      response.resume()
      resolve(response.statusCode)
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
  // What the shell leaves behind, if it ended before its children.
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
    // The group has ended.
  }
}
