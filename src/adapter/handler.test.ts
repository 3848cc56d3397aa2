import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { getRequestListener } from '@hono/node-server'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createServer, get as httpGet, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { registry, type ServiceId } from '../registry.ts'
import { notes } from '#testkit/notes.ts'
import { memoryPersistence } from '#testkit/memory-persistence.ts'
import { createHandler, type Handler } from './index.ts'

const seed = {
  tokens: { dev: { login: 'ada', scopes: ['repo', 'user', 'admin:repo_hook'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site' }] },
  'oidc-a': { users: [{ email: 'ada@example.com', name: 'Ada' }] },
}

const made: Pick<Handler, 'close'>[] = []
const servers: Server[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((handler) => handler.close()))
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  vi.unstubAllEnvs()
})

const remembered = <H extends Pick<Handler, 'close'>>(handler: H): H => {
  made.push(handler)
  return handler
}
const mount = (options: Partial<Parameters<typeof createHandler>[0]> = {}) =>
  remembered(createHandler({ services: ['codehost', 'oidc-a'], seed, ...options }))

const auth = { authorization: 'Bearer dev' }
const json = { ...auth, 'content-type': 'application/json' }
const openIssue = (handler: Pick<Handler, 'fetch'>, url: string, title = 'Broken') =>
  handler.fetch(new Request(url, { method: 'POST', headers: json, body: JSON.stringify({ title }) }))

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown> // an object in these tests
}

describe('a handler', () => {
  it('serves each service below its mount, with the origin and the path of each request', async () => {
    const handler = mount()
    const first = await jsonOf(await handler.fetch(new Request('http://one.test/emulate/codehost/users/ada')))
    expect(first['url']).toBe('http://one.test/emulate/codehost/users/ada')
    const second = await jsonOf(await handler.fetch(new Request('https://two.test:8443/a/b/codehost/users/ada')))
    expect(second['url']).toBe('https://two.test:8443/a/b/codehost/users/ada')
    const discovery = await handler.fetch(
      new Request('http://one.test/emulate/oidc-a/.well-known/openid-configuration'),
    )
    expect(await discovery.json()).toMatchObject({
      issuer: 'http://one.test/emulate/oidc-a',
      token_endpoint: 'http://one.test/emulate/oidc-a/oauth2/token',
    })
  })

  it('serves every built-in service with its starter', async () => {
    const services = registry.map(({ id }) => id as ServiceId) // the registry has every service
    const handler = remembered(createHandler({ services, basePath: '/emulate', name: 'all' }))
    const emulators = await handler.ready()
    for (const id of services) {
      const url = `http://app.test/emulate/${id}`
      const response = await handler.fetch(new Request(`${url}/no/such/path`))
      expect(response.status, id).not.toBe(503)
      expect([emulators[id].service, emulators[id].url]).toEqual([id, url])
    }
  })

  it('takes the host from the Host header, and x-forwarded-* only when told to trust the proxy', async () => {
    const headers = {
      host: 'app.test:3000',
      'x-forwarded-host': 'public.test, inner.test',
      'x-forwarded-proto': 'https',
    }
    const request = () => new Request('http://0.0.0.0:3000/emulate/codehost/users/ada', { headers })
    const urlFrom = async (handler: Pick<Handler, 'fetch'>) => (await jsonOf(await handler.fetch(request())))['url']
    expect(await urlFrom(mount())).toBe('http://app.test:3000/emulate/codehost/users/ada')
    expect(await urlFrom(mount({ trustProxy: true }))).toBe('https://public.test/emulate/codehost/users/ada')
  })

  it('takes no scheme that the framework has from x-forwarded-proto, unless told to trust the proxy', async () => {
    // Next and Nitro make the URL so.
    const request = () =>
      new Request('https://app.test/emulate/codehost/users/ada', { headers: { 'x-forwarded-proto': 'https' } })
    const urlFrom = async (handler: Pick<Handler, 'fetch'>) => (await jsonOf(await handler.fetch(request())))['url']
    expect(await urlFrom(mount())).toBe('http://app.test/emulate/codehost/users/ada')
    expect(await urlFrom(mount({ trustProxy: true }))).toBe('https://app.test/emulate/codehost/users/ada')
  })

  it.each(['http', 'https'])(
    'keeps the scheme of a Next server that serves TLS itself where x-forwarded-proto is %s',
    async (claimed) => {
      vi.stubEnv('__NEXT_PRIVATE_ORIGIN', 'https://localhost:3000')
      const request = new Request(`${claimed}://localhost:3000/emulate/codehost/users/ada`, {
        headers: { 'x-forwarded-proto': claimed },
      })
      const body = await jsonOf(await mount().fetch(request))
      expect(body['url']).toBe('https://localhost:3000/emulate/codehost/users/ada')
    },
  )

  it('ignores a Host header that is no host', async () => {
    const request = new Request('http://app.test/emulate/codehost/users/ada', {
      headers: { host: 'evil.test/path?"<script>' },
    })
    const body = await jsonOf(await mount().fetch(request))
    expect(body['url']).toBe('http://app.test/emulate/codehost/users/ada')
  })

  it('finds its mount in the route’s parameters where the path alone would mislead', async () => {
    const handler = mount()
    const url = 'http://app.test/codehost/emulate/codehost/users/ada'
    const wanted = 'http://app.test/codehost/emulate/codehost/users/ada'
    const rest = ['codehost', 'users', 'ada']
    // Next: the request, and a context whose parameters are a promise of parts.
    const next = await handler.GET(new Request(url), { params: Promise.resolve({ path: rest }) })
    expect((await jsonOf(next))['url']).toBe(wanted)
    // SvelteKit and Astro: an event with the request, and one text.
    const event = await handler.GET({ request: new Request(url), params: { path: rest.join('/') } })
    expect((await jsonOf(event))['url']).toBe(wanted)
    // React Router: the parameter is named *.
    const splat = await handler.GET({ request: new Request(url), params: { lang: 'en', '*': rest.join('/') } })
    expect((await jsonOf(splat))['url']).toBe(wanted)
  })

  it.each([
    ['at the end', 'users/ada/', ['codehost', 'users', 'ada']],
    ['at the beginning', 'users/ada', ['', 'codehost', 'users', 'ada']],
  ])('finds its mount in parameters that differ from the path by a slash %s', async (_where, below, parts) => {
    const handler = mount()
    const request = new Request(`http://app.test/codehost/emulate/codehost/${below}`)
    await handler.GET({ request, params: { path: parts.join('/') } })
    expect(handler.emulators.codehost.requests.map(({ path }) => path)).toEqual([`/${below}`])
  })

  it('finds its mount in the path when the parameters lack a doubled slash', async () => {
    const handler = mount()
    const request = new Request('http://app.test/emulate/codehost//users/ada')
    await handler.GET({ request, params: { path: 'codehost/users/ada' } })
    expect(handler.emulators.codehost.requests.map(({ path }) => path)).toEqual(['//users/ada'])
  })

  it('serves only below basePath when it is given', async () => {
    const handler = mount({ basePath: '/codehost/emulate/' })
    const found = await handler.fetch(new Request('http://app.test/codehost/emulate/codehost/users/ada'))
    expect((await jsonOf(found))['url']).toBe('http://app.test/codehost/emulate/codehost/users/ada')
    expect((await handler.fetch(new Request('http://app.test/elsewhere/codehost/users/ada'))).status).toBe(404)
  })

  describe.each([
    { name: 'Next’s basePath', options: {}, path: '/shop/emulate', removed: '/shop', constant: '/shop' },
    { name: 'Nuxt’s app.baseURL', options: { basePath: '/shop/emulate' }, path: '/shop/emulate', removed: '/shop' },
    { name: 'a sub-application', options: { basePath: '/shop' }, path: '/shop', removed: '/shop' },
  ])(
    'in an application below a path that its framework takes off: $name',
    ({ name, options, path, removed, constant = '' }) => {
      // Next's compiler writes it into the code.
      beforeEach(() => void vi.stubEnv('__NEXT_BASE_PATH', constant))

      const received = (request: Request): Request => {
        const url = new URL(request.url)
        url.pathname = url.pathname.slice(removed.length)
        return new Request(url, request)
      }

      it('has that path in all URLs', async () => {
        const handler = mount(options)
        const get = async (url: string) =>
          jsonOf(await handler.fetch(received(new Request(`http://app.test${path}${url}`))))
        expect((await get('/codehost/users/ada'))['url']).toBe(`http://app.test${path}/codehost/users/ada`)
        const discovery = await get('/oidc-a/.well-known/openid-configuration')
        expect(discovery['issuer']).toBe(`http://app.test${path}/oidc-a`)
      })

      it('verifies what S3’s client signed for that path', async () => {
        const credentials = { accessKeyId: 'AKIADEVELOPEREXAMPLE', secretAccessKey: 'secret' }
        const user = { user_name: 'dev', access_key_id: credentials.accessKeyId, secret_access_key: 'secret' }
        const seed = { cloud: { strict_auth: true, s3: { buckets: [{ name: 'box' }] }, iam: { users: [user] } } }
        const handler = remembered(createHandler({ services: ['cloud'], seed, name: `cloud of ${name}`, ...options }))
        const answer = getRequestListener((request) => handler.fetch(received(request)), {
          overrideGlobalObjects: false,
        })
        const server = createServer((request, response) => void answer(request, response))
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        const { port } = server.address() as AddressInfo // a TCP server's address
        try {
          const endpoint = `http://127.0.0.1:${port}${path}/cloud`
          const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
          await s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'a b.txt', Body: 'text' }))
          const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'box', Key: 'a b.txt' }))
          expect(await Body?.transformToString()).toBe('text')
          s3.destroy()
        } finally {
          server.closeAllConnections()
          server.close()
        }
      })
    },
  )

  it('answers a path that names none of its services with 404 and their names', async () => {
    const response = await mount().fetch(new Request('http://app.test/emulate/payments/v1/charges'))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('there are codehost, oidc-a')
  })

  it('sends webhooks whose payloads have the origin and the mount of the request', async () => {
    const handler = mount()
    const received: unknown[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push(JSON.parse(Buffer.concat(chunks).toString()))
        response.end()
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number } // a TCP server's address
    const hooks = 'http://app.test/emulate/codehost/repos/ada/site/hooks'
    const config = { url: `http://127.0.0.1:${port}/`, content_type: 'json' }
    const hook = await handler.fetch(
      new Request(hooks, { method: 'POST', headers: json, body: JSON.stringify({ events: ['issues'], config }) }),
    )
    expect(hook.status).toBe(201)
    await openIssue(handler, 'http://app.test/emulate/codehost/repos/ada/site/issues')
    await handler.settled()
    expect(received.at(-1)).toMatchObject({
      issue: { url: 'http://app.test/emulate/codehost/repos/ada/site/issues/1' },
      repository: { url: 'http://app.test/emulate/codehost/repos/ada/site' },
    })
  })

  it('keeps the session cookie below the service’s path', async () => {
    const handler = mount()
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: 'http://app.test/callback',
      response_type: 'code',
      scope: 'openid',
      state: 's',
    })
    const response = await handler.POST(
      new Request(`http://app.test/emulate/oidc-a/o/oauth2/v2/auth?${query}`, {
        method: 'POST',
        body: new URLSearchParams({ user: 'ada@example.com' }),
      }),
    )
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^http:\/\/app\.test\/callback\?.*code=/)
    expect(response.headers.getSetCookie().join()).toContain('Path=/emulate/oidc-a;')
  })

  it('has the control plane off, for a service and for all, unless it is asked for', async () => {
    const handler = mount()
    for (const path of ['codehost/_backlot/health', '_backlot/health']) {
      const response = await handler.fetch(new Request(`http://app.test/emulate/${path}`))
      expect(response.status, path).toBe(404)
      expect(await response.text()).toContain('pass control: true')
    }
  })

  it('has the control plane off for a request whose host is named as the service', async () => {
    const handler = mount({ basePath: '' })
    const response = await handler.fetch(new Request('http://codehost/codehost/_backlot/requests'))
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('pass control: true')])
    const own = await handler.fetch(new Request('http://codehost/codehost/users/ada?at=/_backlot/'))
    expect((await jsonOf(own))['url']).toBe('http://codehost/codehost/users/ada')
  })

  it('finds its mount where the framework’s parameter differs from the path by a slash', async () => {
    const url = 'http://app.test/codehost/emulate/codehost/users//ada'
    const found = await mount({ services: ['codehost'] }).GET({
      request: new Request(url.replace('/codehost/emulate', '/emulate')),
      params: { path: 'codehost/users/ada' },
    })
    expect(await found.text()).not.toContain('names no service')
  })

  it('serves a service of its own and built-in ones from one seed', async () => {
    const both = { ...seed, notes: { notes: [{ title: 'own' }] } } as never // the type of a seed has the built-in services
    const handler = remembered(createHandler({ services: ['codehost', notes], seed: both, name: 'both' }))
    const emulators = await handler.ready()
    expect(await (await emulators.notes.fetch('http://notes/notes')).json()).toMatchObject([{ title: 'own' }])
    expect((await emulators.codehost.fetch('http://codehost/users/ada')).status).toBe(200)
  })

  it('refuses a request that is no Request, and one whose body has been read, with the way out', async () => {
    const handler = mount()
    const incoming = { url: '/emulate/codehost/users/ada', method: 'GET', headers: {} }
    await expect(handler.fetch(incoming as never)).rejects.toThrow('expected a Request of the Fetch API, got [Object]')
    await expect(handler.GET(undefined as never)).rejects.toThrow('expected a Request of the Fetch API, got undefined')
    const read = new Request('http://app.test/emulate/codehost/user/repos', { method: 'POST', body: '{}' })
    await read.text()
    await expect(handler.fetch(read)).rejects.toThrow('has been read already')
    const locked = new Request('http://app.test/emulate/codehost/user/repos', { method: 'POST', body: '{}' })
    locked.body?.getReader()
    await expect(handler.fetch(locked)).rejects.toThrow('pass request.clone()')
  })

  it('answers 503 once it is closed, and another handler of its name starts anew', async () => {
    const handler = mount({ name: 'closing' })
    await openIssue(handler, 'http://app.test/emulate/codehost/repos/ada/site/issues')
    await handler.close()
    const request = () => new Request('http://app.test/emulate/codehost/repos/ada/site/issues')
    const closed = await handler.fetch(request())
    expect([closed.status, await closed.text()]).toEqual([503, expect.stringContaining('the handler is closed')])
    expect(await (await mount({ name: 'closing' }).fetch(request())).json()).toEqual([])
  })

  it('serves the control plane when asked, but not to pages of other sites', async () => {
    const handler = mount({ control: true })
    const own = await handler.fetch(new Request('http://app.test/emulate/codehost/_backlot/health'))
    expect(await own.json()).toMatchObject({ service: 'codehost', url: 'http://app.test/emulate/codehost' })
    await openIssue(handler, 'http://app.test/emulate/codehost/repos/ada/site/issues')
    const reset = (headers: Record<string, string>) =>
      handler.fetch(new Request('http://app.test/emulate/_backlot/reset', { method: 'POST', headers, body: '{}' }))
    expect(
      (await reset({ 'content-type': 'application/json', origin: 'http://evil.test', host: 'app.test' })).status,
    ).toBe(403)
    expect((await reset({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await reset({ 'content-type': 'application/json' })).status).toBe(200)
    const issues = await handler.fetch(new Request('http://app.test/emulate/codehost/repos/ada/site/issues'))
    expect(await issues.json()).toEqual([])
  })

  it('does not start in production, unless that is allowed', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const refused = mount()
    const response = await refused.fetch(new Request('http://app.test/emulate/codehost/users/ada'))
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('allowProduction: true')
    await expect(refused.ready()).rejects.toThrow('NODE_ENV is production')
    const allowed = mount({ allowProduction: true })
    expect((await allowed.fetch(new Request('http://app.test/emulate/codehost/users/ada'))).status).toBe(200)
  })

  it('warns of a seed that is another than that of the running instances, which it leaves as they are', async () => {
    const warned = new Promise<Error>((resolve) => {
      const hear = (warning: Error): void => {
        if (!warning.message.includes('the seed is another')) return
        process.off('warning', hear)
        resolve(warning)
      }
      process.on('warning', hear)
    })
    await mount({ name: 'seeded' }).ready()
    const handler = mount({ name: 'seeded', seed: { codehost: { users: [{ login: 'bob' }] } } })
    expect((await warned).message).toContain('(seeded)')
    const user = (login: string) => handler.fetch(new Request(`http://app.test/emulate/codehost/users/${login}`))
    expect([(await user('ada')).status, (await user('bob')).status]).toEqual([200, 404])
  })

  it('has the emulators for tests and server code, once it is ready', async () => {
    const handler = remembered(createHandler({ services: ['codehost', 'oidc-a'], seed, basePath: '/emulate' }))
    expect(() => handler.emulators.codehost).toThrow('await handler.ready()')
    const { codehost } = await handler.ready()
    expect(codehost.url).toBe('http://localhost:3000/emulate/codehost')
    await handler.fetch(new Request('http://app.test/emulate/codehost/users/ada'))
    expect(codehost.url).toBe('http://app.test/emulate/codehost')
    expect(codehost.env).toMatchObject({ CODEHOST_API_BASE: 'http://app.test/emulate/codehost' })
    expect(codehost.requests).toMatchObject([{ method: 'GET', path: '/users/ada', status: 200 }])
    expect(handler.emulators.codehost).toBe(codehost)
  })

  it('warns of Next’s redirects, which S3 and SQS do not survive, unless they are off', async () => {
    const heard: string[] = []
    const hear = ({ message }: Error): void => void heard.push(message)
    process.on('warning', hear)
    const call = async (name: string): Promise<void> => {
      await mount({ services: ['cloud'], name }).fetch(new Request('http://app.test/emulate/cloud/'))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await call('no Next')
    vi.stubEnv('__NEXT_TRAILING_SLASH', 'false')
    vi.stubEnv('__NEXT_MANUAL_TRAILING_SLASH', 'true')
    await call('off')
    expect(heard.filter((message) => message.includes('skipTrailingSlashRedirect'))).toEqual([])
    vi.stubEnv('__NEXT_MANUAL_TRAILING_SLASH', undefined)
    await call('on')
    process.off('warning', hear)
    expect(heard.filter((message) => message.includes('skipTrailingSlashRedirect'))).toHaveLength(1)
  })

  it('goes back to the seed, and saves that', async () => {
    const persistence = memoryPersistence()
    const handler = mount({ persistence })
    await openIssue(handler, 'http://app.test/emulate/codehost/repos/ada/site/issues', 'Broken')
    await handler.settled()
    expect(persistence.saved).toContain('Broken')
    await handler.reset()
    expect(persistence.saved).not.toContain('Broken')
  })

  it('refuses wrong options by name', () => {
    expect(() => createHandler({ services: [] })).toThrow('services: expected a list of services')
    expect(() => createHandler({ services: ['mail', 'mail'] })).toThrow('each once')
    expect(() => createHandler({ services: ['codehost'], basePath: 'emulate' })).toThrow('basePath: expected a path')
    // @ts-expect-error -- an option that does not exist
    expect(() => createHandler({ services: ['codehost'], persist: 'x' })).toThrow('unknown option persist')
  })

  it('answers a seed that is wrong with the reason, and starts once it is right', async () => {
    const handler = mount({
      seed: { codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'bob', name: 'site' }] } },
    })
    const heard: string[] = []
    const hear = (warning: Error): void => void heard.push(warning.message)
    process.on('warning', hear)
    const response = await handler.fetch(new Request('http://app.test/emulate/codehost/users/ada'))
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('bob')
    expect((await handler.fetch(new Request('http://app.test/emulate/codehost/users/ada'))).status).toBe(503)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', hear)
    expect(heard.filter((message) => message.includes('bob'))).toHaveLength(1)
  })

  it('answers although a service of another handler of its name cannot start', async () => {
    const unknown = 'codehots' as 'codehost' // a mistake, mended in the next version of the file
    const before = remembered(createHandler({ services: [unknown], seed, name: 'mended' }))
    expect((await before.fetch(new Request('http://app.test/emulate/codehots/user'))).status).toBe(503)
    const handler = remembered(createHandler({ services: ['codehost'], seed, name: 'mended' }))
    expect((await handler.fetch(new Request('http://app.test/emulate/codehost/users/ada'))).status).toBe(200)
  })

  it('streams, and tells the service when the client has gone', async () => {
    const handler = remembered(
      createHandler({ services: [notes], seed: { notes: { notes: [{ title: 'first' }] } } as never }),
    )
    const gone = new AbortController()
    const response = await handler.fetch(new Request('http://app.test/x/notes/notes/follow', { signal: gone.signal }))
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first\n')
    await reader?.cancel()
  })

  it('runs in a plain Node server through @hono/node-server', async () => {
    const handler = mount()
    const listener = getRequestListener(handler.fetch, { overrideGlobalObjects: false })
    const server = createServer((request, response) => void listener(request, response))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number } // a TCP server's address
    const url = `http://127.0.0.1:${port}/emulate/codehost/users/ada`
    expect(await jsonOf(await fetch(url))).toMatchObject({ url })
    // A Host header that names another server than the URL.
    const named = await new Promise<string>((resolve, reject) => {
      httpGet(url, { headers: { host: 'myapp.test' } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve(text))
      }).on('error', reject)
    })
    expect(JSON.parse(named)).toMatchObject({ url: 'http://myapp.test/emulate/codehost/users/ada' })
  })
})

describe('the module for the edge runtime', () => {
  it('refuses with the line to write instead', async () => {
    const edge = await import('./edge.ts')
    expect(() => edge.createHandler()).toThrow("write export const runtime = 'nodejs'")
    expect(() => edge.filePersistence()).toThrow("write export const runtime = 'nodejs'")
  })
})

// The last test of the file: services that are loaded after it have other copies of the core's classes than the
// handlers above.
describe('a handler after a hot reload', () => {
  it('shares its instances with every handler of its name', async () => {
    const before = mount()
    await openIssue(before, 'http://app.test/emulate/codehost/repos/ada/site/issues')
    vi.resetModules()
    const { createHandler: again } = await import('./index.ts')
    expect(again).not.toBe(createHandler)
    const after = remembered(again({ services: ['codehost', 'oidc-a', notes], seed }))
    const issues = await after.fetch(new Request('http://app.test/emulate/codehost/repos/ada/site/issues'))
    expect(await issues.json()).toMatchObject([{ title: 'Broken' }])
    expect((await after.fetch(new Request('http://app.test/emulate/notes/notes'))).status).toBe(200)
    const other = mount({ name: 'other' })
    const none = await other.fetch(new Request('http://app.test/emulate/codehost/repos/ada/site/issues'))
    expect(await none.json()).toEqual([])
  })
})
