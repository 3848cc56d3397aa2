import type { DataContext } from '#docdb/call.ts'
import type { Environment, Predicate } from '#docdb/query/predicate.ts'
import type { SortPart } from '#docdb/expression/sort-order.ts'
import type { CollectionRow, StoredDocument } from '#docdb/schema/data.ts'
import { ABOVE } from '#docdb/values/key-string.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { nearClause } from '#docdb/query/near.ts'
import { operatorsOf } from '#docdb/query/operators.ts'
import { indexesOf } from './catalog.ts'
import { impliesIndex } from './filter-implication.ts'
import { areaPlan, nearPlan, type NearPlan } from './geo-plan.ts'
import { nearest } from './nearest.ts'
import { indexPlan, wildcardPlan, type IndexPlan } from './index-plan.ts'
import type { IndexShape } from './index-shape.ts'
import { fieldsBesideWords } from './text-words.ts'
import { CHUNK, countIn, noEffort, recordsIn, type Effort } from './key-range.ts'

/** The way in which the documents for a filter are found. */
export type Plan = ScanPlan | IndexPlan | { readonly kind: 'or'; readonly plans: readonly Plan[] } | NearPlan

/** The plan that reads all documents: in the order in which they were stored, or backward. */
interface ScanPlan {
  readonly kind: 'scan'
  readonly direction: 1 | -1
}

const SCAN: ScanPlan = { kind: 'scan', direction: 1 }

/** The query that a plan is made for. */
export interface PlanRequest {
  readonly filter: Document
  readonly environment: Environment
  readonly sort?: readonly SortPart[] | undefined
  readonly hint?: Value | undefined
}

/**
 * Chooses the way to find documents: the index that narrows them most, else a scan. `allowed` are the indexes that the
 * query may use, by their names and keys, in place of the hint; undefined for all.
 *
 * @throws CommandError for a search near a point without an index for it.
 */
export function planOf(
  context: DataContext,
  collection: CollectionRow,
  { filter, environment, sort, hint }: PlanRequest,
  allowed?: readonly Value[],
): Plan {
  const near = nearClause(filter)
  if (near !== null) return nearPlan(context, collection, filter, near)
  if (isDocument(hint) && '$natural' in hint) return Number(hint['$natural']) < 0 ? { ...SCAN, direction: -1 } : SCAN
  const textPlan = planOfText(context, collection, filter, environment)
  if (textPlan !== null) return textPlan
  const isChosen = (allowed ?? hint) !== undefined
  let best: ScoredPlan | undefined
  for (const index of indexesOf(context, collection)) {
    if (!isChosen && isBesideThePoint(index, filter, sort)) continue
    if (!isUsable(index, hint, allowed)) continue
    // The server reads a partial index that a hint names, although documents may be missing there.
    const isForced = hint !== undefined && allowed === undefined
    if (index.holds !== undefined && !isForced && !impliesIndex(filter, index, environment.collation)) continue
    const found =
      index.row.kind === 'wildcard'
        ? wildcardPlan(index, filter, environment.collation)
        : index.row.kind === 'geo'
          ? areaPlan(index, filter)
          : indexPlan(index, filter, environment.collation, sort, isChosen)
    if (found !== null && (best === undefined || isBetter(context, found, best))) best = found
  }
  if (best !== undefined) return best.plan
  if (allowed !== undefined) return SCAN
  return orPlan(context, collection, filter, environment) ?? SCAN
}

/** A plan, and how much it narrows the search. */
interface ScoredPlan {
  readonly plan: Plan
  readonly score: number
}

/** Returns whether a plan narrows a search more than another: the one of fewer keys, where both are of one kind. */
function isBetter(context: DataContext, found: ScoredPlan, best: ScoredPlan): boolean {
  if (found.score !== best.score) return found.score > best.score
  const [own, other] = [found.plan, best.plan]
  if (own.kind !== 'index' || other.kind !== 'index') return false
  return countIn(context, own.index.row.id, own.ranges) < countIn(context, other.index.row.id, other.ranges)
}

/** Returns whether an index has neither the fields of a filter nor the order of a sort, as is plain to see. */
function isBesideThePoint({ row, fields }: IndexShape, filter: Document, sort: PlanRequest['sort']): boolean {
  const [first] = fields
  if (row.kind !== 'ordered' || first === undefined || (sort !== undefined && sort.length > 0)) return false
  // A field within others may be that of a condition on the elements of one of them.
  return filter[first] === undefined && filter['$and'] === undefined && !first.includes('.')
}

/** Returns whether a query may use an index, by its hint or the indexes that it is allowed. */
function isUsable(index: IndexShape, hint: Value | undefined, allowed: readonly Value[] | undefined): boolean {
  if (index.row.kind === 'text' || (index.row.hidden && hint === undefined)) return false
  return allowed === undefined ? isHinted(index, hint) : allowed.some((each) => isHinted(index, each))
}

/** Refuses a hint that names no index, or one that does not exist. */
export function checkHint(context: DataContext, row: CollectionRow, hint: Value | undefined): void {
  if (hint !== undefined && typeof hint !== 'string' && !isDocument(hint))
    throw new CommandError('FailedToParse', 'Hint must be a string or an object')
  if (hint === undefined || (isDocument(hint) && Object.keys(hint).length === 0)) return
  if (isDocument(hint) && '$natural' in hint) return checkNatural(hint)
  if (indexesOf(context, row).some((index) => !index.row.hidden && isHinted(index, hint))) return
  throw new CommandError(
    'BadValue',
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  )
}

/** Refuses a hint for the natural order that names no direction, or something beside it. */
function checkNatural(hint: Document): void {
  const direction = hint['$natural']
  if (Object.keys(hint).length > 1)
    throw new CommandError('BadValue', `$natural hint cannot be combined with other fields: ${show(hint)}`)
  if (!isNumber(direction) || Math.abs(toNumber(direction)) !== 1)
    throw new CommandError('BadValue', `$natural hint must be 1 or -1, but is ${show(direction)}`)
}

/** Returns whether a hint, by the name or the key of an index, is about this one. */
export function isHinted({ row, spec }: IndexShape, hint: Value | undefined): boolean {
  if (hint === undefined) return true
  return typeof hint === 'string' ? row.name === hint : isDocument(hint) && areEqual(spec['key'], hint)
}

/**
 * Returns the plan that reads the documents with one of the words that a filter searches for; null for a filter without
 * `$text`.
 */
function planOfText(
  context: DataContext,
  collection: CollectionRow,
  filter: Document,
  { text }: Environment,
): Plan | null {
  const search = filter['$text']
  if (!isDocument(search) || text === undefined) return null
  const index = indexesOf(context, collection).find(({ row }) => row.kind === 'text')
  if (index === undefined) return null
  requireEqualities(fieldsBesideWords(index.spec['key']).before, filter)
  if (index.holds !== undefined) return null
  const ranges = text(search).keys.map((key) => ({ from: key, to: key + ABOVE }))
  return { kind: 'index', index, ranges, direction: null }
}

/** Refuses a search that names no value of a field that stands before the words of the index. */
function requireEqualities(fields: readonly string[], filter: Document): void {
  const clauses = [filter, ...(Array.isArray(filter['$and']) ? filter['$and'].filter(isDocument) : [])]
  const isGiven = (name: string): boolean =>
    clauses.some((each) => {
      const operators = operatorsOf(each[name] ?? null)
      return name in each && (operators === null || '$eq' in operators)
    })
  if (fields.every(isGiven)) return
  throw new CommandError(
    'NoQueryExecutionPlans',
    'error processing query: planner returned error :: caused by :: failed to use text index to satisfy $text query (if text index is compound, are equality predicates given for all prefix fields?)',
  )
}

function orPlan(
  context: DataContext,
  collection: CollectionRow,
  filter: Document,
  environment: Environment,
): Plan | null {
  const branches = filter['$or']
  if (!Array.isArray(branches) || branches.length === 0) return null
  const plans: Plan[] = []
  for (const branch of branches) {
    if (!isDocument(branch)) return null
    const plan = planOf(context, collection, { filter: branch, environment })
    if (plan.kind === 'scan') return null
    plans.push(plan)
  }
  return { kind: 'or', plans }
}

const NOTHING: readonly StoredDocument[] = []

/** Returns the documents of a plan that a test passes, to be read once. */
export function execute(
  context: DataContext,
  collection: CollectionRow,
  plan: Plan,
  test: Predicate,
  environment: Environment,
  effort: Effort = noEffort(),
): Iterable<StoredDocument> {
  const records = plan.kind === 'index' ? recordsOf(context, plan) : NO_RECORDS
  // Many queries are about one document at most, for which iterators take longer than all else.
  if (plan.kind === 'index' && Array.isArray(records) && records.length < 2) {
    const [recordId] = records
    if (recordId === undefined) return NOTHING
    effort.keys += 1
    const stored = context.rows.documents.get(collection.id, recordId)
    return stored !== undefined && isMatch(stored, test, environment, effort) ? [stored] : NOTHING
  }
  return matchesOf(candidates(context, collection, plan, records, environment, effort), test, environment, effort)
}

function* matchesOf(
  candidates: Iterable<StoredDocument>,
  test: Predicate,
  environment: Environment,
  effort: Effort,
): Generator<StoredDocument> {
  for (const stored of candidates) if (isMatch(stored, test, environment, effort)) yield stored
}

function isMatch({ document }: StoredDocument, test: Predicate, environment: Environment, effort: Effort): boolean {
  effort.documents += 1
  environment.time?.step()
  if (!test(document, environment.variables)) return false
  effort.matches += 1
  return true
}

const NO_RECORDS: readonly number[] = []

function recordsOf(context: DataContext, { index, ranges, key, direction }: IndexPlan): Iterable<number> {
  if (key !== undefined && index.row.unique) {
    const only = context.rows.entries.first([index.row.id, key])
    return only === undefined ? NO_RECORDS : [only]
  }
  return recordsIn(context, index.row.id, ranges, direction ?? 1)
}

/** @param records the places of the documents that an index has found */
function* candidates(
  context: DataContext,
  collection: CollectionRow,
  plan: Plan,
  records: Iterable<number>,
  environment: Environment,
  effort: Effort,
): Generator<StoredDocument> {
  const { rows } = context
  if (plan.kind === 'scan') {
    yield* scanned(context, collection, plan.direction)
    return
  }
  if (plan.kind === 'near') {
    yield* nearest(context, collection, plan, environment.time, effort)
    return
  }
  const seen = plan.kind === 'or' || plan.index.row.multikey || plan.ranges.length > 1 ? new Set<number>() : null
  for (const recordId of plan.kind === 'or' ? recordsOfBranches(context, plan.plans, effort) : records) {
    if (plan.kind === 'index') effort.keys += 1
    if (seen?.has(recordId) === true) continue
    seen?.add(recordId)
    const stored = rows.documents.get(collection.id, recordId)
    if (stored !== undefined) yield stored
  }
}

/** Returns all documents of a collection; those of a clustered one in the order of `_id`. */
function* scanned(context: DataContext, collection: CollectionRow, direction: 1 | -1): Generator<StoredDocument> {
  const { rows } = context
  const [first] = indexesOf(context, collection)
  if (first?.spec['clustered'] === true) {
    for (const recordId of recordsIn(context, first.row.id, [{ from: '', to: ABOVE }], direction)) {
      const stored = rows.documents.get(collection.id, recordId)
      if (stored !== undefined) yield stored
    }
    return
  }
  const { start, end } = rows.documents.range([collection.id])
  // Small parts first, as many scans end early.
  for (let done = 0; done < end - start; done += CHUNK) {
    const count = Math.min(CHUNK, end - start - done)
    if (direction === 1) yield* rows.documents.slice(start + done, start + done + count)
    else yield* rows.documents.slice(end - done - count, end - done).toReversed()
  }
}

function recordsOfBranches(context: DataContext, plans: readonly Plan[], effort: Effort): number[] {
  // In the order of insertion, as a scan would give them.
  return plans
    .flatMap((plan) => {
      if (plan.kind === 'or') return recordsOfBranches(context, plan.plans, effort)
      if (plan.kind !== 'index') return []
      const records = [...recordsOf(context, plan)]
      effort.keys += records.length
      return records
    })
    .toSorted((left, right) => left - right)
}
