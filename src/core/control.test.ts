import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'

let emulator: Emulator<'notes'>
beforeAll(async () => {
  emulator = await createEmulator({
    service: notes,
    port: 0,
    seed: { notes: { notes: [{ title: 'seeded' }] } },
    now: 0,
  })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const read = async (path: string) => (await fetch(`${emulator.url}/_backlot/${path}`)).json()
const send = async (path: string, body: object = {}, method = 'POST') => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${emulator.url}/_backlot/${path}`, { method, headers, body: JSON.stringify(body) })
  return [response.status, await response.json()]
}

describe('the control plane', () => {
  it('names its service and its instance', async () => {
    expect(await read('health')).toMatchObject({ service: 'notes', url: emulator.url, pid: process.pid })
  })

  it('survives a client that disconnects in the middle of a body', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const socket = connect(emulator.port, '127.0.0.1')
    const head =
      'POST /_backlot/reset HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
    await new Promise<void>((resolve) => socket.write(head, () => resolve()))
    await read('health')
    socket.destroy()
    for (let turn = 0; turn < 5; turn++) await read('health')
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('resets, and lists requests', async () => {
    await fetch(`${emulator.url}/notes/1`, { method: 'DELETE' })
    expect(await read('requests')).toMatchObject([{ method: 'DELETE', path: '/notes/1', status: 204 }])
    expect(await send('reset')).toEqual([200, null])
    expect(await read('requests')).toEqual([])
    expect((await fetch(`${emulator.url}/notes/1`)).status).toBe(200)
  })

  it('arms and disarms faults, and explains what is wrong with one', async () => {
    expect(await send('faults', { status: 503 })).toEqual([200, { id: 'fault 1' }])
    expect((await fetch(`${emulator.url}/notes`)).status).toBe(503)
    expect(await read('faults')).toEqual([{ id: 'fault 1', status: 503, matched: 1 }])
    await fetch(`${emulator.url}/_backlot/faults?id=fault%201`, { method: 'DELETE' })
    expect((await fetch(`${emulator.url}/notes`)).status).toBe(200)
    for (const path of ['/notes', '/people']) await send('faults', { path, status: 503 })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${emulator.url}/_backlot/faults`, { method: 'DELETE', headers, body: '{"id":"fault 2"}' })
    expect(await read('faults')).toMatchObject([{ id: 'fault 3' }])
    expect(await send('faults', { status: 1 })).toEqual([
      400,
      { error: 'fault: status: expected an HTTP status from 200 to 599, got 1' },
    ])
  })

  it('moves the clock', async () => {
    expect(await send('clock/advance', { by: '1h' })).toEqual([200, { now: 3_600_000 }])
    expect(await send('clock/set', { to: '1970-01-02T00:00:00Z' })).toEqual([200, { now: 86_400_000 }])
    expect(await read('clock')).toEqual({ now: 86_400_000 })
    expect(await send('clock/advance')).toEqual([
      400,
      { error: 'by: expected a number of milliseconds or text, got undefined' },
    ])
  })

  it('takes and restores snapshots by number', async () => {
    const [, { id }] = (await send('snapshot')) as [number, { id: number }]
    await fetch(`${emulator.url}/notes/1`, { method: 'DELETE' })
    await send('restore', { id })
    expect((await fetch(`${emulator.url}/notes/1`)).status).toBe(200)
    expect(await send('restore', { id: 99 })).toEqual([400, { error: 'restore: no snapshot has the id 99' }])
  })

  it('holds a limited number of snapshots, and gives them up by DELETE', async () => {
    await using small = await createEmulator({ service: notes, port: 0, snapshotLimit: 2 })
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const options = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      return (await fetch(`${small.url}/_backlot/${path}`, options)).json()
    }
    for (let id = 1; id <= 3; id++) expect(await ask('POST', 'snapshot')).toEqual({ id })
    expect(await ask('POST', 'restore', { id: 1 })).toEqual({
      error: 'restore: snapshot 1 is dropped: an instance holds the latest 2',
    })
    expect(await ask('POST', 'restore', { id: 2 })).toBe(null)
    expect(await ask('DELETE', 'snapshot', { id: 2 })).toEqual({ removed: true })
    expect(await ask('DELETE', 'snapshot', { id: 2 })).toEqual({ removed: false })
    expect(await ask('POST', 'restore', { id: 3 })).toBe(null)
  })

  it('waits for webhooks', async () => {
    expect(await read('webhooks')).toEqual([])
    expect(await send('webhooks/settled')).toEqual([200, null])
    expect(await send('webhooks/redeliver')).toEqual([400, { error: 'id: expected a number, got undefined' }])
    expect(await send('webhooks/next', { event: 'note', timeout: 1 })).toMatchObject([
      400,
      { error: expect.stringContaining('no note') as string },
    ])
  })

  it('refuses whatever a web page could send: forms, cross-origin requests, foreign hosts', async () => {
    const form = await fetch(`${emulator.url}/_backlot/reset`, {
      method: 'POST',
      body: 'a=1',
      headers: { origin: 'https://evil.example' },
    })
    expect([form.status, form.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const preflight = await fetch(`${emulator.url}/_backlot/reset`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const fromPage = async (headers: Record<string, string>) => {
      const response = await fetch(`${emulator.url}/_backlot/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      })
      return [response.status, await response.json()]
    }
    const refusal = [403, { error: 'the control plane is not for web pages' }]
    expect(await fromPage({ origin: 'http://localhost:3000' })).toEqual(refusal)
    expect(await fromPage({ 'sec-fetch-site': 'same-site' })).toEqual(refusal)
    expect(await fromPage({ origin: emulator.url, 'sec-fetch-site': 'same-origin' })).toEqual([200, null])
  })

  it('refuses a command without a body of JSON, which any page could send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const response = await fetch(`${emulator.url}/_backlot/reset`, { method: 'POST', headers, body: '{}' })
      expect([response.status, await response.json()]).toEqual([
        415,
        { error: 'POST /_backlot/reset: send content-type: application/json' },
      ])
    }
  })

  it('names its commands in the answer to an unknown one', async () => {
    expect(await read('nothing')).toEqual({
      error: expect.stringContaining('there are GET health, POST reset') as string,
    })
  })
})
