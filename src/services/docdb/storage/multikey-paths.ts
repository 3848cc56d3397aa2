import type { Path } from '#docdb/query/path.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'

/**
 * Returns the parts of each path of an index at which a document has an array, by the name of the path.
 * https://www.mongodb.com/docs/manual/reference/explain-results/#mongodb-data-explain.queryPlanner.winningPlan
 */
export function multikeyPaths(paths: readonly Path[], documents: Iterable<Document>): Record<string, string[]> {
  const found = new Map(paths.map((path) => [path.join('.'), new Set<string>()]))
  for (const document of documents)
    for (const path of paths) addArrays(found.get(path.join('.')) ?? new Set(), path, document)
  return Object.fromEntries([...found].map(([name, parts]) => [name, [...parts].toSorted()]))
}

function addArrays(found: Set<string>, path: Path, value: Value, depth = 0): void {
  const part = path[depth]
  const next = part !== undefined && isDocument(value) ? value[part] : undefined
  if (next === undefined) return
  if (Array.isArray(next)) found.add(path.slice(0, depth + 1).join('.'))
  for (const each of Array.isArray(next) ? next : [next]) addArrays(found, path, each, depth + 1)
}
