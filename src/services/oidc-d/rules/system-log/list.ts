import { DAY } from '#core/duration.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import type { LogEvent } from '#oidc-d/schema.ts'
import { checkVocabulary, matches, ownMember, parseExpression, type Vocabulary } from '../lists/expression.ts'

// https://developer.okta.com/docs/reference/system-log-query/

/** The page of a query of the System Log. */
export interface LogPage {
  readonly rows: readonly LogEvent[]
  /** The cursor of the next page; null where there is none. */
  readonly next: string | null
}

const MOST = 1000

/**
 * Returns the page of the entries that a query asks for. A query without `until` in ascending order polls: its next
 * page is where later entries will be, and always exists.
 *
 * @throws 400 for an invalid query.
 */
export function logPageOf(
  { rows, clock, query }: Pick<OidcCall, 'rows' | 'clock' | 'query'>,
  write: (event: LogEvent) => object,
): LogPage {
  const limit = limitOf(query.get('limit'))
  const descending = isDescending(query.get('sortOrder'))
  const until = timeOf(query, 'until')
  const to = until ?? clock.now()
  const from = timeOf(query, 'since') ?? to - 7 * DAY
  if (from > to) throw validationFailed('since', 'since: must not be after until')
  const after = query.get('after') ?? ''
  const isMatch = filterOf(query, write)
  const all = rows.logEvents.list('all')
  const found = (descending ? all.toReversed() : all).filter(
    (event) =>
      event.published >= from &&
      (until === null || event.published < to) &&
      (after === '' || (descending ? event.id < after : event.id > after)) &&
      isMatch(event),
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  if (found.length > limit && last !== undefined) return { rows: page, next: last.id }
  const polls = until === null && !descending
  return { rows: page, next: polls ? (all.at(-1)?.id ?? '0'.padStart(12, '0')) : null }
}

function limitOf(text: string | null): number {
  if (text === null || text === '') return 100
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit > MOST) {
    throw validationFailed('limit', `limit: must be a whole number between 0 and ${MOST}`)
  }
  return limit
}

function isDescending(order: string | null): boolean {
  const known = ['ASCENDING', 'DESCENDING']
  if (order === null || order === '') return false
  if (!known.includes(order.toUpperCase())) throw validationFailed('sortOrder', `sortOrder: ${order} is not known`)
  return order.toUpperCase() === 'DESCENDING'
}

function timeOf(query: URLSearchParams, name: 'since' | 'until'): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw validationFailed(name, `${name}: ${text} is no ISO 8601 date`)
  return time
}

/** The members of entries with which attributes of a filter begin. */
const MEMBERS: readonly string[] = [
  'actor',
  'authenticationContext',
  'client',
  'debugContext',
  'displayMessage',
  'eventType',
  'legacyEventType',
  'outcome',
  'published',
  'request',
  'securityContext',
  'severity',
  'target',
  'transaction',
  'uuid',
  'version',
]

const FILTER: Vocabulary = {
  operatorsOf: (attribute) =>
    MEMBERS.includes(attribute.split('.', 1)[0] ?? '')
      ? ['eq', 'ne', 'sw', 'co', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']
      : null,
  not: true,
}

/** Returns a predicate for the entries that match `filter` and have every keyword of `q`. */
function filterOf(query: URLSearchParams, write: (event: LogEvent) => object): (event: LogEvent) => boolean {
  const filter = query.get('filter') ?? ''
  const expression = filter === '' ? null : parseExpression(filter)
  if (expression !== null) checkVocabulary(expression, FILTER)
  const words = keywordsOf(query.get('q') ?? '')
  return (event) => {
    if (expression === null && words.length === 0) return true
    const wire = write(event)
    const read = (attribute: string): unknown => valueAt(wire, attribute.split('.'))
    const texts = words.length === 0 ? '' : textsOf(wire).join('\n').toLowerCase()
    return (
      (expression === null || matches(expression, read, { caseSensitive: true })) &&
      words.every((word) => texts.includes(word))
    )
  }
}

function keywordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== '')
  if (words.length > 10 || words.some((word) => word.length > 40)) {
    throw validationFailed('q', 'q: at most 10 keywords of at most 40 characters')
  }
  return words.map((word) => word.toLowerCase())
}

/** Returns the value of an attribute; where the path leads through a list, all values in its items. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path))
  if (typeof value !== 'object' || value === null) return undefined
  return valueAt(ownMember({ ...value }, name), rest)
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
