import { createServer, get as httpGet, request as httpRequest } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import axios from 'axios'
import { EnvHttpProxyAgent, fetch as undiciFetch, ProxyAgent, request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmulator, defineService, type EmulatorBase } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'

const service = defineService({
  id: 'own',
  port: 4994,
  app: () => new Response('own'),
  hosts: [{ name: 'api', host: 'api.own.test' }],
})

let own: EmulatorBase
let intercepted: Interception
/** A proxy of the user, which tells what it is asked for, and answers everything itself. */
const proxy = createServer((asked, response) => {
  askedFor.push(`${asked.method} ${asked.url}`)
  response.end('proxy')
})
let askedFor: string[] = []
let proxyPort: number

beforeAll(async () => {
  proxy.on('connect', (asked, socket: Socket) => {
    askedFor.push(`CONNECT ${asked.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  proxyPort = (proxy.address() as AddressInfo).port // it listens at a port
  own = await createEmulator({ service, port: 0, hosts: 'real' })
  // Every name of the outside is this machine.
  const dns = process.getBuiltinModule('node:dns')
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: { all?: boolean }, callback: Found) =>
    options.all === true
      ? callback(null, [{ address: '127.0.0.1', family: 4 }])
      : callback(null, '127.0.0.1', 4)) as typeof dns.lookup) // the form that net calls
  intercepted = interceptHosts([own], { allow: ['allowed.test'] })
})

type Found = (error: null, address: string | object[], family?: number) => void

afterAll(async () => {
  intercepted.close()
  await own.close()
  proxy.close()
  proxy.closeAllConnections()
  vi.restoreAllMocks()
})

afterEach(() => {
  intercepted.takeRefused()
  askedFor = []
})

const here = (): string => `http://127.0.0.1:${proxyPort}`
const elsewhere = (): string => `http://proxy.corp.test:${proxyPort}`

/** Resolves to the body that a client gets for a URL through a proxy; rejects with the error that names the host. */
type Client = (url: string, proxyUrl: string) => Promise<string>

const clients: readonly [string, Client][] = [
  [
    'ProxyAgent of undici',
    async (url, proxyUrl) => {
      const { body } = await request(url, { dispatcher: new ProxyAgent(proxyUrl) })
      return body.text()
    },
  ],
  [
    'EnvHttpProxyAgent of undici',
    async (url, proxyUrl) => {
      const dispatcher = new EnvHttpProxyAgent({ httpProxy: proxyUrl, httpsProxy: proxyUrl })
      return (await undiciFetch(url, { dispatcher })).text()
    },
  ],
  [
    'axios',
    async (url, proxyUrl) => {
      const { hostname, port } = new URL(proxyUrl)
      const { data } = await axios.get<string>(url, { proxy: { protocol: 'http', host: hostname, port: Number(port) } })
      return data
    },
  ],
  ['a CONNECT of its own', overTunnel],
]

/** Asks a proxy for a connection, and speaks TLS or plain HTTP through it. */
function overTunnel(url: string, proxyUrl: string): Promise<string> {
  const { hostname, protocol } = new URL(url)
  const at = new URL(proxyUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(at.port), at.hostname)
    socket.on('error', reject)
    socket.on('connect', () => {
      socket.write(`CONNECT ${hostname}:${protocol === 'https:' ? 443 : 80} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
    })
    socket.once('data', (head) => {
      if (!head.toString().startsWith('HTTP/1.1 200')) return reject(new Error(head.toString()))
      const stream = protocol === 'https:' ? tlsConnect({ socket, servername: hostname }) : socket
      let text = ''
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      stream.on('error', reject).on('end', () => resolve(/own|proxy/.exec(text)?.[0] ?? text))
      stream.write(`GET /path HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`)
    })
  })
}

/** All messages of an error and its causes. */
function messages(error: unknown): string {
  return error instanceof Error ? `${error.message} ${messages(error.cause)}` : ''
}

describe.each([
  ['on this machine', here],
  ['elsewhere', elsewhere],
])('what is asked of a proxy %s', (_, proxyUrl) => {
  describe.each(clients)('by %s', (__, client) => {
    it.each(['https', 'http'])('is answered for the host of an instance (%s)', async (scheme) => {
      expect(await client(`${scheme}://api.own.test/path`, proxyUrl())).toBe('own')
      expect(await client(`${scheme}://api.own.test/path`, proxyUrl())).toBe('own')
      await intercepted.settled()
      expect([askedFor, intercepted.refused]).toEqual([[], []])
    })

    it.each(['https', 'http'])('is refused for an unknown host, by its name (%s)', async (scheme) => {
      const error: unknown = await client(`${scheme}://x.test/path`, proxyUrl()).catch((reason: unknown) => reason)
      expect(messages(error)).toContain(`your code called ${scheme}://x.test`)
      await intercepted.settled()
      const origins = intercepted.takeRefused().map(({ origin, path }) => `${origin}${path}`)
      expect(origins).toEqual([`${scheme}://x.test/path`])
      expect(askedFor).toEqual([])
    })

    it('reaches the proxy for a host that calls may leave for', async () => {
      await client('http://allowed.test/path', proxyUrl()).catch(() => undefined)
      expect(askedFor).toEqual([expect.stringContaining('allowed.test')])
      await intercepted.settled()
      expect(intercepted.refused).toEqual([])
    })
  })
})

it('is decided for each request of a connection that is kept', async () => {
  const { Agent } = process.getBuiltinModule('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asks = (url: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { host } = new URL(url)
      httpGet({ host: '127.0.0.1', port: proxyPort, path: url, headers: { host }, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.on('end', () => resolve(text))
      }).on('error', reject)
    })
  const answers: string[] = []
  for (const host of ['allowed.test', 'api.own.test', 'api.own.test', 'allowed.test', 'api.own.test'])
    answers.push(await asks(`http://${host}/`))
  expect(answers).toEqual(['proxy', 'own', 'own', 'proxy', 'own'])
  expect(askedFor).toEqual(['GET http://allowed.test/', 'GET http://allowed.test/'])
  await expect(asks('http://x.test/a')).rejects.toThrow('your code called http://x.test (GET /a')
  agent.destroy()
})

it('leaves a body behind its head, in one write and in several', async () => {
  const posted = await new Promise((resolve, reject) => {
    const url = 'http://api.own.test/path'
    const sent = httpRequest({ host: '127.0.0.1', port: proxyPort, path: url, method: 'POST' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sent.setHeader('host', 'api.own.test')
    sent.on('error', reject)
    sent.write('a'.repeat(100_000))
    setImmediate(() => sent.end('b'))
  })
  expect([posted, askedFor]).toEqual([200, []])
})
