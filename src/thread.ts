import { changesOf, type ChangesData } from './core/calls/changes.ts'
import type { ReceivedCall } from './core/calls/received-call.ts'
import type { Clock } from './core/clock.ts'
import { methodsFor } from './core/commands.ts'
import type { Moment } from './core/duration.ts'
import type { ArmedFault, Faults } from './core/faults.ts'
import { reachable } from './core/hosts.ts'
import type { EmulatorBase } from './core/emulator-base.ts'
import type { RequestRecord } from './core/request-log/requests.ts'
import type { AnyService } from './core/service.ts'
import type { Service } from './core/service-type.ts'
import type { Snapshot } from './core/store.ts'
import type { Delivery, Webhooks } from './core/webhooks.ts'
import type { EmulatorOptions, StartOptions } from './emulator-options.ts'
import type { ServiceId } from './registry.ts'
import { BECOME } from './core/tenants/become.ts'
import { VendorHosts } from './core/vendor-hosts.ts'
import { fetchAtHost } from './thread/fetch-at-host.ts'
import { removeSpools } from './core/http/spool.ts'
import type { ThreadTenant } from './thread/messages.ts'
import { openChannel, type Channel, type Commands } from './thread/channel.ts'

// Read before a test can replace the global.
const realFetch = fetch

// A thread gets no notice when the process exits, so its files are removed from here.
let removesSpools = false

/**
 * Starts a service in a worker thread, behind the same interface as in this thread. Synchronous methods block this
 * thread until the other has answered, which takes some 20 µs.
 *
 * @throws TypeError for a service made with defineService: its functions cannot cross to another thread.
 */
export async function startThread<Id extends string>(
  service: AnyService<Id>,
  options: EmulatorOptions<ServiceId | Service>,
  start: StartOptions,
): Promise<EmulatorBase<Id>> {
  const { id } = service
  if (typeof options.service !== 'string') {
    throw new TypeError(
      `${id}: runsIn: 'thread' is for the built-in services, as a definition cannot cross to another thread; leave runsIn out, ` +
        `and let the code under test wait without blocking its thread`,
    )
  }
  if (!removesSpools) process.once('exit', removeSpools)
  removesSpools = true
  // The thread itself starts the service as a process does.
  const { host: _host, runsIn: _runsIn, ...others } = options
  const channelOptions = { ...others, service: options.service }
  const channel = await openChannel(channelOptions, start.keepAlive ?? true)
  return emulatorOf(service, channel, reachable(options.hostname ?? '127.0.0.1'))
}

/** Returns the emulator of an instance in a thread, or of one of its tenants. `host` is the address of the instance. */
// oxlint-disable-next-line max-lines-per-function -- the members of one object
function emulatorOf<Id extends string>(
  service: AnyService<Id>,
  channel: Channel,
  host: string,
  tenant?: ThreadTenant,
): EmulatorBase<Id> {
  const commands = tenant === undefined ? channel : channel.forTenant(tenant.id)
  const { url, env } = tenant ?? channel.started
  const { port, hosts } = channel.started
  let own: Pick<ThreadTenant, 'id' | 'headers'> | undefined
  const emulator: EmulatorBase<Id> = {
    ...methodsFor(
      service,
      () => env,
      // The command checks its input.
      (path, input) => commands.ask(`POST ${path}`, { ...(input as object) }),
      (path, input) => commands.wait(`POST ${path}`, { ...(input as object) }),
    ),
    service: service.id,
    url,
    port,
    env,
    hosts,
    get requests() {
      return commands.ask('GET requests') as RequestRecord[] // the command's result
    },
    calls: (operation?: string) =>
      commands.ask('GET calls', operation === undefined ? {} : { operation }) as ReceivedCall[], // the command's result
    changes: () => changesOf(commands.ask('GET changes') as ChangesData), // the command's result
    get waiting() {
      return commands.ask('GET waiting') as string[] // the command's result
    },
    get tenantId() {
      return (tenant ?? own)?.id ?? null
    },
    get tenantHeaders() {
      return (tenant ?? own)?.headers ?? {}
    },
    tenant: ({ id } = {}) => {
      if (tenant !== undefined) throw new TypeError(`tenant: ${tenant.id} is a tenant: ask its instance for another`)
      const made = channel.ask('tenant', id === undefined ? {} : { id }) as ThreadTenant // the command's result
      return emulatorOf(service, channel, host, made)
    },
    webhooks: webhooksOf(commands),
    faults: faultsOf(commands),
    clock: clockOf(commands),
    ...stateOf(service.id, commands),
    fetch: fetchOf(channel, host, tenant?.headers),
    close: () => commands.close(),
    [Symbol.asyncDispose]: () => commands.close(),
    // oxlint-disable-next-line unicorn/no-useless-spread -- a member that the public type does not have
    ...{
      [BECOME](id: string): void {
        own = channel.ask('become', { id }) as Pick<ThreadTenant, 'id' | 'headers'> // the command's result
      },
    },
  }
  return emulator
}

/** Returns a `fetch` that reaches the instance at an address of this machine, whatever host a URL names. */
function fetchOf(
  { started: { port, hosts } }: Channel,
  host: string,
  headers: Readonly<Record<string, string>> = {},
): EmulatorBase['fetch'] {
  const vendorHosts = hosts.length === 0 ? null : new VendorHosts(hosts)
  return (request, init) => {
    const incoming = new Request(request, init)
    for (const [name, value] of Object.entries(headers)) incoming.headers.set(name, value)
    const { pathname, search, host: named } = new URL(incoming.url)
    if (vendorHosts?.has(named) === true) return fetchAtHost(incoming, named, { host, port })
    // A fetch in process does not follow redirects either.
    return realFetch(new Request(`http://${host}:${port}${pathname}${search}`, incoming), { redirect: 'manual' })
  }
}

function stateOf(id: string, { ask }: Commands): Pick<EmulatorBase, 'reset' | 'snapshot' | 'restore'> {
  const numbers = new WeakMap<Snapshot, unknown>()
  return {
    reset: () => void ask('POST reset'),
    snapshot() {
      // An opaque object: the state stays in the thread.
      const snapshot = Object.freeze({}) as Snapshot
      const taken = ask('POST snapshot') as { id: number } // the command's result
      numbers.set(snapshot, taken.id)
      return snapshot
    },
    restore(snapshot) {
      const number = numbers.get(snapshot)
      if (number === undefined) throw new TypeError(`restore: this is no snapshot of this ${id} instance`)
      ask('POST restore', { id: number })
    },
  }
}

function clockOf({ ask }: Commands): Clock {
  return {
    now: () => (ask('GET clock') as { now: number }).now, // the command's result
    set: (moment) => void ask('POST clock/set', { to: portable(moment) }),
    advance: (duration) => void ask('POST clock/advance', { by: duration }),
    freeze: (moment) => void ask('POST clock/freeze', moment === undefined ? {} : { at: portable(moment) }),
    resume: () => void ask('POST clock/resume'),
  }
}

function portable(moment: Moment): number | string {
  return typeof moment === 'object' ? moment.getTime() : moment
}

function faultsOf({ ask }: Commands): Faults {
  return {
    add: (options) => (ask('POST faults', { ...options }) as { id: string }).id, // the command's result
    remove: (id) => (ask('DELETE faults', { id }) as { removed: boolean }).removed, // the command's result
    clear: () => void ask('DELETE faults'),
    list: () => ask('GET faults') as ArmedFault[], // the command's result
  }
}

function webhooksOf({ ask, request, wait }: Commands): Webhooks {
  return {
    get deliveries() {
      return ask('GET webhooks') as Delivery[] // the command's result
    },
    async settled() {
      await request('POST webhooks/settled')
    },
    // The casts name the results of the commands.
    next: (event, options = {}) => wait('POST webhooks/next', { event, ...options }) as Promise<Delivery>,
    redeliver: (id) => request('POST webhooks/redeliver', { id }) as Promise<Delivery>,
    hold: () => void ask('POST webhooks/hold'),
    release: () => void ask('POST webhooks/release'),
  }
}
