import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest'
import {
  acquireProject,
  matchers,
  refusedCalls,
  releaseAll,
  resetLeased,
  shardIndex,
  slotFrom,
} from '#fixtures/index.ts'
import { reportFailure } from './failure.ts'
import { rootOf, type ProvidedOptions } from './provided.ts'

expect.extend(matchers)

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
  onTestFailed(() => reportFailure(task, emulators, rootOf(provided)))
})

const failForRefusedCalls = async (): Promise<void> => {
  const error = await refusedCalls()
  if (error !== null) throw error
}

// Also when the application has swallowed the error of its call.
afterEach(failForRefusedCalls)

afterAll(async () => {
  await releaseAll(leases)
  // Calls after the last test.
  await failForRefusedCalls()
})
