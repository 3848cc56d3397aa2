import { CommandError } from '#docdb/errors/command-error.ts'
import { findCollection } from '#docdb/storage/catalog.ts'
import { listedSearchIndexes } from '#docdb/search/index-state.ts'
import { InvalidSearch } from '#docdb/search/invalid-search.ts'
import { runSearch, sequenceToken, type FoundRecord, type SearchResult } from '#docdb/search/run-search.ts'
import { runVectorSearch } from '#docdb/search/run-vector-search.ts'
import { double, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext } from './context.ts'

/** The stages that read a search index. */
export const SEARCH_STAGES: ReadonlySet<string> = new Set([
  '$search',
  '$searchMeta',
  '$vectorSearch',
  '$listSearchIndexes',
])

/** The documents of a search, and the context of the stages after it, which may read their scores. */
interface SearchDocuments {
  readonly documents: Document[]
  readonly inner: PipelineContext
}

/**
 * Returns the documents that a stage finds by a search index. `most` is the number of them that the next stages take.
 *
 * @throws CommandError 8 for a search that the vendor refuses.
 */
export function searchDocuments(name: string, operand: Value, context: PipelineContext, most: number): SearchDocuments {
  const spec = documentIn(name, operand)
  if (name === '$listSearchIndexes') return { documents: listSearchIndexes(spec, context), inner: context }
  const { data, clusterId, database, collection } = context
  const row = findCollection(data, { clusterId, database, name: collection })
  const result = refusing(() =>
    name === '$vectorSearch' ? runVectorSearch(data, row, spec) : runSearch(data, row, spec),
  )
  if (name === '$searchMeta') return { documents: row === undefined ? [] : [result.meta], inner: context }
  const documents: Document[] = []
  const metadata = context.metadata ?? new WeakMap<Document, (name: string) => Value | undefined>()
  for (const record of most < result.records.length ? result.records.slice(0, most) : result.records) {
    const document = row === undefined ? undefined : data.rows.documents.get(row.id, record.recordId)?.document
    if (document === undefined) continue
    // A copy, as the same document may be found by another search of the pipeline, with another score.
    const shown = result.stored === null ? { ...document } : { ...result.stored(document) }
    metadata.set(shown, metadataOf(name, record, result, document))
    documents.push(shown)
  }
  const { environment } = context
  return {
    documents,
    inner: {
      ...context,
      metadata,
      environment: {
        ...environment,
        meta: (document, kind) => metadata.get(document)?.(kind),
        variables: { ...environment.variables, SEARCH_META: result.meta },
      },
    },
  }
}

/** Returns what `$meta` reads of a document that a search has found. */
function metadataOf(
  stage: string,
  record: FoundRecord,
  { highlight, hasScoreDetails }: SearchResult,
  document: Document,
): (name: string) => Value | undefined {
  const score = double(record.score)
  return (name) => {
    switch (name) {
      case 'score':
        return score
      case 'vectorSearchScore':
        return stage === '$vectorSearch' ? score : undefined
      case 'searchScore':
        return stage === '$search' ? score : undefined
      case 'searchScoreDetails':
        return hasScoreDetails ? { value: score, description: 'the score of the search', details: [] } : undefined
      case 'searchHighlights':
        return highlight?.(document)
      case 'searchSequenceToken':
        return stage === '$search' ? sequenceToken(record) : undefined
      default:
        return undefined
    }
  }
}

/** Words what the search refuses as the server passes it on. */
function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InvalidSearch)) throw error
    throw new CommandError('UnknownError', `Remote error from mongot :: caused by :: ${error.message}`)
  }
}

function listSearchIndexes(spec: Document, context: PipelineContext): Document[] {
  const unknown = Object.keys(spec).find((member) => member !== 'id' && member !== 'name')
  if (unknown !== undefined)
    throw new CommandError('IDLUnknownField', `BSON field '$listSearchIndexes.${unknown}' is an unknown field.`)
  const { data, clusterId, database, collection } = context
  const row = findCollection(data, { clusterId, database, name: collection })
  return listedSearchIndexes(data, row, spec, '$listSearchIndexes')
}
