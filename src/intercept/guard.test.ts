import { connect, type Socket } from 'node:net'
import { get as httpGet } from 'node:http'
import { get as httpsGet, request as httpsRequest } from 'node:https'
import { connect as tlsConnect } from 'node:tls'
import axios from 'axios'
import { got } from 'got'
import { request } from 'undici'
import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest'
import { createEmulator, defineService, type EmulatorBase } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'

const HERE = 'src/intercept/guard.test.ts'
const service = defineService({
  id: 'own',
  port: 4991,
  app: () => new Response('own'),
  hosts: [{ name: 'api', host: 'api.own.test', paths: { '/v1': '/' } }],
})

let own: EmulatorBase
let intercepted: Interception

beforeAll(async () => {
  own = await createEmulator({ service, port: 0, hosts: 'real' })
  // A call that may leave is looked up, and finds nothing.
  const dns = process.getBuiltinModule('node:dns')
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: never[]) => {
    if (!name.endsWith('.test')) return (lookup as (...all: unknown[]) => void)(name, ...rest)
    const callback: (error: Error) => void = rest[rest.length - 1] as never // the last parameter
    return process.nextTick(callback, Object.assign(new Error(`there is no ${name}`), { code: 'ENOTFOUND' }))
  }) as never)
  intercepted = interceptHosts([own], { allow: ['allowed.test', '*.internal.test', 'ported.test:8443'] })
})

afterAll(async () => {
  intercepted.close()
  await own.close()
  vi.restoreAllMocks()
})

afterEach(() => {
  intercepted.takeRefused()
})

/** Resolves to the error of a request of `node:http`. */
function errorOf(get: typeof httpsGet, url: string): Promise<Error> {
  return new Promise((resolve) => void get(url).on('error', resolve))
}

const rejection = async (promise: Promise<unknown>): Promise<Error & { cause?: unknown }> => {
  return promise.then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  )
}

describe('a call to a host that nothing answers for', () => {
  it('is refused, with the method, the path, the place in the code and the ways out', async () => {
    const error = await rejection(fetch('https://api.sendgrid.com/v3/mail/send?a=1', { method: 'POST', body: '{}' }))
    const [call] = intercepted.refused
    expect(call).toMatchObject({
      origin: 'https://api.sendgrid.com',
      host: 'api.sendgrid.com',
      port: 443,
      method: 'POST',
      path: '/v3/mail/send',
    })
    expect(call?.caller).toMatch(new RegExp(`^${HERE}:\\d+$`))
    expect(call?.message).toBe(
      `your code called https://api.sendgrid.com (POST /v3/mail/send, from ${call?.caller}): no service stands in for it; ` +
        `allow it with allow: ['api.sendgrid.com'], or write a stand-in with defineService`,
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(error.cause).toMatchObject({ name: 'HostRefusedError', code: 'ECONNREFUSED', message: call?.message })
  })

  it.each<[string, string, () => Promise<Error>]>([
    ['https.get', 'GET https://x.test/a', () => errorOf(httpsGet, 'https://x.test/a?b')],
    ['http.get', 'GET http://x.test:8080/a', () => errorOf(httpGet, 'http://x.test:8080/a')],
    [
      'https.request',
      'PUT https://x.test/',
      () => {
        return new Promise((resolve) => {
          const call = httpsRequest('https://x.test', { method: 'PUT', agent: false })
          call.on('error', resolve)
          call.end('body')
        })
      },
    ],
    ['undici', 'PATCH https://x.test/a', () => rejection(request('https://x.test/a', { method: 'PATCH' }))],
    ['axios', 'POST https://x.test/a', () => rejection(axios.post('https://x.test/a', { b: 1 }))],
    ['got', 'DELETE https://x.test/a', () => rejection(got.delete('https://x.test/a', { retry: { limit: 0 } }))],
  ])('is refused to %s', async (_, expected, call) => {
    const error = await call()
    const [refused, ...more] = intercepted.refused
    expect(more).toEqual([])
    expect(`${refused?.method} ${refused?.origin}${refused?.path}`).toBe(expected)
    expect(error.message).toContain(refused?.message)
    // Where a client waits before it connects, the stack has its own code only.
    expect(refused?.caller).toMatch(/^(src\/intercept\/guard\.test\.ts|node_modules\/(axios|got)\/.+):\d+$/)
  })

  it('is recorded when the application swallows the error', async () => {
    await fetch('https://x.test/swallowed').catch(() => undefined)
    expect(intercepted.refused.map(({ path }) => path)).toEqual(['/swallowed'])
  })

  it('is recorded at once, and completed when the request is known', async () => {
    const call = httpsGet('https://x.test/later')
    call.on('error', () => undefined)
    expect(intercepted.refused.map(({ host, method }) => [host, method])).toEqual([['x.test', null]])
    await intercepted.settled()
    expect(intercepted.refused.map(({ method, path }) => [method, path])).toEqual([['GET', '/later']])
  })

  it.each([
    [
      'that its client begins',
      (port: number) =>
        connect(port, 'db.test', function (this: Socket) {
          this.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
        }),
    ],
    ['that its server begins', (port: number) => connect(port, 'db.test')],
    ['that its server begins within TLS', (port: number) => tlsConnect(port, 'db.test', { servername: 'db.test' })],
  ])('is refused in a protocol %s', async (_, open) => {
    const error = await new Promise<Error>((resolve) => void open(5432).on('error', resolve))
    expect(error.message).toMatch(
      /^your code called tcp:\/\/db\.test:5432 \(from src\/intercept\/guard\.test\.ts:\d+\): .* allow: \['db\.test:5432'\]/,
    )
  })

  it('is refused at an address, and at a path of a host that the instance does not answer', async () => {
    const error = await errorOf(httpsGet, 'https://203.0.113.7/x')
    expect(error.message).toContain('your code called https://203.0.113.7 (GET /x')
    const other = await rejection(fetch('https://api.own.test/v2/x'))
    expect(String(other.cause)).toContain('your code called https://api.own.test (GET /v2/x')
    expect((await errorOf(httpsGet, 'https://api.own.test/v2/x')).message).toContain('api.own.test (GET /v2/x')
    expect((await fetch('https://api.own.test/v1/x')).status).toBe(200)
  })

  it('is refused before its name is looked up', async () => {
    const error = await errorOf(httpsGet, 'https://no-such-name.invalid/')
    expect(error).toMatchObject({ code: 'ECONNREFUSED', name: 'HostRefusedError' })
  })

  it('does not fail a test when a tool reports to its makers', async () => {
    await rejection(fetch('https://telemetry.nextjs.org/api/v1/record', { method: 'POST' }))
    await rejection(fetch('https://r.stripe.com/0', { method: 'POST' }))
    expect(intercepted.refused).toEqual([])
  })

  it('does not fail a test when a development server asks for its newest version', async () => {
    await rejection(fetch('https://registry.npmjs.org/-/package/next/dist-tags'))
    await rejection(fetch('https://registry.npmjs.org/astro/latest'))
    expect(intercepted.refused).toEqual([])
    await rejection(fetch('https://registry.npmjs.org/left-pad'))
    expect(intercepted.takeRefused().map(({ path }) => path)).toEqual(['/left-pad'])
  })
})

describe('the options', () => {
  /** Returns the code of a call's error: ENOTFOUND when it was to leave. */
  const outcome = async (url: string): Promise<string | undefined> => {
    const { cause } = await rejection(fetch(url))
    return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  }

  it('allow names, names below a name, and one port of a name', async () => {
    for (const url of ['https://allowed.test', 'https://a.internal.test', 'https://ported.test:8443']) {
      expect([url, await outcome(url)]).toEqual([url, 'ENOTFOUND'])
    }
    for (const url of ['https://sub.allowed.test', 'https://internal.test', 'https://ported.test']) {
      expect([url, await outcome(url)]).toEqual([url, 'ECONNREFUSED'])
    }
  })

  it('warn once for each host, or say nothing', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    using warning = interceptHosts([], { unhandled: 'warn' })
    await outcome('https://warned.test/a')
    expect(await outcome('https://warned.test/b')).toBe('ENOTFOUND')
    expect(write.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(
        /^backlot: your code called https:\/\/warned\.test \(GET \/a, from src\/.*unhandled: 'warn'\)\n$/,
      ),
    ])
    using bypassing = interceptHosts([], { unhandled: 'bypass' })
    expect(await outcome('https://bypassed.test/a')).toBe('ENOTFOUND')
    expect(write.mock.calls.length).toBe(1)
    expect([...warning.refused, ...bypassing.refused, ...intercepted.refused]).toEqual([])
    write.mockRestore()
  })

  it('are checked', async () => {
    const wrong = (options: object) => () => interceptHosts([own], options)
    expect(wrong({ allowed: [] })).toThrow('there is no option allowed')
    expect(wrong({ unhandled: 'fail' })).toThrow('expected "error", "warn" or "bypass"')
    expect(wrong({ allow: ['https://x.test/'] })).toThrow('expected a host such as "internal.test"')
    await using plain = await createEmulator({ service, port: 0 })
    expect(() => interceptHosts([plain])).toThrow("own answers for no host: start it with hosts: 'real'")
  })
})
