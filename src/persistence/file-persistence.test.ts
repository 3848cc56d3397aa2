import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { bundleProgram, runProgram } from '#testkit/program.ts'
import { filePersistence } from './file-persistence.ts'

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

describe('a process that is killed while it saves', () => {
  let program: string
  beforeAll(async () => {
    program = await bundleProgram('src/persistence/keep-saving.fixture.ts')
  })

  it('leaves the old or the new state, 200 times', { timeout: 240_000 }, async () => {
    const LANES = 4
    const lane = async (): Promise<number> => {
      const file = join(await folder(), 'state.json')
      let saved = 0
      for (let round = 0; round < 200 / LANES; round++) {
        // The rounds of a lane follow one another.
        const running = runProgram(program, [file])
        await running.line()
        // At any moment of the saves that follow.
        for (let turn = (round * 7) % 13; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
        running.process.kill('SIGKILL')
        const printed = Number((await running.ended).at(-1))
        const state = await filePersistence(file).load()
        const count = Number(state?.services['counter']?.ids['count'])
        expect(count).toBeGreaterThanOrEqual(printed)
        expect(count).toBeLessThanOrEqual(printed + 1)
        expect(state?.services['counter']?.rows['last']).toEqual([{ id: 1, count }])
        expect(state?.services['counter']?.rows['filling']).toHaveLength(2000)
        expect(printed).toBeGreaterThan(saved)
        saved = printed
      }
      return saved
    }
    const saves = await Promise.all(Array.from({ length: LANES }, lane))
    expect(Math.min(...saves)).toBeGreaterThanOrEqual(50)
  })
})

describe('a process that ends right after a change', () => {
  it('has saved the change', async () => {
    const program = await bundleProgram('src/persistence/change-and-exit.fixture.ts')
    const file = join(await folder(), 'state.json')
    await runProgram(program, [file]).ended
    expect(await readFile(file, 'utf8')).toContain('the last')
  })
})
