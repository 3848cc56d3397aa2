import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Octokit } from '@octokit/rest'
import { RequestError } from 'octokit'
import { describeViolations, eventViolations } from './github-description.ts'

/**
 * Returns the vendor's client for an emulator. It fails a test when the body of an answer or of a refusal does not
 * match the vendor's description of the operation.
 */
export function checkedOctokit({ url }: { readonly url: string }, token?: string): Octokit {
  const octokit = new Octokit({
    baseUrl: url,
    ...(token === undefined ? {} : { auth: token }),
    log: { debug() {}, info() {}, warn: console.warn, error() {} },
    request: { retries: 0 },
  })
  const template = (options: { url: string }): string => options.url.replace(url, '').replace(/\?.*$/, '') || '/'
  octokit.hook.after('request', (response, options) => {
    check(options.method, template(options), response.status, response.data)
  })
  octokit.hook.error('request', (error, options) => {
    if (error instanceof RequestError && error.response !== undefined && error.status !== 304) {
      check(options.method, template(options), error.status, error.response.data)
    }
    throw error
  })
  return octokit
}

function check(method: string, template: string, status: number, body: unknown): void {
  const violations = describeViolations(method, template, status, body)
  if (violations !== '')
    throw new Error(`${method} ${template} ${status} is not as the vendor describes it:\n${violations}`)
}

/** A delivery that a receiver got. */
interface Received {
  readonly event: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly payload: Record<string, unknown>
}

/**
 * A receiver of webhooks on a port of its own. It records deliveries, and checks their payloads with the vendor's
 * schemas.
 */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** The status of its answers; can be changed. */
  status: number
  /** Returns a text for each payload that does not match the vendor's schemas. */
  violations(): string[]
}

/** Starts a receiver. */
export async function receiveWebhooks(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      const text = isForm ? (new URLSearchParams(body).get('payload') ?? '') : body
      const event = String(request.headers['x-github-event'])
      received.push({ event, headers: request.headers, body, payload: JSON.parse(text) as Record<string, unknown> })
      response.writeHead(receiver.status).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // a TCP server's address
    received,
    status: 200,
    violations: () =>
      received.flatMap(({ event, payload }) => {
        const found = eventViolations(event, payload)
        return found === '' ? [] : [`${event}.${String(payload['action'])}: ${found}`]
      }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
