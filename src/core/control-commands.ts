import type * as Assertions from './calls/assertions.ts'
import type { MatchResult, Observed } from './calls/expected.ts'
import type { Exchange } from './exchange.ts'
import type { Instance } from './instance.ts'
import type { Snapshot } from './store.ts'
import { TENANT_HEADER } from './tenants/tenant-tag.ts'

/**
 * A command of the control plane, the same whether it comes over HTTP or from the thread that owns the instance. A
 * command that waits gives up when the client of `exchange` is gone.
 */
export type Command = (
  instance: Instance,
  input: Readonly<Record<string, unknown>>,
  exchange?: Pick<Exchange, 'clientGone' | 'origin'>,
) => unknown

/** The snapshots of one instance that other processes know by number. */
interface NumberedSnapshots {
  count: number
  readonly byId: Map<number, Snapshot>
}

// They live as long as the instance.
const taken = new WeakMap<Instance, NumberedSnapshots>()

function snapshotsOf(instance: Instance): NumberedSnapshots {
  const snapshots = taken.get(instance) ?? { count: 0, byId: new Map() }
  taken.set(instance, snapshots)
  return snapshots
}

/** Takes a snapshot and returns its number; the oldest is dropped when there are more than the instance's limit. */
function takeSnapshot(instance: Instance): number {
  const snapshots = snapshotsOf(instance)
  snapshots.byId.set(++snapshots.count, instance.snapshot())
  const [oldest] = snapshots.byId.keys()
  if (snapshots.byId.size > instance.snapshotLimit && oldest !== undefined) snapshots.byId.delete(oldest)
  return snapshots.count
}

function snapshotOf(instance: Instance, id: number): Snapshot {
  const { count, byId } = snapshotsOf(instance)
  const snapshot = byId.get(id)
  if (snapshot !== undefined) return snapshot
  if (id < 1 || id > count) throw new TypeError(`restore: no snapshot has the id ${id}`)
  throw new TypeError(`restore: snapshot ${id} is dropped: an instance holds the latest ${instance.snapshotLimit}`)
}

/** The commands of every instance, for fixtures and other languages, by `METHOD path` under `/_backlot/`. */
const commands = {
  'GET health': (instance, _input, exchange) => ({
    service: instance.service.id,
    url: exchange?.origin ?? instance.origin,
    instance: instance.identity,
    pid: process.pid,
  }),
  'POST reset': (instance) => instance.reset(),
  'GET env': (instance) => instance.environment(),
  'GET requests': (instance) => instance.requests.list(),
  'GET calls': (instance, input) =>
    instance.calls(input['operation'] === undefined ? undefined : required(input, 'operation')),
  'GET changes': (instance) => instance.changes(),
  'POST expect/received': async (instance, { operation, ...expected }) =>
    verdict((await assertions()).received(observed(instance), required({ operation }, 'operation'), expected)),
  'POST expect/received-in-order': async (instance, { calls }) =>
    // It checks the list.
    verdict((await assertions()).receivedInOrder(observed(instance), calls as never)),
  'POST expect/delivered': async (instance, { event, ...expected }) =>
    verdict((await assertions()).delivered(observed(instance), required({ event }, 'event'), expected)),
  'GET waiting': (instance) => instance.waiting,
  'GET faults': (instance) => instance.faults.list(),
  'POST faults': (instance, input) => ({ id: instance.faults.add(input) }), // add() checks it
  'DELETE faults': (instance, input) =>
    input['id'] === undefined ? instance.faults.clear() : { removed: instance.faults.remove(required(input, 'id')) },
  'GET clock': (instance) => ({ now: instance.clock.now() }),
  'POST clock/set': (instance, input) => moved(instance, () => instance.clock.set(moment(input, 'to'))),
  'POST clock/advance': (instance, input) => moved(instance, () => instance.clock.advance(moment(input, 'by'))),
  'POST clock/freeze': (instance, input) =>
    moved(instance, () => instance.clock.freeze(input['at'] === undefined ? undefined : moment(input, 'at'))),
  'POST clock/resume': (instance) => moved(instance, () => instance.clock.resume()),
  'POST snapshot': (instance) => ({ id: takeSnapshot(instance) }),
  'DELETE snapshot': (instance, input) => ({ removed: snapshotsOf(instance).byId.delete(Number(input['id'])) }),
  'POST restore': (instance, input) => instance.restore(snapshotOf(instance, numbered(input))),
  'GET tenants': (instance) => instance.tenants.ids,
  'POST tenants': (instance, input) => {
    const { tenant, origin } = instance.tenants.take(input['id'] === undefined ? undefined : required(input, 'id'))
    return { id: tenant?.id, url: origin, headers: { [TENANT_HEADER]: tenant?.tag } }
  },
  'DELETE tenants': (instance, input) => ({ ended: instance.tenants.end(required(input, 'id')) }),
  'GET webhooks': (instance) => instance.webhooks.deliveries,
  'POST webhooks/settled': (instance) => instance.webhooks.settled(),
  'POST webhooks/next': (instance, input, exchange) => {
    const timeout = input['timeout'] === undefined ? {} : { timeout: moment(input, 'timeout') }
    return instance.webhooks.next(required(input, 'event'), timeout, exchange?.clientGone)
  },
  'POST webhooks/hold': (instance) => instance.webhooks.hold(),
  'POST webhooks/release': (instance) => instance.webhooks.release(),
  'POST webhooks/redeliver': (instance, input) => instance.webhooks.redeliver(numbered(input)),
} satisfies Readonly<Record<string, Command>>

/** The `METHOD path` of a command that every instance has. */
export type CommandName = keyof typeof commands

const byName: Readonly<Record<string, Command>> = commands

/** Returns the command with this `METHOD path`, of every instance or of the service; undefined when there is none. */
export function commandOf(instance: Instance, name: string): Command | undefined {
  if (Object.hasOwn(byName, name)) return byName[name]
  const own = name.replace(/^POST /, '')
  return own !== name && instance.commands.includes(own)
    ? (of, input, exchange) => of.command(own, input, exchange)
    : undefined
}

/** The assertions, which only few tests make over HTTP. */
const assertions = (): Promise<typeof Assertions> => import('./calls/assertions.ts')

/** An instance as assertions read it. */
function observed(instance: Instance): Observed {
  return {
    service: instance.service.id,
    calls: (operation) => instance.calls(operation),
    webhooks: instance.webhooks,
  }
}

function verdict({ pass, message }: MatchResult): { readonly pass: boolean; readonly message: string } {
  return { pass, message: message() }
}

function moved(instance: Instance, move: () => void): { now: number } {
  move()
  return { now: instance.clock.now() }
}

function required(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  throw new TypeError(`${name}: expected text, got ${JSON.stringify(value)}`)
}

function numbered(input: Readonly<Record<string, unknown>>): number {
  const value = input['id']
  if (typeof value === 'number') return value
  throw new TypeError(`id: expected a number, got ${JSON.stringify(value)}`)
}

function moment(input: Readonly<Record<string, unknown>>, name: string): number | string {
  const value = input[name]
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`${name}: expected a number of milliseconds or text, got ${JSON.stringify(value)}`)
}

/** Returns the `METHOD path` of every command of an instance, those of its service last. */
export function commandNames(instance: Instance): string[] {
  return [...Object.keys(commands), ...instance.commands.map((name) => `POST ${name}`)]
}
