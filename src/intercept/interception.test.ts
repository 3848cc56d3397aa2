import dns from 'node:dns'
import { createServer } from 'node:http'
import https, { Agent } from 'node:https'
import net, { type Socket } from 'node:net'
import tls, { createSecureContext } from 'node:tls'
import threads from 'node:worker_threads'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmulator, defineService, HostConflict, interceptHosts, type EmulatorBase } from '../index.ts'

const service = (id: string, host = `api.${id}.test`) =>
  defineService({ id, port: 4992, app: () => new Response(id), hosts: [{ name: 'api', host }] })

let one: EmulatorBase
let two: EmulatorBase

beforeAll(async () => {
  one = await createEmulator({ service: service('one'), port: 0, hosts: 'real' })
  two = await createEmulator({ service: service('two'), port: 0, hosts: 'real' })
})

afterAll(async () => {
  await Promise.all([one.close(), two.close()])
})

const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

/** Resolves to the body of an answer, or to the message of the error. */
function overHttps(url: string, agent: Agent | false = false): Promise<string> {
  return new Promise((resolve) => {
    // Tools replace members of this object.
    https
      .get(url, { agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.on('end', () => resolve(text))
      })
      .on('error', (error) => resolve(error.message))
  })
}

/** Everything that an interception replaces, as it is now. */
function replaceable(): object {
  return {
    fetch: Object.getOwnPropertyDescriptor(globalThis, 'fetch'),
    socket: Object.getOwnPropertyDescriptors(net.Socket.prototype),
    net: Object.getOwnPropertyDescriptors(net),
    tls: Object.getOwnPropertyDescriptors(tls),
    dns: Object.getOwnPropertyDescriptors(dns),
    promises: Object.getOwnPropertyDescriptors(dns.promises),
    threads: Object.getOwnPropertyDescriptors(threads),
    imported: createSecureContext,
  }
}

describe('the end of an interception', () => {
  it('leaves everything as it was', async () => {
    const before = replaceable()
    {
      using intercepted = interceptHosts([one])
      expect(replaceable()).not.toEqual(before)
      expect(await overHttps('https://api.one.test/')).toBe('one')
      expect(intercepted.refused).toEqual([])
    }
    expect(replaceable()).toEqual(before)
    await using again = interceptHosts([one])
    expect(await textOf('https://api.one.test/')).toBe('one')
    again.close()
    again.close()
    expect(replaceable()).toEqual(before)
  })

  it('closes the connections that clients have kept', async () => {
    const agent = new Agent({ keepAlive: true })
    using intercepted = interceptHosts([one])
    expect(await overHttps('https://api.one.test/', agent)).toBe('one')
    const [kept] = Object.values(agent.freeSockets).flat()
    expect(kept?.destroyed).toBe(false)
    intercepted.close()
    expect(kept?.destroyed).toBe(true)
  })

  it('no longer trusts the authority', () => {
    const trusted = vi.fn<(pem: string) => void>()
    const context = (): object => Reflect.get(createSecureContext(), 'context') as object // Node's own member
    const native = Object.getPrototypeOf(context()) as { addCACert(pem: string): void } // as above
    const spy = vi.spyOn(native, 'addCACert').mockImplementation(trusted)
    context()
    expect(trusted).not.toHaveBeenCalled()
    spy.mockRestore()
  })
})

describe('interceptions in one process', () => {
  it('nest', async () => {
    using outer = interceptHosts([one], { allow: ['allowed.test'] })
    using inner = interceptHosts([two])
    expect([await textOf('https://api.one.test/'), await textOf('https://api.two.test/')]).toEqual(['one', 'two'])
    await fetch('https://refused.test/').catch(() => undefined)
    expect([inner.refused.length, outer.refused.length]).toEqual([1, 0])
    inner.close()
    expect(await textOf('https://api.one.test/')).toBe('one')
    await fetch('https://api.two.test/').catch(() => undefined)
    expect(outer.refused.map(({ host }) => host)).toEqual(['api.two.test'])
  })

  it('may end in any order, and the latest answers for a host that both have', async () => {
    await using other = await createEmulator({ service: service('other', 'api.one.test'), port: 0, hosts: 'real' })
    using outer = interceptHosts([one])
    using inner = interceptHosts([other])
    expect(await overHttps('https://api.one.test/')).toBe('other')
    outer.close()
    expect(await overHttps('https://api.one.test/')).toBe('other')
    inner.close()
    expect(() => interceptHosts([one, other])).toThrow(HostConflict)
  })

  it('close a kept connection whose host is now another instance', async () => {
    await using other = await createEmulator({ service: service('other', 'api.one.test'), port: 0, hosts: 'real' })
    const agent = new Agent({ keepAlive: true })
    using outer = interceptHosts([one])
    expect(await overHttps('https://api.one.test/', agent)).toBe('one')
    using inner = interceptHosts([other])
    expect(await overHttps('https://api.one.test/', agent)).toBe('other')
    expect([outer.refused, inner.refused]).toEqual([[], []])
  })
})

describe('a connection that was opened before', () => {
  it('is not used for a host that is answered or refused now', async () => {
    const server = createServer((_request, response) => void response.end('outside'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    for (const [name, message] of [
      ['api.one.test', /^the connection to .*api\.one\.test.* was opened before backlot intercepted its host/],
      ['refused.test', /^your code called .*refused\.test/],
    ] as const) {
      // A test cannot connect with another machine: the socket only says that it does.
      const socket = await new Promise<Socket>((resolve) => {
        const opened = net.connect(port, '127.0.0.1', () => resolve(opened))
      })
      Object.defineProperties(socket, { remoteAddress: { value: '203.0.113.7' }, _host: { value: name } })
      using intercepted = interceptHosts([one])
      const error = new Promise<Error>((resolve) => void socket.on('error', resolve))
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      expect((await error).message).toMatch(message)
      expect(intercepted.refused.length).toBe(name === 'refused.test' ? 1 : 0)
    }
    server.close()
  })
})

describe('beside other tools', () => {
  const handlers = [http.get('https://mocked.test/', () => HttpResponse.text('msw'))]

  it.each(['before', 'after'])('MSW that listens %s answers its hosts, and the instance its own', async (order) => {
    const before = replaceable()
    const server = setupServer(...handlers)
    if (order === 'before') server.listen({ onUnhandledRequest: 'bypass' })
    const intercepted = interceptHosts([one])
    if (order === 'after') server.listen({ onUnhandledRequest: 'bypass' })
    expect(await textOf('https://mocked.test/')).toBe('msw')
    expect(await overHttps('https://mocked.test/')).toBe('msw')
    expect(await textOf('https://api.one.test/')).toBe('one')
    expect(await overHttps('https://api.one.test/')).toBe('one')
    await fetch('https://refused.test/').catch(() => undefined)
    expect(intercepted.refused.map(({ host }) => host)).toEqual(['refused.test'])
    if (order === 'after') server.close()
    intercepted.close()
    if (order === 'before') server.close()
    expect(replaceable()).toEqual(before)
  })

  it('fake timers change nothing', async () => {
    using intercepted = interceptHosts([one])
    vi.useFakeTimers()
    try {
      expect(await textOf('https://api.one.test/')).toBe('one')
      expect(await overHttps('https://api.one.test/')).toBe('one')
      expect(await request('https://api.one.test/').then(({ body }) => body.text())).toBe('one')
      expect(await overHttps('https://refused.test/')).toContain('your code called')
      await intercepted.settled()
    } finally {
      vi.useRealTimers()
    }
  })
})
