import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { message, type RecordedMessage } from '../request-log/requests.ts'
import { startTimer, stopTimer } from '../real-time.ts'

/** The most bytes of an answer that are read. */
const LIMIT = 64 * 1024

/**
 * Posts a body and resolves to the receiver's answer, with at most 64 KiB of its body. Rejects when the connection is
 * refused or breaks, after `timeout` milliseconds without a whole answer, and when `signal` is aborted.
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  timeout: number,
): Promise<RecordedMessage & { status: number }> {
  const { promise, resolve, reject } = withResolvers<RecordedMessage & { status: number }>()
  const target = new URL(url)
  const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
    target,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      signal,
      // Browsers resolve every name below localhost to this machine; the system's resolver may not.
      ...(target.hostname.endsWith('.localhost') ? { hostname: '127.0.0.1' } : {}),
    },
    (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = (): void => {
        const recorded = message(response.headers, Buffer.concat(chunks))
        resolve({ ...recorded, status: response.statusCode ?? 0, truncated: recorded.truncated || size > LIMIT })
      }
      response.on('data', (chunk: Buffer) => {
        if (size <= LIMIT) chunks.push(chunk.subarray(0, LIMIT - size))
        size += chunk.length
        if (size <= LIMIT) return
        // The rest may never end.
        finish()
        request.destroy()
      })
      response.on('error', reject)
      response.on('end', finish)
    },
  )
  const timer = startTimer(() => request.destroy(new Error(timedOut(timeout))), timeout)
  request.on('error', reject)
  request.on('close', () => stopTimer(timer))
  request.end(body)
  return promise
}

/** The reason of an attempt whose receiver answered too late. */
export function timedOut(timeout: number): string {
  return `timed out after ${timeout} ms`
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
