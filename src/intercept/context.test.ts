import { AsyncResource } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Agent, type IncomingMessage, type Server } from 'node:http'
import { connect, createServer as createHttp2Server, type ClientHttp2Session, type Http2Server } from 'node:http2'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Queue from 'p-queue'
import { Pool, request as undiciRequest } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { RUN_VARIABLE, RunFolder } from '#core/tenants/run-folder.ts'
import { createEmulator, type Emulator } from '../index.ts'
import { currentTenant, runInTenant } from './index.ts'
import { processInterceptor } from './process-interceptor.ts'
import { runLayer } from './run-layer.ts'

// The lines of the table in docs/parallel.md, but for those of Next (test/isolation) and of docdb (pools.test.ts).

const ISSUES = 'https://api.github.com/repos/ada/engine/issues'
const headers = { authorization: 'Bearer t', 'user-agent': 'test', 'content-type': 'application/json' }
const seed = {
  tokens: { t: { login: 'ada', scopes: ['repo'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'engine' }] },
}

/** The work of the application for a request with a title. */
let work: (title: string, request: IncomingMessage) => unknown
let codehost: Emulator<'codehost'>
let application: Server
let origin: string
let end: () => void

beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0, hosts: 'real', seed })
  const folder = new RunFolder(mkdtempSync(join(tmpdir(), 'backlot-run-')))
  folder.announce('p0t0', [{ service: 'codehost', port: codehost.port, hosts: codehost.hosts }])
  vi.stubEnv(RUN_VARIABLE, folder.path)
  const layer = runLayer(folder, { untagged: 'error', allow: [] })
  processInterceptor().add(layer, globalThis)
  application = createServer((request, response) => {
    const title = decodeURIComponent(request.url?.slice(1) ?? '')
    const done = (async () => work(title, request))()
    void done.then(
      () => response.end('done'),
      (error: Error) => response.writeHead(500).end(messageOf(error)),
    )
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${portOf(application)}`
  end = () => {
    processInterceptor().remove(layer, globalThis)
    rmSync(folder.path, { recursive: true })
    vi.unstubAllEnvs()
  }
})
afterAll(async () => {
  application.closeAllConnections()
  application.close()
  end()
  await codehost.close()
})

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port // of a TCP server
}

function messageOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}

const create = (title: string): Promise<unknown> =>
  fetch(ISSUES, { method: 'POST', headers, body: JSON.stringify({ title }) }).then((answer) => answer.text())

/** Opens an issue by a function of `node:http` or `node:https`. */
function createBy(request: typeof httpsRequest, agent: Agent, title: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(ISSUES, { method: 'POST', headers, agent }, (answer) => answer.resume().on('end', resolve))
    sent.on('error', reject).end(JSON.stringify({ title }))
  })
}

function createByHttp2(session: ClientHttp2Session, title: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = session.request({ ':path': '/repos/ada/engine/issues', ':method': 'POST', ...headers })
    sent.on('error', reject).on('end', resolve).resume()
    sent.end(JSON.stringify({ title }))
  })
}

let count = 0

/**
 * Lets three tests that run at once send two requests each, by `send`. Returns for each how many issues its state has
 * afterwards, and the titles of those that are another test's.
 */
async function strangersAfter(send: (path: string, own: Readonly<Record<string, string>>) => Promise<unknown> = get) {
  const tenants = ['a', 'b', 'c'].map((name) => ({ name, tenant: codehost.tenant({ id: `p0t0-${(count += 1)}` }) }))
  await Promise.all(
    tenants.flatMap(({ name, tenant }) => [1, 2].map((round) => send(`${name}${round}`, tenant.tenantHeaders))),
  )
  return tenants.flatMap(({ name, tenant }) => {
    const titles = (tenant.changes()['issues']?.added ?? []).map((row) => String(Reflect.get(row, 'title')))
    return [titles.length, ...titles.filter((title) => !title.startsWith(name))]
  })
}

const OWN_ONLY = [2, 2, 2]

async function get(path: string, own: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(`${origin}/${path}`, { headers: own })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

const pause = (): Promise<unknown> => sleep(Math.random() * 10)

describe('the context of a request is kept', () => {
  const pool = new Pool('https://api.github.com', { connections: 1 })
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: 1 })
  let session: ClientHttp2Session | undefined
  afterAll(async () => {
    await pool.close()
    agent.destroy()
    session?.close()
  })

  it.each<[string, (title: string) => Promise<unknown>]>([
    [
      'by promises and the timers that it has begun',
      async (title) => {
        await pause()
        await new Promise((resolve) => setTimeout(() => setImmediate(() => process.nextTick(resolve)), 2))
        await turn()
        return create(title)
      },
    ],
    [
      'by a stream that it has begun',
      (title) =>
        pipeline(
          Readable.from([title]),
          async function* (pieces) {
            for await (const piece of pieces) yield ((await pause(), await create(String(piece))))
          },
          async (results) => {
            for await (const result of results) expect(result).toBeTypeOf('string')
          },
        ),
    ],
    ['by the connections of fetch', create],
    [
      'by a pool of undici with one connection',
      async (title) => {
        const sent = {
          method: 'POST',
          path: '/repos/ada/engine/issues',
          headers,
          body: JSON.stringify({ title }),
        } as const
        return (await pool.request(sent)).body.text()
      },
    ],
    [
      'by the default connections of undici',
      async (title) => {
        await pause()
        return (await undiciRequest(ISSUES, { method: 'POST', headers, body: JSON.stringify({ title }) })).body.text()
      },
    ],
    [
      'by fetch with a dispatcher of one connection',
      (title) => {
        const init = { method: 'POST', headers, body: JSON.stringify({ title }), dispatcher: pool } as RequestInit // undici's option
        return fetch(ISSUES, init).then((answer) => answer.text())
      },
    ],
    ['by an agent of node:https with one connection', (title) => createBy(httpsRequest, agent, title)],
    [
      'by a session of node:http2 that the first request has opened',
      (title) => createByHttp2((session ??= connect('https://api.github.com')), title),
    ],
    [
      'by a call of another process of the application, at this machine',
      async (title) => {
        if (title.startsWith('inner ')) return create(title.slice('inner '.length))
        await pause()
        return get(encodeURIComponent(`inner ${title}`), {})
      },
    ],
    [
      'by a queue such as p-queue, whose jobs are bound where they are added',
      (title) => queue.add(AsyncResource.bind(() => create(title))),
    ],
    [
      'by a queue whose jobs run in the tenant that was kept beside them',
      (title) => {
        const tenant = currentTenant() ?? ''
        return queue.add(() => runInTenant(tenant, () => create(title)))
      },
    ],
    [
      'by a batch of one request, such as one of DataLoader',
      (title) => {
        const load = batched((titles) => Promise.all(titles.map(create)))
        return load(title)
      },
    ],
  ])('%s', async (_, own) => {
    work = own
    expect(await strangersAfter()).toEqual(OWN_ONLY)
  })

  const queue = new Queue({ concurrency: 1 })

  it('by the events of the request and its body', async () => {
    work = async (title, request) => {
      for await (const piece of request) await create(`${title}${String(piece)}`)
    }
    const post = async (path: string, own: Readonly<Record<string, string>>): Promise<void> => {
      const sent = httpRequest(`${origin}/${path}`, { method: 'POST', headers: own })
      sent.write('1')
      await sleep(5)
      sent.end()
      await once(sent, 'response')
    }
    expect(await strangersAfter(post)).toEqual(OWN_ONLY)
  })

  it.each<[string, () => Http2Server]>([
    [
      'streams',
      () =>
        createHttp2Server().on('stream', (stream, sent) => {
          void pause()
            .then(() => create(String(sent[':path']).slice(1)))
            .then(() => stream.end('done'))
        }),
    ],
    [
      'requests',
      () =>
        createHttp2Server((request, response) => {
          void pause()
            .then(() => create(request.url.slice(1)))
            .then(() => response.end('done'))
        }),
    ],
  ])('by the %s of a server of node:http2, all of one connection', async (_, serve) => {
    const server = serve()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = connect(`http://127.0.0.1:${portOf(server)}`)
    const send = async (path: string, own: Readonly<Record<string, string>>): Promise<void> => {
      const sent = client.request({ ':path': `/${path}`, ...own })
      sent.end()
      await once(sent.resume(), 'end')
    }
    const found = await strangersAfter(send)
    client.close()
    server.close()
    expect(found).toEqual(OWN_ONLY)
  })

  it('by an answer that is streamed while the application calls', async () => {
    const server = createServer((request, response) => {
      const title = request.url?.slice(1) ?? ''
      const pieces = async function* () {
        for (const round of ['x', 'y']) {
          yield `${round}\n`
          await pause()
          if (round === 'x') await create(title)
        }
      }
      void pipeline(Readable.from(pieces()), response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const found = await strangersAfter(async (path, own) => {
      const answer = await fetch(`http://127.0.0.1:${portOf(server)}/${path}`, { headers: own })
      expect(await answer.text()).toBe('x\ny\n')
    })
    server.close()
    expect(found).toEqual(OWN_ONLY)
  })

  it('by the messages of a WebSocket that was opened with the header', async () => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) => {
      socket.on(
        'message',
        (data) =>
          void pause()
            .then(() => create(String(data as Buffer))) // what ws gives
            .then(() => socket.send('done')),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const found = await strangersAfter(async (title, own) => {
      const socket = new WebSocket(`ws://127.0.0.1:${portOf(server)}`, { headers: own })
      await once(socket, 'open')
      socket.send(title)
      await once(socket, 'message')
      socket.close()
    })
    sockets.close()
    server.close()
    expect(found).toEqual(OWN_ONLY)
  })
})

describe('the context of a request is lost, and its calls are refused', () => {
  const outside = new EventEmitter()
  const waiting: (() => void)[] = []
  const interval = setInterval(() => waiting.splice(0).forEach((each) => each()), 2)
  outside.on('job', (job: () => void) => void waiting.push(job))
  afterAll(() => clearInterval(interval))
  const REASON = 'it belongs to no test that runs'

  it('by an interval that the application has begun at its start, or a queue that it takes jobs from', async () => {
    work = (title) =>
      new Promise((resolve, reject) => {
        outside.emit('job', () => void create(title).then(resolve, reject))
      })
    await expect(strangersAfter()).rejects.toThrow(REASON)
  })

  it('by a worker thread, as of an engine of its own', async () => {
    const script = `
      const { parentPort } = require('node:worker_threads')
      parentPort.on('message', ({ url, init }) =>
        fetch(url, init).then(async (answer) => parentPort.postMessage(await answer.text()), (error) => parentPort.postMessage(error.cause.message)))`
    const engine = new Worker(script, { eval: true }).setMaxListeners(0)
    work = async (title) => {
      engine.postMessage({ url: ISSUES, init: { method: 'POST', headers, body: JSON.stringify({ title }) } })
      const [said] = (await once(engine, 'message')) as unknown[]
      throw new Error(String(said))
    }
    await expect(strangersAfter()).rejects.toThrow(REASON)
    await engine.terminate()
  })
})

describe('work of several requests belongs to the one that has begun it', () => {
  it('in a queue such as p-queue, which runs a job when the one before it ends', async () => {
    const queue = new Queue({ concurrency: 1 })
    const seen: (string | null)[] = []
    work = () => queue.add(async () => void (await pause(), seen.push(currentTenant())))
    await strangersAfter()
    expect(seen).toHaveLength(6)
    expect(new Set(seen).size).toBeLessThan(3)
  })

  it('in a batch that several requests share, such as one of DataLoader', async () => {
    const seen: (string | null)[] = []
    const load = batched((titles) => {
      seen.push(currentTenant())
      return Promise.resolve(titles)
    }, 50)
    work = load
    await strangersAfter()
    expect(new Set(seen).size).toBe(1)
  })

  it('in a value that the application caches: the next test reads it', async () => {
    const cache = new Map<string, Promise<unknown>>()
    work = (title) => {
      const made = cache.get('issue') ?? create(title)
      cache.set('issue', made)
      return made
    }
    expect((await strangersAfter()).filter((found) => found === 1)).toHaveLength(1)
  })
})

/** Collects the keys that are asked for in some milliseconds, and loads them at once, as DataLoader does. */
function batched<T>(
  loadAll: (keys: readonly string[]) => Promise<readonly T[]>,
  wait = 0,
): (key: string) => Promise<T> {
  let batch: { readonly keys: string[]; readonly done: Promise<readonly T[]> } | null = null
  return async (key) => {
    if (batch === null) {
      const keys: string[] = []
      const done = sleep(wait).then(() => {
        batch = null
        return loadAll(keys)
      })
      batch = { keys, done }
    }
    const at = batch.keys.push(key) - 1
    const all = await batch.done
    return all[at] as T // one for each key
  }
}
