import { createSocket, type Socket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { Agent, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, defineService, type EmulatorBase } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'
import { isThisMachine } from './this-machine.ts'

const service = defineService({
  id: 'own',
  port: 4995,
  app: () => new Response('own'),
  hosts: [{ name: 'api', host: 'api.own.test' }],
})

let own: EmulatorBase
let intercepted: Interception

beforeAll(async () => {
  own = await createEmulator({ service, port: 0, hosts: 'real' })
  intercepted = interceptHosts([own], { allow: ['allowed.test'] })
})

afterAll(async () => {
  intercepted.close()
  await own.close()
})

afterEach(() => {
  intercepted.takeRefused()
})

describe('this machine', () => {
  it.each(['localhost', '127.0.0.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:1', hostname()])(
    'is %s',
    (host) => {
      expect(isThisMachine(host)).toBe(true)
    },
  )

  it.each(['::ffff:8.8.8.8', '::ffff:808:808', '::7f00:1', 'ffff:7f00::1', `other-${hostname()}`])(
    'is not %s',
    (host) => {
      expect(isThisMachine(host)).toBe(false)
    },
  )

  it('is called by its address of IPv4 in the form of IPv6', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // it listens at a port
    expect(await (await fetch(`http://[::ffff:127.0.0.1]:${port}/`)).text()).toBe('here')
    expect(intercepted.refused).toEqual([])
    server.close()
  })
})

describe('a datagram', () => {
  const sockets: Socket[] = []
  const socket = (): Socket => {
    const made = createSocket('udp4')
    sockets.push(made)
    return made
  }
  afterAll(() => {
    for (const each of sockets) each.close()
  })

  const errorOf = (send: (done: (error: Error | null) => void) => void): Promise<Error | null> => new Promise(send)

  it.each<[string, (made: Socket, done: (error: Error | null) => void) => void]>([
    ['with a host', (made, done) => made.send('a', 8125, 'stats.test', done)],
    ['with an address', (made, done) => made.send('a', 8125, '203.0.113.7', done)],
    ['with a part of a buffer', (made, done) => made.send(Buffer.from('abc'), 0, 1, 8125, 'stats.test', done)],
    ['with a list', (made, done) => made.send([Buffer.from('a')], 8125, 'stats.test', done)],
    ['of a socket that is connected', (made, done) => made.connect(8125, 'stats.test', done as () => void)],
    ['with no callback', (made, done) => made.on('error', done).send('a', 8125, 'stats.test')],
    ["to a vendor's host", (made, done) => made.send('a', 8125, 'api.own.test', done)],
  ])('to another machine is refused, and recorded: %s', async (_, send) => {
    const error = await errorOf((done) => send(socket(), done))
    expect(error?.message).toMatch(
      /^your code called udp:\/\/[\w.]+:8125 \(from src\/intercept\/leaves\.test\.ts:\d+\): /,
    )
    expect(intercepted.takeRefused()).toMatchObject([{ port: 8125, method: null }])
  })

  it('to this machine arrives', async () => {
    const receiver = socket()
    await new Promise<void>((resolve) => receiver.bind(0, '127.0.0.1', resolve))
    const { port } = receiver.address()
    const texts: string[] = []
    const all = new Promise<void>((resolve) => {
      receiver.on('message', (message) => {
        texts.push(message.toString())
        if (texts.length === 4) resolve()
      })
    })
    socket().send('host', port, '127.0.0.1')
    socket().send('none', port)
    socket().send(Buffer.from('xpart'), 1, 4, port)
    const connected = socket()
    await new Promise<void>((resolve) => connected.connect(port, resolve))
    connected.send(Buffer.from('xlink'), 1, 4)
    await all
    expect(texts.toSorted()).toEqual(['host', 'link', 'none', 'part'])
    expect(intercepted.refused).toEqual([])
  })
})

describe('the dispatcher that undici has for all calls', () => {
  const before = getGlobalDispatcher()
  afterEach(() => setGlobalDispatcher(before))

  it('answers for the hosts that it mocks, and the instance for its own', async () => {
    const mocks = new MockAgent()
    setGlobalDispatcher(mocks)
    mocks.get('https://mocked.test').intercept({ path: '/' }).reply(200, 'mock')
    mocks.get('https://api.own.test').intercept({ path: '/mocked' }).reply(200, 'mock')
    mocks.enableNetConnect()
    const textOf = async (url: string): Promise<string> => (await fetch(url)).text()
    expect(await textOf('https://mocked.test/')).toBe('mock')
    expect(await textOf('https://api.own.test/mocked')).toBe('mock')
    expect(await textOf('https://api.own.test/other')).toBe('own')
    await expect(fetch('https://refused.test/')).rejects.toThrow('fetch failed')
    expect(intercepted.takeRefused()).toMatchObject([{ host: 'refused.test' }])
    mocks.disableNetConnect()
    await expect(fetch('https://api.own.test/')).rejects.toThrow('fetch failed')
    await mocks.close()
  })

  it('may be an Agent, and an Agent with interceptors, which see the calls', async () => {
    const seen: unknown[] = []
    setGlobalDispatcher(new Agent())
    expect(await (await fetch('https://api.own.test/')).text()).toBe('own')
    const composed = new Agent().compose((dispatch) => (options, handler) => {
      seen.push(options.path)
      return dispatch(options, handler)
    })
    setGlobalDispatcher(composed)
    expect(await (await fetch('https://api.own.test/seen')).text()).toBe('own')
    expect(seen).toEqual(['/seen'])
  })
})
