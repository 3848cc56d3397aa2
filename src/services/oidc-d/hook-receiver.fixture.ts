import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that receives the requests of hooks. */
export interface HookReceiver extends AsyncDisposable {
  readonly uri: string
  readonly received: { readonly method: string; readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** The statuses of the answers to the next requests; then it answers 200. */
  statuses: number[]
  /** The JSON of its answers to POST. */
  answer: unknown
  /** True while it sends the challenge of a GET back, as it does at first. */
  echoes: boolean
}

/** Starts a server that receives the requests of hooks, and proves that it is theirs. */
export async function receiveHooks(): Promise<HookReceiver> {
  const received: HookReceiver['received'] = []
  const state = { received, statuses: [] as number[], answer: {} as unknown, echoes: true }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', headers } = request
      received.push({ method, headers, body: Buffer.concat(chunks).toString('utf8') })
      const echo = { verification: state.echoes ? headers['x-okta-verification-challenge'] : 'something else' }
      response.writeHead(state.statuses.shift() ?? 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(method === 'GET' ? echo : state.answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the address of a TCP server
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return Object.assign(state, { uri: `http://127.0.0.1:${port}/hook`, [Symbol.asyncDispose]: stop })
}
