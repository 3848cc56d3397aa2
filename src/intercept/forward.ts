import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Headers that are about one connection. RFC 9110 section 7.6.1, RFC 9113 section 8.2.2 */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

const NOTHING = new Uint8Array()

/** A server that speaks HTTP/1.1. */
export interface Upstream {
  /** Default: this machine */
  readonly host?: string
  readonly port: number
}

/**
 * Has another server answer a request: the instance at a port of this machine, for a request of HTTP/2 or an instance
 * in another thread; or a host that may be called.
 *
 * @param host the Host header, where the request has none
 */
export function forward(
  upstream: Upstream,
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  host?: string,
): void {
  const { method, url } = request
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
  )
  if (host !== undefined) headers['host'] = host
  const server = { host: upstream.host ?? '127.0.0.1', port: upstream.port }
  const onward = httpRequest({ ...server, method, path: url, headers, agent: false }, (answer) => {
    const own = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name))
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own))
    answer.pipe(response)
  })
  onward.on('error', () => request.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/** Has the instance at a port of this machine answer a request for another protocol, such as WebSocket. */
export function forwardUpgrade(port: number, request: IncomingMessage, stream: Duplex, head: Buffer): void {
  const { method, url, rawHeaders, headers } = request
  const lines = [`${method} ${url} HTTP/1.1`, `host: ${headers.host ?? ''}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.toLowerCase() !== 'host') lines.push(`${name}: ${value}`)
  }
  pipeTo(port, stream, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
}

/** Connects a stream with a port of this machine, which gets `first` before all else. */
export function pipeTo(port: number, stream: Duplex, first: Uint8Array = NOTHING): void {
  const onward = connect(port, '127.0.0.1')
  onward.write(first)
  onward.on('error', () => stream.destroy())
  stream.on('error', () => onward.destroy())
  stream.on('close', () => onward.destroy())
  stream.pipe(onward).pipe(stream)
}

/** Connects a client of the proxy with a host that is allowed. */
export function leave(stream: Duplex, head: Buffer, host: string, port: number): void {
  const outside = connect(port, host, () => {
    stream.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    outside.write(head)
    stream.pipe(outside).pipe(stream)
  })
  outside.on('error', () => stream.destroy())
  stream.on('close', () => outside.destroy())
}
