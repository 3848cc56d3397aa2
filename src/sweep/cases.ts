import type { FaultOptions } from '#core/faults.ts'

/** The ways in which one call fails. */
export const CALL_FAILURES = ['429', '500', '503', 'timeout', 'drop-before', 'drop-after'] as const

/** Those of them that are about the connection: a service with a protocol of its own has no statuses. */
const CONNECTION_FAILURES = ['timeout', 'drop-before', 'drop-after'] as const

/** The ways in which the deliveries to one subscriber go wrong. */
export const DELIVERY_FAILURES = ['twice', 'late', 'lost', 'order'] as const

/**
 * A way to fail. Of a call: the vendor's 429 with `Retry-After`, its 500 and 503; no answer at all; the connection
 * dropped before the change was made, and after it. Of a command of docdb, in place of the statuses: the code of an
 * error of its server. Of deliveries: sent twice, sent after all else, never sent, sent in another order.
 */
export type SweepFailure = (typeof CALL_FAILURES)[number] | (typeof DELIVERY_FAILURES)[number] | (string & {})

/** A call that fails: the `occurrence`th of its operation, from 1. */
export interface CallCase {
  readonly kind: 'call'
  readonly service: string
  /** The vendor's id of the operation, as `mutation addComment` of a call to GraphQL; or the method and the path. */
  readonly operation: string
  readonly occurrence: number
  /** One of {@link CALL_FAILURES}, or the code of an error of the service's protocol. */
  readonly failure: string
}

/** Deliveries to one subscriber that go wrong. */
export interface DeliveryCase {
  readonly kind: 'delivery'
  readonly service: string
  /** The id of the subscriber. */
  readonly subscriber: string
  readonly failure: (typeof DELIVERY_FAILURES)[number]
  /** The places of the deliveries that are meant, from 1; of an order, all places in that order. */
  readonly places: readonly number[]
}

/** One way in which a body is run. */
export type SweepCase = CallCase | DeliveryCase

/** Returns the text that names a case, and by which it is replayed. */
export function nameOfCase(each: SweepCase): string {
  if (each.kind === 'call') return `${each.service} ${each.operation} ${each.occurrence} ${each.failure}`
  const places = each.places.join(each.failure === 'order' ? '-' : '+')
  return `${each.service} → ${each.subscriber} ${each.failure} ${places}`
}

const DELIVERY_NAME = new RegExp(`^(\\S+) → (.+) (${DELIVERY_FAILURES.join('|')}) ([\\d+-]+)$`)
const CALL_NAME = /^(\S+) (.+) (\d+) ([\w-]+)$/

/**
 * Returns the case with a name.
 *
 * @throws TypeError when it names none.
 */
export function caseOf(name: string): SweepCase {
  const delivery = DELIVERY_NAME.exec(name)
  if (delivery !== null) {
    const [, service = '', subscriber = '', failure, places = ''] = delivery
    const numbers = places.split(/[+-]/).map(Number)
    return { kind: 'delivery', service, subscriber, failure: failure as DeliveryCase['failure'], places: numbers } // matched
  }
  const [, service, operation = '', occurrence, failure = ''] = CALL_NAME.exec(name) ?? []
  if (service === undefined) {
    throw new TypeError(`sweep: replay: ${JSON.stringify(name)} names no case: copy it from the report of a sweep`)
  }
  return { kind: 'call', service, operation, occurrence: Number(occurrence), failure }
}

/** Returns the fault that lets a call fail; a call without an answer is held for `patience` milliseconds. */
export function faultOf({ operation, occurrence, failure }: CallCase, patience: number): FaultOptions {
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(operation) ?? []
  const target = method === undefined || path === undefined ? { operation } : { method, path }
  const once = { ...target, skip: occurrence - 1, times: 1 }
  switch (failure) {
    case '429':
      return { ...once, status: 429, headers: { 'retry-after': '1' } }
    case 'timeout':
      return { ...once, delay: patience, connection: 'drop' }
    case 'drop-before':
      return { ...once, connection: 'drop' }
    case 'drop-after':
      return { ...once, connection: 'commit then drop' }
    case '500':
    case '503':
      return { ...once, status: Number(failure) }
    default:
      return { ...once, code: failure }
  }
}

/** The errors of a service's own protocol. */
export interface ProtocolErrors {
  /** The codes with which an operation fails where none is asked for. */
  readonly failures: readonly string[]
  readonly isCode: (code: string) => boolean
}

/** A call of a run without failures. */
export interface LearnedCall {
  readonly service: string
  readonly operation: string
  /** null for a call of HTTP. */
  readonly protocol: ProtocolErrors | null
}

/** The calls and deliveries of a run without failures. */
export interface Learned {
  readonly calls: readonly LearnedCall[]
  readonly deliveries: readonly { readonly service: string; readonly subscriber: string }[]
}

/** Up to this number of deliveries to one subscriber, all their orders and all sets of duplicates are tried. */
const ALL_UP_TO = 4

/** The number of orders, and of sets of duplicates, that are tried for more deliveries. */
const SAMPLES = 24

/** Returns the ways in which a call fails. */
function waysOf({ protocol }: LearnedCall, failures: readonly SweepFailure[] | null): readonly string[] {
  const isMeant = (failure: string): boolean => failures?.includes(failure) ?? true
  if (protocol === null) return CALL_FAILURES.filter(isMeant)
  const isStatus = (failure: string): boolean => CALL_FAILURES.some((each) => each === failure)
  const codes = failures?.filter((each) => !isStatus(each) && protocol.isCode(each)) ?? protocol.failures
  return [...codes, ...CONNECTION_FAILURES.filter(isMeant)]
}

/**
 * Returns the cases of a run: each call in each way, and the deliveries to each subscriber. `failures` are the ways
 * that are meant; null: all.
 */
export function casesOf(learned: Learned, failures: readonly SweepFailure[] | null, seed: number): SweepCase[] {
  const seen = new Map<string, number>()
  const calls = learned.calls.flatMap((call): SweepCase[] => {
    const { service, operation } = call
    const key = `${service} ${operation}`
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    return waysOf(call, failures).map((failure) => ({ kind: 'call', service, operation, occurrence, failure }))
  })
  const subscribers = new Map<string, { readonly service: string; readonly subscriber: string; count: number }>()
  for (const { service, subscriber } of learned.deliveries) {
    const key = `${service} ${subscriber}`
    const known = subscribers.get(key) ?? { service, subscriber, count: 0 }
    subscribers.set(key, { ...known, count: known.count + 1 })
  }
  const deliveries = [...subscribers.values()].flatMap(({ service, subscriber, count }) =>
    placesOf(count, seed)
      .filter(({ failure }) => failures?.includes(failure) ?? true)
      .map((each): SweepCase => ({ kind: 'delivery', service, subscriber, ...each })),
  )
  return [...calls, ...deliveries]
}

type Places = Pick<DeliveryCase, 'failure' | 'places'>

function placesOf(count: number, seed: number): Places[] {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const random = randomOf(seed)
  const orders = count <= ALL_UP_TO ? permutations(all) : samples(() => shuffled(all, random))
  const sets = count <= ALL_UP_TO ? subsets(all) : samples(() => all.filter(() => random() < 0.5))
  const single = all.flatMap((place): Places[] => [
    { failure: 'late', places: [place] },
    { failure: 'lost', places: [place] },
  ])
  const several = count <= ALL_UP_TO ? [] : all.map((place) => [place])
  const twice = distinct([...several, ...sets.filter((places) => places.length > 0)])
  return [
    ...single,
    ...twice.map((places): Places => ({ failure: 'twice', places })),
    ...distinct(orders.filter((order) => order.some((place, index) => place !== index + 1))).map((places): Places => {
      return { failure: 'order', places }
    }),
  ]
}

function permutations(all: readonly number[]): number[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((first) => permutations(all.filter((each) => each !== first)).map((rest) => [first, ...rest]))
}

function subsets(all: readonly number[]): number[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_each, index) => (bits >> index) & 1))
}

function samples(make: () => number[]): number[][] {
  return Array.from({ length: SAMPLES }, make)
}

function shuffled(all: readonly number[], random: () => number): number[] {
  const left = [...all]
  return all.map(() => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0)
}

function distinct(lists: readonly (readonly number[])[]): (readonly number[])[] {
  return [...new Map(lists.map((list) => [list.join(), list])).values()]
}

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
