import type Stripe from 'stripe'
import type { RunningPayments } from './payments.fixture.ts'

/** A method of the SDK, with the operation that its request leads to; null where the operation is not built. */
export interface SdkMethod {
  /** The method as code names it: `billingPortal.sessions.create`. */
  readonly name: string
  readonly operation: string | null
  /** The status of the answer to a call with ids that do not exist. */
  readonly status: number | null
}

/**
 * Members of the SDK that are no resources, or send no request of their own; `account` is the former name of
 * `accounts`.
 */
const NO_RESOURCES = ['account', 'Decimal', 'StripeResource', 'errors', 'oauth', 'stripe', 'webhooks']

/** Methods of the base class of the resources. */
const BASE_METHODS = [
  'basePath',
  'constructor',
  'createFullPath',
  'createResourcePathWithSymbols',
  'extend',
  'initialize',
]

/** Methods whose requests go to another host of the vendor, whatever the SDK's `host` says. */
const OTHER_HOSTS = ['v2.billing.meterEventStream.create']

/** Arguments beside ids without which a method refuses to send anything. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  'files.create': [{ file: { data: Buffer.alloc(0), name: 'a', type: 'text/plain' }, purpose: 'business_logo' }],
  'ephemeralKeys.create': [{}, { apiVersion: '2026-10-28.endive' }],
}

/**
 * Calls every method of an SDK's resources once, with ids that do not exist, and returns the operations that their
 * requests lead to. The SDK must be pointed at the instance, whose request log must be empty.
 */
export async function sdkMethods(stripe: Stripe, payments: RunningPayments): Promise<readonly SdkMethod[]> {
  const sent: string[] = []
  let calling = ''
  const note = (): void => void sent.push(calling)
  stripe.on('request', note)
  for (const [name, call, ids] of methodsOf(stripe, '', new Set())) {
    calling = name
    const before = sent.length
    // The number of ids that the path has is known of a method that declares its parameters; others refuse to be called
    // with too few.
    const attempts = ids === null ? [0, 1, 2, 3] : [ids]
    for (const count of attempts) {
      const given = ARGUMENTS[name] ?? ['a', 'b', 'c'].slice(0, count)
      try {
        await call(...given)
      } catch {
        // Almost every call is refused; the request log has what counts.
      }
      if (sent.length > before) break
    }
  }
  stripe.off('request', note)
  const { requests } = payments
  if (requests.length !== sent.length) throw new Error(`${sent.length} requests were sent, ${requests.length} arrived`)
  return requests.map(({ operation, status }, index) => ({ name: sent[index] ?? '', operation, status }))
}

type Method = (...args: readonly unknown[]) => Promise<unknown>
type Members = Readonly<Record<string, unknown>>

/**
 * Yields the methods of resources, and of the resources in them, with the number of ids that their path has; null where
 * it is not known.
 */
function* methodsOf(owner: object, prefix: string, seen: Set<object>): Generator<[string, Method, number | null]> {
  for (const [name, resource] of Object.entries(owner) as [string, unknown][]) {
    if (name.startsWith('_') || NO_RESOURCES.includes(name)) continue
    if (typeof resource !== 'object' || resource === null || seen.has(resource)) continue
    seen.add(resource)
    for (const method of methodNames(resource)) {
      const call = (resource as Members)[method] as Method // methodNames found a function
      const path = `${prefix}${name}.${method}`
      if (OTHER_HOSTS.includes(path)) continue
      yield [path, call.bind(resource), call.length === 0 ? null : Math.max(0, call.length - 2)]
    }
    yield* methodsOf(resource, `${prefix}${name}.`, seen)
  }
}

function methodNames(resource: object): readonly string[] {
  const names = new Set<string>()
  for (let level: object | null = resource; level !== null && level !== Object.prototype;) {
    for (const name of Object.getOwnPropertyNames(level)) {
      const isMethod = typeof (resource as Members)[name] === 'function'
      if (isMethod && !name.startsWith('_') && !BASE_METHODS.includes(name)) names.add(name)
    }
    level = Object.getPrototypeOf(level) as object | null
  }
  return [...names]
}
