import type { Delivery } from '../controls.ts'
import { suggest } from '../text/did-you-mean.ts'
import type { AsymmetricMatcher, Expectation } from './differences.ts'
import type { OperationTypes, ReceivedCall } from './received-call.ts'

/** The parts that a call must have. Objects may have further members. */
export interface ExpectedCall<T extends OperationTypes = OperationTypes, A = unknown> {
  /** Parameters in the path. */
  readonly params?: Expectation<T['params']>
  readonly query?: Readonly<Record<string, string | AsymmetricMatcher>>
  /** The body, with the names that the client sent. In a form, a number equals its text. */
  readonly body?: Expectation<T['body']>
  /** The body of the answer. */
  readonly answer?: unknown extends A ? unknown : Expectation<A>
  readonly status?: number | AsymmetricMatcher
  /** The name of the principal; null for an anonymous request. */
  readonly principal?: string | null | AsymmetricMatcher
  /** Headers of the request, with names in lower case. */
  readonly headers?: Readonly<Record<string, string | AsymmetricMatcher>>
  /** The number of calls that match. Default: one or more */
  readonly times?: number
}

/** The parts that a delivery of a webhook must have. */
export interface ExpectedDelivery {
  /** The payload, JSON parsed. */
  readonly payload?: unknown
  /** The URL of the subscriber. */
  readonly url?: string | AsymmetricMatcher
  /** Headers of the request, with names in lower case. */
  readonly headers?: Readonly<Record<string, string | AsymmetricMatcher>>
  /** The status of the receiver's answer. */
  readonly status?: number | AsymmetricMatcher
  /** How many times it was sent, retries and redeliveries included. */
  readonly attempts?: number | AsymmetricMatcher
  /** The number of deliveries that match. Default: one or more */
  readonly times?: number
}

/** One entry of a sequence of calls: an operation, alone or with what the call has to be like. */
export type ExpectedInOrder = string | readonly [operation: string, expected: Omit<ExpectedCall, 'times'>]

/** The parts of an emulator that assertions read. */
export interface Observed {
  readonly service: string
  calls(operation?: string): readonly ReceivedCall[]
  readonly webhooks: { readonly deliveries: readonly Delivery[] }
}

/** The result of an assertion, as the matchers of all runners return it. */
export interface MatchResult {
  readonly pass: boolean
  /** Returns the reason: why it has failed or, after `.not`, why it has passed. */
  readonly message: () => string
}

const CALL_PARTS = ['params', 'query', 'body', 'answer', 'status', 'principal', 'headers', 'times']
const DELIVERY_PARTS = ['payload', 'url', 'headers', 'status', 'attempts', 'times']

/** @throws TypeError for a part that no call has, and for a wrong `times`. */
export function checkExpectedCall(matcher: string, expected: object): void {
  checkParts(matcher, expected, CALL_PARTS)
}

/** @throws TypeError for a part that no delivery has, and for a wrong `times`. */
export function checkExpectedDelivery(matcher: string, expected: object): void {
  checkParts(matcher, expected, DELIVERY_PARTS)
}

/** @throws TypeError for what is no emulator. */
export function checkObserved(matcher: string, value: unknown): asserts value is Observed {
  const observed = value as Partial<Observed> | null | undefined
  if (typeof observed?.calls === 'function' && typeof observed.service === 'string') return
  throw new TypeError(`${matcher}: expect() was not given an emulator: write expect(codehost).${matcher}(…)`)
}

function checkParts(matcher: string, expected: object, parts: readonly string[]): void {
  for (const name of Object.keys(expected)) {
    if (parts.includes(name)) continue
    const guess = suggest(name, parts)
    const hint = guess === undefined ? `there are ${parts.join(', ')}` : `did you mean ${guess}?`
    throw new TypeError(`${matcher}: unknown part ${JSON.stringify(name)}, ${hint}`)
  }
  const times: unknown = Reflect.get(expected, 'times')
  if (times !== undefined && !(typeof times === 'number' && Number.isInteger(times) && times >= 0)) {
    throw new TypeError(`${matcher}: times: expected a whole number, got ${JSON.stringify(times)}`)
  }
}
