import * as v from 'valibot'
import type { Application, FetchFunction } from './application.ts'
import type { Environment } from './emulator-base.ts'
import { jsonErrors } from './json-errors.ts'
import type { AnyService } from './service.ts'
import type { VendorHost } from './vendor-hosts.ts'

/**
 * An API that is an application of its own: Hono's, or any function from `Request` to `Response`. Its state is its own
 * too, outside of backlot's store: `reset` and `seed` put it back, and there are no snapshots of it.
 */
export interface ApplicationDefinition<Id extends string, Section> {
  /** How seeds, flags and messages name the service; lower case with dashes. */
  readonly id: Id
  /** The default port. */
  readonly port: number
  /** The name of the service for people. Default: the id */
  readonly title?: string
  /** The application, or its `fetch`. */
  readonly app: FetchFunction | { readonly fetch: FetchFunction }
  /**
   * Empties the application's state. Called when an instance starts and at each of its resets, before `seed`. It must
   * not be asynchronous, as `reset()` of an emulator is not.
   */
  readonly reset?: () => void
  /**
   * Fills the application's state from its section of the seed, which backlot does not check; an absent section is
   * `{}`.
   */
  readonly seed?: (section: Section) => void
  /**
   * The hosts of the vendor that the application stands in for, which it answers for with `hosts: 'real'`: `[{ name:
   * 'api', host: 'api.example.com' }]`.
   */
  readonly hosts?: readonly VendorHost[]
  /** The environment variables that point an application at the instance. Default: `<ID>_URL` */
  readonly env?: (url: string) => Environment
}

/** Makes a service of an application. */
export function applicationService<Section>(definition: ApplicationDefinition<string, Section>): AnyService {
  const { id, port, title = id, app, env, hosts } = definition
  const application: Application = {
    fetch: (request, bindings) => (typeof app === 'function' ? app(request, bindings) : app.fetch(request, bindings)),
    restart(section) {
      synchronous(id, 'reset', definition.reset?.())
      synchronous(id, 'seed', definition.seed?.(section as Section)) // the type that its author gives it
    },
  }
  return {
    id,
    port,
    title,
    seed: definition.seed === undefined ? v.strictObject({}) : v.looseObject({}),
    starter: '',
    collections: {},
    applySeed: (_context, section) => application.restart(section),
    authenticate: () => null,
    dialect: jsonErrors,
    routes: [],
    application,
    ...(hosts === undefined ? {} : { hosts }),
    env: env ?? ((url) => ({ [`${id.toUpperCase().replaceAll('-', '_')}_URL`]: url })),
  }
}

/** @throws a TypeError when a hook has returned a promise: the reset of an emulator would be over before it. */
function synchronous(id: string, hook: string, returned: unknown): void {
  if (returned instanceof Promise) {
    returned.catch(() => undefined)
    throw new TypeError(`${id}: ${hook} returned a promise, and must be done when it returns`)
  }
}
