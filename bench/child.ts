import { fork, type ChildProcess } from 'node:child_process'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ServerCommand } from './server.ts'

/** A server process under measurement. */
export interface Served {
  readonly url: string
  /** Sends a command, and resolves to its answer. */
  ask<T>(command: ServerCommand): Promise<T>
  stop(): void
}

/** Starts a server process and has it serve. */
export async function serve(command: ServerCommand): Promise<Served> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./bench-server.js', import.meta.url)))
  const next = <T>(): Promise<T> => new Promise((resolve) => child.once('message', (value) => resolve(value as T)))
  await next()
  const put = <T>(sent: ServerCommand): Promise<T> => {
    const answer = next<T>()
    child.send(sent)
    return answer
  }
  const { url } = await put<{ url: string }>(command)
  return { url, ask: put, stop: () => child.kill() }
}

/** A request to repeat. */
export interface Probe {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  /** Headers in place of those for codehost. */
  readonly headers?: Readonly<Record<string, string>>
}

const HEADERS = {
  authorization: 'Bearer bench',
  'content-type': 'application/json',
  accept: 'application/vnd.github+json',
}

/** Sends one request and resolves to its answer. */
export function send(
  url: string,
  probe: Probe,
  agent?: Agent,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      method: probe.method,
      headers: probe.headers ?? HEADERS,
      ...(agent === undefined ? {} : { agent }),
    }
    const outgoing = request(url + probe.path, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(probe.body)
  })
}

/** Sends `count` requests over eight connections and resolves to the server's CPU time for one, in microseconds. */
export async function cpuPerRequest(server: Served, probe: Probe, count: number): Promise<number> {
  const { cpu: before } = await server.ask<{ cpu: number }>({ do: 'usage' })
  // New connections: the server may have closed those of an earlier burst.
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let sent = 0
  const lane = async (): Promise<void> => {
    while (sent++ < count) await send(server.url, probe, agent)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const { cpu: after } = await server.ask<{ cpu: number }>({ do: 'usage' })
  agent.destroy()
  return (after - before) / count
}

/** Returns the median of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((left, right) => left - right)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
