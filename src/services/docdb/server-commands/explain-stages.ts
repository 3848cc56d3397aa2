import { kindsOf } from '#docdb/storage/index-shape.ts'
import type { Effort } from '#docdb/storage/key-range.ts'
import type { Plan } from '#docdb/storage/plan.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { isOfOneId } from './find-documents.ts'

/** The part of a command that finds documents. */
export interface ExplainedRead {
  readonly filter: Document
  readonly sort: Document
  readonly projection: Document
  readonly skip: number
  /** 0: no limit */
  readonly limit: number
  /** True where the keys of the index are shown in place of the documents. */
  readonly returnsKeys?: boolean
}

/** The documents that a plan has found, and what that has taken. */
export interface ExplainedResult {
  readonly plan: Plan
  readonly effort: Effort
  readonly documents: readonly Document[]
}

/** A stage of a plan, with the counts that it has once it has run. */
export interface ExplainedStage {
  readonly fields: Document
  readonly nReturned: number
  readonly counts: Document
  readonly inputs: readonly ExplainedStage[]
}

/** Returns a stage as a plan shows it; with its counts, as statistics show it. */
export function shownStage({ fields, nReturned, counts, inputs }: ExplainedStage, hasCounts: boolean): Document {
  const { stage = '', ...rest } = fields
  const works = nReturned + 1
  const own = hasCounts
    ? {
        nReturned,
        executionTimeMillisEstimate: 0,
        works,
        advanced: nReturned,
        needTime: 0,
        needYield: 0,
        saveState: 0,
        restoreState: 0,
        isEOF: 1,
        ...counts,
      }
    : {}
  const shown = inputs.map((each) => shownStage(each, hasCounts))
  const [only] = shown
  const input = shown.length > 1 ? { inputStages: shown } : only === undefined ? {} : { inputStage: only }
  return { stage, ...own, ...rest, ...input }
}

/** The stage of a query of a collection that does not exist. */
export const END_OF_FILE: ExplainedStage = { fields: { stage: 'EOF' }, nReturned: 0, counts: {}, inputs: [] }

/** Returns the stages that find documents, put them in order and cut the part that a command asks for. */
export function readStages(read: ExplainedRead, { plan, effort, documents }: ExplainedResult): ExplainedStage {
  const { filter, sort, projection, skip, limit } = read
  const isExpress = isOfOneId(plan, filter)
  const isOrdered = isInOrder(sort, plan)
  const covering = coveringPlan(read, plan)
  let stage = isExpress
    ? expressStage(plan, effort)
    : covering !== null
      ? indexStage(covering, effort.keys)
      : planStage(plan, filter, effort)
  if (!isOrdered) {
    const most = limit === 0 ? Infinity : limit + skip
    stage = {
      fields: {
        stage: 'SORT',
        sortPattern: sort,
        memLimit: 104_857_600,
        ...(most === Infinity ? {} : { limitAmount: most }),
        type: 'simple',
      },
      nReturned: Math.min(effort.matches, most),
      counts: {
        totalDataSizeSorted: documents.reduce((sum, each) => sum + sizeOf(each), 0),
        usedDisk: false,
        spills: 0,
      },
      inputs: [stage],
    }
  }
  if (skip > 0) {
    const nReturned = Math.max(0, stage.nReturned - skip)
    stage = { fields: { stage: 'SKIP', skipAmount: skip }, nReturned, counts: {}, inputs: [stage] }
  }
  if (read.returnsKeys === true) {
    stage = { fields: { stage: 'RETURN_KEY' }, nReturned: stage.nReturned, counts: {}, inputs: [stage] }
  } else if (Object.keys(projection).length > 0 && !(isExpress && isSimple(projection))) {
    const kind = covering !== null ? 'COVERED' : isSimple(projection) ? 'SIMPLE' : 'DEFAULT'
    const fields = { stage: `PROJECTION_${kind}`, transformBy: projection }
    stage = { fields, nReturned: stage.nReturned, counts: {}, inputs: [stage] }
  }
  if (limit === 0 || !isOrdered) return stage
  const nReturned = Math.min(stage.nReturned, limit)
  return { fields: { stage: 'LIMIT', limitAmount: limit }, nReturned, counts: {}, inputs: [stage] }
}

function isInOrder(sort: Document, plan: Plan): boolean {
  return Object.keys(sort).length === 0 || (plan.kind === 'index' && plan.direction !== null)
}

/** Returns whether a projection only names fields: the stage of a query for one `_id` does it by itself. */
function isSimple(projection: Document): boolean {
  return !Object.values(projection).some((each) => typeof each === 'object')
}

/**
 * Returns the plan of a query whose answer is in the keys of its index, so that no document is read; null for others.
 * https://www.mongodb.com/docs/manual/core/query-optimization/#covered-query
 */
export function coveringPlan(
  { filter, sort, projection }: ExplainedRead,
  plan: Plan,
): Extract<Plan, { kind: 'index' }> | null {
  if (plan.kind !== 'index' || isOfOneId(plan, filter) || !isInOrder(sort, plan)) return null
  const { row, fields, collation, spec } = plan.index
  // The keys of other indexes are not the values of one document.
  if (row.kind !== 'ordered' || row.multikey || collation !== undefined || spec['clustered'] === true) return null
  const shown = Object.entries(projection).filter(([name, each]) => name !== '_id' || isIncluded(each))
  if (shown.length === 0) return null
  if (projection['_id'] === undefined) shown.push(['_id', true])
  const isInKeys = shown.every(([name, each]) => isIncluded(each) && fields.includes(name))
  // A key does not tell null from a missing field.
  const isDecided = Object.entries(filter).every(([name, each]) => fields.includes(name) && !asksForNull(each))
  return isInKeys && isDecided ? plan : null
}

function isIncluded(value: Value): boolean {
  return value === true || (isNumber(value) && toNumber(value) !== 0)
}

function asksForNull(condition: Value): boolean {
  if (condition === null) return true
  if (Array.isArray(condition)) return condition.includes(null)
  if (!isDocument(condition)) return false
  return '$exists' in condition || Object.values(condition).some(asksForNull)
}

/** The stage of a query for one `_id`, which needs no planning. */
function expressStage(plan: Plan, { keys, documents, matches }: Effort): ExplainedStage {
  const clustered = plan.kind === 'index' && plan.index.spec['clustered'] === true
  const fields = clustered
    ? { stage: 'EXPRESS_CLUSTERED_IXSCAN' }
    : { stage: 'EXPRESS_IXSCAN', keyPattern: '{ _id: 1 }', indexName: '_id_' }
  return { fields, nReturned: matches, counts: { keysExamined: keys, docsExamined: documents }, inputs: [] }
}

function planStage(plan: Plan, filter: Document, effort: Effort): ExplainedStage {
  const { keys, documents, matches } = effort
  if (plan.kind === 'scan') {
    const direction = plan.direction === 1 ? 'forward' : 'backward'
    const fields = { stage: 'COLLSCAN', ...(Object.keys(filter).length === 0 ? {} : { filter }), direction }
    return { fields, nReturned: matches, counts: { docsExamined: documents }, inputs: [] }
  }
  if (plan.kind === 'index' && plan.index.spec['clustered'] === true) return clusteredStage(plan, filter, effort)
  if (plan.kind === 'near') return nearStage(plan, filter, effort)
  const found = plan.kind === 'or' ? orStage(plan, effort) : indexStage(plan, keys)
  const isText = plan.kind === 'index' && plan.index.row.kind === 'text'
  const fetch: ExplainedStage = {
    fields: { stage: 'FETCH', ...(isText ? {} : { filter }) },
    nReturned: isText ? documents : matches,
    counts: { docsExamined: documents, alreadyHasObj: 0 },
    inputs: [found],
  }
  return isText ? { fields: { stage: 'TEXT_MATCH', filter }, nReturned: matches, counts: {}, inputs: [fetch] } : fetch
}

/** The documents of a clustered collection between two values of `_id`, which need no index beside them. */
function clusteredStage(
  { direction }: Pick<Extract<Plan, { kind: 'index' }>, 'direction'>,
  filter: Document,
  { documents, matches }: Effort,
): ExplainedStage {
  const { _id: id = null } = filter
  const range = isDocument(id) ? id : { $eq: id }
  const [least, most] = [range['$eq'] ?? range['$gte'] ?? range['$gt'], range['$eq'] ?? range['$lte'] ?? range['$lt']]
  const fields = {
    stage: 'CLUSTERED_IXSCAN',
    filter,
    direction: direction === -1 ? 'backward' : 'forward',
    ...(least === undefined ? {} : { minRecord: least }),
    ...(most === undefined ? {} : { maxRecord: most }),
  }
  return { fields, nReturned: matches, counts: { docsExamined: documents }, inputs: [] }
}

/** The documents in the order of their distance from a point. */
function nearStage({ index }: Extract<Plan, { kind: 'near' }>, filter: Document, effort: Effort): ExplainedStage {
  const { keys, documents, matches } = effort
  const stage = kindsOf(index).includes('2d') ? 'GEO_NEAR_2D' : 'GEO_NEAR_2DSPHERE'
  const fetch: ExplainedStage = {
    fields: { stage: 'FETCH', filter },
    nReturned: documents,
    counts: { docsExamined: documents, alreadyHasObj: 0 },
    inputs: [indexStage({ index, direction: 1 }, keys)],
  }
  return {
    fields: { stage, keyPattern: index.spec['key'] ?? {}, indexName: index.row.name, indexVersion: 2 },
    nReturned: matches,
    counts: {},
    inputs: [fetch],
  }
}

/** The records that several indexes find, each once. The indexes share one count of keys. */
function orStage({ plans }: Extract<Plan, { kind: 'or' }>, { keys, documents }: Effort): ExplainedStage {
  const inputs = plans.flatMap((each, at) => (each.kind !== 'index' ? [] : [indexStage(each, at === 0 ? keys : 0)]))
  return {
    fields: { stage: 'OR' },
    nReturned: documents,
    counts: { dupsTested: keys, dupsDropped: keys - documents },
    inputs,
  }
}

function indexStage(
  { index, direction }: Pick<Extract<Plan, { kind: 'index' }>, 'index' | 'direction'>,
  keys: number,
): ExplainedStage {
  const { row, spec, fields, collation } = index
  return {
    fields: {
      stage: 'IXSCAN',
      keyPattern: spec['key'] ?? {},
      indexName: row.name,
      ...(collation === undefined ? {} : { collation: collation.spec }),
      isMultiKey: row.multikey,
      multiKeyPaths: Object.fromEntries(fields.map((name) => [name, []])),
      isUnique: row.unique,
      isSparse: row.sparse,
      isPartial: spec['partialFilterExpression'] !== undefined,
      indexVersion: 2,
      direction: direction === -1 ? 'backward' : 'forward',
    },
    nReturned: keys,
    counts: { keysExamined: keys },
    inputs: [],
  }
}
