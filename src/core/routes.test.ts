import { expect, expectTypeOf, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '../testkit/notes.ts'
import { json } from './answer.ts'
import { Router, routesFor } from './routes.ts'
import { defineService, type CallOf } from './service.ts'

type NotesCall = CallOf<(typeof notes)['collections'], { name: string }>
const { get, post } = routesFor<NotesCall>()

let opened: () => void = () => undefined
const gate = (): Promise<void> => new Promise((resolve) => (opened = resolve))

const service = defineService({
  ...notes,
  id: 'gated',
  routes: [
    ...notes.routes,
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
const start = () => createEmulator({ service, port: 0 })
const send = (emulator: Awaited<ReturnType<typeof start>>, title: string): Promise<Response> =>
  emulator.fetch(`http://gated/gated/${title}`, { method: 'POST' })
const titles = async (emulator: Awaited<ReturnType<typeof start>>) =>
  ((await (await emulator.fetch('http://gated/notes')).json()) as { title: string }[]).map((note) => note.title)
/** Lets the request reach its gate. */
const reached = () => new Promise((resolve) => setImmediate(resolve))

it('waits for a step that has to wait, and gives the rest what it found', async () => {
  await using emulator = await start()
  const sent = send(emulator, 'hello')
  await reached()
  expect(await titles(emulator)).toEqual([])
  opened()
  expect(await (await sent).json()).toEqual({ title: 'HELLO!' })
  expect(await titles(emulator)).toEqual(['HELLO!'])
})

it('takes back what a handler changed before it failed, though a step had waited', async () => {
  await using emulator = await start()
  const sent = send(emulator, 'bad')
  await reached()
  opened()
  expect((await sent).status).toBe(500)
  expect(await titles(emulator)).toEqual([])
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

it('takes for * what is before the next segment, or all that is left', () => {
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

it.each([
  ['GET', '/repos/o/r/issue', 'GET /repos/:owner/:repo/issues'],
  ['GET', '/repo/o/r', 'GET /repos/:owner/:repo'],
  ['POST', '/repos/o/r/isues', 'POST /repos/:owner/:repo/issues'],
  ['GET', '/repos/o/r/labelz/bug', 'GET /repos/:owner/:repo/labels/:name'],
  ['DELETE', '/repos/o/r/unheard-of', 'GET /repos/:owner/:repo'],
])('names for %s %s the operation that was meant: %s', (method, path, nearest) => {
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
