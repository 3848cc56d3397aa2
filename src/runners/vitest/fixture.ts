import type { AnyService } from '../../core/service.ts'
import type { Emulator } from '../../emulator.ts'
import {
  acquire,
  asksFor,
  camelCase,
  idOf,
  projectDefaults,
  resetLeased,
  shardIndex,
  slotFrom,
  type EmulatorOf,
  type FixtureOptions,
  type LeaseRequest,
  type NameOf,
} from '../../fixtures/index.ts'
import type { ServiceId } from '../../registry.ts'
import { reportFailure, type FailedTask } from './failure.ts'
import { rootOf, type ProvidedOptions } from './provided.ts'

/**
 * What `test.extend` takes, typed as the bare functions from which every version of Vitest infers; there are a reset before
 * each test and a report after a failed one with it.
 */
export type EmulatorFixture<S> = {
  // Vitest's own types name this parameter differently in each version.
  // oxlint-disable-next-line typescript/no-explicit-any
  [Name in NameOf<S>]: (context: any, use: (emulator: EmulatorOf<S>) => Promise<void>) => Promise<void>
}

/**
 * The fixture of a service, for `test.extend`. Its name is the id in camel case. Every worker has one instance; it is reset
 * before each test that `test` declares, whether the test asks for it or not, and again before a retry.
 *
 * @throws TypeError when a test runs, for an option that does not exist.
 *
 * @example
 * const test = base.extend(emulatorFixture('codehost', { seed: './two-users.yaml' }))
 * test('lists users', async ({ codehost }) => { … })
 */
export function emulatorFixture<const S extends ServiceId | AnyService>(
  service: S,
  options: FixtureOptions<S> = {},
): EmulatorFixture<S> {
  const name: string = camelCase(idOf(service))
  const emulatorOf = (context: Record<string, Emulator>): Emulator => {
    const emulator = context[name]
    if (emulator === undefined) throw new Error(`the fixture ${name} is not set up`)
    return emulator
  }
  const fixtures = {
    backlot: [{}, { injected: true, scope: 'worker' }],
    [name]: [
      asksFor(
        ['backlot'],
        async ({ backlot }: { backlot: ProvidedOptions }, use: (value: Emulator) => Promise<void>) => {
          const place = { slot: slotFrom('VITEST_POOL_ID'), shard: backlot.shard ?? shardIndex(undefined) }
          const root = rootOf(backlot)
          // In a project-wide mode the service may run already: that instance is the one to share.
          const defaults =
            backlot.options === undefined ? {} : await projectDefaults(idOf(service), backlot.options, root)
          // A file's instance stays up for the next file of this worker, which then need not start its own.
          const request = { service, root, linger: true, ...defaults, ...options } as LeaseRequest<S> // defaults fit any service
          const lease = await acquire(request, place)
          try {
            await use(lease.emulator)
          } finally {
            await lease.release()
          }
        },
      ),
      { scope: 'file' },
    ],
    [`_${name}Reset`]: [
      asksFor([name, 'task', 'onTestFailed'], async (context: TestContext, use: () => Promise<void>) => {
        const emulator = emulatorOf(context)
        resetLeased(emulator)
        context.onTestFailed(() => reportFailure(context.task, [emulator]))
        await use()
      }),
      { auto: true },
    ],
  }
  return fixtures as unknown as EmulatorFixture<S> // the tuples, as the bare functions that Vitest infers from
}

// Both are what `asksFor` asks for.
type TestContext = Record<string, Emulator> & { task: FailedTask; onTestFailed: (report: () => void) => void }
