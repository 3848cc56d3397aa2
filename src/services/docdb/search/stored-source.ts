import { compileProjection } from '#docdb/query/projection.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { InvalidSearch } from './invalid-search.ts'

/** Returns the part of a document that an index stores. */
export type StoredPart = (document: Document) => Document

/**
 * Reads the option `storedSource` of the definition of an index.
 * https://www.mongodb.com/docs/atlas/atlas-search/stored-source-definition/
 *
 * @throws InvalidSearch for an index that stores nothing.
 */
export function storedPart({ storedSource }: Document): StoredPart {
  if (storedSource === true) return (document) => document
  const { include, exclude } = isDocument(storedSource) ? storedSource : {}
  const paths = Array.isArray(include) ? include : Array.isArray(exclude) ? exclude : null
  if (paths === null) throw new InvalidSearch('storedSource is not configured for this index')
  const shown: Value = Array.isArray(include) ? 1 : 0
  const fields = Object.fromEntries(paths.map((path) => [textOfAny(path), shown]))
  const project = compileProjection(fields, '$project', { collation: undefined, random: () => 0, variables: {} })
  return (document) => project(document, {})
}
