import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram, runProgram } from '#testkit/program.ts'
import { filePersistence } from './file-persistence.ts'

// Processes that end in every way while they save. `npm run test:ends` ends a thousand in each of them.

/** The number of processes for each way to end. A killed one takes a tenth of the time of the others. */
const { BACKLOT_ROUNDS: ROUNDS } = process.env
const [KILLED, ENDED] = ROUNDS === undefined ? [20, 4] : [Number(ROUNDS), Number(ROUNDS)]

/** How many of them run at the same time. */
const LANES = 4

const timeout = 60_000 + KILLED * 3000

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'backlot-state-test-'))

/** Divides rounds among several lanes, whose rounds follow one another. */
async function inLanes(rounds: number, lane: (rounds: number, lane: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: LANES }, (_, at) => lane(Math.ceil(rounds / LANES), at)))
}

describe('a process that is killed while it saves', { timeout }, () => {
  let program: string
  beforeAll(async () => {
    program = await bundleProgram('src/persistence/keep-saving.fixture.ts')
  })

  it('leaves the old or the new state', async () => {
    await inLanes(KILLED, async (rounds, lane) => {
      const file = join(await folder(), 'state.json')
      let saved = 0
      for (let round = 0; round < rounds; round++) {
        const running = runProgram(program, [file])
        await running.line()
        // At any moment of the saves that follow, another one in each lane.
        for (let turn = ((round * LANES + lane) * 7) % 13; turn > 0; turn--)
          await new Promise((resolve) => setImmediate(resolve))
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
    })
  })
})

describe('a process that ends right after a change has saved it', { timeout }, () => {
  let program: string
  beforeAll(async () => {
    program = await bundleProgram('src/persistence/change-and-end.fixture.ts')
  })
  /** Milliseconds after a save began. */
  const delays = [0, 1, 2, 4]

  it.each(['exit', 'throw'])('before its %s', async (way) => {
    await inLanes(ENDED, async (rounds, lane) => {
      for (let round = 0; round < rounds; round++) {
        const file = join(await folder(), 'state.json')
        await runProgram(program, [file, way, String(delays[(round + lane) % delays.length])]).ended
        expect(await readFile(file, 'utf8')).toContain('the last')
      }
    })
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('when it is ended by %s', async (signal) => {
    await inLanes(ENDED, async (rounds, lane) => {
      for (let round = 0; round < rounds; round++) {
        const file = join(await folder(), 'state.json')
        const running = runProgram(program, [file, 'signal', String(delays[(round + lane) % delays.length])])
        await running.line()
        running.process.kill(signal)
        await running.ended
        expect(running.process.signalCode).toBe(signal)
        expect(await readFile(file, 'utf8')).toContain('the last')
      }
    })
  })
})
