import { describe, expect, expectTypeOf, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { notes, notesRoutes } from '#testkit/notes.ts'
import { json } from './answer.ts'
import { Failure } from './errors.ts'
import { Router, routesFor } from './routes.ts'
import { defineService } from './define-service.ts'
import type { CallOf } from './service.ts'

type NotesCall = CallOf<(typeof notes)['collections'], { name: string }>
const { get, post } = routesFor<NotesCall>()

let opened: () => void = () => undefined
const gate = (): Promise<void> => new Promise((resolve) => (opened = resolve))

const service = defineService({
  ...notes,
  id: 'gated',
  routes: [
    ...notesRoutes,
    post(
      'notes/gated',
      '/gated/:title',
      async ({ params }) => {
        await gate()
        return { loud: params.title.toUpperCase() }
      },
      ({ loud }) => ({ louder: `${loud}!` }),
      (call) => {
        expectTypeOf(call.louder).toEqualTypeOf<string>()
        call.rows.notes.insert({ title: call.louder, owner: 'nobody', done: false })
        if (call.loud === 'BAD') throw new Error('after its change')
        return json({ title: call.louder }, 201)
      },
    ),
  ],
})
const loads: string[] = []
let waits = 0
const renaming = defineService({
  ...notes,
  id: 'renaming',
  routes: [
    ...notesRoutes,
    post(
      'notes/rename',
      '/notes/:id/rename',
      ({ rows, params }) => {
        const note = rows.notes.get(Number(params.id))
        loads.push(note?.title ?? 'none')
        if (note === undefined) throw new Failure(404, `no note ${params.id}`)
        return { note }
      },
      async () => {
        waits += 1
        await gate()
      },
      ({ note }) => ({ longer: `${note.title}, again` }),
      ({ rows, note, longer }) => json(rows.notes.update(note.id, { title: longer })),
    ),
  ],
})
const start = () => createEmulator({ service, port: 0 })
const send = (emulator: Awaited<ReturnType<typeof start>>, title: string): Promise<Response> =>
  emulator.fetch(`http://gated/gated/${title}`, { method: 'POST' })
const titles = async (emulator: Awaited<ReturnType<typeof start>>) =>
  ((await (await emulator.fetch('http://gated/notes')).json()) as { title: string }[]).map((note) => note.title)
/** Lets the request reach its gate. */
const reached = () => new Promise((resolve) => setImmediate(resolve))

it('waits for a step that returns a promise, and adds its result for the steps that follow', async () => {
  await using emulator = await start()
  const sent = send(emulator, 'hello')
  await reached()
  expect(await titles(emulator)).toEqual([])
  opened()
  expect(await (await sent).json()).toEqual({ title: 'HELLO!' })
  expect(await titles(emulator)).toEqual(['HELLO!'])
})

it('rolls back the changes of a handler that fails, also after a step that waited', async () => {
  await using emulator = await start()
  const sent = send(emulator, 'bad')
  await reached()
  opened()
  expect((await sent).status).toBe(500)
  expect(await titles(emulator)).toEqual([])
})

describe('a step before one that waits', () => {
  const seed = {
    tokens: { t: { login: 'ada', scopes: [] } },
    renaming: { users: [{ login: 'ada' }], notes: [{ title: 'one' }] },
  }
  const rename = async (meanwhile: (emulator: Emulator<'renaming'>) => Promise<unknown>): Promise<Response> => {
    loads.length = waits = 0
    await using emulator = await createEmulator({ service: renaming, port: 0, seed })
    const sent = emulator.fetch('http://renaming/notes/1/rename', { method: 'POST' })
    await reached()
    const open = opened
    await meanwhile(emulator)
    open()
    return await sent
  }

  it('runs again after it, so that the handler has the records as they are then', async () => {
    const response = await rename(async (emulator) => {
      const other = emulator.fetch('http://renaming/notes/1/rename', { method: 'POST' })
      await reached()
      opened()
      await other
    })
    expect(await response.json()).toMatchObject({ title: 'one, again, again' })
    expect(loads).toEqual(['one', 'one', 'one', 'one, again'])
  })

  it('refuses a record that is gone by then', async () => {
    const response = await rename((emulator) => emulator.fetch('http://renaming/notes/1', { method: 'DELETE' }))
    expect([response.status, await response.json()]).toEqual([404, { error: 'no note 1' }])
  })

  it('is all that runs again: a step waits once', async () => {
    await rename(() => Promise.resolve())
    expect(waits).toBe(1)
  })
})

it('drops a request that was waiting when the state was reset', async () => {
  await using emulator = await start()
  const sent = send(emulator, 'late')
  await reached()
  emulator.reset()
  opened()
  await expect(sent).rejects.toThrow('fetch failed')
  expect(await titles(emulator)).toEqual([])
})

it('matches * with everything before the next segment, or with the rest of the path', () => {
  const answer = () => json({})
  const router = new Router([
    get('commits/get', '/commits/*', (call) => {
      expectTypeOf(call.params['*']).toEqualTypeOf<string>()
      return answer()
    }),
    get('commits/status', '/commits/*/status', (call) => {
      expectTypeOf(call.params['*']).toEqualTypeOf<string>()
      return answer()
    }),
  ])
  const found = (path: string) => {
    const match = router.match('GET', path)
    return match === null ? null : [match.route.operation, match.params['*']]
  }
  expect(found('/commits/main')).toEqual(['commits/get', 'main'])
  expect(found('/commits/a/b%2Fc')).toEqual(['commits/get', 'a/b/c'])
  expect(found('/commits/main/status')).toEqual(['commits/status', 'main'])
  expect(found('/commits/a/b/c/status')).toEqual(['commits/status', 'a/b/c'])
  expect(found('/commits/a/statuses')).toEqual(['commits/get', 'a/statuses'])
  expect(found('/commits/status')).toEqual(['commits/get', 'status'])
})

it('matches no route with parameters for an unimplemented operation', () => {
  const answer = () => json({})
  const router = new Router(
    [get('users/get', '/user/:id', answer), get('emails/list', '/user/emails', answer)],
    false,
    ['GET /user/keys', 'GET /user/emails'],
  )
  const found = (method: string, path: string) => router.match(method, path)?.route.operation ?? null
  expect(found('GET', '/user/1')).toBe('users/get')
  expect(found('GET', '/user/keys')).toBeNull()
  expect(found('HEAD', '/user/keys')).toBeNull()
  expect(found('GET', '/user/keys/')).toBeNull()
  expect(found('GET', '/user/emails')).toBe('emails/list')
})

it.each([
  ['GET', '/repos/o/r/issue', 'GET /repos/:owner/:repo/issues'],
  ['GET', '/repo/o/r', 'GET /repos/:owner/:repo'],
  ['POST', '/repos/o/r/isues', 'POST /repos/:owner/:repo/issues'],
  ['GET', '/repos/o/r/labelz/bug', 'GET /repos/:owner/:repo/labels/:name'],
  ['DELETE', '/repos/o/r/unheard-of', 'GET /repos/:owner/:repo'],
])('suggests for %s %s the nearest operation: %s', (method, path, nearest) => {
  const { get, post: create } = routesFor<NotesCall>()
  const handler = () => json(null)
  const router = new Router([
    get('repos/get', '/repos/:owner/:repo', handler),
    get('collaborators/get', '/repos/:owner/:repo/collaborators/:username', handler),
    get('labels/get', '/repos/:owner/:repo/labels/:name', handler),
    get('issues/list', '/repos/:owner/:repo/issues', handler),
    create('issues/create', '/repos/:owner/:repo/issues', handler),
  ])
  expect(router.nearest(method, path)).toBe(nearest)
})
