import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of an application's callback. */
export interface CalledBack {
  readonly method: string
  readonly url: URL
  readonly form: URLSearchParams
}

/** A small application for browser tests: `/sign-in` redirects to the provider, which redirects back to `/callback`. */
export interface RelyingParty extends AsyncDisposable {
  /** The origin is on `localhost`, which is another site than the providers' 127.0.0.1. */
  readonly origin: string
  /** The latest call of its callback; null before there is one. */
  calledBack(): CalledBack | null
  /** Sets the address to which `/sign-in` redirects. */
  sendTo(url: string): void
}

/**
 * Starts an application. `greet` makes the heading of the callback's page from the call; its failure is the heading
 * too.
 */
export async function startRelyingParty(greet: (call: CalledBack) => Promise<string>): Promise<RelyingParty> {
  let target = ''
  let latest: CalledBack | null = null
  let origin = ''
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/sign-in') {
      response.writeHead(302, { location: target }).end()
      return
    }
    let heading = 'Application'
    if (url.pathname === '/callback') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives bytes
      latest = { method: request.method ?? '', url, form: new URLSearchParams(Buffer.concat(chunks).toString()) }
      heading = await greet(latest).catch(withCauses)
    }
    const text = heading.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><link rel="icon" href="data:,"><title>Application</title><h1>${text}</h1>`)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}` // a TCP server's address
  return {
    origin,
    calledBack: () => latest,
    sendTo(url) {
      target = url
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Returns the text of an error and of each error that caused it, as a failed `fetch` tells its reason in its cause. */
function withCauses(error: unknown): string {
  if (!(error instanceof Error) || error.cause === undefined) return String(error)
  return `${String(error)}, as ${withCauses(error.cause)}`
}
