import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Has the instance at a port of this machine answer a request: one that runs in another thread. */
export function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request
  const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/** Connects a stream with a port of this machine. */
export function pipeTo(port: number, stream: Duplex): void {
  const onward = connect(port, '127.0.0.1')
  onward.on('error', () => stream.destroy())
  stream.on('error', () => onward.destroy())
  stream.on('close', () => onward.destroy())
  stream.pipe(onward).pipe(stream)
}
