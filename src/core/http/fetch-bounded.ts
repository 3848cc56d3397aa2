import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { startTimer, stopTimer } from '../real-time.ts'

/** The limits of one {@link fetchBounded}. */
export interface FetchLimits {
  /** The time limit for the whole answer, its body included, in milliseconds. Default: 5000. */
  readonly timeout?: number
  /** The largest body in bytes. Default: 1 MiB. */
  readonly maxBytes?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The body of a POST. Default: a GET without one. */
  readonly body?: string
  /** Aborts the request, such as when the client that caused it disconnects. */
  readonly signal?: AbortSignal
}

/** A whole answer of any status below 300, or of 400 and above. */
export interface FetchedResponse {
  readonly status: number
  /** By names in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** The header of requests for URLs that clients name, by which every instance refuses them. */
export const FETCHED_BY = 'x-backlot-fetched-by'

const DEFAULT_TIMEOUT = 5000
const DEFAULT_MAX_BYTES = 1024 * 1024

/**
 * Fetches a resource by GET, or by POST where there is a body, within limits that cover the body of the answer:
 * whatever the server sends, the call takes no more than `timeout` milliseconds and `maxBytes` bytes, and the
 * connection is closed after it. Follows no redirects, so that a caller that has checked the host of `url` knows which
 * host answers. Does not use the global `fetch`, which tests replace.
 *
 * @throws Error when the connection fails, the answer is a redirect, or a limit is reached; its message completes
 *   `Could not fetch https://…: `
 */
export function fetchBounded(url: string | URL, limits: FetchLimits = {}): Promise<FetchedResponse> {
  const { timeout = DEFAULT_TIMEOUT, maxBytes = DEFAULT_MAX_BYTES, headers = {}, body, signal } = limits
  return new Promise((resolve, reject) => {
    const target = new URL(url)
    const fail = (reason: string): void => {
      reject(new Error(reason))
      request.destroy()
    }
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
      target,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
        agent: false,
        ...(signal === undefined ? {} : { signal }),
        // Browsers resolve every name below localhost to this machine; the system's resolver may not.
        ...(target.hostname.endsWith('.localhost') ? { hostname: '127.0.0.1' } : {}),
      },
      (response) => {
        const status = response.statusCode ?? 0
        if (status >= 300 && status < 400) {
          fail(`it answers with a redirect (${status}), which is not followed`)
          return
        }
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) fail(`its answer is larger than ${maxBytes} bytes`)
          else chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status, headers: response.headers, bytes: Buffer.concat(chunks) }))
      },
    )
    const timer = startTimer(() => fail(`it took more than ${timeout} ms`), timeout)
    request.on('error', reject)
    request.on('close', () => stopTimer(timer))
    request.end(body)
  })
}
