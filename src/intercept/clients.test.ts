import { lookup, promises as dns } from 'node:dns'
import { get as httpGet } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent as HttpsAgent, get as httpsGet, type RequestOptions } from 'node:https'
import { connect as tlsConnect, createSecureContext, type ConnectionOptions } from 'node:tls'
import axios from 'axios'
import { got } from 'got'
import { Agent, fetch as undiciFetch, Pool, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'

const ZEN = 'https://api.github.com/zen'

// Made before the hosts are intercepted.
const early = {
  agent: new HttpsAgent({ keepAlive: true }),
  pool: new Pool('https://api.github.com'),
  context: createSecureContext(),
  lookup,
}

let codehost: Emulator<'codehost'>
let intercepted: Interception

beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0, hosts: 'real' })
  intercepted = interceptHosts([codehost])
})

afterAll(async () => {
  intercepted.close()
  await codehost.close()
})

/** Returns the status of a GET by a function such as `https.get`. */
function statusOf(get: typeof httpsGet, url: string, options: RequestOptions = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'user-agent': 'test' }, ...options }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

/** Returns the status and the body of a request of HTTP/2, which offers no other protocol. */
function overHttp2(url: string, headers: Readonly<Record<string, string>>, body = ''): Promise<[unknown, string]> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(url)
    session.on('error', reject)
    const stream = session.request({ 'user-agent': 'test', ...headers }, { endStream: body === '' })
    let status: unknown
    let text = ''
    stream.on('response', (received) => (status = received[':status']))
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    stream.on('error', reject)
    stream.on('end', () => {
      session.close()
      resolve([status, text])
    })
    if (body !== '') stream.end(body)
  })
}

/** Returns the first line of the answer to a request that is written to a TLS connection. */
function overTls(options: ConnectionOptions): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = tlsConnect(options, () => {
      socket.write('GET /zen HTTP/1.1\r\nhost: api.github.com\r\nuser-agent: test\r\nconnection: close\r\n\r\n')
    })
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    socket.on('end', () => resolve(text.split('\r\n')[0]))
    socket.on('error', reject)
  })
}

describe('a client that is not configured reaches the instance', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['fetch', async () => (await fetch(ZEN)).status],
    ['https.get', () => statusOf(httpsGet, ZEN)],
    ['https.get with an agent made before', () => statusOf(httpsGet, ZEN, { agent: early.agent })],
    ['https.get with a look-up of its own', () => statusOf(httpsGet, ZEN, { lookup: early.lookup })],
    ['https.get by a certificate list of its own', () => statusOf(httpsGet, ZEN, { ca: [] })],
    ['http.get', () => statusOf(httpGet, ZEN.replace('https', 'http'))],
    ['undici.request', async () => (await request(ZEN)).statusCode],
    ['undici.fetch', async () => (await undiciFetch(ZEN)).status],
    [
      'an Agent of undici that allows HTTP/2',
      async () => {
        return (await request(ZEN, { dispatcher: new Agent({ allowH2: true }) })).statusCode
      },
    ],
    [
      'a Pool of undici made before',
      async () => (await early.pool.request({ method: 'GET', path: '/zen' })).statusCode,
    ],
    ['axios', async () => (await axios.get(ZEN)).status],
    ['got', async () => (await got(ZEN)).statusCode],
  ])('%s', async (_, call) => {
    const before = codehost.requests.length
    expect(await call()).toBe(200)
    expect(codehost.requests.length - before).toBe(1)
  })

  it.each<[string, ConnectionOptions]>([
    ['by its name', { host: 'api.github.com', port: 443, servername: 'api.github.com' }],
    ['without a server name', { host: 'api.github.com', port: 443 }],
    [
      'by an address, with its name as the server name',
      { host: '140.82.121.5', port: 443, servername: 'api.github.com' },
    ],
    [
      'with a secure context made before',
      {
        host: 'api.github.com',
        port: 443,
        servername: 'api.github.com',
        secureContext: early.context,
      },
    ],
  ])('tls.connect %s', async (_, options) => {
    expect(await overTls(options)).toBe('HTTP/1.1 200 OK')
  })
})

it('answers a client that speaks HTTP/2 only', async () => {
  expect(await overHttp2('https://api.github.com', { ':path': '/zen' })).toEqual([200, expect.any(String)])
  const path = '/repos/no/where/issues'
  const [status, text] = await overHttp2(
    'https://api.github.com',
    { ':method': 'POST', ':path': path },
    '{"title":"x"}',
  )
  expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ message: 'Not Found' })])
  await expect(overHttp2('https://x.test', { ':path': '/a' })).rejects.toThrow('https://x.test (GET /a, from src/')
  expect(intercepted.takeRefused()).toHaveLength(1)
})

it('looks no name up that an instance answers for, and takes the address of a client that does', async () => {
  const { address } = await dns.lookup('api.github.com')
  expect(address).toMatch(/^198\.18\./)
  expect(await dns.resolve4('api.github.com')).toEqual([address])
  expect(await statusOf(httpGet, `http://${address}/zen`)).toBe(200)
})

it('has the vendor host in the URL of a response and in the answers', async () => {
  const response = await fetch('https://api.github.com/')
  expect(response.url).toBe('https://api.github.com/')
  expect(await response.json()).toMatchObject({ user_url: 'https://api.github.com/users/{user}' })
})
