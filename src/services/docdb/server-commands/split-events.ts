import { CommandError } from '#docdb/errors/command-error.ts'
import { stageOf } from '#docdb/pipeline/run.ts'
import { LARGEST_DOCUMENT } from '#docdb/storage/documents.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import type { Document, Value } from '#docdb/values/value.ts'

const SPLIT = '$changeStreamSplitLargeEvent'

/** The part of a fragment that its token and its number take, in bytes. */
const OVERHEAD = 16 * 1024

/**
 * Returns the stages of a change stream without the last one that splits large events, and whether there is one.
 * https://www.mongodb.com/docs/manual/reference/operator/aggregation/changeStreamSplitLargeEvent/
 *
 * @throws CommandError for one at another place.
 */
export function withoutSplit(stages: readonly Value[]): {
  readonly stages: readonly Value[]
  readonly splits: boolean
} {
  const at = stages.findIndex((each) => stageOf(each)[0] === SPLIT)
  if (at === -1) return { stages, splits: false }
  if (at !== stages.length - 1) throw new CommandError(7_182_802, `${SPLIT} must be the last stage in the pipeline`)
  return { stages: stages.slice(0, -1), splits: true }
}

/**
 * Returns the fragments of an event that is larger than a document may be: each has some of its fields. Any other event
 * is returned as it is. `tokenOf` makes the token of a fragment, by its number.
 */
export function fragmentsOf(event: Document, tokenOf: (fragment: number) => Document): Document[] {
  if (sizeOf(event) <= LARGEST_DOCUMENT) return [event]
  const { _id: _token, ...fields } = event
  const parts: Document[] = [{}]
  let size = OVERHEAD
  for (const [name, value] of Object.entries(fields)) {
    const own = sizeOf({ [name]: value })
    if (size + own > LARGEST_DOCUMENT) {
      parts.push({})
      size = OVERHEAD
    }
    size += own
    Object.assign(parts.at(-1) ?? {}, { [name]: value })
  }
  return parts.map((part, at) => ({
    _id: tokenOf(at + 1),
    ...part,
    splitEvent: { fragment: at + 1, of: parts.length },
  }))
}
