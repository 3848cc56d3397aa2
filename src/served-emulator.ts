import { changesOf } from './core/calls/changes.ts'
import { methodsFor } from './core/commands.ts'
import type { EmulatorBase, Environment } from './core/emulator-base.ts'
import { ANSWERING } from './core/http/answering.ts'
import { answeringOf } from './core/http/instance-answering.ts'
import { respondToWeb } from './core/http/web-exchange.ts'
import type { Instance } from './core/instance.ts'
import { INSTANCE } from './core/instance-of.ts'
import { BECOME } from './core/tenants/become.ts'

/** An instance that is served. */
export interface Served {
  readonly instance: Instance
  /** The base URL, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** The variables that point an application at the instance. */
  readonly env: Environment
  /** Returns the variables that point an application at the same instance by another URL. */
  variablesAt(url: string): Environment
  /** Ends the instance and frees the port. May be called again. */
  close(): Promise<void>
}

/** The member of an emulator that has what serves it, for {@link ACCESSORS}. */
const SERVED = Symbol('served')

/** The members of an emulator that are read anew each time. */
const READ = {
  url: ({ url }) => url,
  port: ({ port }) => port,
  env: ({ env }) => env,
  requests: ({ instance }) => instance.requests.list(),
  waiting: ({ instance }) => instance.waiting,
  tenantId: ({ instance }) => (instance.tenant ?? instance.tenants.own)?.id ?? null,
  tenantHeaders: ({ instance }) => instance.tenantHeaders,
} satisfies Readonly<Record<string, (served: Served) => unknown>>

/**
 * The accessors of {@link READ}. All emulators share them: with accessors of its own, each would be a slow object,
 * which costs a tenant as much as all the rest of it.
 */
const ACCESSORS: readonly (readonly [string, PropertyDescriptor])[] = Object.entries(READ).map(([name, read]) => {
  const get = function (this: object): unknown {
    return read(Reflect.get(this, SERVED) as Served) // emulatorOf sets it
  }
  return [name, { get, enumerable: true, configurable: true }]
})

/** Returns the emulator of an instance that is served. */
export function emulatorOf<Id extends string>(id: Id, served: Served): EmulatorBase<Id> {
  const { instance, close } = served
  // One literal without a spread, to which the other members are added: a spread makes it a slow object.
  const emulator: Omit<EmulatorBase<Id>, keyof typeof READ> & Record<symbol, unknown> = {
    service: id,
    hosts: instance.vendorHosts?.list ?? [],
    calls: (operation?: string) => instance.calls(operation),
    changes: () => changesOf(instance.changes()),
    webhooks: instance.webhooks,
    faults: instance.faults,
    clock: instance.clock,
    tenant: ({ id: name } = {}) => emulatorOf(id, tenantOf(served, name)),
    reset: () => instance.reset(),
    snapshot: () => instance.snapshot(),
    restore: (snapshot) => instance.restore(snapshot),
    // A Request is not copied: a copy costs as much as a new one.
    fetch: (request, init) =>
      respondToWeb(instance, request instanceof Request && init === undefined ? request : new Request(request, init)),
    close,
    [Symbol.asyncDispose]: close,
    [ANSWERING]: answeringOf(instance),
    [BECOME]: (name: string) => instance.tenants.become(name),
    [INSTANCE]: instance,
    [SERVED]: served,
  }
  for (const [name, accessor] of ACCESSORS) Object.defineProperty(emulator, name, accessor)
  const run = (name: string, input: unknown): unknown => instance.command(name, input)
  const methods = methodsFor(instance.service, () => served.env, run)
  for (const [name, method] of Object.entries(methods)) {
    if (!Object.hasOwn(emulator, name)) Reflect.set(emulator, name, method)
  }
  return emulator as unknown as EmulatorBase<Id> // it is whole with the accessors
}

/** Returns how a tenant of an instance is reached. */
function tenantOf(served: Served, id: string | undefined): Served {
  const { instance } = served
  if (instance.tenant !== null)
    throw new TypeError(`tenant: ${instance.tenant.id} is a tenant: ask its instance for another`)
  return new ServedTenant(served, instance.tenants.take(id))
}

/**
 * A tenant, served at its instance's own port, below a path of its own. It is a class because a literal with accessors
 * is a slow object.
 */
class ServedTenant implements Served {
  readonly instance: Instance
  readonly url: string
  readonly variablesAt: Served['variablesAt']
  readonly #served: Served
  #env: Environment | undefined

  constructor(served: Served, tenant: Instance) {
    this.#served = served
    this.instance = tenant
    this.url = tenant.origin
    this.variablesAt = served.variablesAt
  }

  get port(): number {
    return this.#served.port
  }

  get env(): Environment {
    return (this.#env ??= this.variablesAt(this.url))
  }

  readonly close = (): Promise<void> => Promise.resolve(this.instance.close())
}
