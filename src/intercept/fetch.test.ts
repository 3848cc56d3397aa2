import { createServer } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, defineService, type EmulatorBase } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'

/** Answers with what it received, or as its path says. */
async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const to = url.searchParams.get('to')
  if (url.pathname.startsWith('/status/') && to !== null) {
    return new Response(null, { status: Number(url.pathname.slice(8)), headers: { location: to } })
  }
  if (url.pathname === '/stream')
    return new Response(twoPieces(released), { headers: { 'content-type': 'text/plain' } })
  if (url.pathname === '/never') return new Promise(() => undefined)
  const body = await request.text()
  return Response.json({
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: body.length > 1000 ? body.length : body,
  })
}

/** The second piece is there once `second` resolves. */
function twoPieces(second: Promise<unknown>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder()
      controller.enqueue(encoder.encode('piece 1;'))
      await second
      controller.enqueue(encoder.encode('piece 2;'))
      controller.close()
    },
  })
}

let release: (value?: unknown) => void = () => undefined
const released = new Promise((resolve) => (release = resolve))

const service = (id: string, host: string) =>
  defineService({ id, port: 4990, app: answer, hosts: [{ name: 'api', host, paths: { '/': '/' } }] })

interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | number
}

const echoOf = async (response: Response): Promise<Echo> => (await response.json()) as Echo // `answer` writes it
const A = 'https://api.a.test'
const B = 'https://api.b.test'
const emulators: EmulatorBase[] = []
let intercepted: Interception

beforeAll(async () => {
  for (const id of ['a', 'b']) {
    emulators.push(await createEmulator({ service: service(id, `api.${id}.test`), port: 0, hosts: 'real' }))
  }
  intercepted = interceptHosts(emulators)
})

afterAll(async () => {
  intercepted.close()
  await Promise.all(emulators.map((each) => each.close()))
})

describe('fetch of an intercepted host', () => {
  it('sends what fetch sends', async () => {
    const response = await fetch(`${A}/x?y=1#z`, { method: 'post', body: 'hello', headers: { 'X-Own': 'yes' } })
    expect([response.url, response.redirected, response.type]).toEqual([`${A}/x?y=1`, false, 'basic'])
    expect(await echoOf(response)).toMatchObject({
      method: 'POST',
      url: `${A}/x?y=1`,
      body: 'hello',
      headers: {
        host: 'api.a.test',
        'x-own': 'yes',
        'content-type': 'text/plain;charset=UTF-8',
        'content-length': '5',
        'user-agent': 'node',
        accept: '*/*',
      },
    })
  })

  it.each<[string, BodyInit, string | RegExp, string | number]>([
    ['a form', new URLSearchParams({ a: '1 2' }), 'application/x-www-form-urlencoded;charset=UTF-8', 'a=1+2'],
    ['a megabyte', 'x'.repeat(1_000_000), 'text/plain;charset=UTF-8', 1_000_000],
    ['a Blob', new Blob(['blob'], { type: 'text/x' }), 'text/x', 'blob'],
  ])('sends %s', async (_, body, type, received) => {
    const echo = await echoOf(await fetch(A, { method: 'POST', body }))
    expect([echo.headers['content-type'], echo.body]).toEqual([type, received])
  })

  it('sends a multipart form and a stream', async () => {
    const form = new FormData()
    form.set('a', '1')
    const multipart = await echoOf(await fetch(A, { method: 'POST', body: form }))
    expect(multipart.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(multipart.body).toContain('name="a"')
    const init = { method: 'POST', body: twoPieces(Promise.resolve()), duplex: 'half' }
    expect((await echoOf(await fetch(A, init))).body).toBe('piece 1;piece 2;')
  })

  it('takes a Request and a URL, and uses the body of the Request up', async () => {
    const request = new Request(`${A}/r`, { method: 'PUT', body: 'once', headers: { 'x-own': 'r' } })
    const echo = await echoOf(await fetch(request, { headers: { 'x-own': 'init' } }))
    expect([echo.method, echo.body, echo.headers['x-own'], request.bodyUsed]).toEqual(['PUT', 'once', 'init', true])
    expect((await echoOf(await fetch(new URL(`${A}/u`)))).url).toBe(`${A}/u`)
  })

  it('refuses what fetch refuses, with its errors', async () => {
    const withBody: RequestInit = { body: 'x' }
    await expect(fetch(A, withBody)).rejects.toThrow(TypeError)
    await expect(fetch(A, { headers: { 'bad name': 'x' } })).rejects.toThrow(TypeError)
    await expect(fetch('https://user:password@api.a.test/')).rejects.toThrow(TypeError)
    await expect(fetch(A, { method: 'CONNECT' })).rejects.toThrow(TypeError)
  })

  it('streams a body as it is read', async () => {
    const reader = (await fetch(`${A}/stream`)).body?.getReader()
    const text = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await text()).toBe('piece 1;')
    release()
    expect(await text()).toBe('piece 2;')
  })

  it('gives a clone the same URL', async () => {
    const response = await fetch(`${A}/c`)
    const clone = response.clone()
    expect([clone.url, clone.redirected]).toEqual([`${A}/c`, false])
    expect(await clone.json()).toEqual(await response.json())
  })
})

describe('the redirects of fetch', () => {
  const to = (status: number, target: string): string => `${A}/status/${status}?to=${encodeURIComponent(target)}`

  it('are followed to another intercepted host, without the credentials', async () => {
    const headers = { authorization: 'Bearer secret', cookie: 'a=1', 'x-own': 'kept' }
    const response = await fetch(to(302, `${B}/there`), { headers })
    const echo = await echoOf(response)
    expect([response.url, response.redirected]).toEqual([`${B}/there`, true])
    expect([echo.headers['authorization'], echo.headers['cookie'], echo.headers['x-own']]).toEqual([
      undefined,
      undefined,
      'kept',
    ])
  })

  it('keep the credentials within an origin', async () => {
    const echo = await echoOf(await fetch(to(302, '/there'), { headers: { authorization: 'Bearer secret' } }))
    expect([echo.url, echo.headers['authorization']]).toEqual([`${A}/there`, 'Bearer secret'])
  })

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('with status %i make a POST a %s', async (status, method, body) => {
    const echo = await echoOf(await fetch(to(status, '/there'), { method: 'POST', body: 'body' }))
    expect([echo.method, echo.body]).toEqual([method, body])
  })

  it('are returned with redirect: manual, and refused with redirect: error', async () => {
    const response = await fetch(to(302, '/there'), { redirect: 'manual' })
    expect([response.status, response.headers.get('location'), response.url]).toEqual([
      302,
      '/there',
      to(302, '/there'),
    ])
    await expect(fetch(to(302, '/there'), { redirect: 'error' })).rejects.toThrow(TypeError)
  })

  it('end after twenty', async () => {
    const before = emulators[0]?.requests.length ?? 0
    await expect(fetch(to(302, '?to='))).rejects.toMatchObject({ cause: { message: 'redirect count exceeded' } })
    expect((emulators[0]?.requests.length ?? 0) - before).toBe(21)
  })

  it('leave to this machine, and are refused to hosts that nothing answers for', async () => {
    const server = createServer((request, response) => void response.end(`own ${request.method}`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const response = await fetch(to(302, `http://127.0.0.1:${port}/own`))
    expect([await response.text(), response.redirected, response.url]).toEqual([
      'own GET',
      true,
      `http://127.0.0.1:${port}/own`,
    ])
    server.close()
    server.closeAllConnections()
    const error: Error = (await fetch(to(302, 'https://nowhere.test/x')).catch((reason: Error) => reason)) as Error // it rejects
    expect(String(error.cause)).toContain('your code called https://nowhere.test (GET /x')
    expect(intercepted.takeRefused().map(({ origin, path }) => origin + String(path))).toEqual([
      'https://nowhere.test/x',
    ])
  })
})

describe('the signal of fetch', () => {
  it('ends a call before, during and after the answer', async () => {
    await expect(fetch(A, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    const during = new AbortController()
    const waiting = fetch(`${A}/never`, { signal: during.signal })
    const atOnce = new AbortController()
    const called = fetch(A, { signal: atOnce.signal })
    atOnce.abort()
    await expect(called).rejects.toMatchObject({ name: 'AbortError' })
    setImmediate(() => during.abort())
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    const after = new AbortController()
    const response = await fetch(`${A}/x`, { signal: after.signal })
    after.abort()
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends a call over a connection too', async () => {
    const controller = new AbortController()
    const error = await new Promise<Error>((resolve) => {
      const call = httpsRequest(`${A}/never`, { signal: controller.signal })
      call.on('error', resolve)
      call.on('socket', (socket) => socket.once('secureConnect', () => controller.abort()))
      call.end()
    })
    expect(error.name).toBe('AbortError')
  })
})
