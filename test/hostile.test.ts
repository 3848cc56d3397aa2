import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Route, RouteTable } from '#core/routes.ts'
import type { AnyService } from '#core/service.ts'
import { routesOf } from '#core/service-routes.ts'
import { createEmulator } from '../src/emulator.ts'
import type { EmulatorBase } from '#core/emulator-base.ts'
import { registry } from '../src/registry.ts'
import { starterContent } from '../src/starter.ts'

// Input that nobody should send, to every service that there is: a new one joins by itself.

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const tags = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const entities = (count: number): string =>
  `<!DOCTYPE a [${Array.from({ length: count }, (_, at) => `<!ENTITY e${at} "x">`).join('')}]><a>&e0;</a>`

/** A document with one value in members that many operations have, beside those without which they refuse it. */
function membersOf(value: string): string {
  const names = [
    'payload',
    'client_payload',
    'profile',
    'meta',
    'config',
    'inputs',
    'properties',
    'body',
    'data',
    'description',
  ]
  const members = names.map((name) => `"${name}":${value}`)
  return `{"ref":"main","event_type":"a","name":"a","title":"a",${members.join(',')}}`
}

/**
 * A body whose members take a pattern that backtracks, or a scan that is quadratic, far longer than a test may last.
 */
function stalling(type: string): string {
  const address = `${' '.repeat(4000)}a@x.com`
  const members = {
    name: 'a'.repeat(20_000),
    title: '<!--'.repeat(20_000),
    email: address,
    to: address,
    from: address,
    subject: `${'1'.repeat(30_000)}x`,
    html: '<'.repeat(100_000),
    text: `${'aaaa '.repeat(20_000)}!`,
    pattern: '(a+)+$',
    groups_filter: '(a+)+$',
    on: 'a+'.repeat(20),
  }
  return type === 'application/json' ? JSON.stringify(members) : String(new URLSearchParams(members))
}

/** Bodies by name, with their content type. Every operation that takes a body gets every one of them. */
const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'lists, 10,000 levels deep': ['application/json', lists(10_000)],
  'members, 10,000 levels deep': ['application/json', membersOf(objects(10_000))],
  'members, 200 levels deep': ['application/json', membersOf(lists(200))],
  'lone surrogates': ['application/json', '{"name":"\\ud800","title":"\\udfff","email":"\\ud800","path":"\\ud800"}'],
  'objects in place of texts': [
    'application/json',
    '{"name":{},"title":[],"email":{"a":1},"to":{},"from":[1],"QueueUrl":{"a":1},"QueueName":[],"MessageBody":{},"login":{}}',
  ],
  'texts that stall backtracking patterns': ['application/json', stalling('application/json')],
  'a form that stalls backtracking patterns': [
    'application/x-www-form-urlencoded',
    stalling('application/x-www-form-urlencoded'),
  ],
  'members of every object': [
    'application/json',
    '{"__proto__":{"a":1},"constructor":1,"toString":"x","hasOwnProperty":[]}',
  ],
  'numbers that are none': [
    'application/json',
    '{"id":1e999,"name":-0,"limit":9007199254740993,"at":8640000000000001}',
  ],
  'a list': ['application/json', '[]'],
  null: ['application/json', 'null'],
  'half a document': ['application/json', '{"name":"a'],
  'tags, 10,000 levels deep': ['application/xml', tags(10_000)],
  '5,000 entities': ['application/xml', entities(5000)],
  'an external entity': ['application/xml', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
  'a tag named constructor': ['application/xml', '<constructor><__proto__>a</__proto__></constructor>'],
  'a form': [
    'application/x-www-form-urlencoded',
    'a=%ZZ&__proto__=b&constructor.prototype=c&a.1.b.2=d&=&&%ED%A0%80=%ED%A0%80',
  ],
  'a form without a boundary': ['multipart/form-data', '--x\r\n\r\n'],
  'half a form': ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na'],
  bytes: ['application/octet-stream', '\u0000\u0001\uffff'],
}

/** Texts of filters and searches by name. Every operation that reads gets every one of them. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  '5,000 nested parentheses': `${'('.repeat(5000)}a eq "b"${')'.repeat(5000)}`,
  '5,000 negations': `${'not '.repeat(5000)}a`,
  '50,000 negations in upper case': `${'NOT '.repeat(50_000)}a`,
  '20,000 words': 'a '.repeat(20_000),
  'a pattern that backtracks': `${'a'.repeat(50_000)}!`,
}

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The path of a route, with parameters that name records of a seed: `hello-world` for `:repo`, where the seed has a
 * list `repos` with this name; else 1, as ids and numbers begin.
 */
function pathOf({ path }: Route, seed: object): string {
  const known = path.replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(named(name, seed) ?? '1'))
  return known.replaceAll('*', 'README.md')
}

/** The first value in a seed that a path parameter may stand for. */
function named(parameter: string, seed: object): string | undefined {
  const list = `${parameter.replace(/_?(?:id|name|slug|idOrName|Id)$/, '')}s`
  for (const [key, value] of Object.entries(seed) as [string, unknown][]) {
    if (key === parameter && typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) continue
    if (key.toLowerCase() === list.toLowerCase() && Array.isArray(value)) {
      const { login, name, id, email, queue } = Object(value[0]) as Record<string, unknown>
      const found = [login, name, id, email, queue].find((each) => typeof each === 'string')
      if (typeof found === 'string') return found
    }
    const inside = named(parameter, value)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Headers that name an operation where method and path do not. */
function identifying({ identify }: RouteTable, { operation }: Route): Record<string, string> {
  if (identify === undefined) return {}
  const [, name = ''] = operation.split(':')
  return { 'x-amz-target': `AmazonSQS.${name}` }
}

describe.each(registry.map(({ id, load }) => [id, load] as const))('%s', (_id, load) => {
  let service: AnyService
  let emulator: EmulatorBase
  let authorization: string
  let seed: object
  let table: RouteTable
  beforeAll(async () => {
    service = await load()
    table = await routesOf(service)
    seed = await starterContent(service)
    const [token = 'backlot_admin'] = Object.keys('tokens' in seed ? Object(seed.tokens) : {})
    authorization = `Bearer ${token}`
    emulator = await createEmulator({ service, port: 0, seed, snapshotLimit: 2 })
  })
  afterAll(() => emulator.close())
  beforeEach(() => emulator.reset())

  const control = async (path: string, body: object): Promise<readonly [number, unknown]> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${emulator.url}/_backlot/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return [response.status, await response.json()]
  }

  it.each(Object.entries(BODIES))('answers %s with no error of its own', async (_name, [type, body]) => {
    const broken: string[] = []
    for (const route of table.routes.filter(({ method }) => CHANGES.includes(method))) {
      const headers = { authorization, 'content-type': type, ...identifying(table, route) }
      const path = pathOf(route, seed)
      // One after the other, and each from the seed: a request before must not have deleted what this one needs.
      emulator.reset()
      const { status } = await emulator.fetch(`http://x${path}`, { method: route.method, headers, body })
      if (status < 500 || status === 501) continue
      const [reason] = emulator.requests[0]?.error?.split('\n') ?? []
      broken.push(`${status} ${route.method} ${path} (${route.operation}): ${reason}`)
    }
    expect(broken).toEqual([])
  })

  it.each(Object.entries(EXPRESSIONS))('answers a search for %s with no error of its own', async (_name, text) => {
    const broken: string[] = []
    const query = ['q', 'filter', 'search', '$filter', '$search', 'query', 'prefix'].map(
      (name) => `${name}=${encodeURIComponent(text)}`,
    )
    for (const route of table.routes.filter(({ method }) => method === 'GET')) {
      const path = pathOf(route, seed)
      // In process, as the network limits the length of a URL.
      const { status } = await emulator.fetch(`http://x${path}?${query.join('&')}`, { headers: { authorization } })
      if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
    }
    expect(broken).toEqual([])
  })

  it.each(['constructor', 'hasOwnProperty', '__proto__', '275760-09-13'])(
    'answers a read for %s with no error of its own',
    async (name) => {
      const broken: string[] = []
      const names = ['type', 'types', 'kind', 'sort', 'order', 'state', 'since', 'from', 'scope', 'fields', '$select']
      const query = new URLSearchParams([...names, 'Version', 'Action', 'provider'].map((each) => [each, name]))
      for (const route of table.routes.filter(({ method }) => method === 'GET')) {
        for (const path of [route.path.replaceAll(/:\w+\??/g, name).replaceAll('*', name), pathOf(route, seed)]) {
          const { status } = await emulator.fetch(`http://x${path}?${query}`, { headers: { authorization } })
          if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
        }
      }
      expect(broken).toEqual([])
    },
  )

  it.each(['http://localhost/a\r\nset-cookie: b=c', 'http://localhost/✓', 'http://', '//evil.example', '\ud800'])(
    'redirects nowhere, and answers with no error of its own, for the address %j',
    async (address) => {
      const broken: string[] = []
      const names = ['redirect_uri', 'post_logout_redirect_uri', 'returnTo', 'fromURI', 'state', 'continue']
      const query = new URLSearchParams(names.map((name) => [name, address]))
      for (const route of table.routes.filter(({ method }) => method === 'GET')) {
        const path = pathOf(route, seed)
        const { status, headers } = await emulator.fetch(`http://x${path}?${query}`, { headers: { authorization } })
        const isLost = (status >= 500 && status !== 501) || headers.get('set-cookie')?.startsWith('b=c') === true
        if (isLost || headers.get('location')?.startsWith('//evil') === true) broken.push(`${status} ${path}`)
      }
      expect(broken).toEqual([])
    },
  )

  it('starts with 130,000 seeded users', async () => {
    const section = Object(Reflect.get(seed, service.id)) as Readonly<Record<string, unknown>>
    const [first] = Array.isArray(section['users']) ? (section['users'] as readonly Record<string, unknown>[]) : []
    // A service without a list of users has no list of that length either.
    if (first === undefined) return
    const key = ['login', 'username', 'email'].find((name) => name in first) ?? 'login'
    const isAddress = String(first[key]).includes('@')
    const users = Array.from({ length: 130_000 }, (_, at) => ({ [key]: isAddress ? `u${at}@example.com` : `u${at}` }))
    const crowded = await createEmulator({ service, port: 0, seed: { [service.id]: { users } } })
    expect(crowded.service).toBe(service.id)
    await crowded.close()
  }, 60_000)

  it('keeps the control plane of an open instance for those who have its token', async () => {
    const open: EmulatorBase = await createEmulator({ service, port: 0, seed, hostname: '0.0.0.0' })
    try {
      const [, token] = Object.entries(open.env).find(([name]) => name.endsWith('_CONTROL_TOKEN')) ?? []
      const reset = (headers: Record<string, string>): Promise<Response> =>
        fetch(`${open.url}/_backlot/reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
        })
      expect((await reset({})).status).toBe(401)
      expect((await reset({ authorization: 'Bearer guessed' })).status).toBe(401)
      expect((await reset({ authorization: `Bearer ${token}` })).status).toBe(200)
    } finally {
      await open.close()
    }
  })

  it.each(['8640000000000001', '1e308', '-1e308', '253402300800000'])(
    'refuses a clock at %s, and goes on',
    async (at) => {
      const before = emulator.clock.now()
      for (const [path, member] of [
        ['set', 'to'],
        ['freeze', 'at'],
        ['advance', 'by'],
      ] as const) {
        const [status, answer] = await control(`clock/${path}`, { [member]: Number(at) })
        expect(status).toBe(400)
        expect(JSON.stringify(answer)).toMatch(/out of the range of a clock|cannot advance|go back/)
      }
      expect(emulator.clock.now() - before).toBeLessThan(60_000)
      expect((await fetch(`${emulator.url}/_backlot/health`)).status).toBe(200)
    },
  )

  it('refuses pages of unknown origins, of whatever operation', async () => {
    const [route] = table.routes
    if (route === undefined) return
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      for (const [method, path] of [
        [route.method, pathOf(route, {})],
        ['POST', '/_backlot/reset'],
        ['OPTIONS', '/'],
      ] as const) {
        const all = { ...headers, 'access-control-request-method': 'POST', 'content-type': 'application/json' }
        const response = await fetch(emulator.url + path, { method, headers: all, redirect: 'manual' })
        expect([response.status, await response.text()]).toEqual([
          403,
          expect.stringContaining('allowOrigins') as string,
        ])
        expect(response.headers.get('access-control-allow-origin')).toBe(null)
      }
    }
    expect(emulator.requests).toEqual([])
  })

  it('lets pages of this machine in by their name, and none of them to the control plane', async () => {
    const origin = 'http://app.localhost:3000'
    const answer = await fetch(`${emulator.url}/`, { headers: { origin }, redirect: 'manual' })
    expect(answer.status).not.toBe(403)
    expect([origin, null]).toContain(answer.headers.get('access-control-allow-origin'))
    const headers = { origin, 'content-type': 'application/json' }
    expect((await fetch(`${emulator.url}/_backlot/reset`, { method: 'POST', headers })).status).toBe(403)
  })

  it.each([
    { status: 503, headers: { 'transfer-encoding': 'chunked' } },
    { status: 503, headers: { 'x-a': 'b\r\nc: d' } },
    { status: 503, headers: { 'x a': 'b' } },
    { status: 600 },
    { status: 503, times: 0 },
    { delay: -1 },
    { delay: '1e308y' },
  ])('refuses to arm %j', async (fault) => {
    expect((await control('faults', fault))[0]).toBe(400)
    expect(emulator.faults.list()).toEqual([])
  })

  it('holds no more snapshots than its limit', async () => {
    for (let count = 0; count < 3; count++) await control('snapshot', {})
    expect(await control('restore', { id: 1 })).toEqual([
      400,
      { error: expect.stringContaining('is dropped') as string },
    ])
    expect((await control('restore', { id: 2 }))[0]).toBe(200)
  })

  it('takes many delayed requests without a warning', async () => {
    const warnings: Error[] = []
    const note = (warning: Error): void => void warnings.push(warning)
    process.on('warning', note)
    emulator.faults.add({ delay: 5, status: 503 })
    await Promise.all(Array.from({ length: 40 }, () => emulator.fetch('http://x/')))
    emulator.faults.clear()
    emulator.faults.add({ delay: '1h' })
    const waiting = Array.from({ length: 40 }, () => emulator.fetch('http://x/').catch(() => undefined))
    emulator.reset()
    await Promise.all(waiting)
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
