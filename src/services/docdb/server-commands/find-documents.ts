import { planByRules } from '#docdb/storage/query-settings.ts'
import { isIdIndex } from '#docdb/storage/index-shape.ts'
import { readSort, sorted } from '#docdb/expression/sort-order.ts'
import { metaOf } from '#docdb/pipeline/run.ts'
import { checkFilter } from '#docdb/query/check-filter.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { refuseSortMemory } from '#docdb/query/memory.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { noEffort, type Effort } from '#docdb/storage/key-range.ts'
import { planBetween, type KeyBounds } from '#docdb/storage/key-bounds.ts'
import { checkHint, execute, type Plan } from '#docdb/storage/plan.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { collectionName, documentIn, type CommandContext } from './context.ts'

/** A find, as its options ask for it. */
export interface Find {
  readonly filter: Document
  readonly sort: Document
  readonly projection: Document
  readonly skip: number
  readonly limit: number
  readonly hint: Value | undefined
  /** The part of the hinted index that is read. Absent: all of it */
  readonly bounds?: KeyBounds
  /** True where the places of the documents are asked for. */
  readonly isPlaceShown?: boolean
}

/** Returns the part of the hinted index that a find reads. */
export function boundsIn(command: Document): KeyBounds {
  return {
    min: documentIn(command, 'min', 'FindCommandRequest'),
    max: documentIn(command, 'max', 'FindCommandRequest'),
  }
}

/** The documents that a find has found, and the plan that found them. */
export interface Found {
  readonly documents: Document[]
  /** The places of the documents in their collection; null where the find does not show them. */
  readonly places: ReadonlyMap<Document, number> | null
  readonly plan: Plan
  /** True where a client has set which indexes the query may use. */
  readonly isFiltered: boolean
  readonly effort: Effort
  readonly environment: Environment
  /** True for a result whose end the server finds only by looking for another document. */
  readonly isOpenEnded: boolean
}

/** Finds the documents of a collection, in order, without the projection. */
export function findDocuments(context: CommandContext, row: CollectionRow, find: Find, base: Environment): Found {
  const { filter, skip, limit } = find
  checkFilter(filter, find)
  checkHint(context.data, row, find.hint)
  const hint = hintOf(find)
  const environment = base.text === undefined ? base : { ...base, meta: metaOf(base.text, filter) }
  const sort = '$natural' in find.sort ? [] : readSort(find.sort, environment.meta)
  const bounded =
    find.bounds === undefined ? null : planBetween(context.data, row, find.bounds, hint, environment.collation)
  const { plan, isFiltered } =
    bounded === null
      ? planByRules(context.data, row, { filter, environment, sort, hint }, find, context.querySettings)
      : { plan: bounded, isFiltered: false }
  const test = compileQuery(filter, environment)
  const effort = noEffort()
  const isOrdered = sort.length === 0 || (plan.kind === 'index' && plan.direction !== null)
  let documents: Document[] = []
  const most = isOrdered ? skip + limit : Infinity
  const places = find.isPlaceShown === true ? new Map<Document, number>() : null
  for (const { document, recordId } of execute(context.data, row, plan, test, environment, effort)) {
    documents.push(document)
    places?.set(document, recordId)
    if (documents.length >= most) break
  }
  if (!isOrdered && sort.length > 0) {
    documents = sorted(documents, sort, environment.collation?.order, environment.time)
    inFind(context, () => refuseSortMemory(documents, environment.allowDiskUse, skip + limit))
  }
  return {
    documents: skip > 0 || limit < documents.length ? documents.slice(skip, skip + limit) : documents,
    places,
    plan,
    isFiltered,
    effort,
    environment,
    // A limit of sorted documents is part of the sort, which does not know its end before it is asked for more.
    isOpenEnded: !isOrdered || (limit === Infinity && !isOfOneId(plan, filter)),
  }
}

/** Returns the hint of a find. A sort by `$natural` is one too: the documents are read in their own order. */
function hintOf({ hint, sort }: Find): Value | undefined {
  if (sort['$natural'] !== undefined) return { $natural: sort['$natural'] }
  return isDocument(hint) && Object.keys(hint).length === 0 ? undefined : hint
}

/** Runs a part of a find, whose refusals name the command and the collection. */
function inFind(context: CommandContext, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const prefix = `Executor error during find command: ${context.database}.${collectionName(context)} :: caused by :: `
    throw new CommandError(error.code, prefix + error.message, error.extra, error.labels)
  }
}

/** Returns whether a plan reads the document with one `_id`, for which the server plans nothing. */
export function isOfOneId(plan: Plan, filter: Document): boolean {
  const [only, ...others] = Object.entries(filter)
  if (plan.kind !== 'index' || !isIdIndex(plan.index) || only === undefined || others.length > 0) return false
  return plan.ranges.length === 1 && (!isDocument(only[1]) || '$eq' in only[1])
}
