import { existsSync } from 'node:fs'
import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { json as read } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { json } from './answer.ts'
import { Failure } from './errors.ts'
import { routesFor } from './routes.ts'
import { defineService } from './define-service.ts'
import type { CallOf } from './service.ts'
import type { SpooledFile } from './http/spool.ts'

type NotesCall = CallOf<(typeof notes)['collections'], { name: string }>
const { head, post } = routesFor<NotesCall>()

const made: SpooledFile[] = []

/** A service with one path, whose operations are named by a header. */
const service = defineService({
  ...notes,
  id: 'identified',
  spoolAbove: 100,
  identify: (call) => {
    const action = call.header('action')
    if (action === 'broken') throw new Failure(418, 'no action at all')
    return action === undefined ? null : { operation: action, params: { from: call.header('host') ?? '' } }
  },
  crossOrigin: {
    preflight: ({ header, path }) =>
      path === '/open'
        ? null
        : { status: header('origin') === 'http://friend.localhost' ? 200 : 403, headers: {}, body: null },
    headers: ({ path, header }) =>
      path === '/open' ? null : { 'access-control-allow-origin': `only ${header('origin')}` },
  },
  routes: [
    post('Greet', '/:anything?greet', ({ params, operation }) => json({ params, operation })),
    post('Where', '/', ({ clientAddress }) => json({ clientAddress })),
    head('Greet.head', '/:anything?greet', () => json({ greeted: true })),
    post('Keep', '/', async (call) => {
      const taken = await call.spool(pieces(10, 30))
      const small = await call.spool(pieces(1, 30))
      if (!('path' in taken) || 'path' in small) throw new Error('only what is large is a file')
      made.push(taken)
      return json({ size: taken.size, there: existsSync(taken.path), small: small.length })
    }),
  ],
})

async function* pieces(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at++) yield new Uint8Array(size)
}

const start = () => createEmulator({ service, port: 0 })

it('a service can identify the operation of a request itself, whatever its path', async () => {
  await using emulator = await start()
  const call = (action: string, method = 'POST') => fetch(`${emulator.url}/where/ever`, { method, headers: { action } })
  expect(await (await call('Greet')).json()).toEqual({
    operation: 'Greet',
    params: { from: `127.0.0.1:${emulator.port}` },
  })
  expect((await call('Greet.head', 'HEAD')).status).toBe(200)
  expect(emulator.requests.map(({ operation, route }) => [operation, route])).toEqual([
    ['Greet', '/:anything?greet'],
    ['Greet.head', '/:anything?greet'],
  ])
})

it('a request that it cannot identify, or has no route for, has no operation; a request that it refuses is refused', async () => {
  await using emulator = await start()
  const status = async (headers: Record<string, string>) => (await fetch(emulator.url, { headers })).status
  expect(await status({})).toBe(501)
  expect(await status({ action: 'Unknown' })).toBe(501)
  expect(await status({ action: 'broken' })).toBe(418)
})

it('a request that is made in process names the host of its URL', async () => {
  await using emulator = await start()
  const response = await emulator.fetch('http://some.host:81/', { method: 'POST', headers: { action: 'Greet' } })
  expect(await response.json()).toMatchObject({ params: { from: 'some.host:81' } })
})

it('a fault can name an operation', async () => {
  await using emulator = await start()
  emulator.faults.add({ operation: 'Greet', status: 503, times: 1 })
  const status = async (action: string) => (await fetch(emulator.url, { method: 'POST', headers: { action } })).status
  expect(await status('Keep')).toBe(200)
  expect(await status('Greet')).toBe(503)
  expect(await status('Greet')).toBe(200)
  emulator.faults.add({ operation: 'Greet', connection: 'drop', times: 1 })
  await expect(status('Greet')).rejects.toThrow('fetch failed')
  expect(emulator.requests.at(-1)).toMatchObject({ status: null, fault: 'fault 2' })
  emulator.faults.add({ operation: 'Greet', connection: 'commit then drop', times: 1 })
  await expect(status('Greet')).rejects.toThrow('fetch failed')
})

it('a service can decide what pages of other origins may do; without a decision they may do everything', async () => {
  const [friend, stranger] = ['http://friend.localhost', 'http://stranger.localhost']
  await using emulator = await start()
  const preflight = (path: string, origin: string) =>
    fetch(emulator.url + path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
  expect((await preflight('/', friend)).status).toBe(200)
  expect((await preflight('/', stranger)).status).toBe(403)
  expect((await preflight('/open', stranger)).headers.get('access-control-allow-origin')).toBe(stranger)
  const headers = { action: 'Greet', origin: friend }
  const read = async (path: string) =>
    (await fetch(emulator.url + path, { method: 'POST', headers })).headers.get('access-control-allow-origin')
  expect(await read('/')).toBe(`only ${friend}`)
  expect(await read('/open')).toBe(friend)
})

it('a file that a request has spooled is removed after the request, unless it is kept', async () => {
  await using emulator = await start()
  const response = await fetch(emulator.url, { method: 'POST', headers: { action: 'Keep' } })
  expect(await response.json()).toEqual({ size: 300, there: true, small: 30 })
  expect(existsSync(made.at(-1)?.path ?? '')).toBe(false)
})

// Other systems have only one loopback address.
it.runIf(process.platform === 'linux')('a service knows the address that a request comes from', async () => {
  await using emulator = await start()
  const options = { method: 'POST', headers: { action: 'Where' } }
  const answer = await new Promise<Readable>((resolve, reject) => {
    request(emulator.url, { ...options, localAddress: '127.0.0.2' }, resolve)
      .on('error', reject)
      .end()
  })
  expect(await read(answer)).toEqual({ clientAddress: '127.0.0.2' })
  const inProcess = await emulator.fetch(new Request(emulator.url, options))
  expect(await inProcess.json()).toEqual({ clientAddress: '127.0.0.1' })
})
