import { ANSWERING, type Answering } from '#core/http/answering.ts'
import type { EmulatorBase, Environment } from '#core/emulator-base.ts'
import { VendorHostTable, type DnsRecords } from '#core/vendor-hosts.ts'
import { allowedHosts } from './allowed.ts'
import type { Answerer, Layer, Unhandled } from './layer.ts'
import type { HostRefusedError, RecordedRefusal, RefusedCall } from './refused-call.ts'
import { processInterceptor } from './process-interceptor.ts'
import { startTimer, stopTimer } from '#core/real-time.ts'

/** The longest wait for the method and path of refused calls, in milliseconds. */
const LONGEST_WAIT = 1000

/** The options of {@link interceptHosts}. */
export interface InterceptOptions {
  /**
   * Hosts that calls may leave the machine for: names, `*.internal.test` for every name below one, each with a port or
   * without. Calls to this machine need no permission. Default: none
   */
  allow?: readonly string[]
  /**
   * The treatment of calls to any other host. `error`: it is refused before it leaves, and recorded. `warn`: it leaves,
   * with a warning. `bypass`: it leaves. Default: `error`
   */
  unhandled?: Unhandled
}

/** Intercepted hosts. */
export interface Interception extends Disposable, AsyncDisposable {
  /** The calls that were refused, in the order they were made. */
  readonly refused: readonly RefusedCall[]
  /** Resolves once the method and path of every refused call are known, or cannot be; after a second in any case. */
  settled(): Promise<void>
  /** Forgets the refused calls, and returns them. */
  takeRefused(): RefusedCall[]
  /**
   * The variables that let a child process made with Node.js call the same instances: its refused calls are recorded
   * here. `NODE_OPTIONS` begins with what this process has there.
   */
  readonly env: Environment
  /**
   * Ends the interception: with the last one of the process, nothing is replaced any more. Further calls do nothing.
   */
  close(): void
}

/** The interception of a fixture. */
export interface FixtureInterception extends Interception {
  /** Forgets the refused calls, and returns an error for each, with the stack of its caller. */
  takeErrors(): HostRefusedError[]
}

/** The part of an emulator that an interception uses. */
export type Interceptable = Pick<EmulatorBase, 'service' | 'port' | 'hosts'>

/**
 * Lets emulators answer for the hosts of their vendors in this process: every client that calls
 * `https://api.github.com` reaches the instance. Calls to other hosts that are not on this machine are refused.
 * Interceptions nest: a host is answered by the latest one that has it, `unhandled` is that of the latest one, and
 * `allow` is that of all.
 *
 * @param emulators emulators that were made with `hosts: 'real'`
 * @throws TypeError for an emulator that answers for no host, and for an unknown option.
 * @throws HostConflict when two of the emulators answer for the same host and path.
 *
 * @example
 * using intercepted = interceptHosts([codehost, payments], { allow: ['internal.test'] })
 */
export function interceptHosts(emulators: readonly Interceptable[], options: InterceptOptions = {}): Interception {
  return intercept(emulators, options, globalThis)
}

/** Intercepts as {@link interceptHosts} does, and replaces `fetch` of another realm's global object. */
export function intercept(
  emulators: readonly Interceptable[],
  options: InterceptOptions,
  global: object,
): FixtureInterception {
  const { unhandled = 'error', allow = [] } = checked(options)
  let refusals: RecordedRefusal[] = []
  const layer = layerOf(emulators, { unhandled, allow }, (refusal) => void refusals.push(refusal))
  const interceptor = processInterceptor()
  interceptor.add(layer, global)
  const takeRefusals = (): readonly RecordedRefusal[] => {
    const all = refusals.filter(({ withdrawn }) => !withdrawn)
    refusals = []
    return all
  }
  const close = (): void => interceptor.remove(layer, global)
  return {
    get refused() {
      interceptor.collect()
      return refusals.flatMap(({ call, withdrawn }) => (withdrawn ? [] : [call]))
    },
    settled: () => settledInTime(refusals),
    takeRefused() {
      interceptor.collect()
      return takeRefusals().map(({ call }) => call)
    },
    get env() {
      return interceptor.environment()
    },
    takeErrors() {
      interceptor.collect()
      return takeRefusals().map(({ error }) => error)
    },
    close,
    [Symbol.dispose]: close,
    async [Symbol.asyncDispose]() {
      close()
    },
  }
}

/** Returns a layer that answers for the hosts of emulators. */
function layerOf(
  emulators: readonly Interceptable[],
  { unhandled, allow }: Required<InterceptOptions>,
  record: Layer['record'],
): Layer {
  const table = tableOf(emulators)
  return {
    unhandled,
    has: (host) => table.has(host),
    recordsOf: (host) => table.recordsOf(host),
    answersInProcess: (host) => table.answersInProcess(host),
    find: (host, path) => table.find(host, path),
    allows: allowedHosts(allow),
    steeringPort: null,
    file: null,
    patterns: { hosts: emulators.flatMap(({ hosts }) => hosts), allow },
    record,
  }
}

/** Resolves once every refusal is settled, and after a while in any case. */
async function settledInTime(refusals: readonly RecordedRefusal[]): Promise<void> {
  if (refusals.length === 0) return
  const all = Promise.all(refusals.map((refusal) => refusal.settled()))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = startTimer(resolve, LONGEST_WAIT)))
  await Promise.race([all, late])
  stopTimer(timer)
}

interface HostTable {
  has(host: string): boolean
  recordsOf(host: string): DnsRecords | undefined
  answersInProcess(host: string): boolean
  find(host: string, path: string): Answerer | null
}

function tableOf(emulators: readonly Interceptable[]): HostTable {
  const without = emulators.find(({ hosts }) => hosts.length === 0)
  if (without !== undefined) {
    throw new TypeError(
      `interceptHosts: ${without.service} answers for no host: start it with hosts: 'real', and declare hosts in defineService`,
    )
  }
  const table = new VendorHostTable<Answerer>(
    emulators.map((emulator) => [answererOf(emulator), emulator.service, emulator.hosts] as const),
  )
  // Patterns are tried once for each host.
  const known = new Map<string, readonly Answerer[]>()
  const ownersOf = (host: string): readonly Answerer[] => {
    const found = known.get(host) ?? table.ownersOf(host)
    known.set(host, found)
    return found
  }
  return {
    has: (host) => ownersOf(host).length > 0,
    recordsOf: (host) => table.recordsOf(host),
    answersInProcess: (host) => ownersOf(host).every(({ answering }) => answering !== null),
    find: (host, path) => table.match({ host, pathname: path }),
  }
}

function answererOf(emulator: Interceptable): Answerer {
  const answering = Reflect.get(emulator, ANSWERING) as Answering | undefined // set by createEmulator
  return { answering: answering ?? null, port: emulator.port, service: emulator.service }
}

const UNHANDLED = ['error', 'warn', 'bypass']

function checked(options: InterceptOptions): InterceptOptions {
  const unknown = Object.keys(options).find((name) => name !== 'allow' && name !== 'unhandled')
  if (unknown !== undefined)
    throw new TypeError(`interceptHosts: there is no option ${unknown}; there are allow, unhandled`)
  const { unhandled, allow } = options
  if (unhandled !== undefined && !UNHANDLED.includes(unhandled)) {
    throw new TypeError(
      `interceptHosts: unhandled: expected "error", "warn" or "bypass", got ${JSON.stringify(unhandled)}`,
    )
  }
  if (allow !== undefined && !(Array.isArray(allow) && allow.every((each) => typeof each === 'string'))) {
    throw new TypeError(
      `interceptHosts: allow: expected a list of hosts, such as ["internal.test"], got ${JSON.stringify(allow)}`,
    )
  }
  return options
}
