import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment'
import type { Circus } from '@jest/types'
import type { Emulator } from '#emulator.ts'
import {
  acquireProject,
  camelCase,
  matchers,
  pickProjectOptions,
  refusedCalls,
  releaseAll,
  resetLeased,
  shardIndex,
  slotFrom,
  type Lease,
  type ProjectOptions,
} from '#fixtures/index.ts'
import { concurrentFixtureOf, hasOwnReport } from './concurrent.ts'
import { reportFailure, reportNote } from './failure.ts'
import { worldFixtureOf, type RuntimeGlobals } from './world.ts'

type EventHandler = (event: Circus.Event, state: Circus.State) => Promise<void> | void

type EnvironmentClass = new (config: JestEnvironmentConfig, context: EnvironmentContext) => JestEnvironment

/** The base environment declared with methods: Jest's own types declare properties, which a method cannot override. */
interface BaseEnvironment {
  global: JestEnvironment['global']
  setup(): Promise<void>
  teardown(): Promise<void>
}

type BaseClass = new (config: JestEnvironmentConfig, context: EnvironmentContext) => BaseEnvironment

/**
 * Adds emulators to a Jest environment: one instance of each service for each worker. Each instance is a global
 * variable named by its id in camel case and is reset before every test; its variables are in `process.env` before the
 * setup files run. The error of a failed test lists the requests that the instances received. Options ({@link
 * ProjectOptions}) are members of `testEnvironmentOptions`, in the configuration or in a file's docblock, beside those
 * of the environment itself.
 *
 * @example
 * export default withEmulators(TestEnvironment)
 */
export function withEmulators<Base extends EnvironmentClass>(base: Base): Base {
  // TypeScript requires a mixin class to inherit its constructor's parameters.
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
      this.#leases = await acquireProject(this.#options, place, this.#root, this.global)
      setGlobals(this.global, this.#leases)
    }

    override async teardown(): Promise<void> {
      await releaseAll(this.#leases)
      this.#leases = []
      // Calls after the last test fail the file.
      const refused = await refusedCalls()
      await super.teardown()
      if (refused !== null) throw refused
    }

    async handleTestEvent(event: Circus.Event, state: Circus.State): Promise<void> {
      const emulators = this.#leases.map((lease) => lease.emulator)
      // Jest's own expect, also where it injects no globals.
      if (event.name === 'setup') {
        const globals = extendable(event.runtimeGlobals)
        globals.expect.extend(matchers)
        Object.assign(this.global, fixturesOf(emulators, globals, this.global))
      }
      // Jest sends test_start after beforeAll and before beforeEach, and again before a retry.
      if (event.name === 'test_start') for (const emulator of emulators) resetLeased(emulator)
      if (event.name === 'test_done') {
        const refused = await refusedCalls()
        // Also when the application has swallowed the error of its call.
        if (refused !== null) event.test.errors.push([refused, refused])
        const { errors } = event.test
        const note = await reportNote(errors, nameOf(event.test), this.#root)
        reportFailure(errors, hasOwnReport(errors) ? [] : emulators, note)
      }
      await inherited.handleTestEvent?.call(this, event, state)
    }
  }
  return EmulatorEnvironment as unknown as Base // it has the interface of its base
}

/** The globals of a test file, whose `expect` Jest's types leave out. */
function extendable(globals: object): RuntimeGlobals & { readonly expect: { extend(added: typeof matchers): void } } {
  return globals as ReturnType<typeof extendable> // jest-circus passes it since Jest 27
}

/** Returns the functions that a test file makes fixtures with. */
function fixturesOf(
  emulators: readonly Emulator[],
  globals: RuntimeGlobals,
  global: BaseEnvironment['global'],
): object {
  return {
    concurrentFixture: concurrentFixtureOf(emulators),
    worldFixture: worldFixtureOf(emulators, globals, global),
  }
}

/** Returns the name of a test after those of its `describe` blocks. */
function nameOf(test: Circus.TestEntry): string {
  const names: string[] = [test.name]
  for (let block = test.parent; block.parent !== undefined; block = block.parent) names.unshift(block.name)
  return names.join(' > ')
}

/** Gives tests their emulators, as global variables and in the variables of their process. */
function setGlobals(global: BaseEnvironment['global'], leases: readonly Lease[]): void {
  // Tests see a copy of `process`, whereas their child processes inherit the variables of the real one: both are set.
  const environment: Record<string, string | undefined> = global.process.env
  for (const { emulator, variables } of leases) {
    Object.assign(global, { [camelCase(emulator.service)]: emulator })
    Object.assign(environment, variables)
  }
}
