import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { bundleProgram } from '#testkit/program.ts'
import { filePersistence } from './file-persistence.ts'
import type { Changes, State } from './persistence.ts'
import { StateFile } from './state-file.ts'

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'backlot-state-test-'))
const stateOf = (count: number) =>
  ({ format: 1, services: { counter: { version: 1, seed: 's', rows: {}, ids: { count }, values: {} } } }) as const

describe('filePersistence', () => {
  it('has no state at first, and then the one that was saved', async () => {
    const persistence = filePersistence(join(await folder(), 'deep/er/state.json'))
    expect(await persistence.load()).toBeNull()
    await persistence.save(stateOf(1))
    expect(await persistence.load()).toEqual(stateOf(1))
  })

  it('is one object for each file, so that two instances share it', async () => {
    const file = join(await folder(), 'state.json')
    expect(filePersistence(file)).toBe(filePersistence(file))
    expect(filePersistence(file)).not.toBe(filePersistence(`${file}2`))
  })

  it('lets only its owner read the state', async () => {
    const file = join(await folder(), 'state.json')
    await filePersistence(file).save(stateOf(1))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await chmod(file, 0o644)
    await filePersistence(file).save(stateOf(2))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['not JSON', '{"format":1,"serv', 'is damaged ('],
    ['empty', '', 'is damaged ('],
    ['another JSON', '{"name":"package"}', 'is no saved state of backlot'],
    ['half a state', '{"format":1,"services":{"notes":{"version":1}}}', 'is a damaged state of backlot'],
    ['a newer format', '{"format":2,"services":{}}', 'was saved by a newer backlot (format 2, this one reads 1)'],
    [
      'a newer service',
      '{"format":1,"services":{"notes":{"version":7,"seed":"","rows":{},"ids":{},"values":{}}}}',
      'the state of notes has version 7, of a newer backlot; this one reads version 1',
    ],
    [
      'a collection that it does not know',
      '{"format":1,"services":{"notes":{"version":1,"seed":"","rows":{"songs":[]},"ids":{},"values":{}}}}',
      'the state of notes has songs, which this backlot does not know',
    ],
  ])(
    'refuses a file with %s, by its path and with the way out, and leaves it as it is',
    async (_what, text, reason) => {
      const file = join(await folder(), 'state.json')
      await writeFile(file, text)
      const starting = createEmulator({ service: notes, port: 0, persistence: filePersistence(file) })
      const error: unknown = await starting.catch((caught: unknown) => caught)
      expect(String(error)).toContain(file)
      expect(String(error)).toContain(reason)
      expect(String(error)).toContain('delete it to begin with the seed')
      expect(await readFile(file, 'utf8')).toBe(text)
      // A way out, without a new process.
      await writeFile(file, JSON.stringify({ format: 1, services: {} }))
      await using started = await createEmulator({ service: notes, port: 0, persistence: filePersistence(file) })
      expect(started.service).toBe('notes')
    },
  )

  it('warns when another process has put its own state in place meanwhile', async () => {
    const heard: string[] = []
    const hear = (warning: Error): void => void heard.push(warning.message)
    process.on('warning', hear)
    const file = join(await folder(), 'state.json')
    const persistence = filePersistence(file)
    await persistence.load()
    await persistence.save(stateOf(1))
    await persistence.save(stateOf(2))
    expect(heard).toEqual([])
    await writeFile(file, JSON.stringify(stateOf(9)))
    await persistence.save(stateOf(3))
    await persistence.save(stateOf(4))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', hear)
    expect(heard).toEqual([
      `another process has changed ${file}, which is overwritten now: give each process a file of its own`,
    ])
  })

  it('removes what a killed process has left, but not what a running one is writing', async () => {
    const place = await folder()
    const file = join(place, 'state.json')
    await writeFile(`${file}.999999999.tmp`, 'half')
    await writeFile(`${file}.999999999.exit.tmp`, 'half')
    await writeFile(`${file}.${process.ppid}.tmp`, 'half')
    await filePersistence(file).load()
    expect(await readdir(place)).toEqual([`state.json.${process.ppid}.tmp`])
  })

  it('names a file that cannot be read, and the reason', async () => {
    const place = await folder()
    await expect(filePersistence(place).load()).rejects.toThrow(
      `the state cannot be read from ${place} (it is a directory): name another file`,
    )
    await writeFile(join(place, 'file'), '')
    const below = join(place, 'file', 'state.json')
    await expect(filePersistence(below).load()).rejects.toThrow(`${below} (its folder is a file)`)
  })

  it('saves at the end of the process beside a save that is under way', async () => {
    const file = join(await folder(), 'state.json')
    const persistence = filePersistence(file)
    const saving = persistence.save(stateOf(1))
    // The save has its own file open, into which it writes later.
    await new Promise((resolve) => setImmediate(resolve))
    persistence.saveNow(stateOf(2))
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(stateOf(2))
    await saving
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(stateOf(1))
  })

  it('names the missing file of a large object', async () => {
    const place = await folder()
    await mkdir(join(place, 'state.files'))
    const file = join(place, 'state.json')
    await expect(filePersistence(file).files.find('gone')).rejects.toThrow(`${file} needs the file`)
  })
})

describe('the file', () => {
  it('stays a symbolic link, whose target has the state', async () => {
    const place = await folder()
    const target = join(place, 'elsewhere.json')
    await writeFile(target, JSON.stringify(stateOf(1)))
    await symlink(target, join(place, 'state.json'))
    await filePersistence(join(place, 'state.json')).save(stateOf(2))
    expect((await lstat(join(place, 'state.json'))).isSymbolicLink()).toBe(true)
    expect(JSON.parse(await readFile(target, 'utf8'))).toEqual(stateOf(2))
  })

  it('is whole at any moment when two threads of one process save to it', async () => {
    const file = join(await folder(), 'state.json')
    const program = await bundleProgram('src/persistence/keep-saving.fixture.ts')
    const threads = [1, 2].map(() => new Worker(program, { argv: [file], stdout: true, stderr: true }))
    try {
      await Promise.all(threads.map((thread) => once(thread.stdout, 'data')))
      for (let read = 0; read < 300; read++) {
        const { services } = JSON.parse(await readFile(file, 'utf8')) as State // what the threads save
        expect(services['counter']?.rows['filling']).toHaveLength(2000)
      }
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()))
    }
  })

  it('names the row that is malformed, and is not overwritten', async () => {
    const file = join(await folder(), 'state.json')
    const text = JSON.stringify({
      format: 1,
      services: { notes: { version: 1, seed: '', rows: { notes: [{ id: 1 }, null] }, ids: {}, values: {} } },
    })
    await writeFile(file, text)
    const starting = createEmulator({ service: notes, port: 0, persistence: filePersistence(file) })
    await expect(starting).rejects.toThrow(
      `${file} is a damaged state of backlot: services.notes.rows.notes[1] is not a row`,
    )
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  it.each([0, -1, 0.5])('is refused with the format %s, and not overwritten', async (format) => {
    const file = join(await folder(), 'state.json')
    await writeFile(file, JSON.stringify({ format, services: {} }))
    const starting = createEmulator({ service: notes, port: 0, persistence: filePersistence(file) })
    await expect(starting).rejects.toThrow(`${file} has the format ${format}, which no backlot has written`)
    expect(await readFile(file, 'utf8')).toBe(JSON.stringify({ format, services: {} }))
  })
})

describe('a large state', () => {
  const filling = Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(100) }))
  const large = (count: number): State => ({
    format: 1,
    services: { counter: { version: 1, seed: 's', rows: { filling }, ids: { count }, values: {} } },
  })
  const counted = (count: number): Changes => ({
    services: {
      counter: {
        version: 1,
        seed: 's',
        rows: { filling: { set: [{ id: 1, count }], deleted: [[0]] } },
        ids: { count },
        values: {},
      },
    },
  })
  const opened: StateFile[] = []
  const open = (file: string): StateFile => {
    const made = new StateFile(file)
    opened.push(made)
    return made
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()))
  })
  const journalsIn = async (place: string): Promise<string[]> =>
    (await readdir(place)).filter((name) => name.endsWith('.journal'))

  it('keeps changes in a journal beside it, which the next process reads and continues', async () => {
    const place = await folder()
    const file = join(place, 'state.json')
    const first = open(file)
    await first.save(large(0))
    const { size } = await stat(file)
    expect(await first.append(counted(1))).toBe(true)
    expect(await first.append(counted(2))).toBe(true)
    expect((await stat(file)).size).toBe(size)
    const second = open(file)
    const rows = (await second.load())?.services['counter']?.rows['filling']
    expect(rows).toHaveLength(filling.length - 1)
    expect(rows).toContainEqual({ id: 1, count: 2 })
    expect(await second.append(counted(3))).toBe(true)
    expect((await open(file).load())?.services['counter']?.ids).toEqual({ count: 3 })
    await second.save(large(4))
    expect((await open(file).load())?.services['counter']?.ids).toEqual({ count: 4 })
    for (const name of await journalsIn(place)) expect((await stat(join(place, name))).mode & 0o777).toBe(0o600)
  })

  it('ignores a change that was cut off, and names the line of one that is damaged', async () => {
    const place = await folder()
    const file = join(place, 'state.json')
    const first = open(file)
    await first.save(large(0))
    await first.append(counted(1))
    const [journal = ''] = await journalsIn(place)
    const path = join(place, journal)
    const whole = await readFile(path, 'utf8')
    await writeFile(path, `${whole}{"services":{"coun`)
    expect((await open(file).load())?.services['counter']?.ids).toEqual({ count: 1 })
    await writeFile(path, `{"services":{"coun\n${whole}`)
    await expect(open(file).load()).rejects.toThrow(`${path} is damaged in line 1`)
  })

  it('does not apply a journal of another state', async () => {
    const place = await folder()
    const file = join(place, 'state.json')
    const first = open(file)
    await first.save(large(0))
    await first.append(counted(1))
    await open(file).save(large(5))
    expect((await open(file).load())?.services['counter']?.ids).toEqual({ count: 5 })
    // The first process sees that its state is gone, and saves the whole state.
    expect(await first.append(counted(2))).toBe(false)
  })

  it('comes back with every change of an instance, resets and deletions included', async () => {
    const file = join(await folder(), 'state.json')
    const seed = {
      tokens: { t: { login: 'ada', scopes: [] } },
      notes: {
        users: [{ login: 'ada' }],
        notes: Array.from({ length: 20_000 }, (_, at) => ({ title: `${at}`.repeat(12) })),
      },
    }
    const ask = (emulator: Emulator, method: string, path: string, body?: object): Promise<Response> =>
      emulator.fetch(`http://notes${path}`, {
        method,
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const first = await createEmulator({ service: notes, port: 0, seed, persistence: open(file) })
    await ask(first, 'POST', '/notes', { title: 'before the reset' })
    await first.close()
    const { size } = await stat(file)
    const again = await createEmulator({ service: notes, port: 0, seed, persistence: open(file) })
    again.reset()
    await ask(again, 'POST', '/notes', { title: 'after the reset' })
    expect((await ask(again, 'DELETE', '/notes/2')).status).toBe(204)
    await again.close()
    // The change is in the journal.
    expect((await stat(file)).size).toBe(size)
    await using third = await createEmulator({ service: notes, port: 0, seed, persistence: open(file) })
    const titles = ((await (await ask(third, 'GET', '/notes')).json()) as { title: string }[]).map(({ title }) => title) // of the service
    expect(titles).toHaveLength(20_000)
    expect(titles).toContain('after the reset')
    expect(titles).not.toContain('before the reset')
    expect(titles).not.toContain('1'.repeat(12))
  })
})
