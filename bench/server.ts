// A server in its own process, so that its CPU time can be measured. The parent process sends it commands.
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { createEmulator, type Seed } from '../src/index.ts'

/** A command of the parent to a server process. */
export type ServerCommand =
  | { readonly do: 'bare'; /** Answers by `METHOD path`. */ readonly answers: Readonly<Record<string, BareAnswer>> }
  | { readonly do: 'echo'; /** Replies to messages of a MongoDB driver, in Base64. */ readonly replies: EchoReplies }
  | { readonly do: 'codehost' | 'cloud' | 'docdb' | 'payments'; readonly seed: Seed }
  | { readonly do: 'reset' | 'timed reset' }
  | { readonly do: 'usage' }
  | { readonly do: 'memory' }

/** An answer of the bare server. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The replies of the echo to the message that opens a connection, and to every other message. */
export interface EchoReplies {
  readonly hello: string
  readonly command: string
}

let reset = (): void => undefined

async function answer(command: ServerCommand): Promise<unknown> {
  switch (command.do) {
    case 'bare':
      return { url: await bare(command.answers) }
    case 'codehost': {
      const codehost = await createEmulator({ service: 'codehost', port: 0, seed: command.seed })
      reset = () => codehost.reset()
      return { url: codehost.url }
    }
    case 'payments': {
      const payments = await createEmulator({ service: 'payments', port: 0, seed: command.seed })
      reset = () => payments.reset()
      return { url: payments.url }
    }
    case 'docdb': {
      const docdb = await createEmulator({ service: 'docdb', port: 0, seed: command.seed })
      reset = () => docdb.reset()
      return { url: docdb.url }
    }
    case 'echo':
      return { url: await echo(command.replies) }
    case 'cloud':
      return { url: (await createEmulator({ service: 'cloud', port: 0, seed: command.seed })).url }
    case 'reset':
      return reset()
    case 'timed reset': {
      const started = performance.now()
      reset()
      return performance.now() - started
    }
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

const OP_MSG = 2013

/** Answers messages of a MongoDB driver with the same bytes each time; only the id of the request in them differs. */
async function echo(replies: EchoReplies): Promise<string> {
  const [hello, command] = [Buffer.from(replies.hello, 'base64'), Buffer.from(replies.command, 'base64')]
  const server = createTcpServer((socket) => {
    let pending: Buffer = Buffer.alloc(0)
    socket.setNoDelay()
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      while (pending.length >= 16 && pending.length >= pending.readInt32LE(0)) {
        const message = pending.subarray(0, pending.readInt32LE(0))
        pending = pending.subarray(message.length)
        const isHello = message.readInt32LE(12) !== OP_MSG || message.toString('latin1', 26, 31) === 'hello'
        const reply = Buffer.from(isHello ? hello : command)
        reply.writeInt32LE(message.readInt32LE(4), 8)
        socket.write(reply)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address
}

process.on('message', (command: ServerCommand) => {
  void answer(command).then((value) => process.send?.(value ?? null))
})
process.send?.('ready')
