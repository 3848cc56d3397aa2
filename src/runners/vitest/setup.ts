import { afterAll, beforeEach, inject } from 'vitest'
import { acquireProject, releaseAll, resetLeased, shardIndex, slotFrom } from '../../fixtures/index.ts'
import { reportFailure } from './failure.ts'
import { rootOf, type ProvidedOptions } from './provided.ts'

// A project with neither the plugin nor the global setup provides no value.
const provided: ProvidedOptions = inject('backlot') ?? {}
const { options = {}, shard } = provided

const leases = await acquireProject(
  options,
  { slot: slotFrom('VITEST_POOL_ID'), shard: shard ?? shardIndex(undefined) },
  rootOf(provided),
)
const emulators = leases.map((lease) => lease.emulator)

beforeEach(({ task, onTestFailed }) => {
  for (const emulator of emulators) resetLeased(emulator)
  onTestFailed(() => reportFailure(task, emulators))
})

afterAll(() => releaseAll(leases))
