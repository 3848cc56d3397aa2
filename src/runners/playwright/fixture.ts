import { rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Browser, Fixtures, PlaywrightTestOptions, TestInfo, WorkerInfo } from '@playwright/test'
import type { Service } from '#core/service-type.ts'
import type { Emulator, EmulatorOf } from '#emulator.ts'
import {
  acquire,
  asksFor,
  camelCase,
  formatReport,
  htmlReport,
  idOf,
  refusedCalls,
  report,
  resetLeased,
  shardIndex,
  type FixtureOptions,
  type LeaseRequest,
  openWorld,
  type NameOf,
  type WorldFixtureOptions,
} from '#fixtures/index.ts'
import type { World } from '../../world/world.ts'
import type { ServiceId } from '../../registry.ts'
import { extendExpect } from './expect.ts'
import { isSteering, proxyFor, watchPages } from './pages.ts'

type ProxyOption = Pick<PlaywrightTestOptions, 'proxy'>

// Playwright's own type for an empty set of fixtures; `extend` infers only from the type `Fixtures` itself.
export type NoFixtures = {}

/** The worker fixtures of a service: its instance, and the options with which the instance starts. */
export type EmulatorFixtures<S extends ServiceId | Service> = {
  [Name in NameOf<S>]: EmulatorOf<S>
} & { [Name in `${NameOf<S>}Options`]: FixtureOptions<S> }

/**
 * Returns the fixtures of a service, for `test.extend`: the instance, named by the service's id in camel case, and its
 * options, with the suffix `Options`, for `test.use`. Every worker has one instance. It is reset before each test,
 * whether or not the test uses it, and again before a retry. A test that does not end as expected gets the requests as
 * attachments. With `hosts: 'real'`, every browser context of a test has a proxy that answers for the vendors' hosts,
 * and accepts its certificates.
 *
 * @throws TypeError for an unknown option, when a worker starts.
 *
 * @example
 * export const test = base.extend(emulatorFixture('codehost', { seed: './two-users.yaml' }))
 * test.use({ codehostOptions: { seed: './another.yaml' } })
 */
export function emulatorFixture<const S extends ServiceId | Service>(
  service: S,
  options: FixtureOptions<S> = {},
): Fixtures<NoFixtures, EmulatorFixtures<S>> {
  const name: string = camelCase(idOf(service))
  const optionsName = `${name}Options`
  const fixtures = {
    [optionsName]: [options, { option: true, scope: 'worker' }],
    [name]: [
      asksFor(
        [optionsName],
        async (context: Record<string, object>, use: (value: Emulator) => Promise<void>, worker: WorkerInfo) => {
          extendExpect(rootOf(worker))
          const request = { service, root: rootOf(worker), linger: false, ...options, ...context[optionsName] }
          const place = { slot: worker.parallelIndex, shard: shardIndex(worker.config.shard?.current) }
          const lease = await acquire(request as LeaseRequest<S>, place) // acquire checks the options
          await use(lease.emulator)
          await lease.release()
        },
      ),
      { scope: 'worker' },
    ],
    [`_${name}Reset`]: [
      asksFor([name], async (context: Record<string, Emulator>, use: () => Promise<void>, test: TestInfo) => {
        const emulator = context[name]
        if (emulator === undefined) throw new Error(`the fixture ${name} is not set up`)
        resetLeased(emulator)
        await use()
        const refused = await refusedCalls()
        if (refused !== null || test.status !== test.expectedStatus) await attach(test, emulator)
        if (refused !== null) throw refused
      }),
      { auto: true, box: true, title: `${idOf(service)} reset` },
    ],
    ...steeringOfPages([name]),
  }
  return fixtures as unknown as Fixtures<NoFixtures, EmulatorFixtures<S>> // the names are computed, and the reset fixture is not part of the type
}

/** The options of {@link worldFixture} for a test. */
export interface WorldTestFixtures<S extends ServiceId | Service> {
  /** The services with one clock, one reset and one timeline. */
  world: World<S>
  /** The checkpoint that tests begin with: `test.use({ startFrom: 'paid' })`. */
  startFrom: string | undefined
}

/** The worker fixtures of the services of a world. */
export type WorldWorkerFixtures<S extends ServiceId | Service> = {
  [Each in S as NameOf<Each>]: EmulatorOf<Each>
} & { [Each in S as `${NameOf<Each>}Options`]: FixtureOptions<Each> }

/**
 * Returns the fixtures of several services and `world`, which has all of them with one clock, one reset and one
 * timeline, and the option `startFrom`.
 *
 * @throws TypeError for an unknown option, when a worker starts.
 *
 * @example
 * export const test = base.extend(worldFixture(['payments', 'mail'], { checkpoints: { paid: async (world) => { … } } }))
 * test.use({ startFrom: 'paid' })
 */
export function worldFixture<const S extends ServiceId | Service>(
  services: readonly S[],
  { checkpoints, startFrom: first, version, ...options }: FixtureOptions<S> & WorldFixtureOptions<S> = {},
): Fixtures<WorldTestFixtures<S>, WorldWorkerFixtures<S>> {
  const names: string[] = services.map((service) => camelCase(idOf(service)))
  const each: object[] = services.map((service) => emulatorFixture(service, options as FixtureOptions<S>))
  const fixtures = Object.assign({}, ...each, steeringOfPages(names), {
    startFrom: [first, { option: true }],
    world: [
      asksFor(
        [...names, ...names.map((name) => `_${name}Reset`), 'startFrom'],
        async (context: Record<string, Emulator>, use: (world: World<S>) => Promise<void>) => {
          const startFrom = context['startFrom'] as string | undefined // the option
          const world = await openWorld(
            names.flatMap((name) => context[name] ?? []),
            { checkpoints, version, startFrom } as WorldFixtureOptions<S>,
            { follow: { timers: false, quiet: 50 } },
          )
          await use(world)
          await world.close()
        },
      ),
      // A test begins at its checkpoint whether or not it uses the world.
      { auto: true, box: true },
    ],
  })
  return fixtures as Fixtures<WorldTestFixtures<S>, WorldWorkerFixtures<S>> // the names are computed
}

/** Returns the fixtures that steer the calls of pages to the instances of the fixtures with these names. */
function steeringOfPages(
  names: readonly string[],
): Readonly<Record<'proxy' | 'ignoreHTTPSErrors' | 'browser', unknown>> {
  return {
    proxy: asksFor(
      ['proxy', ...names],
      async ({ proxy }: ProxyOption, use: (value: ProxyOption['proxy']) => Promise<void>) => use(proxyFor(proxy)),
    ),
    ignoreHTTPSErrors: asksFor(
      ['ignoreHTTPSErrors', 'proxy'],
      async (
        { ignoreHTTPSErrors, proxy }: ProxyOption & Pick<PlaywrightTestOptions, 'ignoreHTTPSErrors'>,
        use: (value: boolean | undefined) => Promise<void>,
      ) => use(isSteering(proxy) ? true : ignoreHTTPSErrors),
    ),
    browser: asksFor(['browser'], async ({ browser }: { browser: Browser }, use: (value: Browser) => Promise<void>) => {
      watchPages(browser)
      await use(browser)
    }),
  }
}

/** Returns the folder of the configuration: relative paths start there, and the seed file is searched there. */
function rootOf({ config }: WorkerInfo): string {
  return config.configFile === undefined ? process.cwd() : dirname(config.configFile)
}

async function attach(test: TestInfo, emulator: Emulator): Promise<void> {
  const reports = report([emulator])
  const text = formatReport(reports)
  if (text !== '') await test.attach(`${emulator.service} requests`, { body: text, contentType: 'text/plain' })
  await test.attach(`${emulator.service} requests (JSON)`, {
    body: JSON.stringify(reports[0], null, 2),
    contentType: 'application/json',
  })
  // One report has all services of the test.
  if (test.attachments.some(({ name }) => name === REPORT)) return
  const failure = test.errors.map(({ message, value }) => message ?? value ?? '').join('\n\n')
  // Playwright keeps a copy of the file, and prints its path; of a text it would print the first lines.
  const path = test.outputPath('backlot-report.html')
  await writeFile(path, await htmlReport({ name: test.titlePath.join(' > '), failure }))
  await test.attach(REPORT, { path, contentType: 'text/html' })
  await rm(path)
}

/** The name of the attachment with the report. */
const REPORT = 'backlot report'
