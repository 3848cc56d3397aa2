import { isIP } from 'node:net'
import { dns as builtin } from './builtins.ts'
import { stackAbove } from './call-site.ts'
import { answerTo, reverseAnswer, RECORD_METHODS } from './dns-records.ts'
import type { Interceptor } from './interceptor.ts'
import type { Patches } from './patches.ts'
import { Refusal } from './refused-call.ts'

type AnyFunction = (this: unknown, ...parameters: unknown[]) => unknown

/** Returns the answer to a question, or throws its error; null for a question that is to be asked. */
type Answer = (parameters: readonly unknown[], above: AnyFunction) => { readonly values: readonly unknown[] } | null

/**
 * Answers look-ups of the names that are steered or refused with addresses that stand for them, and questions for their
 * records, so that no name server is asked. A question about a refused name that no address answers is a refused call.
 */
export function patchDns(interceptor: Interceptor, patches: Patches): void {
  const dns = builtin()
  const isOurs = (name: unknown): name is string => {
    if (typeof name !== 'string') return false
    const decision = interceptor.decide(name, null)
    return decision === 'steer' || decision === 'refuse'
  }
  const records =
    (kindOf: (parameters: readonly unknown[]) => string): Answer =>
    (parameters, above) => {
      const [asked] = parameters
      if (!isOurs(asked)) return null
      const kind = kindOf(parameters)
      const name = asked.toLowerCase()
      const isSteered = interceptor.decide(name, null) === 'steer'
      if (!isSteered && !['A', 'AAAA', 'ANY'].includes(kind)) throw refusedBy(interceptor, name, kind, above)
      return { values: [answerTo(interceptor, name, kind, withTtl(parameters[1]))] }
    }
  const reverse: Answer = ([address], above) => {
    if (!isOurs(address) || isIP(address) === 0) return null
    const name = reverseAnswer(interceptor, address)
    if (name === null) throw refusedBy(interceptor, address, 'PTR', above)
    return { values: [[name]] }
  }
  const service: Answer = ([address, port], above) => {
    const found = reverse([address], above)
    return found && { values: [...(found.values[0] as string[]), String(port)] } // one name
  }
  const lookup: Answer = ([name, options]) => {
    if (!isOurs(name) || isIP(name) !== 0) return null
    const found = lookedUp(interceptor, name, typeof options === 'function' ? undefined : options)
    return { values: Array.isArray(found) ? [found] : [found.address, found.family] }
  }
  const methods: [string, Answer][] = [
    ...Object.entries(RECORD_METHODS).map(([name, kind]): [string, Answer] => [name, records(() => kind)]),
    ['resolve', records(([, kind]) => (typeof kind === 'string' ? kind : 'A'))],
    ['reverse', reverse],
  ]
  for (const owner of [dns, dns.Resolver.prototype]) replaceAll(patches, owner, methods, withCallback)
  for (const owner of [dns.promises, dns.promises.Resolver.prototype]) replaceAll(patches, owner, methods, withPromise)
  const others: [string, Answer][] = [
    ['lookup', lookup],
    ['lookupService', service],
  ]
  replaceAll(patches, dns, others, withCallback)
  replaceAll(patches, dns.promises, others, withPromise)
}

/** Records a refused question, and returns its error. */
function refusedBy(interceptor: Interceptor, name: string, kind: string, above: AnyFunction): Error {
  const refusal = new Refusal(name, 53, stackAbove(above), { scheme: 'dns', method: kind })
  interceptor.record(refusal)
  return refusal.error
}

function replaceAll(
  patches: Patches,
  owner: object,
  methods: readonly [string, Answer][],
  make: (original: AnyFunction, answer: Answer, name: string) => AnyFunction,
): void {
  for (const [name, answer] of methods)
    patches.replace(owner, name, (original: AnyFunction) => make(original, answer, name))
}

function withCallback(original: AnyFunction, answer: Answer): AnyFunction {
  return function ask(...parameters) {
    const callback = parameters.at(-1)
    if (typeof callback !== 'function') return original.apply(this, parameters)
    let found: ReturnType<Answer>
    try {
      found = answer(parameters.slice(0, -1), ask)
    } catch (error) {
      process.nextTick(callback, error)
      return {}
    }
    if (found === null) return original.apply(this, parameters)
    process.nextTick(callback, null, ...found.values)
    return {}
  }
}

/** The methods whose promise has an object for the values of the callback, with the names of its members. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  lookup: ['address', 'family'],
  lookupService: ['hostname', 'service'],
}

function withPromise(original: AnyFunction, answer: Answer, name: string): AnyFunction {
  return function ask(...parameters) {
    let found: ReturnType<Answer>
    try {
      found = answer(parameters, ask)
    } catch (error) {
      return Promise.reject(error)
    }
    if (found === null) return original.apply(this, parameters)
    const { values } = found
    const members = MEMBERS[name]
    if (members === undefined || values.length === 1) return Promise.resolve(values[0])
    return Promise.resolve(Object.fromEntries(members.map((member, index) => [member, values[index]])))
  }
}

function withTtl(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'ttl' in options && options.ttl === true
}

interface Found {
  readonly address: string
  readonly family: 4 | 6
}

function lookedUp(interceptor: Interceptor, name: string, options: unknown): Found | Found[] {
  const { all, family }: { all?: unknown; family?: unknown } =
    typeof options === 'object' && options !== null ? options : { family: options }
  const version = family === 6 || family === 'IPv6' ? 6 : 4
  const found = { address: interceptor.addresses.addressOf(name.toLowerCase(), version), family: version } as const
  return all === true ? [found] : found
}
