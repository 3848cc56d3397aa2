import { indexedValues } from '#docdb/query/path.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { indexesOf } from '#docdb/storage/catalog.ts'
import { isSameCollation, type Collation } from '#docdb/values/collation.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { isEmpty, type Value } from '#docdb/values/value.ts'
import type { CommandContext } from './context.ts'
import { openConditions, type ExplainedIndex } from './explain-bounds.ts'
import { distinctStage, type ExplainedRead, type ExplainedResult, type ExplainedStage } from './explain-stages.ts'

/** A `distinct` whose plan is shown. */
interface ExplainedDistinct {
  readonly row: CollectionRow
  readonly key: Value | undefined
  readonly collation: Collation | undefined
}

/**
 * Returns the stages of a `distinct` that reads one key of an index for each value; null where it reads the documents.
 * https://www.mongodb.com/docs/manual/reference/command/distinct/#index-use
 */
export function distinctStages(
  { data }: Pick<CommandContext, 'data'>,
  { row, key, collation }: ExplainedDistinct,
  read: ExplainedRead,
  found: ExplainedResult,
): ExplainedStage | null {
  if (typeof key !== 'string') return null
  const plan = isEmpty(read.filter) ? shortestWith(indexesOf(data, row), key, collation) : planOfKey(found, key)
  if (plan === null || openConditions(plan, read.filter).ofDocuments.length > 0) return null
  const path = key.split('.')
  const keys = found.documents.flatMap((document) =>
    indexedValues(document, path).values.map((value) => keyString(value ?? null)),
  )
  return distinctStage(plan, read, { found, key, count: new Set(keys).size })
}

/** Returns the plan that found the documents, where its index has the field and no arrays. */
function planOfKey({ plan }: ExplainedResult, key: string): ExplainedIndex | null {
  if (plan.kind !== 'index') return null
  const { row, fields } = plan.index
  return row.kind === 'ordered' && !row.multikey && fields.includes(key) ? plan : null
}

/** Returns the index of the fewest fields that begins with a field, and holds every document. */
function shortestWith(
  indexes: readonly ExplainedIndex['index'][],
  key: string,
  collation: Collation | undefined,
): ExplainedIndex | null {
  const [index] = indexes
    .filter(({ row, fields }) => row.kind === 'ordered' && !row.multikey && !row.hidden && fields[0] === key)
    .filter((each) => !each.row.sparse && each.holds === undefined && isSameCollation(each.collation, collation))
    .toSorted((left, right) => left.fields.length - right.fields.length)
  return index === undefined ? null : { index, direction: 1 }
}
