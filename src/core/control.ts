import { json, type Answer } from './answer.ts'
import type * as Assertions from './calls/assertions.ts'
import type { MatchResult, Observed } from './calls/expected.ts'
import { parseJson } from './text/parse-json.ts'
import { readWhole } from './http/body.ts'
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
const commands: Readonly<Record<string, Command>> = {
  'GET health': (instance, _input, exchange) => ({
    service: instance.service.id,
    url: exchange?.origin ?? instance.origin,
    instance: instance.identity,
    pid: process.pid,
  }),
  'POST reset': (instance) => instance.reset(),
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
}

/** Returns the command with this `METHOD path`, of every instance or of the service; undefined when there is none. */
export function commandOf(instance: Instance, name: string): Command | undefined {
  if (Object.hasOwn(commands, name)) return commands[name]
  const own = name.replace(/^POST /, '')
  return own !== name && instance.commands.includes(own)
    ? (of, input, exchange) => of.command(own, input, exchange)
    : undefined
}

/** The paths of the inspector's own requests. */
const INSPECTOR = /^(events|inspection(\/.*)?|instances(\/.*)?)$/

/** Answers a request to the control plane. `path` is what follows `/_backlot/`. */
export async function control(instance: Instance, exchange: Exchange, path: string, search: string): Promise<Answer> {
  // The page itself has no data, so any link may lead there.
  if (path === '' && exchange.method === 'GET' && instance.inspector !== null) return instance.inspector()
  if (isFromPage(exchange)) return refuse(403, 'the control plane is not for web pages')
  if (path !== 'health' && !hasToken(instance, exchange)) {
    const variable = controlVariable(instance.service.id)
    return refuse(
      401,
      `this instance is open to the network: send authorization: Bearer and the token in ${variable}, which is printed at its start`,
    )
  }
  if (INSPECTOR.test(path)) {
    const { answerInspector, instanceAt } = await import('./inspection/inspector.ts')
    const other = instanceAt(instance, path)
    if (other !== null) return control(other.instance, exchange, other.path, search)
    const answer = answerInspector(instance, exchange, path, search)
    if (answer !== null) return answer
  }
  const command = commandOf(instance, `${exchange.method} ${path}`)
  if (command === undefined) {
    return refuse(
      404,
      `${exchange.method} /_backlot/${path}: no such command; there are ${namesOf(instance).join(', ')}`,
    )
  }
  const isJson = /^application\/json\b/i.test(String(exchange.headers['content-type'] ?? ''))
  // A page of any site can send a form or plain text without a preflight, but not JSON.
  if (exchange.method === 'POST' && !isJson) {
    return refuse(415, `POST /_backlot/${path}: send content-type: application/json`)
  }
  let input: Record<string, unknown> = Object.fromEntries(new URLSearchParams(search))
  if (exchange.method !== 'GET' && isJson) {
    try {
      const text = exchange.body === null ? '' : Buffer.from(await readWhole(exchange.body)).toString('utf8')
      // Each command checks the members it reads.
      if (text.trim() !== '') input = { ...input, ...((parseJson(text) ?? {}) as Record<string, unknown>) }
    } catch (error) {
      return refuse(400, `${exchange.method} /_backlot/${path}: ${String(error)}`)
    }
  }
  try {
    return json((await command(instance, input, exchange)) ?? null)
  } catch (error) {
    return refuse(400, error instanceof Error ? error.message : String(error))
  }
}

/** The environment variable with the token of a control plane: `OIDC_D_CONTROL_TOKEN`. */
export function controlVariable(id: string): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_CONTROL_TOKEN`
}

function hasToken({ controlToken }: Instance, { inProcess, headers }: Exchange): boolean {
  return controlToken === null || inProcess || headers.authorization === `Bearer ${controlToken}`
}

/** True for a request of a page, except one that the instance itself serves, such as its inspector. */
function isFromPage({ headers }: Exchange): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const host = String(headers.host)
  if (origin !== undefined) return origin !== `http://${host}` && origin !== `https://${host}`
  return site === 'cross-site' || site === 'same-site'
}

function namesOf(instance: Instance): string[] {
  return [...Object.keys(commands), ...instance.commands.map((name) => `POST ${name}`)]
}

function refuse(status: number, message: string): Answer {
  return json({ error: message }, status)
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
