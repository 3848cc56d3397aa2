import { dirname } from 'node:path'
import type { APIRequestContext, BrowserContext, Fixtures, PlaywrightWorkerArgs, WorkerInfo } from '@playwright/test'
import {
  announceInstances,
  asksFor,
  camelCase,
  joinSharedApp,
  leased,
  tenantCookie,
  type SharedAppOptions,
  type SharedApplication,
} from '#fixtures/index.ts'
import type { Emulator } from '#emulator.ts'
import type { NoFixtures } from './fixture.ts'

/** The worker fixtures of {@link sharedAppFixture}. */
export interface SharedAppFixtures {
  /** The application, which runs until the whole run ends. */
  app: SharedApplication
}

/**
 * Returns the worker fixture `app`: the application under test, started once for all workers of a run. `services` are
 * the ids of the emulators that it calls, whose fixtures have `hosts: 'real'`. `context`, its pages and `request` of a
 * test carry a signed cookie for the application; inside the application, each call to a vendor goes to the instance of
 * the test whose request has caused it, and webhooks carry the test back. `baseURL` is the application's URL.
 *
 * @throws TypeError when a worker starts with a service without `hosts: 'real'`.
 *
 * @example
 * export const test = base
 *   .extend(emulatorFixture('codehost', { hosts: 'real' }))
 *   .extend(sharedAppFixture({ command: 'next start -p {port}', services: ['codehost'] }))
 */
export function sharedAppFixture(
  options: SharedAppOptions & { readonly services: readonly string[] },
): Fixtures<NoFixtures, SharedAppFixtures> {
  const { services, ...start } = options
  const fixtures = {
    app: [
      asksFor(
        services.map(camelCase),
        async (
          emulators: Record<string, Emulator>,
          use: (app: SharedApplication) => Promise<void>,
          { config }: WorkerInfo,
        ) => {
          for (const each of Object.values(emulators)) requireHosts(each)
          const root = config.configFile === undefined ? process.cwd() : dirname(config.configFile)
          await use(await joinSharedApp(start, root, () => announceInstances(leased())))
        },
      ),
      { scope: 'worker', timeout: (start.timeout ?? 60_000) + 10_000 },
    ],
    // Every test begins with a tenant of its own, for which the application must be known.
    _sharedApp: [
      asksFor(['app', ...services.map(camelCase)], async (_fixtures: object, use: () => Promise<void>) => use()),
      { auto: true, scope: 'worker', box: true },
    ],
    baseURL: asksFor(['app'], async ({ app }: SharedAppFixtures, use: (url: string) => Promise<void>) => use(app.url)),
    context: asksFor(
      ['context', 'app'],
      async (
        { context, app }: SharedAppFixtures & { context: BrowserContext },
        use: (context: BrowserContext) => Promise<void>,
      ) => {
        await context.addCookies([{ ...tenantCookie(), url: app.url }])
        await use(context)
      },
    ),
    request: asksFor(
      ['playwright', 'app'],
      async (
        { playwright, app }: SharedAppFixtures & PlaywrightWorkerArgs,
        use: (request: APIRequestContext) => Promise<void>,
      ) => {
        const request = await playwright.request.newContext({ storageState: { cookies: [cookieOf(app)], origins: [] } })
        await use(request)
        await request.dispose()
      },
    ),
  }
  // The names of the dependencies are known at run time only; the types of the others are Playwright's.
  return fixtures as unknown as Fixtures<NoFixtures, SharedAppFixtures>
}

function cookieOf({ url }: SharedApplication) {
  const { hostname: domain } = new URL(url)
  const rest = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const
  return { ...tenantCookie(), domain, ...rest }
}

function requireHosts({ service, hosts }: Emulator): void {
  if (hosts.length > 0) return
  throw new TypeError(
    `sharedAppFixture: ${service} answers for no host: its fixture needs hosts: 'real', as one application cannot call ` +
      `the URLs of several workers`,
  )
}
