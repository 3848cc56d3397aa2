import { differences, formatDifference, type Difference } from './differences.ts'
import {
  checkExpectedCall,
  checkObserved,
  type ExpectedCall,
  type ExpectedInOrder,
  type MatchResult,
  type Observed,
} from './expected.ts'
import { maskText } from './mask.ts'
import type { ReceivedCall } from './received-call.ts'

/** The number of nearest calls that a message shows, and of other calls. */
const NEAREST = 3
const OTHERS = 10

/** A call with its differences from what was expected. */
interface Candidate {
  readonly call: ReceivedCall
  readonly differences: readonly Difference[]
}

/**
 * Checks that an emulator has received a call, or as many as `times`.
 *
 * @throws TypeError for an unknown operation or part, and for what is no emulator.
 */
export function received(observed: unknown, operation: string, expected: ExpectedCall = {}): MatchResult {
  checkObserved('toHaveReceived', observed)
  checkExpectedCall('toHaveReceived', expected)
  const { times } = expected
  const candidates = observed
    .calls(operation)
    .map((call): Candidate => ({ call, differences: compare(call, expected) }))
  const matching = candidates.filter((each) => each.differences.length === 0)
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  return { pass, message: () => describe(observed, operation, times, candidates, pass) }
}

/**
 * Checks that an emulator has received calls in this order; others may have come between them.
 *
 * @throws as {@link received} does.
 */
export function receivedInOrder(observed: unknown, expected: readonly ExpectedInOrder[]): MatchResult {
  checkObserved('toHaveReceivedInOrder', observed)
  if (!Array.isArray(expected)) throw new TypeError('toHaveReceivedInOrder: expected a list of operations')
  const all = observed.calls()
  let from = 0
  for (const [index, entry] of expected.entries()) {
    const [operation, parts] = typeof entry === 'string' ? [entry, {}] : entry
    checkExpectedCall('toHaveReceivedInOrder', parts)
    const ofOperation = new Set(observed.calls(operation).map(({ id }) => id))
    const found = all.findIndex(
      (call, at) => at >= from && ofOperation.has(call.id) && compare(call, parts).length === 0,
    )
    if (found < 0) return { pass: false, message: () => describeOrder(observed, expected, index, all, from) }
    from = found + 1
  }
  const names = expected.map((entry) => (typeof entry === 'string' ? entry : entry[0]))
  return { pass: true, message: () => `${observed.service} received ${names.join(', ')} in this order` }
}

/** Returns where a call differs from what is expected of it. */
function compare(call: ReceivedCall, { headers, ...parts }: ExpectedCall): Difference[] {
  const actual = { ...call, headers: call.request.request.headers }
  const wanted = { ...parts, times: undefined, ...(headers === undefined ? {} : { headers }) }
  return Object.entries(wanted).flatMap(([part, value]) =>
    value === undefined
      ? []
      : differences(value, Reflect.get(actual, part), { path: part, asText: part === 'body' && call.isForm }),
  )
}

function describe(
  observed: Observed,
  operation: string,
  times: number | undefined,
  candidates: readonly Candidate[],
  pass: boolean,
): string {
  const { service } = observed
  const matching = candidates.filter((each) => each.differences.length === 0)
  const nearest = candidates
    .filter((each) => each.differences.length > 0)
    .toSorted((left, right) => left.differences.length - right.differences.length)
    .slice(0, NEAREST)
  const heading = `${service} received ${operation} ${count(candidates.length)}`
  if (candidates.length === 0 && !pass) return [`${service} received no ${operation}`, ...others(observed)].join('\n')
  const wanted = times === undefined ? '' : `, and ${times} ${times === 1 ? 'is' : 'are'} expected`
  const result =
    candidates.length === matching.length && times !== undefined && !pass
      ? wanted
      : `; ${matching.length === 0 ? 'no call matches' : `${matching.length} ${matching.length === 1 ? 'matches' : 'match'}`}${wanted}`
  return [
    `${heading}${result}`,
    ...matching.slice(0, OTHERS).map(({ call }) => `  matches: ${line(call)}`),
    ...(pass ? [] : nearest.flatMap((each) => [`  nearest: ${line(each.call)}`, ...each.differences.map(indented)])),
  ].join('\n')
}

function describeOrder(
  observed: Observed,
  expected: readonly ExpectedInOrder[],
  missing: number,
  all: readonly ReceivedCall[],
  from: number,
): string {
  const nameOf = (entry: ExpectedInOrder): string => (typeof entry === 'string' ? entry : entry[0])
  const entry = expected[missing] ?? ''
  const operation = nameOf(entry)
  const before = expected.slice(0, missing).map(nameOf)
  const after = before.length === 0 ? '' : ` after ${before.join(', ')}`
  const parts = typeof entry === 'string' ? {} : entry[1]
  const [nearest] = all
    .filter((call) => call.operation === operation)
    .map((call): Candidate => ({ call, differences: compare(call, parts) }))
    .toSorted((left, right) => left.differences.length - right.differences.length)
  const hint =
    nearest === undefined
      ? []
      : nearest.differences.length === 0
        ? [`  it came before: ${line(nearest.call)}`]
        : [`  nearest: ${line(nearest.call)}`, ...nearest.differences.map(indented)]
  const calls = all
    .slice(-2 * OTHERS)
    .map((call) => `  ${all.indexOf(call) < from ? 'before' : 'after '}: ${line(call)}`)
  return [`${observed.service} received no ${operation}${after}`, ...hint, ...calls].join('\n')
}

/** Lists what an emulator has received instead, the latest last. */
function others(observed: Observed): string[] {
  const all = observed.calls()
  if (all.length === 0) return ['  it received no request at all: does the application call it at its URL?']
  const shown = all.slice(-OTHERS).map((call) => `  instead: ${line(call)}`)
  return shown.length === all.length ? shown : [`  of ${all.length} calls the last ${shown.length}:`, ...shown]
}

function line({ id, method, path, operation, carried, status }: ReceivedCall): string {
  const outcome = status === null ? 'without an answer' : String(status)
  const names = carried.length > 0 ? carried.join(', ') : (operation ?? '(matched no operation)')
  return `#${id} ${method} ${maskText(path)} ${outcome} ${names}`
}

function indented(difference: Difference): string {
  return `    ${formatDifference(difference)}`
}

function count(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}
