import type { Delivery } from '../controls.ts'
import { isRecord } from '../objects.ts'
import { bodyValue, type BodyValue } from './body-value.ts'
import { differences, formatDifference, type Difference } from './differences.ts'
import { checkExpectedDelivery, checkObserved, type ExpectedDelivery, type MatchResult } from './expected.ts'

/** A delivery with all of its attempts, of which the latest counts. */
interface Delivered {
  readonly latest: Delivery
  readonly attempts: number
}

/**
 * Checks that an emulator has delivered an event (`issues`, or `issues.opened` with its action) to a subscriber that
 * accepted it, or as many as `times`. An event for two subscribers is two deliveries; a retry is an attempt of one.
 *
 * @throws TypeError for an unknown part, and for what is no emulator.
 */
export function delivered(observed: unknown, event: string, expected: ExpectedDelivery = {}): MatchResult {
  checkObserved('toHaveDelivered', observed)
  checkExpectedDelivery('toHaveDelivered', expected)
  const all = deliveriesOf(observed.webhooks.deliveries)
  const candidates = all
    .filter(({ latest }) => latest.event === event || nameOf(latest) === event)
    .map((each) => ({ ...each, differences: compare(each, expected) }))
  const matching = candidates.filter((each) => each.differences.length === 0)
  const { times } = expected
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  const message = (): string => {
    const { service } = observed
    if (candidates.length === 0) {
      const others = all.map((each) => `  instead: ${line(each)}`)
      const none = '  it sent no webhook at all: is one seeded or created, and was settled() awaited?'
      return [`${service} delivered no ${event}`, ...(others.length === 0 ? [none] : others)].join('\n')
    }
    const wanted = times === undefined ? '' : `, and ${times} ${times === 1 ? 'is' : 'are'} expected`
    return [
      `${service} sent ${event} to ${candidates.length === 1 ? 'one subscriber' : `subscribers ${candidates.length} times`}; ` +
        `${matching.length} ${matching.length === 1 ? 'delivery matches' : 'deliveries match'}${wanted}`,
      ...candidates.flatMap((each) => [
        `  ${each.differences.length === 0 ? 'matches' : 'nearest'}: ${line(each)}`,
        ...each.differences.map((difference) => `    ${formatDifference(difference)}`),
      ]),
    ].join('\n')
  }
  return { pass, message }
}

function deliveriesOf(attempts: readonly Delivery[]): Delivered[] {
  const found = new Map<string, Delivered>()
  for (const attempt of attempts) {
    const key = `${attempt.guid} ${attempt.subscription.id}`
    found.set(key, { latest: attempt, attempts: (found.get(key)?.attempts ?? 0) + 1 })
  }
  return [...found.values()]
}

function compare({ latest, attempts }: Delivered, expected: ExpectedDelivery): Difference[] {
  const { request, response, subscription, state } = latest
  const wanted = { state: 'delivered', ...expected, times: undefined }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const payload = payloadOf(request.body, headers['content-type'] ?? '')
  const actual = {
    state,
    payload: payload.value,
    url: subscription.url,
    headers,
    status: response?.status,
    attempts,
  }
  return Object.entries(wanted).flatMap(([part, value]) =>
    value === undefined
      ? []
      : differences(value, Reflect.get(actual, part), { path: part, asText: part === 'payload' && payload.isForm }),
  )
}

/**
 * Returns the payload of a delivery. A form whose only member is `payload` has it as JSON there: GitHub sends hooks of
 * the content type `form` so.
 */
function payloadOf(body: string, type: string): BodyValue {
  const sent = bodyValue({ headers: { 'content-type': type }, body, truncated: false })
  if (!sent.isForm || !isRecord(sent.value)) return sent
  const { payload, ...others } = sent.value
  if (typeof payload !== 'string' || Object.keys(others).length > 0) return sent
  return bodyValue({ headers: { 'content-type': 'application/json' }, body: payload, truncated: false })
}

function nameOf({ event, action }: Delivery): string {
  return action === null ? event : `${event}.${action}`
}

function line({ latest, attempts }: Delivered): string {
  const { state, response, error, subscription } = latest
  const outcome = error ?? (response === null ? state : `${state}, the receiver answered ${response.status}`)
  return `${nameOf(latest)} to ${subscription.url}: ${outcome}${attempts === 1 ? '' : `, ${attempts} attempts`}`
}
