import { kindsOf } from '#docdb/storage/index-shape.ts'
import type { Effort } from '#docdb/storage/key-range.ts'
import type { Plan } from '#docdb/storage/plan.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { parsedConditions, parsedFilter } from '#docdb/query/parsed-filter.ts'
import { isBounding, type KeyBounds } from '#docdb/storage/key-bounds.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import {
  keyLimits,
  openConditions,
  shownBounds,
  shownPattern,
  stageFilter,
  type DecidedConditions,
  type ExplainedIndex,
} from './explain-bounds.ts'
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
  /** The part of the hinted index that is read. Absent: all of it */
  readonly bounds?: KeyBounds
}

/** The documents that a plan has found, and what that has taken. */
export interface ExplainedResult {
  readonly plan: Plan
  readonly effort: Effort
  readonly documents: readonly Document[]
  /** Returns the parts of the paths of an index at which documents have arrays. */
  readonly arraysOf: (plan: ExplainedIndex) => Document
  /** The number of keys that the server would have read. */
  readonly keysRead: number
}

/** A stage of a plan, with the counts that it has once it has run. */
export interface ExplainedStage {
  readonly fields: Document
  readonly nReturned: number
  readonly counts: Document
  readonly inputs: readonly ExplainedStage[]
}

/** Returns the sum of one count over a stage and all that it reads from. */
export function totalOf(name: 'keysExamined' | 'docsExamined', { counts, inputs }: ExplainedStage): number {
  const own = Number(counts[name] ?? 0)
  return inputs.reduce((sum, each) => sum + totalOf(name, each), own)
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
export function readStages(read: ExplainedRead, found: ExplainedResult): ExplainedStage {
  const { plan, effort, documents } = found
  const { filter, sort, projection, skip, limit } = read
  const isExpress = isOfOneId(plan, filter)
  const isOrdered = isInOrder(sort, plan)
  const covering = coveringPlan(read, plan)
  let stage = isExpress
    ? expressStage(plan, effort)
    : covering !== null
      ? indexStage(covering, read, found)
      : planStage(read, found)
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
function coveringPlan(read: ExplainedRead, plan: Plan): Extract<Plan, { kind: 'index' }> | null {
  const { filter, sort, projection } = read
  if (plan.kind !== 'index' || isOfOneId(plan, filter) || !isInOrder(sort, plan)) return null
  const { row, fields, collation, spec } = plan.index
  // The keys of other indexes are not the values of one document.
  if (row.kind !== 'ordered' || row.multikey || collation !== undefined || spec['clustered'] === true) return null
  const shown = Object.entries(projection).filter(([name, each]) => name !== '_id' || isIncluded(each))
  if (shown.length === 0) return null
  if (projection['_id'] === undefined) shown.push(['_id', true])
  const isInKeys = shown.every(([name, each]) => isIncluded(each) && fields.includes(name))
  return isInKeys && openTo(plan, read).ofDocuments.length === 0 ? plan : null
}

/** Returns the conditions of a query that an index leaves open: all of them where the query itself bounds the keys. */
function openTo(plan: ExplainedIndex, { filter, bounds }: ExplainedRead): DecidedConditions {
  return bounds !== undefined && isBounding(bounds)
    ? { ofKeys: [], ofDocuments: parsedConditions(filter) }
    : openConditions(plan, filter)
}

function isIncluded(value: Value): boolean {
  return value === true || (isNumber(value) && toNumber(value) !== 0)
}

/** The stage of a query for one `_id`, which needs no planning. */
function expressStage(plan: Plan, { keys, documents, matches }: Effort): ExplainedStage {
  const clustered = plan.kind === 'index' && plan.index.spec['clustered'] === true
  const fields = clustered
    ? { stage: 'EXPRESS_CLUSTERED_IXSCAN' }
    : { stage: 'EXPRESS_IXSCAN', keyPattern: '{ _id: 1 }', indexName: '_id_' }
  return { fields, nReturned: matches, counts: { keysExamined: keys, docsExamined: documents }, inputs: [] }
}

function planStage(read: ExplainedRead, found: ExplainedResult): ExplainedStage {
  const { plan, effort } = found
  const { filter } = read
  const { documents, matches } = effort
  if (plan.kind === 'scan') {
    const direction = plan.direction === 1 ? 'forward' : 'backward'
    const fields = { stage: 'COLLSCAN', ...stageFilter(parsedConditions(filter)), direction }
    return { fields, nReturned: matches, counts: { docsExamined: documents }, inputs: [] }
  }
  if (plan.kind === 'index' && plan.index.spec['clustered'] === true) return clusteredStage(plan, filter, effort)
  if (plan.kind === 'near') return nearStage(plan, read, found)
  if (plan.kind === 'or') return fetchStage(filter, found, orStage(plan, read, found))
  if (plan.index.row.kind === 'text') {
    const fetch = { ...fetchStage({}, found, indexStage(plan, read, found)), nReturned: documents }
    return { fields: { stage: 'TEXT_MATCH', filter }, nReturned: matches, counts: {}, inputs: [fetch] }
  }
  const open = openTo(plan, read)
  const fetch = fetchStage({}, found, indexStage(plan, read, found, open))
  if (open.ofDocuments.length > 0) return { ...fetch, fields: { ...fetch.fields, ...stageFilter(open.ofDocuments) } }
  return { ...fetch, counts: { ...fetch.counts, docsExamined: matches } }
}

function fetchStage(
  filter: Document,
  { effort: { documents, matches } }: Pick<ExplainedResult, 'effort'>,
  input: ExplainedStage,
): ExplainedStage {
  return {
    fields: { stage: 'FETCH', ...stageFilter(parsedConditions(filter)) },
    nReturned: matches,
    counts: { docsExamined: documents, alreadyHasObj: 0 },
    inputs: [input],
  }
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
    filter: parsedFilter(filter),
    direction: direction === -1 ? 'backward' : 'forward',
    ...(least === undefined ? {} : { minRecord: least }),
    ...(most === undefined ? {} : { maxRecord: most }),
  }
  return { fields, nReturned: matches, counts: { docsExamined: documents }, inputs: [] }
}

/** The documents in the order of their distance from a point. */
function nearStage(
  { index }: Extract<Plan, { kind: 'near' }>,
  read: ExplainedRead,
  found: ExplainedResult,
): ExplainedStage {
  const { documents, matches } = found.effort
  const stage = kindsOf(index).includes('2d') ? 'GEO_NEAR_2D' : 'GEO_NEAR_2DSPHERE'
  const fetch = { ...fetchStage(read.filter, found, indexStage({ index, direction: 1 }, read, found)) }
  return {
    fields: { stage, keyPattern: index.spec['key'] ?? {}, indexName: index.row.name, indexVersion: 2 },
    nReturned: matches,
    counts: {},
    inputs: [{ ...fetch, nReturned: documents }],
  }
}

/** The records that several indexes find, each once. The indexes share one count of keys. */
function orStage(
  { plans }: Extract<Plan, { kind: 'or' }>,
  read: ExplainedRead,
  found: ExplainedResult,
): ExplainedStage {
  const { keys, documents } = found.effort
  const branches = Array.isArray(read.filter['$or']) ? read.filter['$or'] : []
  const inputs = plans.flatMap((each, at) => {
    const branch = branches[at]
    if (each.kind !== 'index' || !isDocument(branch)) return []
    const own = indexStage(each, { ...read, filter: branch }, found)
    const count = at === 0 ? keys : 0
    return [{ ...own, nReturned: count, counts: { keysExamined: count } }]
  })
  return {
    fields: { stage: 'OR' },
    nReturned: documents,
    counts: { dupsTested: keys, dupsDropped: keys - documents },
    inputs,
  }
}

/** The keys of an index that a query reads, without those that a condition on the key excludes. */
function indexStage(
  plan: ExplainedIndex,
  read: ExplainedRead,
  found: ExplainedResult,
  { ofKeys, ofDocuments } = openTo(plan, read),
): ExplainedStage {
  const { keys, matches } = found.effort
  const isBounded = read.bounds !== undefined && isBounding(read.bounds)
  const bounds = isBounded ? null : shownBounds(plan, read.filter)
  return {
    fields: {
      stage: 'IXSCAN',
      ...stageFilter(ofKeys),
      ...indexFields(plan, found),
      direction: plan.direction === -1 ? 'backward' : 'forward',
      ...(bounds === null ? {} : { indexBounds: bounds }),
    },
    nReturned: ofKeys.length > 0 && ofDocuments.length === 0 ? matches : keys,
    counts: { keysExamined: found.keysRead },
    inputs: [],
  }
}

function indexFields(plan: ExplainedIndex, { arraysOf }: Pick<ExplainedResult, 'arraysOf'>): Document {
  const { row, spec, collation } = plan.index
  const multiKeyPaths = arraysOf(plan)
  return {
    keyPattern: shownPattern(plan),
    indexName: row.name,
    ...(collation === undefined ? {} : { collation: collation.spec }),
    isMultiKey: row.kind === 'wildcard' ? Object.values(multiKeyPaths).flat().length > 0 : row.multikey,
    multiKeyPaths,
    isUnique: row.unique,
    isSparse: row.sparse,
    isPartial: spec['partialFilterExpression'] !== undefined,
    indexVersion: 2,
  }
}

/**
 * The keys that a count reads in place of the documents; null where it has to read these.
 * https://www.mongodb.com/docs/manual/reference/explain-results/#stages
 */
export function countStage(read: ExplainedRead, found: ExplainedResult): ExplainedStage | null {
  const { plan, effort } = found
  if (plan.kind !== 'index' || plan.index.row.kind === 'text' || isOfOneId(plan, read.filter)) return null
  const open = openTo(plan, read)
  if (open.ofDocuments.length > 0) return null
  const limits = open.ofKeys.length > 0 ? null : keyLimits(plan, read.filter)
  if (limits === null) return indexStage(plan, read, found, open)
  return {
    fields: { stage: 'COUNT_SCAN', ...indexFields(plan, found), indexBounds: limits },
    nReturned: effort.keys,
    // The key that shows the end is counted too.
    counts: { keysExamined: effort.keys + 1 },
    inputs: [],
  }
}

/** The different keys of a field that an index has: one of each is read. */
export function distinctStage(
  plan: ExplainedIndex,
  read: ExplainedRead,
  { found, key, count }: { readonly found: ExplainedResult; readonly key: string; readonly count: number },
): ExplainedStage {
  const { fields } = indexStage(plan, read, found)
  const scan: ExplainedStage = {
    fields: { ...fields, stage: 'DISTINCT_SCAN' },
    nReturned: count,
    counts: { keysExamined: count },
    inputs: [],
  }
  const transformBy = key === '_id' ? { _id: 1 } : { _id: 0, [key]: 1 }
  return { fields: { stage: 'PROJECTION_COVERED', transformBy }, nReturned: count, counts: {}, inputs: [scan] }
}
