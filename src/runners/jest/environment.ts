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

    // Jest calls it some ten times for each test, and waits for what it returns.
    handleTestEvent(event: Circus.Event, state: Circus.State): Promise<void> | void {
      // Jest's own expect, also where it injects no globals.
      if (event.name === 'setup') {
        const globals = extendable(event.runtimeGlobals)
        globals.expect.extend(matchers)
        Object.assign(this.global, fixturesOf(emulatorsOf(this.#leases), globals, this.global))
      }
      // Jest sends test_start after beforeAll and before beforeEach, and again before a retry.
      if (event.name === 'test_start') for (const { emulator } of this.#leases) resetLeased(emulator, false)
      if (event.name === 'test_done') {
        return endTest(event.test, this.#leases, this.#root).then(() =>
          inherited.handleTestEvent?.call(this, event, state),
        )
      }
      return inherited.handleTestEvent?.call(this, event, state)
    }
  }
  return EmulatorEnvironment as unknown as Base // it has the interface of its base
}

function emulatorsOf(leases: readonly Lease[]): Emulator[] {
  return leases.map((lease) => lease.emulator)
}

/** Adds what is known to the error of a failed test. */
async function endTest(test: Circus.TestEntry, leases: readonly Lease[], root: string): Promise<void> {
  const { errors } = test
  const refused = await refusedCalls()
  // Also when the application has swallowed the error of its call.
  if (refused !== null) errors.push([refused, refused])
  if (errors.length === 0) return
  const note = await reportNote(errors, nameOf(test), root)
  reportFailure(errors, hasOwnReport(errors) ? [] : emulatorsOf(leases), note)
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
    defineGlobal(global, camelCase(emulator.service), emulator)
    Object.assign(environment, variables)
  }
}

/**
 * Defines a global that Jest leaves as it is. At the end of a test file Jest replaces the members of the values that it
 * finds among the globals; the emulator stays for the next file, and one that sleeps would be woken.
 */
function defineGlobal(global: BaseEnvironment['global'], name: string, emulator: Emulator): void {
  Object.defineProperty(global, name, {
    configurable: true,
    enumerable: true,
    get: () => emulator,
    set: (value: unknown) => {
      Object.defineProperty(global, name, { value, writable: true })
    },
  })
}
