import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { integer, required, text, type ValuesOf } from './params.ts'

/** The parameters of every search. */
export const SEARCH_PARAMS = { query: required(text()), limit: integer({ min: 1, max: 100 }), page: text() }

/** The values of {@link SEARCH_PARAMS}. */
export type SearchInput = ValuesOf<typeof SEARCH_PARAMS>

/** The kinds of fields that a search compares: exactly, by substring too, or as numbers. */
export type SearchFields = Readonly<Record<string, 'token' | 'string' | 'numeric'>>

/** One page of a search, as the vendor writes it. */
export interface SearchJson {
  readonly object: 'search_result'
  readonly data: readonly object[]
  readonly has_more: boolean
  readonly next_page: string | null
  /** The number of all matches; present where the request expands it. */
  readonly total_count?: number
  readonly url: string
}

type Operator = ':' | '~' | '>' | '<' | '>=' | '<='

/** One clause of a query: `-name~"amy"`. */
interface Clause {
  readonly negated: boolean
  readonly field: string
  /** The key of `metadata["key"]`. */
  readonly key: string | null
  readonly operator: Operator
  /** null for `metadata["key"]:null`. */
  readonly value: string | null
}

/**
 * Returns the page of a search over rows, newest first, in the vendor's query language: `status:"active" AND
 * -name~"amy"`. The query compares members of the objects that `write` makes of the rows. All clauses are joined by
 * `AND`, or all by `OR`. https://docs.stripe.com/search#search-query-language
 *
 * @throws 400 for a query that is malformed or names an unknown field.
 */
export function search<R>(
  rows: Iterable<R>,
  write: (row: R) => object,
  fields: SearchFields,
  { query, limit = 10, page, expand = [] }: SearchInput & { readonly expand?: readonly string[] | undefined },
  url: string,
): SearchJson {
  const { clauses, any } = parseQuery(query, fields)
  const offset = page === undefined ? 0 : offsetOf(page)
  const matches = (object: object): boolean =>
    any ? clauses.some((each) => holds(each, object, fields)) : clauses.every((each) => holds(each, object, fields))
  const counts = expand.includes('total_count')
  const matching: object[] = []
  for (const row of rows) {
    const object = write(row)
    if (matches(object)) matching.push(object)
    // One match more than the page has tells that the list goes on.
    if (!counts && matching.length > offset + limit) break
  }
  const more = offset + limit < matching.length
  return {
    object: 'search_result',
    data: matching.slice(offset, offset + limit),
    has_more: more,
    next_page: more ? Buffer.from(`offset:${offset + limit}`).toString('base64url') : null,
    ...(counts ? { total_count: matching.length } : {}),
    url,
  }
}

function offsetOf(page: string): number {
  const [, digits] = /^offset:(\d{1,9})$/.exec(Buffer.from(page, 'base64url').toString('utf8')) ?? []
  if (digits === undefined) throw invalidParameter('page', `Invalid page token: ${page}`)
  return Number(digits)
}

const CLAUSE =
  /(-?)\s*([a-z_0-9.]+)(?:\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\])?\s*(>=|<=|[:~><])\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)|(null|true|false))\s*/y
const JOINT = /(AND|OR|and|or)\s+/y

function parseQuery(query: string, fields: SearchFields): { clauses: readonly Clause[]; any: boolean } {
  const clauses: Clause[] = []
  const joints = new Set<string>()
  const trimmed = query.trim()
  let at = 0
  while (at < trimmed.length) {
    if (clauses.length > 0) {
      JOINT.lastIndex = at
      const joint = JOINT.exec(trimmed)
      // Clauses without a word between them are joined by AND.
      joints.add((joint?.[1] ?? 'AND').toUpperCase())
      at += joint?.[0].length ?? 0
    }
    CLAUSE.lastIndex = at
    const match = CLAUSE.exec(trimmed)
    if (match === null) throw malformed()
    const [all, minus, field = '', double, single, operator, quoted, apostrophes, digits, word] = match
    const key = double ?? single ?? null
    checkField(field, key, operator as Operator, fields) // the pattern has the operators
    const value = quoted ?? apostrophes ?? digits ?? (word === 'null' ? null : (word ?? null))
    const clause: Clause = {
      negated: minus === '-',
      field,
      key: key === null ? null : unescaped(key),
      operator: operator as Operator, // the pattern has the operators
      value: value === null ? null : unescaped(value),
    }
    clauses.push(clause)
    at += all.length
    if (clauses.length > 10) throw invalidRequest('The search query has more than 10 clauses.', { param: 'query' })
  }
  if (clauses.length === 0) throw malformed()
  if (joints.size > 1) {
    throw invalidParameter('query', 'The search query combines AND and OR clauses, which is not supported.')
  }
  return { clauses, any: joints.has('OR') }
}

function checkField(field: string, key: string | null, operator: Operator, fields: SearchFields): void {
  const kind = fields[field]
  if (kind === undefined) {
    throw invalidParameter(
      'query',
      `Field \`${field}\` is an unsupported search field for this resource. See https://stripe.com/docs/search#query-fields-for-each-resource for a list of supported fields.`,
    )
  }
  if ((field === 'metadata') !== (key !== null)) throw malformed()
  const ordered = operator !== ':' && operator !== '~'
  if (operator === '~' && kind !== 'string') {
    throw invalidParameter('query', `The \`~\` operator is not supported on the field \`${field}\`.`)
  }
  if (ordered && kind !== 'numeric') {
    throw invalidParameter(
      'query',
      `The \`${operator}\` operator is only supported on numeric fields, and \`${field}\` is none.`,
    )
  }
}

function malformed(): Error {
  return invalidParameter(
    'query',
    'We were unable to parse your search query. Try using the format `metadata["key"]:"value"` to query for metadata or key:"value" to query for other fields.',
  )
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

function holds({ negated, field, key, operator, value }: Clause, object: object, fields: SearchFields): boolean {
  const path = key === null ? field.split('.') : [...field.split('.'), key]
  const values = valuesAt(object, path)
  const fits = values.some((each) => compares(each, operator, value, fields[field] ?? 'token'))
  const absent = value === null && values.every((each) => each === undefined || each === null)
  // `metadata["key"]:null` finds the objects without the key.
  return (value === null ? absent : fits) !== negated
}

/** Returns the values at a path; those of every item where the path leads through a list. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [name, ...rest] = path
  if (name === undefined) return [value]
  if (typeof value !== 'object' || value === null) return [undefined]
  const inner: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(inner) ? inner.flatMap((each: unknown) => valuesAt(each, rest)) : valuesAt(inner, rest)
}

function compares(
  actual: unknown,
  operator: Operator,
  value: string | null,
  kind: 'token' | 'string' | 'numeric',
): boolean {
  if (actual === undefined || actual === null || value === null) return false
  if (kind === 'numeric') {
    const [one, other] = [Number(actual), Number(value)]
    if (operator === '>') return one > other
    if (operator === '<') return one < other
    if (operator === '>=') return one >= other
    if (operator === '<=') return one <= other
    return one === other
  }
  const text = (typeof actual === 'string' ? actual : JSON.stringify(actual)).toLowerCase()
  return operator === '~' ? text.includes(value.toLowerCase()) : text === value.toLowerCase()
}
