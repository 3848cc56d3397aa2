import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that records the webhooks it receives. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** The status that it answers; 200 at first. */
  status: number
  /** The body of its answers; empty at first. */
  answer: string
}

/** Starts a server that records the webhooks it receives. */
export async function receiveEvents(): Promise<WebhookReceiver> {
  const received: WebhookReceiver['received'] = []
  const receiver = { received, status: 200, answer: '' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(receiver.status).end(receiver.answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the address of a TCP server
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/events`, [Symbol.asyncDispose]: stop })
}
