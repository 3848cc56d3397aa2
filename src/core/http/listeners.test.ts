import { connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { freePort } from '#testkit/free-port.ts'
import { notes } from '#testkit/notes.ts'
import { PortInUse } from './bind.ts'
import { defineService } from '../define-service.ts'

/** Notes with a server of its own, which adds a note for each line it gets and answers how many there are. */
const service = defineService({
  ...notes,
  id: 'lined',
  listeners: {
    lines: {
      port: () => 0,
      createServer: ({ perform, fetch }) =>
        Promise.resolve(
          createServer((socket) => {
            socket.on('error', () => undefined)
            socket.on('data', (chunk) => {
              const title = chunk.toString().trim()
              try {
                perform(({ rows }) => {
                  rows.notes.insert({ title, owner: 'nobody', done: false })
                  if (title === 'refused') throw new Error('no such note')
                })
              } catch {
                socket.write('no ')
              }
              void fetch(new Request('http://lined/notes')).then(async (response) =>
                socket.write(`${((await response.json()) as unknown[]).length}\n`),
              )
            })
          }),
        ),
    },
    absent: { port: () => null, createServer: () => Promise.reject(new Error('not asked for')) },
  },
  env: (url, _section, _shared, ports) => ({ NOTES_URL: url, NOTES_PORTS: JSON.stringify(ports) }),
})

/** Sends a line and resolves to the answer. */
function ask(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(line))
    let answer = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.endsWith('\n')) resolve(answer.trim())
    })
  })
}

describe('a listener beside HTTP', () => {
  it('works on the state of its instance, and closes with it', async () => {
    const emulator = await createEmulator({ service, port: 0 })
    const { lines } = JSON.parse(emulator.env['NOTES_PORTS'] ?? '') as { lines: number } // what env wrote
    const before = Number(await ask(lines, 'first'))
    expect(await ask(lines, 'second')).toBe(String(before + 1))
    expect(await ask(lines, 'refused')).toBe(`no ${before + 1}`)
    emulator.reset()
    expect(await ask(lines, 'after the reset')).toBe(String(before))
    await emulator.close()
    await expect(ask(lines, 'late')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('is not created when the seed does not ask for it', async () => {
    await using emulator = await createEmulator({ service, port: 0 })
    expect(Object.keys(JSON.parse(emulator.env['NOTES_PORTS'] ?? '') as object)).toEqual(['lines'])
  })

  it('rejects the start when its port is in use, and frees the port of HTTP', async () => {
    await using first = await createEmulator({ service, port: 0 })
    const { lines } = JSON.parse(first.env['NOTES_PORTS'] ?? '') as { lines: number } // as above
    const port = await freePort()
    const taken = { port: () => lines, createServer: () => Promise.resolve(createServer()) }
    const colliding = defineService({ ...service, listeners: { lines: taken } })
    await expect(createEmulator({ service: colliding, port })).rejects.toThrow(PortInUse)
    await using next = await createEmulator({ service: notes, port })
    expect(next.url).toBe(`http://127.0.0.1:${port}`)
  })
})
