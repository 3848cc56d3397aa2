// A server in its own process, so that its CPU time can be measured. The parent tells over the channel which server to start.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator, type Seed } from '../src/index.ts'

/** A command of the parent to a server process. */
export type Ask =
  | { readonly do: 'bare'; /** Answers by `METHOD path`. */ readonly answers: Readonly<Record<string, BareAnswer>> }
  | { readonly do: 'codehost' | 'cloud' | 'payments'; readonly seed: Seed }
  | { readonly do: 'reset' }
  | { readonly do: 'usage' }
  | { readonly do: 'memory' }

/** An answer of the bare server. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

let reset = (): void => undefined

async function answer(ask: Ask): Promise<unknown> {
  switch (ask.do) {
    case 'bare':
      return { url: await bare(ask.answers) }
    case 'codehost': {
      const codehost = await createEmulator({ service: 'codehost', port: 0, seed: ask.seed })
      reset = () => codehost.reset()
      return { url: codehost.url }
    }
    case 'payments': {
      const payments = await createEmulator({ service: 'payments', port: 0, seed: ask.seed })
      reset = () => payments.reset()
      return { url: payments.url }
    }
    case 'cloud':
      return { url: (await createEmulator({ service: 'cloud', port: 0, seed: ask.seed })).url }
    case 'reset':
      return reset()
    case 'usage': {
      const { user, system } = process.cpuUsage()
      return { cpu: user + system }
    }
    case 'memory':
      return { rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }
    default:
      throw new Error('unknown question')
  }
}

async function bare(answers: Readonly<Record<string, BareAnswer>>): Promise<string> {
  const server = createServer((request, response) => {
    const found = answers[`${request.method} ${request.url}`]
    const send = (): void => {
      if (found === undefined) response.writeHead(404).end()
      else
        response
          .writeHead(found.status, { ...found.headers, 'content-length': String(Buffer.byteLength(found.body)) })
          .end(found.body)
    }
    // The body is read, as by every server that accepts one.
    if (request.method === 'POST') request.resume().on('end', send)
    else send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address
}

process.on('message', (ask: Ask) => {
  void answer(ask).then((value) => process.send?.(value ?? null))
})
process.send?.('ready')
