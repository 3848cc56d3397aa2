import * as v from 'valibot'
import type { Moment } from '#core/duration.ts'
import { checkedOptions, flagOption, option, textOption } from '#core/options.ts'
import type { Service } from '#core/service-type.ts'
import { persistenceOption } from '../emulator-options.ts'
import type { Persistence } from '#persistence/persistence.ts'
import type { Seed, ServiceId } from '../services.generated.ts'

/** The options of `createHandler`. */
export interface HandlerOptions<S extends ServiceId | Service = ServiceId | Service> {
  /** The services to serve: ids of built-in services, and services made with `defineService`. */
  readonly services: readonly S[]
  /**
   * The path of a YAML or JSON file, or its content as an object. Default: `backlot.config.yaml` and the like, else
   * each service's starter
   */
  readonly seed?: string | Seed
  /** The place where the state is saved, and from which it comes back. Default: the state ends with the process */
  readonly persistence?: Persistence
  /**
   * The path at which clients reach the handler: `/emulate`, or `/shop/emulate` in an application below `/shop`, also
   * where the framework takes `/shop` off before it calls the handler. Default: what the framework's route or the
   * request's path tells, and Next's own `basePath`
   */
  readonly basePath?: string
  /** Serves the control plane under `<mount>/_backlot/` and `<mount>/<service>/_backlot/`. Default: false */
  readonly control?: boolean
  /** Starts although `NODE_ENV` is `production`, where a stand-in lets anybody sign in as anybody. Default: false */
  readonly allowProduction?: boolean
  /**
   * Takes the application's origin from `x-forwarded-proto` and `x-forwarded-host`, behind a proxy that sets them.
   * Default: false
   */
  readonly trustProxy?: boolean
  /** The name of the handler's instances: handlers of one name share them. Default: `default` */
  readonly name?: string
  /**
   * The moment at which the clocks start; they then stand still until something moves them. Default: they follow the
   * wall clock
   */
  readonly now?: Moment
  /** Hosts beside this machine that may receive webhooks. */
  readonly allowWebhookHosts?: readonly string[]
  /**
   * Origins, such as `https://app.test`, whose pages may send requests beside the application's own and pages on
   * localhost.
   */
  readonly allowOrigins?: readonly string[]
}

const OPTIONS = v.strictObject({
  services: option(
    'a list of services, such as ["codehost", "oidc-a"], each once',
    (value) => Array.isArray(value) && value.length > 0 && value.every(isService) && isDistinct(value),
  ),
  // A seed and a moment are checked where they are read, lists of hosts and origins where the instances are made.
  seed: v.optional(v.unknown()),
  persistence: v.optional(persistenceOption),
  basePath: v.optional(
    option('a path such as "/emulate"', (value) => typeof value === 'string' && /^(?:\/[^/?#]+)*\/?$/.test(value)),
  ),
  control: v.optional(flagOption),
  allowProduction: v.optional(flagOption),
  trustProxy: v.optional(flagOption),
  name: v.optional(textOption),
  now: v.optional(v.unknown()),
  allowWebhookHosts: v.optional(v.unknown()),
  allowOrigins: v.optional(v.unknown()),
})

/**
 * Checks the options of `createHandler`, for callers without type checks.
 *
 * @throws TypeError that names the option, the values it may have and the value it has.
 */
export function checkHandlerOptions(options: object): void {
  checkedOptions('createHandler', OPTIONS, options, { example: '{ services: ["codehost"] }' })
}

function isDistinct(services: readonly (string | Service)[]): boolean {
  return new Set(services.map((each) => (typeof each === 'string' ? each : each.id))).size === services.length
}

function isService(value: unknown): value is string | Service {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'routes' in value)
}
