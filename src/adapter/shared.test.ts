import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedMemory } from '#testkit/memory-persistence.ts'
import { bundleProgram, runProgram, type RunningProgram } from '#testkit/program.ts'
import type { SharedPersistence } from '#persistence/persistence.ts'
import { saverOf } from '#persistence/saver.ts'
import { createHandler, type Handler } from './index.ts'

/**
 * A store for several processes: GET answers the state and its version, PUT swaps it if the version is that of
 * If-Match.
 */
function startStore(): Promise<Server> {
  let version = 0
  let text = 'null'
  const server = createServer((request, response) => {
    if (request.method === 'GET') return response.end(`{"version":${version},"data":${text}}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.headers['if-match'] !== String(version)) return response.writeHead(412).end()
      version++
      text = Buffer.concat(chunks).toString()
      return response.end(JSON.stringify({ version }))
    })
    return response
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // a TCP server's address
}

const json = { authorization: 'Bearer dev', 'content-type': 'application/json' }

describe('two processes over one store', () => {
  let store: Server
  let programs: readonly RunningProgram[] = []
  let a: string
  let b: string
  beforeAll(async () => {
    store = await startStore()
    const program = await bundleProgram('src/adapter/serve-shared.fixture.ts')
    programs = [runProgram(program, [urlOf(store)]), runProgram(program, [urlOf(store)])]
    ;[a = '', b = ''] = await Promise.all(programs.map((each) => each.line()))
  }, 60_000)
  afterAll(() => {
    for (const { process } of programs) process.kill()
    store.close()
  })

  it('authorize on one and exchange the code on the other, once', async () => {
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: 'http://app.test/callback',
      response_type: 'code',
      scope: 'openid email',
      state: 's',
    })
    const authorized = await fetch(`${a}/emulate/oidc-a/o/oauth2/v2/auth?${query}`, {
      method: 'POST',
      body: new URLSearchParams({ user: 'ada@example.com' }),
      redirect: 'manual',
    })
    const code = new URL(authorized.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    const exchange = (at: string): Promise<Response> =>
      fetch(`${at}/emulate/oidc-a/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: 'http://app.test/callback',
          client_id: 'web',
          client_secret: 's3cret',
        }),
      })
    const exchanged = await exchange(b)
    expect(exchanged.status).toBe(200)
    const { access_token: token } = (await exchanged.json()) as { access_token: string } // a token response
    const userinfo = await fetch(`${a}/emulate/oidc-a/oauth2/v2/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await userinfo.json()).toMatchObject({ email: 'ada@example.com' })
    // The code is used up in every process.
    expect((await exchange(a)).status).toBe(400)
  })

  it('make every change once when both change at the same time', async () => {
    const titles = Array.from({ length: 16 }, (_, index) => `issue ${index}`)
    const numbers = await Promise.all(
      titles.map(async (title, index) => {
        const issues = `${index % 2 === 0 ? a : b}/emulate/codehost/repos/ada/site/issues`
        const response = await fetch(issues, { method: 'POST', headers: json, body: JSON.stringify({ title }) })
        expect(response.status).toBe(201)
        return ((await response.json()) as { number: number }).number // an issue
      }),
    )
    expect(numbers.toSorted((left, right) => left - right)).toEqual(titles.map((_, index) => index + 1))
    const listed = await fetch(`${a}/emulate/codehost/repos/ada/site/issues`)
    expect(((await listed.json()) as { title: string }[]).map(({ title }) => title).toSorted()).toEqual(
      titles.toSorted(),
    ) // issues
  }, 30_000)
})

describe('two handlers over one store', () => {
  const seed = {
    tokens: { dev: { login: 'ada', scopes: ['repo', 'admin:repo_hook'] } },
    codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site' }] },
  }
  const open = (handler: Pick<Handler, 'fetch'>, title: string): Promise<Response> =>
    handler.fetch(
      new Request('http://app.test/codehost/repos/ada/site/issues', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ title }),
      }),
    )

  it('send each webhook once, in the process whose request made it', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { issue } = JSON.parse(Buffer.concat(chunks).toString()) as { issue?: { title: string } } // a payload
        if (issue !== undefined) received.push(issue.title)
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const store = sharedMemory()
    const handlers = ['a', 'b'].map((name) =>
      createHandler({ services: ['codehost'], seed, name, persistence: store.connect() }),
    )
    const [a, b] = handlers as [(typeof handlers)[0], (typeof handlers)[0]] // two
    const hook = { events: ['issues'], config: { url: urlOf(receiver), content_type: 'json' } }
    const hooks = 'http://app.test/codehost/repos/ada/site/hooks'
    await a.fetch(new Request(hooks, { method: 'POST', headers: json, body: JSON.stringify(hook) }))
    const responses = await Promise.all([open(a, 'one'), open(b, 'two'), open(a, 'three'), open(b, 'four')])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (const handler of handlers) await handler.settled().catch(() => undefined)
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(4)
    expect(received.toSorted()).toEqual(['four', 'one', 'three', 'two'])
    for (const handler of handlers) await handler.close().catch(() => undefined)
    receiver.close()
  })

  it('rejects settled() when what a command changed is lost to another process', async () => {
    const store = sharedMemory()
    const [a, b] = ['c', 'd'].map((name) =>
      createHandler({ services: ['codehost'], seed, name, persistence: store.connect() }),
    ) as [Handler<'codehost'>, Handler<'codehost'>] // two
    const { codehost } = await a.ready()
    await open(b, 'from b')
    codehost.clock.advance('1h')
    await expect(a.settled()).rejects.toThrow('another process saved first')
    codehost.clock.advance('1h')
    await a.settled()
    await a.close()
    await b.close()
  })

  it('keep nothing of a request that was answered with 503, as its client tries again', async () => {
    const persistence = sharedMemory().connect()
    let isAway = false
    const failing: SharedPersistence = {
      load: (options) => persistence.load(options),
      save: (data, options) =>
        isAway ? Promise.reject(new Error('the store is away')) : persistence.save(data, options),
    }
    const handler = createHandler({ services: ['codehost'], seed, name: 'away', persistence: failing })
    expect((await open(handler, 'kept')).status).toBe(201)
    isAway = true
    const refused = await open(handler, 'refused')
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('the store is away')])
    isAway = false
    expect(await (await open(handler, 'refused')).json()).toMatchObject({ number: 2 })
    expect(JSON.stringify((await persistence.load()).data).match(/"title":"refused"/g)).toHaveLength(1)
    await handler.close()
  })

  describe('whose load() is stale', () => {
    /**
     * A persistence whose load() returns the state before the last for some calls, after each save of another process.
     */
    function stale(store: ReturnType<typeof sharedMemory>, calls: number): SharedPersistence {
      const fresh = store.connect()
      let cached: Awaited<ReturnType<SharedPersistence['load']>> | undefined
      let left = calls
      return {
        async load() {
          if (cached === undefined || left-- <= 0) {
            cached = await fresh.load()
            left = calls
          }
          return cached
        },
        async save(data, options) {
          const saved = await fresh.save(data, options)
          if (saved !== null) cached = { data, version: saved.version }
          return saved
        },
      }
    }

    it('lose no acknowledged write', async () => {
      const store = sharedMemory()
      const persistences = [stale(store, 3), stale(store, 3)]
      const handlers = persistences.map((persistence, index) =>
        createHandler({ services: ['codehost'], seed, name: `stale-${index}`, persistence }),
      )
      const answers: { title: string; status: number }[] = []
      for (let round = 0; round < 6; round++) {
        for (const [index, handler] of handlers.entries()) {
          const title = `${round} by ${index}`
          answers.push({ title, status: (await open(handler, title)).status })
        }
      }
      const { data } = await store.connect().load()
      const saved = JSON.stringify(data)
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(12)
      for (const { title } of answers) expect(saved).toContain(title)
      for (const handler of handlers) await handler.close()
    })

    it('answer 503 when it never returns what was saved', async () => {
      const store = sharedMemory()
      const persistence = stale(store, Infinity)
      saverOf(persistence, { stale: [0, 1, 2] })
      const handler = createHandler({ services: ['codehost'], seed, name: 'never', persistence })
      const other = createHandler({ services: ['codehost'], seed, name: 'other', persistence: store.connect() })
      expect((await open(handler, 'first')).status).toBe(201)
      expect((await open(other, 'second')).status).toBe(201)
      const refused = await open(handler, 'third')
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining('load() must be strongly consistent'),
      ])
      await other.close()
      await handler.close().catch(() => undefined)
    })
  })
})
