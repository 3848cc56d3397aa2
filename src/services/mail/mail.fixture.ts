import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Resend } from 'resend'
import type * as resend4 from 'resend4'
import { createEmulator, type EmulatorOptions } from '../../emulator.ts'
import { mail } from './index.ts'

const require = createRequire(import.meta.url)

/** Starts mail at any free port, its clock standing at a Thursday noon. */
export const startMail = (options: Partial<EmulatorOptions<typeof mail>> = {}) =>
  createEmulator({ service: mail, port: 0, now: '2026-01-01T12:00:00Z', ...options })

/** A running mail. */
export type RunningMail = Awaited<ReturnType<typeof startMail>>

/** The vendor's current SDK. */
export const resendOf = ({ url }: { readonly url: string }, key = 're_test_123'): Resend =>
  new Resend(key, { baseUrl: url })

/** The vendor's SDK of 2025, which reads its URL from the environment when it is loaded: loaded afresh for each. */
export function resend4Of({ url }: { readonly url: string }, key = 're_test_123'): resend4.Resend {
  const before = process.env['RESEND_BASE_URL']
  delete require.cache[require.resolve('resend4')]
  process.env['RESEND_BASE_URL'] = url
  try {
    const { Resend } = require('resend4') as typeof resend4 // what the package exports
    return new Resend(key)
  } finally {
    if (before === undefined) delete process.env['RESEND_BASE_URL']
    else process.env['RESEND_BASE_URL'] = before
  }
}

/** Makes an element for the SDK's `react`. */
export const { createElement } = require('react') as {
  // React's own types are not installed.
  createElement: (type: string, props: object | null, ...children: unknown[]) => never
}

/** What a call of the SDK gave. Throws its error. */
export async function given<T>(call: PromiseLike<{ data: T | null; error: { message: string } | null }>): Promise<T> {
  const { data, error } = await call
  if (data === null) throw new Error(error?.message ?? 'no data', { cause: error })
  return data
}

/** An application that receives webhooks, as they arrive. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** What it answers from now on; 200 at first. */
  status: number
}

/** Starts an application that receives webhooks. */
export async function receiveEvents(): Promise<WebhookReceiver> {
  const received: WebhookReceiver['received'] = []
  const receiver = { received, status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(receiver.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/events`, [Symbol.asyncDispose]: stop })
}
