import { dirname, resolve } from 'node:path'
import type { Fixtures, WorkerInfo } from '@playwright/test'
import { asksFor, camelCase, fill, fillAll, placeholders } from '#fixtures/index.ts'
import type { NoFixtures } from './fixture.ts'
import { freePort, startApplication, type Application } from '#fixtures/application.ts'

/** The options of {@link appFixture}. */
export interface AppOptions {
  /**
   * The command line that runs the application in the foreground: `node server.js`. `{port}` is replaced by the port of
   * this worker.
   */
  command: string
  /**
   * Environment variables of the application, in addition to PORT and those of the worker, which include the
   * emulators'. An emulator's id in braces (`{codehost}`) is replaced by its URL, `{port}` by the application's port.
   */
  env?: Readonly<Record<string, string>>
  /**
   * The port of the application, where its address must be known beforehand, as in redirect URIs. Every worker needs
   * its own. Default: any free port
   */
  port?: number
  /** The URL that answers with a status below 500 once the application is ready. Default: `http://127.0.0.1:{port}/` */
  readyUrl?: string
  /** Ids of emulators to start before the application, in addition to those that `env` and `command` name. */
  services?: readonly string[]
  /**
   * The working directory of the command, relative to the folder of the Playwright configuration. Default: that folder
   */
  cwd?: string
  /** The time in which the application must be ready, in milliseconds. Default: 30000 */
  timeout?: number
}

/** The worker fixtures of {@link appFixture}. */
export interface AppFixtures {
  /** The application, which runs until the worker ends. */
  app: Application
}

/**
 * Returns the worker fixture `app`. It starts the application under test with the URLs of the worker's emulators in its
 * environment, waits until it is ready, and ends it and all its child processes when the worker ends, also when the
 * worker is killed. `baseURL` is the application's URL, so `page.goto('/')` opens it.
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
  // The names of the dependencies are known at run time only; the type of `baseURL` is Playwright's.
  return fixtures as unknown as Fixtures<NoFixtures, AppFixtures>
}
