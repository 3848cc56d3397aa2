import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment'
import type { Circus } from '@jest/types'
import {
  acquireProject,
  camelCase,
  pickProjectOptions,
  releaseAll,
  resetLeased,
  shardIndex,
  slotFrom,
  type Lease,
  type ProjectOptions,
} from '../../fixtures/index.ts'
import { reportFailure } from './failure.ts'

type EventHandler = (event: Circus.Event, state: Circus.State) => Promise<void> | void

type EnvironmentClass = new (config: JestEnvironmentConfig, context: EnvironmentContext) => JestEnvironment

/** What is built on, as methods: Jest's types declare properties, which no method may override. */
interface BaseEnvironment {
  global: JestEnvironment['global']
  setup(): Promise<void>
  teardown(): Promise<void>
}

type BaseClass = new (config: JestEnvironmentConfig, context: EnvironmentContext) => BaseEnvironment

/**
 * Adds emulators to a Jest environment: one of each service for each worker, a global by its id in camel case, reset before
 * every test, with their variables in `process.env` before the setup files. A failed test's message tells what they were
 * asked. Options are `testEnvironmentOptions` of the configuration or of a file's docblock ({@link ProjectOptions}), where those of
 * the environment are too.
 *
 * @example
 * export default withEmulators(TestEnvironment)
 */
export function withEmulators<Base extends EnvironmentClass>(base: Base): Base {
  // A mixin's constructor can have no other parameters than these.
  const Environment: BaseClass = base
  const inherited: { handleTestEvent?: EventHandler } = base.prototype
  class EmulatorEnvironment extends Environment {
    readonly #options: ProjectOptions
    readonly #root: string
    readonly #shard: number | undefined
    #leases: readonly Lease[] = []

    constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
      super(config, context)
      this.#options = pickProjectOptions(config.projectConfig.testEnvironmentOptions, 'testEnvironmentOptions')
      this.#root = config.projectConfig.rootDir
      this.#shard = config.globalConfig.shard?.shardIndex
    }

    override async setup(): Promise<void> {
      await super.setup()
      const place = { slot: slotFrom('JEST_WORKER_ID'), shard: shardIndex(this.#shard) }
      this.#leases = await acquireProject(this.#options, place, this.#root)
      // The tests have a `process` of their own; child processes they start get the real one's variables.
      const environment: Record<string, string | undefined> = this.global.process.env
      for (const { emulator, variables } of this.#leases) {
        Object.assign(this.global, { [camelCase(emulator.service)]: emulator })
        Object.assign(environment, variables)
      }
    }

    override async teardown(): Promise<void> {
      await releaseAll(this.#leases)
      this.#leases = []
      await super.teardown()
    }

    async handleTestEvent(event: Circus.Event, state: Circus.State): Promise<void> {
      const emulators = this.#leases.map((lease) => lease.emulator)
      // After beforeAll, before beforeEach, and again before a retry.
      if (event.name === 'test_start') for (const emulator of emulators) resetLeased(emulator)
      if (event.name === 'test_done') reportFailure(event.test.errors, emulators)
      await inherited.handleTestEvent?.call(this, event, state)
    }
  }
  return EmulatorEnvironment as unknown as Base // the same with emulators
}
