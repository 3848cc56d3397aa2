import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { WebSocket } from 'ws'
import { createEmulator } from '#emulator.ts'
import { notes, notesRoutes } from '#testkit/notes.ts'
import { acceptSocket } from '../answer.ts'
import { awaited } from '../commands.ts'
import { defineService } from '../define-service.ts'
import { routesFor } from '../routes.ts'
import type { CallOf, ContextOf } from '../service.ts'

type NotesContext = ContextOf<(typeof notes)['collections'], 'note'>
const { get } = routesFor<CallOf<(typeof notes)['collections'], { readonly name: string }, 'note'>>()

const pager = { id: 'pager', url: 'socket:pagers', details: {} }

/** Notes whose subscribers are connected by WebSocket: they answer a note with `<guid> <title for the answer>`. */
const paged = defineService({
  ...notes,
  id: 'paged',
  sockets: true,
  routes: [
    ...notesRoutes,
    get('pages', '/pages', (call) => {
      if (call.query.get('refused') !== null) throw new RangeError('refused')
      return acceptSocket<NotesContext>({
        group: call.query.get('group') ?? 'pagers',
        opened: ({ rows }, connection) => connection.send(`hello ${rows.notes.all().length}`),
        received({ rows }, connection, text) {
          const [guid = '', title = ''] = text.split(' ')
          if (guid === 'jot') rows.notes.insert({ title, owner: 'pager', done: false })
          else connection.answer(guid, title)
        },
      })
    }),
  ],
  webhooks: {
    events: ['note'],
    headers: () => ({}),
    timeout: 3000,
    retryAfter: (_context, { event }) => (event === 'note' ? [0, 60_000] : []),
    bodyOf: (_context, { guid, request }) => `${guid} ${request.body}`,
    ended({ rows }, { state, response }) {
      if (state === 'delivered')
        rows.notes.insert({ title: `answered ${response?.body ?? ''}`, owner: 'app', done: false })
    },
  },
  commands: {
    as: {
      page: awaited({
        begin(context: NotesContext, { user, title }: { readonly user: string; readonly title: string }) {
          if (title === '') throw new RangeError('page: title is empty')
          context.emit({ event: 'note', action: null, subscription: pager, body: title, guid: `${user}-${title}` })
          return { guid: `${user}-${title}` }
        },
        look({ rows }: NotesContext, { guid }: { readonly guid: string }) {
          const ended = rows.deliveries.all().filter((each) => each.guid === guid && each.state !== 'queued')
          return ended.length === 0 ? undefined : ended.map(({ state, error }) => error ?? state)
        },
        missing: (_context, { guid }) => `${guid} was not answered`,
      }),
    },
    hangUp: ({ sockets }: NotesContext) => sockets.close('pagers'),
  },
  methods: ({ as, hangUp }) => ({
    hangUp: () => hangUp(),
    as: (user: string) => ({ page: (title: string) => as.page({ user, title }) }),
  }),
})

const start = () => createEmulator({ service: paged, port: 0, now: '2026-01-01T00:00:00Z' })
let emulator: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  emulator = await start()
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const hangUp = (socket: WebSocket) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.close()
  })

/** Connects a client, and resolves once it has got its greeting. `messages` grows with every message. */
async function connect(
  answer: (guid: string, title: string) => string | null = (guid) => `${guid} ok`,
  group = 'pagers',
) {
  const socket = new WebSocket(`${emulator.url.replace('http', 'ws')}/pages?group=${group}`)
  const messages: string[] = []
  const greeted = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const text = (data as Buffer).toString() // the default type of ws
      messages.push(text)
      if (messages.length === 1) resolve()
      const [guid = '', title = ''] = text.split(' ')
      const reply = messages.length === 1 ? null : answer(guid, title)
      if (reply !== null) socket.send(reply)
    })
  })
  await greeted
  return { socket, messages, closed: new Promise<number>((resolve) => socket.on('close', resolve)) }
}
const titles = async () =>
  ((await (await emulator.fetch('http://paged/notes')).json()) as { title: string }[]).map((note) => note.title)

describe('a WebSocket of a service', () => {
  it('is opened by a route, on the port of the HTTP server, and its messages change the state', async () => {
    const { socket, messages, closed } = await connect()
    expect(messages).toEqual(['hello 0'])
    socket.send('jot milk')
    socket.close()
    await closed
    expect(await titles()).toEqual(['milk'])
    expect(emulator.requests.map(({ path, status }) => [path, status])).toContainEqual(['/pages', 101])
  })

  it('is refused with the answer of the route', async () => {
    const socket = new WebSocket(`${emulator.url.replace('http', 'ws')}/pages?refused`)
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    expect(status).toBe(500)
    socket.on('error', () => undefined).terminate()
  })

  it('is not for requests that ask for none', async () => {
    const plain = await fetch(`${emulator.url}/pages`)
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect((await emulator.fetch('http://paged/pages')).status).toBe(426)
  })

  it('is not for pages of other sites', async () => {
    const socket = new WebSocket(`${emulator.url.replace('http', 'ws')}/pages`, { origin: 'https://evil.example' })
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    expect(status).toBe(403)
    socket.on('error', () => undefined).terminate()
  })

  it('outlives a reset, and ends with the instance', async () => {
    await using other = await start()
    const socket = new WebSocket(`${other.url.replace('http', 'ws')}/pages`)
    await new Promise((resolve) => socket.once('message', resolve))
    other.reset()
    expect(socket.readyState).toBe(socket.OPEN)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await other.close()
    expect(await closed).toBe(1001)
  })

  it('is read no further while its client does not read the answers, and loses nothing then', async () => {
    const { socket } = await connect()
    socket.pause()
    const pings = 120_000
    let sent = 0
    // Each batch follows when the batch before has left this process.
    const sendBatch = (): void => {
      for (let count = 1; count < 500; count++) socket.ping('p'.repeat(125))
      socket.ping('p'.repeat(125), true, () => {
        sent += 500
        if (sent < pings) sendBatch()
      })
    }
    sendBatch()
    for (let before = -1; sent > before;) {
      before = sent
      for (let turn = 0; turn < 30; turn++) await fetch(`${emulator.url}/notes`)
    }
    expect(sent).toBeLessThan(pings)
    let pongs = 0
    const all = new Promise<void>((resolve) => {
      socket.on('pong', () => ++pongs === pings && resolve())
    })
    socket.resume()
    await all
    expect(pongs).toBe(pings)
    await hangUp(socket)
  }, 30_000)

  it('is closed by a command', async () => {
    const { closed } = await connect()
    emulator.hangUp()
    expect(await closed).toBe(1000)
  })
})

describe('a delivery over a WebSocket', () => {
  it('is delivered when the client answers it, and the service acts on the answer', async () => {
    const { socket } = await connect()
    expect(await emulator.as('ada').page('hi')).toEqual(['delivered'])
    expect(await titles()).toEqual(['answered ok'])
    await hangUp(socket)
  })

  it('goes to connections of its group only, and takes an answer from these only', async () => {
    let received: (guid: string) => void
    const delivered = new Promise<string>((resolve) => (received = resolve))
    const { socket: pagerSocket } = await connect((guid) => {
      received(guid)
      return null
    })
    const { socket: otherSocket, messages } = await connect(() => null, 'others')
    const paging = emulator.as('lea').page('hi')
    const guid = await delivered
    otherSocket.send(`${guid} forged`)
    // The server reads the messages of a connection in order, so its pong shows that it has read the answer.
    const pong = new Promise((resolve) => otherSocket.once('pong', resolve))
    otherSocket.ping()
    await pong
    pagerSocket.send(`${guid} ok`)
    expect(await paging).toEqual(['delivered'])
    expect(await titles()).toEqual(['answered ok'])
    expect(messages).toEqual(['hello 0'])
    await Promise.all([hangUp(pagerSocket), hangUp(otherSocket)])
  })

  it('fails when no connection is open, and is tried again at once, then on the clock', async () => {
    expect(await emulator.as('bob').page('hi')).toEqual(['no WebSocket connection of pagers is open'])
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries.map(({ state }) => state)).toEqual(['failed', 'failed'])
    const { socket, messages } = await connect()
    emulator.clock.advance('1m')
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries.map(({ state }) => state)).toEqual(['failed', 'failed', 'delivered'])
    expect(messages).toHaveLength(2)
    await hangUp(socket)
  })

  it('is late when the clock has been moved beyond the time for the answer', async () => {
    const { socket } = await connect(() => null)
    const paging = emulator.as('eve').page('hi')
    emulator.clock.advance(3000)
    expect(await paging).toEqual(['timed out after 3000 ms'])
    await hangUp(socket)
  })
})

describe('a delivery over a WebSocket that closes', () => {
  it('fails', async () => {
    const { socket } = await connect(() => null)
    const paging = emulator.as('kim').page('hi')
    await hangUp(socket)
    expect(await paging).toEqual(['the WebSocket connection of pagers closed'])
  })
})

describe('a command that begins before it waits', () => {
  it('has the types of its definition, in the form that the service gives its methods', () => {
    expectTypeOf(emulator.as).returns.toEqualTypeOf<{ page: (title: string) => Promise<string[]> }>()
    expect('page' in emulator.as('ada')).toBe(true)
  })

  it('rejects with the error of its beginning, and then nothing has changed', async () => {
    await expect(emulator.as('ada').page('')).rejects.toThrow('page: title is empty')
    expect(emulator.webhooks.deliveries).toEqual([])
  })

  it('is a command of the control plane too', async () => {
    const { socket } = await connect()
    const response = await fetch(`${emulator.url}/_backlot/as/page`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'ada', title: 'hi' }),
    })
    expect(await response.json()).toEqual(['delivered'])
    await hangUp(socket)
  })
})
