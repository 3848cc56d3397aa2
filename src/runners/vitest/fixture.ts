import type { Service } from '#core/service-type.ts'
import type { Emulator, EmulatorOf } from '#emulator.ts'
import type { World } from '../../world/world.ts'
import {
  acquire,
  asksFor,
  awaken,
  camelCase,
  idOf,
  matchers,
  projectDefaults,
  refusedCalls,
  resetLeased,
  shardIndex,
  slotFrom,
  type FixtureOptions,
  type LeaseRequest,
  openTenants,
  openWorld,
  type NameOf,
  type WorldFixtureOptions,
} from '#fixtures/index.ts'
import type { ServiceId } from '../../registry.ts'
import { reportFailure, type FailedTask } from './failure.ts'
import { rootOf, type ProvidedOptions } from './provided.ts'

/**
 * The fixture of a service, for `test.extend`. It is typed as a bare function because every version of Vitest infers
 * from that form; at run time it includes a reset before each test and a report after a failed one.
 */
export type EmulatorFixture<S> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the type has another name in each version of Vitest
  [Name in NameOf<S>]: (context: any, use: (emulator: EmulatorOf<S>) => Promise<void>) => Promise<void>
}

/**
 * Returns the fixture of a service, for `test.extend`, named by the service's id in camel case. Every worker has one
 * instance. It is reset before each test that `test` declares, whether or not the test uses it, and again before a
 * retry.
 *
 * @throws TypeError for an unknown option, when a test runs.
 *
 * @example
 * const test = base.extend(emulatorFixture('codehost', { seed: './two-users.yaml' }))
 * test('lists users', async ({ codehost }) => { … })
 */
export function emulatorFixture<const S extends ServiceId | Service>(
  service: S,
  options: FixtureOptions<S> = {},
): EmulatorFixture<S> {
  const name: string = camelCase(idOf(service))
  const leased = `_${name}Leased`
  const emulatorOf = (context: Record<string, Emulator>): Emulator => {
    const emulator = context[leased]
    if (emulator === undefined) throw new Error(`the fixture ${name} is not set up`)
    return emulator
  }
  const fixtures = {
    [name]: [
      asksFor([leased], async (context: Record<string, Emulator>, use: UseEmulator) => {
        const emulator = emulatorOf(context)
        await awaken(emulator)
        await use(emulator)
      }),
      { scope: 'file' },
    ],
    // Every test has it, because of the reset; only those that use the emulator itself wait until there is an instance.
    [leased]: [asksFor([], (_context: object, use: UseEmulator) => lend(service, options, use)), { scope: 'file' }],
    [`_${name}Reset`]: [
      asksFor([leased, 'task', 'onTestFailed'], async (context: TestContext, use: () => Promise<void>) => {
        const emulator = emulatorOf(context)
        resetLeased(emulator)
        context.onTestFailed(async () => reportFailure(context.task, [emulator], await projectRoot()))
        await use()
        const refused = await refusedCalls()
        if (refused !== null) throw refused
      }),
      { auto: true },
    ],
  }
  return fixtures as unknown as EmulatorFixture<S> // the tuples are typed as bare functions, from which Vitest infers
}

/** Returns the root of the project of this worker. */
async function projectRoot(): Promise<string> {
  const { inject } = await import('vitest')
  return rootOf(inject('backlot') ?? {})
}

/**
 * Returns the fixture of a service for tests that run at once, `test.concurrent`: each test gets a tenant of the
 * worker's instance, with a `url`, `env`, request log and faults of its own, which ends with the test. The tenants of
 * several services of one test have one id. With `hosts: 'real'`, the test says which calls are its own:
 * `runInTenant(codehost.tenantId, …)` of `backlot/intercept`.
 *
 * @throws TypeError for an unknown option, when a test runs.
 *
 * @example
 * const test = base.extend(concurrentFixture('codehost'))
 * test.concurrent('lists users', async ({ codehost }) => { … })
 */
export function concurrentFixture<const S extends ServiceId | Service>(
  service: S,
  options: FixtureOptions<S> = {},
): EmulatorFixture<S> {
  const name: string = camelCase(idOf(service))
  const leased = `_${name}Concurrent`
  const fixtures = {
    [leased]: [asksFor([], (_context: object, use: UseEmulator) => lend(service, options, use)), { scope: 'file' }],
    [name]: asksFor([leased, 'task', 'onTestFailed'], async (context: TestContext, use: UseEmulator) => {
      const emulator = context[leased]
      if (emulator === undefined) throw new Error(`the fixture ${name} is not set up`)
      const { tenants, close } = await openTenants([emulator], context.task)
      context.onTestFailed(async () => reportFailure(context.task, tenants, await projectRoot()))
      for (const tenant of tenants) await use(tenant)
      await close()
    }),
  }
  return fixtures as unknown as EmulatorFixture<S> // as for the fixture of one test after the other
}

/** The fixtures of {@link worldFixture}, typed as {@link EmulatorFixture}. */
export type WorldFixture<S extends ServiceId | Service> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the type has another name in each version of Vitest
  [Each in S as NameOf<Each>]: (context: any, use: (emulator: EmulatorOf<Each>) => Promise<void>) => Promise<void>
} & {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  world: (context: any, use: (world: World<S>) => Promise<void>) => Promise<void>
}

/**
 * Returns the fixtures of several services and `world`, which has all of them with one clock, one reset and one
 * timeline.
 *
 * @throws TypeError for an unknown option, when a test runs.
 *
 * @example
 * const test = base.extend(worldFixture(['payments', 'mail']))
 * test('sends a receipt', async ({ world, payments }) => { … })
 */
export function worldFixture<const S extends ServiceId | Service>(
  services: readonly S[],
  { checkpoints, startFrom, version, ...options }: FixtureOptions<S> & WorldFixtureOptions<S> = {},
): WorldFixture<S> {
  const names: string[] = services.map((service) => camelCase(idOf(service)))
  const own = { checkpoints, startFrom, version } as WorldFixtureOptions<S>
  const world = asksFor(
    [...names, ...names.map((name) => `_${name}Reset`)],
    async (context: Record<string, Emulator>, use: (world: World<S>) => Promise<void>) => {
      const opened = await openWorld(
        names.flatMap((name) => context[name] ?? []),
        own,
      )
      await use(opened)
      await opened.close()
    },
  )
  const each: object[] = services.map((service) => emulatorFixture(service, options as FixtureOptions<S>))
  // Where a test begins at a checkpoint, it does so whether or not it uses the world.
  const fixtures = Object.assign({}, ...each, { world: startFrom === undefined ? world : [world, { auto: true }] })
  return fixtures as WorldFixture<S> // as for the fixture of one service
}

type UseEmulator = (emulator: Emulator) => Promise<void>

/** Holds the instance of a service in this worker for as long as `use` takes. */
async function lend<S extends ServiceId | Service>(
  service: S,
  options: FixtureOptions<S>,
  use: UseEmulator,
): Promise<void> {
  // An injected fixture would be registered once for each service, which Vitest 4 and 5 refuse in vm pools. The import
  // waits until a test runs, because vitest.config.ts imports this module outside of a worker.
  const { expect, inject } = await import('vitest')
  expect.extend(matchers)
  // A project with neither the plugin nor the global setup provides no value.
  const backlot: ProvidedOptions = inject('backlot') ?? {}
  const place = { slot: slotFrom('VITEST_POOL_ID'), shard: backlot.shard ?? shardIndex(undefined) }
  const root = rootOf(backlot)
  // In a project-wide mode the service may run already; with the same options the fixture shares that instance.
  const defaults = backlot.options === undefined ? {} : await projectDefaults(idOf(service), backlot.options, root)
  // The instance stays up for the next test file of this worker, which saves another start.
  const request = { service, root, linger: true, ...defaults, ...options } as LeaseRequest<S> // defaults fit any service
  const lease = await acquire(request, place)
  try {
    await use(lease.emulator)
  } finally {
    await lease.release()
  }
}

// The fixtures that `asksFor` names.
type TestContext = Record<string, Emulator> & { task: FailedTask; onTestFailed: (report: () => Promise<void>) => void }
