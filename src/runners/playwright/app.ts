import { dirname, resolve } from 'node:path'
import type { Fixtures, WorkerInfo } from '@playwright/test'
import { asksFor, camelCase, fill, fillAll, placeholders } from '../../fixtures/index.ts'
import type { NoFixtures } from './fixture.ts'
import { freePort, startApplication, type Application } from './process.ts'

/** What {@link appFixture} takes. */
export interface AppOptions {
  /** The command line that starts the application: `node server.js`. `{port}` stands for the port chosen for this worker. */
  command: string
  /**
   * The variables of the application, beside the worker's own (which have those of the emulators) and PORT. An emulator's id in
   * braces stands for its URL (`{codehost}`), `{port}` for the application's port.
   */
  env?: Readonly<Record<string, string>>
  /**
   * The port of the application, for providers that know its address: its redirect URIs, its origin. Every worker needs one of
   * its own. Default: any free one
   */
  port?: number
  /** The URL that answers, with a status below 500, when the application is up. Default: `http://127.0.0.1:{port}/` */
  readyUrl?: string
  /** Ids of emulators to start before the application, beside those that `env` and `command` name. */
  services?: readonly string[]
  /** Where to run the command, from the folder of the configuration. Default: that folder */
  cwd?: string
  /** How long the application may take to be up, in milliseconds. Default: 30000 */
  timeout?: number
}

/** The application under test, as one worker has it. */
export interface AppFixtures {
  app: Application
}

/**
 * A worker fixture `app` that starts the application under test with the URLs of the worker's emulators in its environment,
 * waits until it is up, and ends it with everything it started when the worker ends. `page.goto('/')` leads to it: `baseURL`
 * is its URL.
 *
 * @example
 * export const test = base.extend(codehostFixture).extend(
 *   appFixture({ command: 'node server.js', env: { GITHUB_URL: '{codehost}' } }),
 * )
 */
export function appFixture(options: AppOptions): Fixtures<NoFixtures, AppFixtures> {
  const { command, env = {}, readyUrl = 'http://127.0.0.1:{port}/', services = [], timeout = 30_000 } = options
  const named = [command, ...Object.values(env)].flatMap(placeholders).filter((name) => name !== 'port')
  const ids = [...new Set([...services, ...named])]
  const fixtures = {
    app: [
      asksFor(
        ids.map(camelCase),
        async (
          emulators: Record<string, { readonly url: string; readonly env: Readonly<Record<string, string>> }>,
          use: (app: Application) => Promise<void>,
          { config }: WorkerInfo,
        ) => {
          const port = options.port ?? (await freePort())
          const values: Record<string, string> = { port: String(port) }
          for (const id of ids) values[id] = emulators[camelCase(id)]?.url ?? ''
          const root = config.configFile === undefined ? process.cwd() : dirname(config.configFile)
          const app = await startApplication({
            command: fill(command, values, 'command'),
            env: { ...process.env, PORT: String(port), ...fillAll(env, values) },
            readyUrl: fill(readyUrl, values, 'readyUrl'),
            port,
            cwd: resolve(root, options.cwd ?? '.'),
            timeout,
          })
          await use(app)
          await app.stop()
        },
      ),
      { scope: 'worker', timeout: timeout + 5000 },
    ],
    baseURL: asksFor(['app'], async ({ app }: AppFixtures, use: (url: string) => Promise<void>) => use(app.url)),
  }
  // The names asked for are known at run time only; `baseURL` has its type from Playwright.
  return fixtures as unknown as Fixtures<NoFixtures, AppFixtures>
}
