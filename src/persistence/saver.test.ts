import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Instance } from '#core/instance.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../emulator.ts'
import { memoryPersistence } from '#testkit/memory-persistence.ts'
import { notes } from '#testkit/notes.ts'
import { filePersistence } from './file-persistence.ts'
import type { SimplePersistence } from './persistence.ts'
import { Saver, saverOf } from './saver.ts'

const seed = {
  tokens: { t: { login: 'ada', scopes: [] } },
  notes: { users: [{ login: 'ada' }], notes: [{ title: 'seeded' }] },
}

const running: Emulator[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

async function start(options: Partial<EmulatorOptions<typeof notes>>): Promise<Emulator<'notes'>> {
  const emulator = await createEmulator({ service: notes, port: 0, seed, ...options })
  running.push(emulator)
  return emulator
}

const write = (emulator: Emulator, path: string, body: object): Promise<Response> =>
  emulator.fetch(`http://notes${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const titles = async (emulator: Emulator): Promise<string[]> =>
  ((await (await emulator.fetch('http://notes/notes')).json()) as { title: string }[]).map(({ title }) => title) // of the service

/** Collects the process's warnings during a test. */
function warnings(): string[] {
  const heard: string[] = []
  const hear = (warning: Error): void => void heard.push(warning.message)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  return heard
}

async function receiver(): Promise<{ url: string; bodies: string[]; server: Server }> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies, server } // a TCP server's address
}

describe('an instance with a persistence', () => {
  it('comes back with its records, ids and requests for the next id', async () => {
    const persistence = memoryPersistence()
    const first = await start({ persistence })
    await write(first, '/notes', { title: 'written' })
    await first.close()
    const second = await start({ persistence: memoryPersistence(persistence.saved) })
    expect(await titles(second)).toEqual(['seeded', 'written'])
    expect(await (await write(second, '/notes', { title: 'next' })).json()).toMatchObject({ id: 3 })
    // Unique keys are back, too.
    expect((await write(second, '/notes', { title: 'written' })).status).toBe(500)
  })

  it('sends the webhooks that waited, once it is back', async () => {
    const { url, bodies } = await receiver()
    const persistence = memoryPersistence()
    const first = await start({ persistence })
    await write(first, '/hooks', { url })
    first.webhooks.hold()
    await write(first, '/notes', { title: 'announced' })
    await first.close()
    expect(bodies).toEqual([])
    const second = await start({ persistence: memoryPersistence(persistence.saved) })
    expect(second.webhooks.deliveries).toMatchObject([{ state: 'queued' }])
    second.webhooks.release()
    await second.webhooks.settled()
    expect(bodies).toEqual([expect.stringContaining('announced')])
  })

  it('tries a delivery again that was under way, as nobody knows whether it arrived', async () => {
    const persistence = memoryPersistence()
    let arrived = (): void => undefined
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    const silent = createServer(() => arrived())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo // a TCP server's address
    const first = await start({ persistence })
    await write(first, '/hooks', { url: `http://127.0.0.1:${port}/` })
    await write(first, '/notes', { title: 'under way' })
    await arrival
    await first.close()
    const again = new Promise<void>((resolve) => (arrived = resolve))
    const second = await start({ persistence: memoryPersistence(persistence.saved) })
    await again
    expect(second.webhooks.deliveries).toMatchObject([{ state: 'queued', event: 'note' }])
  })

  it('fires its timers by the clock’s time', async () => {
    const persistence = memoryPersistence()
    const first = await start({ persistence, now: '2026-01-01T00:00:00Z' })
    await write(first, '/notes/1/finish-later', {})
    first.clock.advance('59s')
    await first.close()
    const second = await start({ persistence: memoryPersistence(persistence.saved) })
    expect(second.clock.now()).toBe(Date.parse('2026-01-01T00:00:59Z'))
    const done = async () => (await (await second.fetch('http://notes/notes/1')).json()) as object // a note
    expect(await done()).toMatchObject({ done: false })
    second.clock.advance('1s')
    expect(await done()).toMatchObject({ done: true })
  })

  it('fires a timer that came due while there was no process', async () => {
    const persistence = memoryPersistence()
    const first = await start({ persistence })
    await write(first, '/notes/1/finish-later', {})
    await first.close()
    // Two minutes ago by the wall clock.
    const saved = (persistence.saved ?? '').replace(/"due":(\d+)/, (_all, due) => `"due":${Number(due) - 120_000}`)
    const second = await start({ persistence: memoryPersistence(saved) })
    await expect.poll(async () => (await second.fetch('http://notes/notes/1')).json()).toMatchObject({ done: true })
  })

  it('reports a changed seed, keeps the saved state, and goes to the new seed at a reset', async () => {
    const heard = warnings()
    const persistence = memoryPersistence()
    const first = await start({ persistence })
    await write(first, '/notes', { title: 'written' })
    await first.close()
    const newer = { ...seed, notes: { ...seed.notes, notes: [{ title: 'of the new seed' }] } }
    const again = memoryPersistence(persistence.saved)
    const second = await start({ persistence: again, seed: newer })
    expect(await titles(second)).toEqual(['seeded', 'written'])
    await expect.poll(() => heard.join()).toContain('the seed of notes has changed since')
    second.reset()
    expect(await titles(second)).toEqual(['of the new seed'])
    await second.close()
    heard.length = 0
    const third = await start({ persistence: memoryPersistence(again.saved), seed: newer })
    expect(await titles(third)).toEqual(['of the new seed'])
    await new Promise((resolve) => setImmediate(resolve))
    expect(heard).toEqual([])
  })

  it('save a change that was made during a save, without another change after it', async () => {
    let go = (): void => undefined
    const first = new Promise<void>((resolve) => (go = resolve))
    const begun: (() => void)[] = []
    const firstBegan = new Promise<void>((resolve) => begun.push(resolve))
    const secondBegan = new Promise<void>((resolve) => begun.push(resolve))
    const persistence = memoryPersistence(null, async () => {
      begun.shift()?.()
      if (begun.length === 1) await first
    })
    const emulator = await start({ persistence })
    await write(emulator, '/notes', { title: 'first' })
    await firstBegan
    await write(emulator, '/notes', { title: 'second' })
    go()
    await secondBegan
    while (persistence.saves < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(persistence.saved).toContain('second')
  })

  it('keeps the state of services that do not run', async () => {
    const persistence = memoryPersistence()
    const both = [
      await start({ persistence }),
      await createEmulator({ service: 'mail', port: 0, persistence }),
    ] as const
    await both[1].fetch('http://mail/emails', {
      method: 'POST',
      headers: { authorization: 'Bearer re_dev_token', 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'a@example.com', to: 'b@example.com', subject: 'kept', text: 'x' }),
    })
    for (const each of both) await each.close()
    const alone = memoryPersistence(persistence.saved)
    const notesAlone = await start({ persistence: alone })
    await write(notesAlone, '/notes', { title: 'alone' })
    await notesAlone.close()
    await using mail = await createEmulator({ service: 'mail', port: 0, persistence: memoryPersistence(alone.saved) })
    expect(await (await mail.fetch('http://mail/inbox')).json()).toMatchObject({ data: [{ subject: 'kept' }] })
  })

  it('has one instance of a service, and takes another after that has closed', async () => {
    const persistence = memoryPersistence()
    const first = await start({ persistence })
    await expect(start({ persistence })).rejects.toThrow('the state of another instance of notes')
    await write(first, '/notes', { title: 'written' })
    await first.close()
    expect(await titles(await start({ persistence }))).toEqual(['seeded', 'written'])
  })

  it('cannot be an application, nor run in a thread', async () => {
    const { defineService } = await import('#core/define-service.ts')
    const service = defineService({ id: 'app', app: { fetch: () => new Response() } } as never)
    await expect(createEmulator({ service, port: 0, persistence: memoryPersistence() })).rejects.toThrow(
      'persistence is not for an application',
    )
    await expect(
      createEmulator({ service: 'mail', port: 0, runsIn: 'thread', persistence: memoryPersistence() }),
    ).rejects.toThrow("persistence is not for runsIn: 'thread'")
  })
})

describe('saves', () => {
  it('come at most every 200 ms, never two at once, and have the last change', async () => {
    let underWay = 0
    const moments: number[] = []
    const persistence = memoryPersistence(null, async () => {
      moments.push(performance.now())
      expect(++underWay).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
    })
    const emulator = await start({ persistence })
    for (let count = 0; performance.now() < (moments[0] ?? Infinity) + 600; count++) {
      await write(emulator, '/notes', { title: `note ${count}` })
      // A request in process leaves timers no turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const last = `note ${(await titles(emulator)).length - 2}`
    const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
    expect(gaps.length).toBeGreaterThan(0)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195)
    await saverOf(persistence).settled()
    expect(persistence.saved).toContain(JSON.stringify(last))
    const { saves } = persistence
    await saverOf(persistence).settled()
    expect(persistence.saves).toBe(saves)
  })

  it('that fail are reported once and tried again after the next change', async () => {
    const heard = warnings()
    let broken = true
    const persistence = memoryPersistence(null, async () => {
      if (broken) throw new Error('the disk is full')
    })
    const emulator = await start({ persistence })
    await write(emulator, '/notes', { title: 'first' })
    await expect(saverOf(persistence).settled()).rejects.toThrow('the disk is full')
    await expect(saverOf(persistence).settled()).rejects.toThrow('the disk is full')
    await expect.poll(() => heard).toHaveLength(1)
    broken = false
    await write(emulator, '/notes', { title: 'second' })
    await saverOf(persistence).settled()
    expect(persistence.saved).toContain('second')
  })
})

describe('a store that does not answer', () => {
  const never = (): Promise<never> => new Promise(() => undefined)

  it('ends the start with an error when load() hangs', async () => {
    const saver = new Saver({ load: never, save: async () => undefined }, { load: 20 })
    await using emulator = await createEmulator({ service: notes, port: 0, seed })
    expect(emulator.service).toBe('notes')
    const instance = { service: { id: 'notes' } } as Instance // join() gets no further
    await expect(saver.join(instance)).rejects.toThrow('load() has not ended after 0.02 s')
  })

  it('lets an instance close when save() hangs, and says what may be lost', async () => {
    const persistence: SimplePersistence = { load: async () => null, save: never }
    saverOf(persistence, { save: 20 })
    const emulator = await createEmulator({ service: notes, port: 0, seed, persistence })
    await write(emulator, '/notes', { title: 'first' })
    await expect(emulator.close()).rejects.toThrow('the save has not ended after 0.02 s')
  })

  it('is tried again by itself after a save failed', async () => {
    let broken = true
    let saved = (): void => undefined
    const again = new Promise<void>((resolve) => (saved = resolve))
    const persistence = memoryPersistence(null, async () => {
      if (!broken) return saved()
      broken = false
      throw new Error('the disk is full')
    })
    saverOf(persistence, { retry: 10 })
    const emulator = await start({ persistence })
    await write(emulator, '/notes', { title: 'kept' })
    await again
    await saverOf(persistence).settled()
    expect(persistence.saved).toContain('kept')
  })
})

describe('large bytes', () => {
  const large = Buffer.alloc(300 * 1024, 'bytes')

  it('are a file beside the state that only its owner can read, and come back', async () => {
    const place = await mkdtemp(join(tmpdir(), 'backlot-state-test-'))
    const persistence = filePersistence(join(place, 'state.json'))
    const cloudSeed = { cloud: { s3: { buckets: [{ name: 'box' }] } } }
    const first = await createEmulator({ service: 'cloud', port: 0, seed: cloudSeed, persistence })
    await first.fetch('http://cloud/box/one', { method: 'PUT', body: large })
    await first.close()
    const [name = ''] = await readdir(join(place, 'state.files'))
    const { size, mode } = await stat(join(place, 'state.files', name))
    expect([size, mode & 0o777]).toEqual([large.length, 0o600])
    expect((await stat(join(place, 'state.json'))).size).toBeLessThan(100_000)
    await using second = await createEmulator({ service: 'cloud', port: 0, seed: cloudSeed, persistence })
    const read = await second.fetch('http://cloud/box/one')
    expect(Buffer.from(await read.arrayBuffer()).equals(large)).toBe(true)
  })
})

describe('large objects', () => {
  const big = Buffer.alloc(12 * 1024 * 1024, 'large')
  const put = (cloud: Emulator, key: string) =>
    cloud.fetch(`http://cloud/box/${key}`, { method: 'PUT', body: big, headers: { 'x-amz-acl': 'private' } })
  const cloudSeed = { cloud: { s3: { buckets: [{ name: 'box' }] } } }

  it('are files next to the state, as long as the state names them', async () => {
    const place = await mkdtemp(join(tmpdir(), 'backlot-state-test-'))
    const persistence = filePersistence(join(place, 'state.json'))
    const first = await createEmulator({ service: 'cloud', port: 0, seed: cloudSeed, persistence })
    expect((await put(first, 'one')).status).toBe(200)
    await first.close()
    const [name = ''] = await readdir(join(place, 'state.files'))
    expect((await stat(join(place, 'state.files', name))).size).toBe(big.length)
    expect((await stat(join(place, 'state.json'))).size).toBeLessThan(1_000_000)
    const second = await createEmulator({ service: 'cloud', port: 0, seed: cloudSeed, persistence })
    const read = await second.fetch('http://cloud/box/one')
    expect(Buffer.from(await read.arrayBuffer()).equals(big)).toBe(true)
    expect(await readdir(join(place, 'state.files'))).toEqual([name])
    await second.fetch('http://cloud/box/one', { method: 'DELETE' })
    await second.close()
    expect(await readdir(join(place, 'state.files'))).toEqual([])
  })

  it('are within the state where the persistence has no files', async () => {
    const persistence = memoryPersistence()
    const first = await createEmulator({ service: 'cloud', port: 0, seed: cloudSeed, persistence })
    await put(first, 'one')
    await first.close()
    const again = memoryPersistence(persistence.saved)
    await using second = await createEmulator({ service: 'cloud', port: 0, seed: cloudSeed, persistence: again })
    const read = await second.fetch('http://cloud/box/one')
    expect(Buffer.from(await read.arrayBuffer()).equals(big)).toBe(true)
  })
})
