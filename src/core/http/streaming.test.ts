import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { notes } from '#testkit/notes.ts'

let emulator: Emulator<'notes'>
beforeAll(async () => {
  const seed = { tokens: { secret: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
  emulator = await createEmulator({ service: notes, port: 0, seed })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const write = (title: string) =>
  fetch(`${emulator.url}/notes`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret' },
    body: JSON.stringify({ title }),
  })

const follow = { network: () => fetch(`${emulator.url}/notes/follow`), process: () => inProcess() }
const inProcess = () => emulator.fetch(new Request('http://notes/notes/follow'))

describe.each(Object.entries(follow))('a streamed answer, over the %s', (_, open) => {
  it('is sent piece by piece, as the state changes', async () => {
    await write('first')
    const { body } = await open()
    const lines = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await lines?.read()).toMatchObject({ value: 'first\n' })
    const next = lines?.read()
    await write('second')
    expect(await next).toMatchObject({ value: 'second\n' })
    await write('the end')
    expect(await lines?.read()).toMatchObject({ value: 'the end\n' })
    expect(await lines?.read()).toMatchObject({ done: true })
  })

  it('is on the record once it has ended', async () => {
    await write('the end')
    await (await open()).text()
    expect(emulator.requests.at(-1)).toMatchObject({ status: 200, response: { body: 'the end\n' } })
  })

  it('ends when the state that it reads is reset', async () => {
    const response = await open()
    emulator.reset()
    expect(await response.text()).toBe('')
  })

  it('is cut after its first piece by a fault that truncates', async () => {
    await write('first')
    await write('the end')
    emulator.faults.add({ path: '/notes/follow', connection: 'truncate' })
    const reader = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => {
      const pieces: string[] = []
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
        pieces.push(piece.value)
      return pieces
    }
    await expect(read()).rejects.toThrow('terminated')
  })
})

it('a streamed answer does not delay the closing of its instance, whether its client has disconnected or not', async () => {
  const another = await createEmulator({ service: notes, port: 0 })
  const controller = new AbortController()
  await fetch(`${another.url}/notes/follow`, { signal: controller.signal })
  await fetch(`${another.url}/notes/follow`)
  controller.abort()
  await another.close()
  await expect(fetch(`${another.url}/notes`)).rejects.toThrow('fetch failed')
})

it('HEAD gets the headers of a streamed answer', async () => {
  const response = await fetch(`${emulator.url}/notes/follow`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})
