import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from './emulator.ts'
import { json } from './core/answer.ts'
import { reachable } from './core/hosts.ts'
import { routesFor, type Route } from './core/routes.ts'
import type { CallOf } from './core/service.ts'
import { EpochEnded } from './core/store.ts'
import { notes, notesRoutes } from './testkit/notes.ts'

const running: Emulator[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

const seed = {
  tokens: { t: { login: 'ada', scopes: [] } },
  notes: { users: [{ login: 'ada' }], notes: [{ title: 'seeded' }] },
}

async function start(
  options: Partial<Parameters<typeof createEmulator<typeof notes>>[0]> = {},
): Promise<Emulator<'notes'>> {
  const emulator = await createEmulator({ service: notes, port: 0, seed, ...options })
  running.push(emulator)
  return emulator
}

const post = (url: string, title: string) =>
  fetch(`${url}/notes`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  })

describe('createEmulator', () => {
  it('answers as soon as it resolves, at its URL, and says how to reach it', async () => {
    const emulator = await start()
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}`)
    expect(emulator.env).toEqual({ NOTES_API_BASE: emulator.url })
    expect(await (await fetch(`${emulator.url}/notes`)).json()).toMatchObject([{ title: 'seeded' }])
  })

  it('takes the default port of the service when none is given', async () => {
    const emulator = await createEmulator({ service: notes, seed })
    running.push(emulator)
    expect(emulator.port).toBe(4900)
  })

  it('rejects when the port is taken, and names the port, the service and the way out', async () => {
    const { port } = await start()
    await expect(start({ port })).rejects.toThrow(
      `port ${port} is in use (notes): pass another port, port: 0 for any free one`,
    )
  })

  it('rejects an unknown service with the nearest one, by id or by vendor', async () => {
    await expect(createEmulator({ service: 'codehots' as 'codehost' })).rejects.toThrow(
      'codehots: unknown service, did you mean "codehost"?',
    )
    await expect(createEmulator({ service: 'github' as 'codehost' })).rejects.toThrow('did you mean "codehost"?')
  })

  it('rejects a wrong seed before anything listens', async () => {
    const wrong = { tokens: { t: { login: 'eve', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
    await expect(start({ seed: wrong })).rejects.toThrow('eve')
    await expect(start({ seed: { notes: { notes: [{ title: 'x', owner: 'adda' }] } } })).rejects.toThrow(
      /no user has the login "adda"/,
    )
  })

  it('does not compile with a wrong key in an inline seed', async () => {
    // @ts-expect-error: the section of a built-in service is typed
    await expect(createEmulator({ service: 'codehost', port: 0, seed: { codehost: { repo: [] } } })).rejects.toThrow(
      'did you mean "repos"?',
    )
    // @ts-expect-error: so is that of one's own
    await expect(start({ seed: { notes: { note: [] } } })).rejects.toThrow('did you mean "notes"?')
    const named = { service: 'codehost', port: 0, seed: { GitHub: {} } as object } as const
    await expect(createEmulator(named)).rejects.toThrow('GitHub: unknown key, did you mean "codehost"?')
  })

  it('shares nothing between instances', async () => {
    const [one, other] = [await start(), await start()]
    await post(one.url, 'mine')
    expect(await (await fetch(`${other.url}/notes`)).json()).toHaveLength(1)
    expect(other.requests).toHaveLength(1)
    one.clock.advance('1h')
    expect(one.clock.now() - other.clock.now()).toBeGreaterThan(3_500_000)
  })

  it('answers without a port through fetch, whatever the host', async () => {
    const emulator = await start()
    const response = await emulator.fetch(new Request('http://notes/notes/1'))
    expect(await response.json()).toMatchObject({ title: 'seeded' })
    expect((await emulator.fetch('http://anywhere/notes', { method: 'POST', body: '{"title":"x"}' })).status).toBe(401)
  })

  it('is reached where it listens', () => {
    const given = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::', '192.168.1.5', 'fd00::5', 'build.lan']
    expect(given.map(reachable)).toEqual([
      '127.0.0.1',
      'localhost',
      '[::1]',
      '127.0.0.1',
      '127.0.0.1',
      '192.168.1.5',
      '[fd00::5]',
      'build.lan',
    ])
  })

  it('refuses a baseUrl that is no URL, and a collection that every instance has', async () => {
    await expect(start({ baseUrl: 'localhost:4001' })).rejects.toThrow(
      'baseUrl: expected a URL such as https://notes.example.com, got "localhost:4001"',
    )
    const clashing = { ...notes, collections: { ...notes.collections, timers: notes.collections.notes } }
    await expect(createEmulator({ service: clashing, port: 0 })).rejects.toThrow('cannot be named timers')
  })

  it('does not answer for a host that is not this machine', async () => {
    const emulator = await start()
    const { status } = await new Promise<{ status: string }>((resolve) => {
      const socket = connect(emulator.port, '127.0.0.1', () =>
        socket.write('GET /notes HTTP/1.1\r\nhost: evil.example\r\n\r\n'),
      )
      socket.once('data', (data) => {
        resolve({ status: data.toString('utf8').split('\r\n')[0] ?? '' })
        socket.destroy()
      })
    })
    expect(status).toContain('421')
    const behind = await start({ baseUrl: 'https://{service}.evil.example/' })
    expect(behind.url).toBe('https://notes.evil.example')
  })

  it('that is open to the network asks for a token at its control plane, and checks the host', async () => {
    const emulator = await start({ hostname: '0.0.0.0', baseUrl: 'http://backlot.lan' })
    const token = emulator.env['NOTES_CONTROL_TOKEN'] ?? ''
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    const ask = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ port: emulator.port, host: '127.0.0.1', path, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
    expect(await ask('/_backlot/requests')).toBe(401)
    expect(await ask('/_backlot/requests', { authorization: 'Bearer wrong' })).toBe(401)
    expect(await ask('/_backlot/requests', { authorization: `Bearer ${token}` })).toBe(200)
    expect(await ask('/_backlot/health')).toBe(200)
    expect((await emulator.fetch('http://notes/_backlot/requests')).status).toBe(200)
    const hosts = ['192.0.2.1:4000', '[2001:db8::1]', 'backlot.lan', 'localhost', 'evil.example']
    const statuses = await Promise.all(hosts.map((host) => ask('/notes', { host })))
    expect(statuses).toEqual([200, 200, 200, 200, 421])
    expect((await start()).env).not.toHaveProperty('NOTES_CONTROL_TOKEN')
  })
})

describe('reset', () => {
  it('is synchronous and leaves nothing behind', async () => {
    const emulator = await start()
    const before = emulator.clock.now()
    await post(emulator.url, 'later')
    await fetch(`${emulator.url}/hooks`, { method: 'POST', body: '{"url":"http://127.0.0.1:9/"}' })
    emulator.faults.add({ status: 503 })
    emulator.clock.advance('2d')
    emulator.reset()
    expect(emulator.requests).toEqual([])
    expect(emulator.faults.list()).toEqual([])
    expect(emulator.webhooks.deliveries).toEqual([])
    expect(emulator.clock.now() - before).toBeLessThan(60_000)
    expect(await (await fetch(`${emulator.url}/notes`)).json()).toEqual([
      { id: 1, title: 'seeded', owner: 'nobody', done: false },
    ])
    expect(await (await post(emulator.url, 'again')).json()).toMatchObject({ id: 2 })
  })

  it('drops a slow request that began before it', async () => {
    const emulator = await start()
    emulator.faults.add({ method: 'POST', delay: 100 })
    const slow = post(emulator.url, 'too late')
    while (emulator.requests.length === 0) await new Promise(setImmediate)
    emulator.reset()
    await expect(slow).rejects.toThrow()
    expect(await (await fetch(`${emulator.url}/notes`)).json()).toHaveLength(1)
  })

  it('keeps a slow handler that goes on after it from timers, ids and deliveries', async () => {
    let openGate = (): void => undefined
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    const reached: string[] = []
    const late = routesFor<CallOf<typeof notes.collections, { readonly name: string }>>().post(
      'notes/late',
      '/late',
      async (call) => {
        await gate
        const attempts: Record<string, () => unknown> = {
          timer: () => call.schedule(1000, 'finish', { id: 1 }),
          id: () => call.ids.uuid(),
          delivery: () => call.redeliver(1),
        }
        for (const [name, attempt] of Object.entries(attempts)) {
          try {
            attempt()
            reached.push(name)
          } catch (error) {
            if (!(error instanceof EpochEnded)) reached.push(`${name}: ${String(error)}`)
          }
        }
        return json(reached)
      },
    )
    const emulator = await createEmulator({ service: { ...notes, routes: [...notesRoutes, late] }, port: 0, seed })
    running.push(emulator)
    const slow = emulator.fetch('http://notes/late', { method: 'POST' })
    while (emulator.requests.length === 0) await new Promise(setImmediate)
    emulator.reset()
    openGate()
    await expect(slow).rejects.toThrow('fetch failed')
    expect(reached).toEqual([])
  })

  it('ends timers that were started since', async () => {
    const emulator = await start()
    await fetch(`${emulator.url}/notes/1/finish-later`, { method: 'POST' })
    emulator.reset()
    emulator.clock.advance('1h')
    expect(await (await fetch(`${emulator.url}/notes/1`)).json()).toMatchObject({ done: false })
  })
})

describe('snapshot and restore', () => {
  it('go back to any moment, with records, timers and ids', async () => {
    const emulator = await start({ now: '2026-01-01T00:00:00Z' })
    await post(emulator.url, 'kept')
    await fetch(`${emulator.url}/notes/2/finish-later`, { method: 'POST' })
    const snapshot = emulator.snapshot()
    emulator.clock.advance('1h')
    await post(emulator.url, 'dropped')
    for (let round = 0; round < 2; round++) {
      emulator.restore(snapshot)
      expect(emulator.clock.now()).toBe(Date.parse('2026-01-01T00:00:00Z'))
      expect(await (await fetch(`${emulator.url}/notes/2`)).json()).toMatchObject({ done: false })
      emulator.clock.advance(60_000)
      expect(await (await fetch(`${emulator.url}/notes/2`)).json()).toMatchObject({ done: true })
      expect(await (await post(emulator.url, 'third')).json()).toMatchObject({ id: 3 })
    }
  })
})

describe('close', () => {
  it('frees the port at once, ends open connections, and may be called twice', async () => {
    const emulator = await start()
    const socket = connect(emulator.port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    await Promise.all([emulator.close(), emulator.close()])
    await ended
    const again = await start({ port: emulator.port })
    expect(again.port).toBe(emulator.port)
    await emulator.close()
    expect(() => emulator.reset()).toThrow('this notes instance is closed')
    expect(() => emulator.clock.advance('1h')).toThrow('this notes instance is closed')
    await expect(emulator.webhooks.next('note')).rejects.toThrow('this notes instance is closed')
  })

  it('does not wait for the fake timers of a test', async () => {
    const emulator = await start()
    vi.useFakeTimers()
    try {
      await expect(emulator.close()).resolves.toBe(undefined)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is what `await using` does', async () => {
    let port: number
    {
      await using emulator = await createEmulator({ service: notes, port: 0, seed })
      port = emulator.port
    }
    expect((await start({ port })).port).toBe(port)
  })

  it('lets fetch go on when one port is closed and opened again many times', async () => {
    const { port, close } = await start()
    await close()
    for (let round = 0; round < 20; round++) {
      const emulator = await createEmulator({ service: notes, port, seed })
      expect((await fetch(`${emulator.url}/notes`)).status).toBe(200)
      await emulator.close()
    }
  })
})

describe('an instance', () => {
  it('survives what is not HTTP, not a path and not JSON', async () => {
    const emulator = await start()
    await new Promise<void>((resolve) => {
      const socket = connect(emulator.port, '127.0.0.1', () => socket.end('nonsense\r\n\r\n'))
      socket.resume().once('close', () => resolve())
    })
    expect((await fetch(`${emulator.url}/%E0%A4%A`)).status).toBe(501)
    expect((await fetch(`${emulator.url}//`)).status).toBe(501)
    expect((await fetch(`${emulator.url}/notes`, { method: 'POST', body: '{' })).status).toBe(400)
    expect((await fetch(`${emulator.url}/notes`)).status).toBe(200)
  })

  it.each(['plain', 'grüße 👋', 'x'.repeat(70_000), 'é'.repeat(70_000)])(
    'sends and records a body in whole bytes: %.10s',
    async (title) => {
      const emulator = await start()
      await post(emulator.url, title)
      const response = await fetch(`${emulator.url}/notes`)
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject([{ title: 'seeded' }, { title }])
      const length = String(Buffer.byteLength(text))
      expect(response.headers.get('content-length')).toBe(length)
      const { headers, body, truncated } = emulator.requests[1]?.response ?? {}
      expect(headers).toMatchObject({ 'content-length': length })
      expect(body).toBe(text.slice(0, 65_536))
      expect(truncated).toBe(text.length > 65_536)
    },
  )

  it('answers an unforeseen error in the envelope, takes the change back, and keeps the stack', async () => {
    const emulator = await start()
    const response = await fetch(`${emulator.url}/notes/break`, { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'internal error; the request record has its cause' },
    ])
    expect(emulator.requests.at(-1)?.error).toContain('the handler broke')
    expect(await (await fetch(`${emulator.url}/notes`)).json()).toHaveLength(1)
  })

  it('survives a service that breaks while it words its answer', async () => {
    const finish = (): never => {
      throw new Error('no words')
    }
    const emulator = await createEmulator({ service: { ...notes, finish }, port: 0, seed })
    running.push(emulator)
    const response = await fetch(`${emulator.url}/notes`)
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('no words')])
    expect(emulator.requests).toMatchObject([{ status: 500, error: expect.stringContaining('no words') }])
  })

  it.each<[string, () => unknown, string]>([
    ['nothing', () => undefined, 'notes/strange gave no answer but undefined'],
    ['a row that does not exist', () => json(undefined), 'json: undefined cannot be expressed in JSON'],
    [
      'what is no body',
      () => ({ status: 200, headers: {}, body: 5 }),
      'notes/strange gave no answer but { status: 200',
    ],
    ['nothing, later', () => Promise.resolve(), 'notes/strange gave no answer but undefined'],
  ])('survives a handler that answers %s, and says so on the record', async (_what, answer, error) => {
    const run = answer as Route['run'] // as written without a compiler
    const strange: Route = { operation: 'notes/strange', method: 'GET', path: '/strange', run }
    const emulator = await createEmulator({
      service: { ...notes, routes: [...notesRoutes, strange] },
      port: 0,
      seed,
    })
    running.push(emulator)
    const response = await fetch(`${emulator.url}/strange`)
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'internal error; the request record has its cause' },
    ])
    expect(emulator.requests).toMatchObject([{ status: 500, error: expect.stringContaining(error) }])
  })

  it('survives a service that breaks while it decides which pages may read an answer', async () => {
    const headers = (): never => {
      throw new Error('no origin is good enough')
    }
    const crossOrigin = { preflight: () => null, headers }
    const emulator = await createEmulator({ service: { ...notes, crossOrigin }, port: 0, seed })
    running.push(emulator)
    const response = await fetch(`${emulator.url}/notes`, { headers: { origin: 'http://app.localhost' } })
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('no origin is good enough')])
  })

  it('names the nearest operation when a route is unknown', async () => {
    const emulator = await start()
    const response = await fetch(`${emulator.url}/note/1`)
    expect(response.status).toBe(501)
    expect(await response.json()).toEqual({
      error: "backlot's notes does not implement GET /note/1; the nearest operation is GET /notes/:id",
    })
  })

  it('lets the process exit by itself once closed', async () => {
    const script = `
      const { createServer } = await import('node:http')
      const { createEmulator } = await import(process.argv[1])
      const emulator = await createEmulator({ service: 'codehost', port: 0 })
      await fetch(emulator.url + '/zen')
      await emulator.close()`
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script, builtIndex()],
      { timeout: 15_000 },
    )
    expect(stderr).toBe('')
  })
})

function builtIndex(): string {
  return new URL('../dist/index.js', import.meta.url).pathname
}
