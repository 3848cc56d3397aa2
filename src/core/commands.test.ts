import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '../testkit/notes.ts'
import { receiveWebhooks, type Receiver } from '../testkit/octokit.ts'
import { defineService, type ContextOf } from './service.ts'

const service = defineService({
  ...notes,
  id: 'noted',
  commands: {
    jot({ rows, emit }: ContextOf<(typeof notes)['collections']>, { title }: { readonly title: string }) {
      const note = rows.notes.insert({ title, owner: 'nobody', done: false })
      for (const { id, url } of rows.hooks.all()) {
        const subscription = { id: `hook ${id}`, url, details: {} }
        emit({ event: 'note', action: 'created', subscription, body: JSON.stringify(note) })
      }
      if (title === '') throw new RangeError('jot: title is empty')
      return { id: note.id }
    },
    reset: () => 'not what an emulator is reset with',
  },
})

const start = () => createEmulator({ service, port: 0 })
let emulator: Awaited<ReturnType<typeof start>>
let receiver: Receiver
beforeAll(async () => {
  receiver = await receiveWebhooks()
  emulator = await start()
})
afterAll(async () => {
  await emulator.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(async () => {
  emulator.reset()
  await emulator.fetch('http://noted/hooks', { method: 'POST', body: JSON.stringify({ url: receiver.url }) })
})

const titles = async () =>
  ((await (await emulator.fetch('http://noted/notes')).json()) as { title: string }[]).map((note) => note.title)

describe('a command of a service', () => {
  it('is a method of the emulator, with the types it was written with', async () => {
    expectTypeOf(emulator.jot).toEqualTypeOf<(input: { readonly title: string }) => { id: number }>()
    expect(emulator.jot({ title: 'by hand' })).toEqual({ id: 1 })
    expect(await titles()).toEqual(['by hand'])
    emulator.reset()
    expect(await titles()).toEqual([])
  })

  it('sends its events', async () => {
    emulator.jot({ title: 'told' })
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries).toMatchObject([{ event: 'note', state: 'delivered' }])
  })

  it('that throws has changed nothing and told nobody', async () => {
    expect(() => emulator.jot({ title: '' })).toThrow(new RangeError('jot: title is empty'))
    expect(await titles()).toEqual([])
    expect(emulator.webhooks.deliveries).toEqual([])
  })

  it('is one of the control plane, where what is everybody’s comes first', async () => {
    const post = async (name: string, input: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${emulator.url}/_backlot/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      })
      return [response.status, await response.json()]
    }
    expect(await post('jot', { title: 'from afar' })).toEqual([200, { id: 1 }])
    expect(await post('jot', { title: '' })).toEqual([400, { error: 'jot: title is empty' }])
    expect(await post('reset', {})).toEqual([200, null])
    expect(await post('toString', {})).toEqual([
      404,
      { error: expect.stringContaining('POST webhooks/redeliver, POST jot') },
    ])
    expect(await titles()).toEqual([])
  })
})
