import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Requested } from './refused-call.ts'

/** A host and port that a client of the proxy names. */
export interface Target {
  readonly host: string
  readonly port: number
}

/**
 * Returns the host and port of a CONNECT, or of a Host header; null for text that names none. `port` is the port where
 * the text has none.
 */
export function targetOf(text: string, port: number): Target | null {
  if (!URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  if (hostname === '' || /[/?#@]/.test(text)) return null
  // A URL leaves the port of its scheme out.
  const named = /:(\d+)$/.exec(text)?.[1]
  return { host: hostname, port: named === undefined ? port : Number(named) }
}

/** Tells a client of the proxy that what it sent cannot be read, and ends the connection. */
export function refuseMalformed(stream: Duplex): void {
  if (stream.writable) stream.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  else stream.destroy()
}

/** Refuses a tunnel. Most clients show the line of the status only. */
export function refuseTunnel(stream: Duplex, reason: string): void {
  const body = `backlot: ${reason}\n`
  const length = Buffer.byteLength(body)
  stream.end(
    `HTTP/1.1 502 backlot: ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\n` +
      `content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Answers a request that is addressed to the proxy itself. */
export function refuseAtProxy(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end('backlot: this is an HTTP proxy, which answers no requests of its own\n')
}

/** Returns what a refused call tells of its request. */
export function requestedBy(request: IncomingMessage, isSecure: boolean): Requested {
  return {
    scheme: isSecure ? 'https' : 'http',
    method: request.method ?? 'GET',
    path: pathOf(request.url),
  }
}

/**
 * Returns whether a browser asks first whether it may make a request.
 * https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Lets a browser send a request that is going to be refused: only the request itself tells its method. */
export function allowPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-methods': headers['access-control-request-method'],
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-allow-credentials': 'true',
    'access-control-max-age': '0',
  })
  response.end()
}

/** Returns the path of a request target. */
export function pathOf(target = '/'): string {
  const question = target.indexOf('?')
  return question < 0 ? target : target.slice(0, question)
}
