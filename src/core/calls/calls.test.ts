import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { notes } from '#testkit/notes.ts'
import { serviceTest } from '#testkit/service-test.ts'
import '../../runners/vitest/index.ts'

const it = serviceTest(notes, {
  seed: {
    tokens: { ada_token: { login: 'ada', scopes: [] } },
    notes: { users: [{ login: 'ada' }], notes: [{ title: 'seeded' }] },
  },
})

const create = (emulator: { readonly url: string }, title: string, more: object = {}): Promise<Response> =>
  fetch(`${emulator.url}/notes?via=test`, {
    method: 'POST',
    headers: { authorization: 'Bearer ada_token', 'content-type': 'application/json' },
    body: JSON.stringify({ title, ...more }),
  })

const failureOf = (assertion: () => void): string => {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the assertion has passed')
}

const command = async (emulator: { readonly url: string }, path: string, body?: object): Promise<unknown> => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(`${emulator.url}/_backlot/${path}`, body === undefined ? {} : request)).json()
}

describe('calls', () => {
  it('returns those of an operation, with parameters, query, body and answer', async ({ notes: emulator }) => {
    await create(emulator, 'one')
    await fetch(`${emulator.url}/notes/2`)
    expect(emulator.calls('notes/create')).toMatchObject([
      {
        method: 'POST',
        query: { via: 'test' },
        body: { title: 'one' },
        status: 201,
        answer: { id: 2 },
        principal: 'ada',
      },
    ])
    expect(emulator.calls('GET /notes/:note').map(({ params }) => params)).toEqual([{ note: '2' }])
    expect(emulator.calls('notes/get')[0]?.params).toEqual({ id: '2' })
    expect(emulator.calls().map(({ operation }) => operation)).toEqual(['notes/create', 'notes/get'])
    expect(await command(emulator, 'calls?operation=notes/get')).toMatchObject([{ params: { id: '2' } }])
  })

  it('reads a form with members of members, and lists', async ({ notes: emulator }) => {
    const body = new URLSearchParams('card[number]=1&items[]=a&items[]=b&tag=x&tag=y&plain=1')
    await fetch(`${emulator.url}/notes`, { method: 'POST', body })
    expect(emulator.calls('notes/create')[0]?.body).toEqual({
      card: { number: '1' },
      items: ['a', 'b'],
      tag: ['x', 'y'],
      plain: '1',
    })
    expect(emulator).toHaveReceived('notes/create', { body: { plain: 1 } })
  })

  it('refuses an operation that does not exist', ({ notes: emulator }) => {
    expect(() => emulator.calls('notes/creat')).toThrow('unknown operation "notes/creat", did you mean "notes/create"?')
    expect(() => expect(emulator).not.toHaveReceived('notes/creat')).toThrow('did you mean "notes/create"?')
  })
})

describe('toHaveReceived', () => {
  it('compares the parts that are given', async ({ notes: emulator }) => {
    await create(emulator, 'one')
    await create(emulator, 'two')
    expect(emulator).toHaveReceived('notes/create')
    expect(emulator).toHaveReceived('notes/create', { times: 2 })
    expect(emulator).toHaveReceived('notes/create', {
      body: { title: expect.stringContaining('tw') },
      query: { via: 'test' },
      answer: { id: expect.any(Number) },
      headers: { 'content-type': 'application/json' },
      principal: 'ada',
      status: 201,
      times: 1,
    })
    expect(emulator).not.toHaveReceived('notes/create', { body: { title: 'three' } })
    expect(emulator).not.toHaveReceived('notes/list')
  })

  it('shows the nearest calls and their differences, without secrets', async ({ notes: emulator }) => {
    await create(emulator, 'one', { password: 'hunter2' })
    await create(emulator, 'two')
    const failure = failureOf(() =>
      expect(emulator).toHaveReceived('notes/create', { body: { title: 'on', password: 'secret' }, status: 400 }),
    )
    expect(failure).toBe(
      [
        'notes received notes/create 2 times; no call matches',
        '  nearest: #1 POST /notes 422 notes/create',
        '    body.title: expected "on", received "one"',
        '    body.password: expected [redacted], received [redacted] (another value)',
        '    status: expected 400, received 422',
        '  nearest: #2 POST /notes 201 notes/create',
        '    body.title: expected "on", received "two"',
        '    body.password: expected [redacted], received nothing (another value)',
        '    status: expected 400, received 201',
      ].join('\n'),
    )
  })

  it('shows what was called instead', async ({ notes: emulator }) => {
    await fetch(`${emulator.url}/note`)
    expect(failureOf(() => expect(emulator).toHaveReceived('notes/create'))).toBe(
      'notes received no notes/create\n  instead: #1 GET /note 501 (matched no operation)',
    )
    emulator.reset()
    expect(failureOf(() => expect(emulator).toHaveReceived('notes/create'))).toContain('no request at all')
  })

  it('counts the calls that match', async ({ notes: emulator }) => {
    await create(emulator, 'one')
    await create(emulator, 'two')
    expect(failureOf(() => expect(emulator).toHaveReceived('notes/create', { times: 3 }))).toContain(
      'notes received notes/create 2 times, and 3 are expected',
    )
    expect(failureOf(() => expect(emulator).not.toHaveReceived('notes/create', { body: { title: 'one' } }))).toContain(
      '1 matches\n  matches: #1 POST /notes 201 notes/create',
    )
  })

  it('refuses parts that no call has, and what is no emulator', ({ notes: emulator }) => {
    const typo = { bodi: {} } as object
    expect(() => expect(emulator).toHaveReceived('notes/list', typo)).toThrow('unknown part "bodi", did you mean body?')
    expect(() => expect(emulator).toHaveReceived('notes/list', { times: 1.5 })).toThrow(
      'times: expected a whole number',
    )
    expect(() => expect('notes').toHaveReceived('notes/list')).toThrow('was not given an emulator')
  })
})

describe('toHaveReceivedInOrder', () => {
  it('passes for calls in this order, others between them', async ({ notes: emulator }) => {
    await create(emulator, 'one')
    await fetch(`${emulator.url}/notes`)
    await create(emulator, 'two')
    expect(emulator).toHaveReceivedInOrder(['notes/create', ['notes/create', { body: { title: 'two' } }]])
    expect(emulator).not.toHaveReceivedInOrder(['notes/list', 'notes/list'])
    const failure = failureOf(() =>
      expect(emulator).toHaveReceivedInOrder(['notes/list', ['notes/create', { body: { title: 'one' } }]]),
    )
    expect(failure).toContain('notes received no notes/create after notes/list\n  it came before: #1 POST /notes 201')
  })
})

describe('toHaveDelivered', () => {
  it('counts deliveries that the receiver accepted, and shows what others were like', async ({ notes: emulator }) => {
    let status = 200
    const receiver = createServer((_request, response) => response.writeHead(status).end()).listen(0)
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    await fetch(`${emulator.url}/hooks`, { method: 'POST', body: JSON.stringify({ url }) })
    await create(emulator, 'one')
    await emulator.webhooks.settled()
    expect(emulator).toHaveDelivered('note.created', { payload: { title: 'one' }, url, status: 200, times: 1 })
    expect(emulator).toHaveDelivered('note', { headers: { 'x-notes-event': 'note' }, attempts: 1 })
    expect(failureOf(() => expect(emulator).toHaveDelivered('note.deleted'))).toContain(
      `notes delivered no note.deleted\n  instead: note.created to ${url}: delivered, the receiver answered 200`,
    )
    status = 500
    await create(emulator, 'two')
    await emulator.webhooks.settled()
    expect(failureOf(() => expect(emulator).toHaveDelivered('note.created', { payload: { title: 'two' } }))).toContain(
      'state: expected "delivered", received "failed"',
    )
    receiver.close()
  })
})

describe('changes', () => {
  it('has the rows that differ from the seed, as data and as a text for snapshots', async ({ notes: emulator }) => {
    expect(String(emulator.changes())).toBe('no changes')
    await create(emulator, 'one')
    await fetch(`${emulator.url}/notes/1/finish-later`, { method: 'POST' })
    emulator.clock.advance('1h')
    expect(emulator.changes()).toMatchInlineSnapshot(`
      "notes
        + 2  title: "one"  owner: "ada"
        ~ 1  done: false → true"
    `)
    await fetch(`${emulator.url}/notes/1`, { method: 'DELETE' })
    expect(emulator.changes()['notes']).toEqual({
      added: [{ id: 2, title: 'one', owner: 'ada', done: false }],
      changed: [],
      removed: [{ id: 1, title: 'seeded', owner: 'nobody', done: false }],
    })
    expect(await command(emulator, 'changes')).toMatchObject({ text: expect.stringContaining('  - 1') })
    emulator.reset()
    expect(String(emulator.changes())).toBe('no changes')
  })

  it('is the same in every run, and has no secrets', async () => {
    const run = async (): Promise<string> => {
      const { createEmulator } = await import('../../emulator.ts')
      await using codehost = await createEmulator({ service: 'codehost', port: 0 })
      const { token } = codehost.signIn({ login: 'admin' })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const post = (path: string, body: object): Promise<Response> =>
        fetch(codehost.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      await post('/user/repos', { name: 'one', auto_init: true })
      const config = { url: `${codehost.url}/hook`, secret: 'hush' }
      await post('/repos/admin/one/hooks', { config })
      const text = String(codehost.changes())
      expect(text).not.toContain(token)
      expect(text).not.toContain('hush')
      return text
    }
    const first = await run()
    expect(first).toContain('name: "one"')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await run()).toBe(first)
  })
})

describe('over the control plane', () => {
  it('checks assertions for tests in other languages', async ({ notes: emulator }) => {
    await create(emulator, 'one')
    const expected = { operation: 'notes/create', body: { title: 'one' } }
    expect(await command(emulator, 'expect/received', expected)).toMatchObject({ pass: true })
    expect(await command(emulator, 'expect/received', { ...expected, times: 2 })).toEqual({
      pass: false,
      message: expect.stringContaining('and 2 are expected'),
    })
    const calls = ['notes/create', 'notes/list']
    expect(await command(emulator, 'expect/received-in-order', { calls })).toMatchObject({ pass: false })
    expect(await command(emulator, 'expect/delivered', { event: 'note' })).toMatchObject({ pass: false })
    expect(await command(emulator, 'expect/received', { operation: 'notes/creat' })).toMatchObject({
      error: expect.stringContaining('did you mean'),
    })
  })
})
