import { badRequest, unsupportedQuery } from '#oidc-c/errors.ts'
import { suggest } from '#core/text/did-you-mean.ts'
import { clausesOf, FilterFlaw, has, parseFilter, type Clause, type Filter, type Operator } from './filter.ts'
import { typeOfProperty, type ObjectType, type PropertyType } from './object-type.ts'

/** The query options of a list. https://learn.microsoft.com/graph/query-parameters */
export interface ListQuery {
  /** Null: the usual properties. */
  readonly select: readonly string[] | null
  readonly filter: Filter | null
  readonly search: Filter | null
  readonly order: { readonly property: string; readonly descending: boolean } | null
  readonly top: number
  /** The place after which this page begins; null for the first page. */
  readonly after: Place | null
  readonly count: boolean
  readonly expand: Expansion | null
}

/** The related objects that an object is answered with. https://learn.microsoft.com/graph/query-parameters#expand */
export interface Expansion {
  /** The name of the relationship: `manager`. */
  readonly name: string
  /** Null: the usual properties. */
  readonly select: readonly string[] | null
}

/** The place of an object in a list. The next page begins after it, even if those before it are gone by then. */
export interface Place {
  readonly position: number
  /**
   * The value by which the list is ordered, in the form in which it is compared; empty when it is ordered by position.
   */
  readonly value: string
}

const KNOWN = ['$select', '$filter', '$search', '$orderby', '$top', '$count', '$skiptoken', '$format', '$expand']
const DEFAULT_TOP = 100
const MAXIMUM_TOP = 999

/**
 * Reads the query options of a list of objects of one type. `eventual`: the request has `ConsistencyLevel: eventual`,
 * which some options need. https://learn.microsoft.com/graph/aad-advanced-queries
 *
 * @throws Failure BadRequest, Request_UnsupportedQuery
 */
export function listQuery(type: ObjectType, query: URLSearchParams, eventual: boolean): ListQuery {
  checkNames(query)
  const count = query.get('$count') === 'true'
  const filter = filterOf(type, query.get('$filter'))
  const order = orderOf(type, query.get('$orderby'))
  const search = searchOf(type, query.get('$search'))
  const advanced = eventual && count
  if (filter !== null && !advanced && has(filter, isAdvanced)) {
    throw unsupportedQuery(`Unsupported Query. ${ADVANCED}`)
  }
  if (filter !== null && order !== null && !advanced) {
    throw unsupportedQuery(`Sorting not supported for current query. ${ADVANCED}`)
  }
  if (order !== null && !advanced && !['displayName', 'userPrincipalName'].includes(order.property)) {
    throw unsupportedQuery(`Sorting by ${order.property} is not supported. ${ADVANCED}`)
  }
  if (search !== null && !eventual) {
    throw badRequest(
      "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'",
      'Request_UnsupportedQuery',
    )
  }
  return {
    select: selected(type, query.get('$select')),
    filter,
    search,
    order,
    top: topOf(query.get('$top')),
    after: placeOf(query.get('$skiptoken')),
    count: advanced,
    expand: expansionOf(type, query.get('$expand')),
  }
}

/**
 * Returns the properties that `$select` names; null when it is absent.
 *
 * @throws Failure for an unknown property.
 */
export function selected(type: ObjectType, text: string | null): readonly string[] | null {
  const names = (text ?? '').split(',').map((name) => name.trim())
  const selection = names.filter((name) => name !== '')
  for (const name of selection) {
    if (typeOfProperty(type, name) === undefined) {
      throw badRequest(`Parsing OData Select and Expand failed: ${noProperty(type, name)}`)
    }
  }
  return selection.length === 0 ? null : [...new Set(selection)]
}

/**
 * Reads an `$expand` such as `manager($select=id,displayName)`.
 *
 * @throws Failure for an unknown relationship, and for more than one.
 */
export function expansionOf(type: ObjectType, text: string | null): Expansion | null {
  if (text === null || text.trim() === '') return null
  const [, name = '', , options = ''] = /^\s*(\w+)\s*(\(([^()]*)\))?\s*$/.exec(text) ?? []
  if (name === '') throw badRequest(`Parsing OData Select and Expand failed: ${text}; expected one relationship`)
  if (!type.relationships.includes(name)) {
    throw badRequest(`Parsing OData Select and Expand failed: ${noProperty(type, name)}`)
  }
  const given = options.split(';').map((option) => option.trim())
  const select = given.find((option) => option.startsWith('$select='))?.slice('$select='.length)
  const names = select?.split(',').map((each) => each.trim())
  return { name, select: names ?? null }
}

/** Returns the `$skiptoken` for the page after a place. */
export function skipToken({ position, value }: Place): string {
  return Buffer.from(`RFNwdAIAAQ:${position}:${value}`).toString('base64url')
}

const ADVANCED = 'It needs the header ConsistencyLevel: eventual, and $count=true.'

function checkNames(query: URLSearchParams): void {
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1)
      throw badRequest(`Query option '${name}' was specified more than once, but it must be specified at most once.`)
    if (name === '$skip') throw badRequest("'$skip' is not supported by the service.")
    if (name.startsWith('$') && !KNOWN.includes(name)) {
      throw badRequest(`The query parameter '${name}' is not supported; expected ${KNOWN.join(', ')}`)
    }
  }
}

function filterOf(type: ObjectType, text: string | null): Filter | null {
  if (text === null) return null
  const filter = parsed(text)
  for (const clause of clausesOf(filter)) {
    const { property: name } = clause
    const kind = typeOfProperty(type, name)
    if (kind === undefined) throw badRequest(`Invalid filter clause: ${noProperty(type, name)}`)
    if ((kind === 'list') !== (clause.kind === 'any')) {
      throw unsupportedQuery(
        `Unsupported or invalid query filter clause specified for property '${name}' of resource '${type.resource}'.`,
      )
    }
    if (clause.kind !== 'any' && kind !== 'list') checkTypes(clause, kind)
  }
  if (has(filter, (part) => part.kind === 'call' && part.name === 'contains')) {
    throw unsupportedQuery(
      `Unsupported Query. contains is not supported for resource '${type.resource}'; use startswith, or $search`,
    )
  }
  return filter
}

const TYPES = { text: 'Edm.String', boolean: 'Edm.Boolean', date: 'Edm.DateTimeOffset' } as const

const OPERATOR_KINDS: Readonly<Record<Operator, string>> = {
  eq: 'Equal',
  ne: 'NotEqual',
  gt: 'GreaterThan',
  ge: 'GreaterThanOrEqual',
  lt: 'LessThan',
  le: 'LessThanOrEqual',
}

/**
 * Checks that a property is compared with a value of its own type.
 *
 * @throws Failure in the words of OData.
 */
function checkTypes(clause: Exclude<Clause, { kind: 'any' }>, kind: Exclude<PropertyType, 'list'>): void {
  const type = TYPES[kind]
  if (clause.kind === 'call') {
    if (kind === 'text') return
    throw badRequest(
      `Invalid filter clause: No function signature for the function with name '${clause.name}' matches the specified arguments: ${clause.property} is ${type}; expected Edm.String.`,
    )
  }
  const { property, operator, value } = clause
  const came = value === null ? type : typeOf(value)
  if (came === type) return
  throw badRequest(
    `Invalid filter clause: A binary operator with incompatible types was detected. Found operand types '${type}' and '${came}' for operator kind '${OPERATOR_KINDS[operator]}': ${property} is ${type}.`,
  )
}

function typeOf(value: string | number | boolean | object): string {
  if (typeof value === 'string') return TYPES.text
  if (typeof value === 'object') return TYPES.date
  return typeof value === 'boolean' ? TYPES.boolean : Number.isInteger(value) ? 'Edm.Int32' : 'Edm.Double'
}

function parsed(text: string): Filter {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof FilterFlaw) throw badRequest(`Invalid filter clause: ${error.message}.`)
    throw error
  }
}

function isAdvanced(part: Filter): boolean {
  if (part.kind === 'not') return true
  return (part.kind === 'compare' && part.operator === 'ne') || (part.kind === 'call' && part.name === 'endswith')
}

function orderOf(type: ObjectType, text: string | null): ListQuery['order'] {
  if (text === null) return null
  const [, property = '', direction = 'asc'] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/.exec(text) ?? []
  if (property === '') throw badRequest(`Syntax error in $orderby ${text}; expected one property, with asc or desc`)
  if (typeOfProperty(type, property) === undefined) throw badRequest(noProperty(type, property))
  return { property, descending: direction === 'desc' }
}

/**
 * Reads a `$search` such as `"displayName:ada"`.
 * https://learn.microsoft.com/graph/search-query-parameter#using-search-on-directory-object-collections
 */
function searchOf(type: ObjectType, text: string | null): Filter | null {
  if (text === null) return null
  const clauses = text.split(/\s+(AND|OR)\s+/)
  let filter = clauseOf(type, clauses[0] ?? '')
  for (let at = 1; at < clauses.length; at += 2) {
    const kind = clauses[at] === 'AND' ? 'and' : 'or'
    filter = { kind, left: filter, right: clauseOf(type, clauses[at + 1] ?? '') }
  }
  return filter
}

function clauseOf(type: ObjectType, text: string): Filter {
  const [, property = '', value = ''] = /^"(\w+):(.+)"$/.exec(text.trim()) ?? []
  if (typeOfProperty(type, property) !== 'text') {
    throw badRequest(
      `Syntax error: $search is ${text}; expected a property and a word in quotes, such as "displayName:ada"`,
    )
  }
  return { kind: 'call', name: 'contains', property, value }
}

function topOf(text: string | null): number {
  if (text === null) return DEFAULT_TOP
  const top = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (top >= 1 && top <= MAXIMUM_TOP) return top
  throw badRequest(
    `Invalid page size specified: '${text}'. Must be between 1 and ${MAXIMUM_TOP} inclusive.`,
    'Request_BadRequest',
  )
}

function placeOf(token: string | null): Place | null {
  if (token === null) return null
  const [, position, value = ''] = /^RFNwdAIAAQ:(\d+):(.*)$/s.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (position !== undefined) return { position: Number(position), value }
  throw badRequest(
    'The specified page token value has expired and can no longer be included in your request.',
    'Directory_ExpiredPageToken',
  )
}

function noProperty(type: ObjectType, name: string): string {
  const guess = suggest(name, Object.keys(type.properties))
  const hint = guess === undefined ? '' : ` Did you mean ${guess}?`
  return `Could not find a property named '${name}' on type 'microsoft.graph.${type.odata}'.${hint}`
}
