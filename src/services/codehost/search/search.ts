import { ownMember } from '#core/objects.ts'
import { json, type Answer } from '#core/answer.ts'
import { pageWindow } from '#core/pagination.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { accepts } from '#codehost/rules/media-type.ts'
import { linksTo, pageRequest } from '#codehost/json/pagination.ts'
import { fragmentOf, patternOf, type Field, type Style } from './matching.ts'
import { parseQuery, qualifiersOf, termsOf, type Condition, type Qualifier, type Query, type Term } from './query.ts'
import { invalidSearch, nothingToSearch, pastTheLimit } from './failures.ts'

/** A predicate over the candidates of a search. */
export type Test<R> = (row: R) => boolean

/** The qualifiers of one kind of search, by name. An unknown name is searched as a word. */
export type Qualifiers<R> = Readonly<Record<string, (qualifier: Qualifier) => Test<R>>>

/** The definition of the search for one kind of result. */
export interface Kind<R> {
  /** The name of this kind in `text_matches`. */
  readonly objectType: string
  /** The rows to search. They must be visible to the principal. */
  readonly candidates: Iterable<R>
  readonly qualifiers: Qualifiers<R>
  readonly fields: readonly Field<R>[]
  /** The values of `sort`, each with the number that it compares. */
  readonly sorts: Readonly<Record<string, (row: R) => number>>
  /** Orders results of equal score: the higher `rank` first, then the higher `id`, then the order of the candidates. */
  readonly newest: (row: R) => { readonly rank: number; readonly id?: number }
  /** Writes a result as JSON. `text_matches` refer to it by its `url`. */
  readonly write: (row: R) => Readonly<Record<string, unknown>>
}

/** The vendor's limits. https://docs.github.com/rest/search/search#limitations-on-query-length */
const LONGEST = 256
const MOST_OPERATORS = 5
const MOST_RESULTS = 1000

/**
 * Returns the parsed query of a request.
 *
 * @throws 422 when it is missing, too long or has too many operators.
 */
export function queryOf({ query }: Pick<CodehostCall, 'query'>): Query {
  return checkedQuery(query.get('q') ?? '')
}

/**
 * Returns the parsed query of a text.
 *
 * @throws 422 when it is blank, too long or has too many operators.
 */
export function checkedQuery(text: string): Query {
  if (text.trim() === '') throw nothingToSearch()
  const parsed = parseQuery(text)
  if (parsed.length > LONGEST) throw invalidSearch(`The search is longer than ${LONGEST} characters.`)
  if (parsed.operators > MOST_OPERATORS) throw invalidSearch('More than five AND / OR / NOT operators were used.')
  return parsed
}

/**
 * Answers a page of the matching rows, best first or in the order of `sort` and `order`. `furtherMembers` are merged
 * into the answer.
 */
export function answerSearch<R>(call: CodehostCall, query: Query, kind: Kind<R>, furtherMembers: object = {}): Answer {
  const request = pageRequest(call)
  const { offset, limit } = pageWindow(request)
  if (offset >= MOST_RESULTS) throw pastTheLimit()
  const fields = fieldsFor(query, kind)
  const score = scoring(query, fields)
  const ordered = searchRows(call, query, kind)
  const reachable = Math.min(ordered.length, MOST_RESULTS)
  const isMatching = accepts(call, 'text-match')
  const items = ordered.slice(offset, Math.min(offset + limit, reachable)).map((row) => {
    const written = kind.write(row)
    const item = { ...written, score: score(row) }
    return isMatching ? { ...item, text_matches: textMatches(query, kind, fields, row, written['url']) } : item
  })
  const answer = { total_count: ordered.length, incomplete_results: false, items, ...furtherMembers }
  return json(answer, 200, linksTo(call, request, reachable))
}

/** Returns the matching rows, best first or in the order that the query or the request asks for. */
export function searchRows<R>(call: CodehostCall, query: Query, kind: Kind<R>): R[] {
  const fields = fieldsFor(query, kind)
  const fits = allOf(query.conditions, kind.qualifiers, (term) => termTest(term, fields))
  return inOrder(call, query, kind, [...kind.candidates].filter(fits), scoring(query, fields))
}

/**
 * Qualifiers that match any of their values when repeated side by side. Those of the same group are alternatives too.
 */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  repo: 'scope',
  user: 'scope',
  org: 'scope',
  language: 'language',
  extension: 'extension',
}

function allOf<R>(
  conditions: readonly Condition[],
  qualifiers: Qualifiers<R>,
  termOf: (term: Term) => Test<R>,
): Test<R> {
  const tests: Test<R>[] = []
  const groups = new Map<string, Test<R>[]>()
  for (const condition of conditions) {
    const test = testOf(condition, qualifiers, termOf)
    const group = condition.kind === 'qualifier' ? ALTERNATIVES[condition.name] : undefined
    if (group === undefined) tests.push(test)
    else groups.set(group, [...(groups.get(group) ?? []), test])
  }
  for (const group of groups.values()) tests.push((row) => group.some((test) => test(row)))
  return (row) => tests.every((test) => test(row))
}

function testOf<R>(condition: Condition, qualifiers: Qualifiers<R>, termOf: (term: Term) => Test<R>): Test<R> {
  if (condition.kind === 'term') return termOf(condition)
  if (condition.kind === 'all') return allOf(condition.conditions, qualifiers, termOf)
  if (condition.kind === 'any') {
    const tests = condition.conditions.map((each) => testOf(each, qualifiers, termOf))
    return (row) => tests.some((test) => test(row))
  }
  if (condition.kind === 'not') {
    const test = testOf(condition.condition, qualifiers, termOf)
    return (row) => !test(row)
  }
  if (condition.name === 'in' || condition.name === 'sort') return () => true
  const read = Object.hasOwn(qualifiers, condition.name) ? qualifiers[condition.name] : undefined
  if (read !== undefined) return read(condition)
  return termOf({ kind: 'term', text: `${condition.name}:${condition.value}`, isPhrase: false })
}

/** Returns the texts that `in:` names, or those that are searched by default. */
function fieldsFor<R>({ conditions }: Query, { fields }: Kind<R>): readonly Field<R>[] {
  const names = [...qualifiersOf(conditions)].flatMap(({ name, values }) => (name === 'in' ? values : []))
  const named = fields.filter((field) => names.includes(field.in) || names.includes(field.alias ?? field.in))
  return named.length > 0 ? named : fields.filter(({ byDefault }) => byDefault)
}

function termTest<R>(term: Term, fields: readonly Field<R>[]): Test<R> {
  const within = fields.map((field) => fieldTest(term, field))
  return (row) => within.some((test) => test(row))
}

function fieldTest<R>(term: Term, { style, read }: Field<R>): Test<R> {
  const pattern = patternOf(term, style)
  if (pattern === null) return () => true
  return (row) => read(row).some((text) => text !== null && text.search(pattern) !== -1)
}

/**
 * Returns a function that scores a row: the sum over all words of the weight of the best text that matches; 1 without
 * words.
 */
function scoring<R>({ conditions }: Query, fields: readonly Field<R>[]): (row: R) => number {
  const terms = [...termsOf(conditions)].map((term) =>
    fields.map((field) => ({ weight: field.weight, test: fieldTest(term, field) })),
  )
  if (terms.length === 0) return () => 1
  return (row) =>
    terms.reduce((sum, ways) => sum + Math.max(0, ...ways.map(({ weight, test }) => (test(row) ? weight : 0))), 0)
}

function inOrder<R>(
  { query: parameters }: CodehostCall,
  { conditions }: Query,
  { sorts, newest }: Kind<R>,
  found: readonly R[],
  score: (row: R) => number,
): R[] {
  const typed = [...qualifiersOf(conditions)].find(({ name }) => name === 'sort')?.value ?? ''
  const [, typedSort = typed, typedOrder] = /^(.*)-(asc|desc)$/.exec(typed) ?? []
  const sort = parameters.get('sort') ?? typedSort
  const chosen = ownMember(sorts, sort)
  const isAscending = chosen !== undefined && (parameters.get('order') ?? typedOrder) === 'asc'
  const key = chosen ?? score
  const sign = isAscending ? -1 : 1
  const keyed = found.map((row) => ({ row, key: key(row), id: 0, ...newest(row) }))
  return keyed.sort((a, b) => sign * (b.key - a.key || b.rank - a.rank || b.id - a.id)).map(({ row }) => row)
}

/** Returns the matches of a query's words in a row. https://docs.github.com/rest/search/search#text-match-metadata */
function textMatches<R>(
  { conditions }: Query,
  { objectType }: Kind<R>,
  fields: readonly Field<R>[],
  row: R,
  url: unknown,
): unknown[] {
  const terms = [...termsOf(conditions)]
  const patterns = (style: Style): RegExp[] => terms.flatMap((term) => patternOf(term, style) ?? [])
  const itself = { object_url: url, object_type: objectType }
  return fields.flatMap(({ property, style, read, origins }) => {
    const sources = origins?.(row) ?? []
    return read(row).flatMap((text, index) => {
      const found = text === null ? null : fragmentOf(text, patterns(style))
      return found === null ? [] : [{ ...(sources[index] ?? itself), property, ...found }]
    })
  })
}
