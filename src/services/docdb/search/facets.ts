import { indexedValues } from '#docdb/query/path.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { normalized } from './entries.ts'
import { InvalidSearch } from './invalid-search.ts'
import type { Scores } from './scores.ts'
import { documentOf, type SearchRun } from './search-run.ts'
import type { Spec } from './spec.ts'

/** Returns the buckets of each facet for the documents that a search has found. */
export type FacetCollector = (found: Scores) => Document

/**
 * Reads the facets of a collector. https://www.mongodb.com/docs/atlas/atlas-search/facet/
 *
 * @throws InvalidSearch for a facet that is none, and for one by a field that is not indexed for it.
 */
export function facetCollector(spec: Spec, run: SearchRun): FacetCollector {
  const facets = spec.part('facets')
  if (facets === undefined) throw spec.refusal('is required', 'facets')
  const names = Object.keys(facets.document)
  if (names.length === 0) throw spec.refusal('cannot be empty', 'facets')
  const collectors = names.map((name) => {
    const facet = facets.part(name)
    if (facet === undefined) throw facets.refusal('is required', name)
    return [name, facetOf(facet, run)] as const
  })
  return (found) => {
    const documents = found.recordIds.map((recordId) => documentOf(run, recordId) ?? {})
    return Object.fromEntries(collectors.map(([name, collect]) => [name, { buckets: collect(documents) }]))
  }
}

type Collect = (documents: readonly Document[]) => Document[]

function facetOf(facet: Spec, run: SearchRun): Collect {
  const type = facet.oneOf('type', ['string', 'number', 'date'])
  const path = facet.text('path')
  const collect = type === 'string' ? textBuckets(facet, run, path) : boundaryBuckets(facet, run, path, type)
  facet.end()
  return collect
}

function requireFieldType(run: SearchRun, path: string, facet: string, types: readonly string[]): Document {
  const own = run.index.definition.typesAt(path).find(({ type }) => types.some((each) => each === type))
  if (own === undefined) {
    const needed = types.join('" or "')
    throw new InvalidSearch(
      `Cannot facet on field "${facet}" "${path}" because it was not indexed as a "${needed}" field.`,
    )
  }
  return own
}

function textBuckets(facet: Spec, run: SearchRun, path: string): Collect {
  const most = facet.whole('numBuckets', 1, 10)
  if (most > 1000) throw facet.refusal('must be within bounds [1, 1000]', 'numBuckets')
  const type = requireFieldType(run, path, 'string', ['token', 'stringFacet'])
  return (documents) => {
    const counts = new Map<string, number>()
    for (const document of documents) {
      const values = indexedValues(document, path.split('.')).values.filter((value) => typeof value === 'string')
      for (const value of new Set(values.map((each) => textOfAny(normalized(type, each)))))
        counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts]
      .toSorted(([left, more], [right, less]) => less - more || (left < right ? -1 : 1))
      .slice(0, most)
      .map(([value, count]) => ({ _id: value, count: BigInt(count) }))
  }
}

function boundaryBuckets(facet: Spec, run: SearchRun, path: string, type: 'number' | 'date'): Collect {
  const given = facet.required('boundaries')
  const boundaries = Array.isArray(given) ? given : []
  if (boundaries.length < 2 || boundaries.length > 1001)
    throw facet.refusal('size must be within bounds: [2, 1001]', 'boundaries')
  const isOfType = (value: Value | undefined): boolean =>
    type === 'number' ? isNumber(value) : typeOf(value) === 'date'
  for (const [at, each] of boundaries.entries()) {
    if (!isOfType(each)) throw facet.refusal(`must be a ${type}`, `boundaries[${at}]`)
    if (at > 0 && compareValues(boundaries[at - 1], each) >= 0)
      throw facet.refusal('must be in ascending order', 'boundaries')
  }
  const rest = facet.has('default') ? facet.text('default') : null
  requireFieldType(run, path, type, [type, `${type}Facet`])
  return (documents) => {
    const counts = boundaries.map(() => 0) // the last is that of all others
    for (const document of documents) {
      const { values } = indexedValues(document, path.split('.'))
      const places = new Set(values.filter(isOfType).map((value) => placeOf(boundaries, value ?? null)))
      // A document without a value of the type is among the others.
      if (places.size === 0) places.add(boundaries.length - 1)
      for (const place of places) counts[place] = (counts[place] ?? 0) + 1
    }
    const buckets = boundaries.slice(0, -1).map((_id, at) => ({ _id, count: BigInt(counts[at] ?? 0) }))
    return rest === null ? buckets : [...buckets, { _id: rest, count: BigInt(counts.at(-1) ?? 0) }]
  }
}

/** Returns the place of the last boundary that is not above a value, and that of the others beyond all of them. */
function placeOf(boundaries: readonly Value[], value: Value): number {
  const above = boundaries.findIndex((each) => compareValues(value, each) < 0)
  return above <= 0 ? boundaries.length - 1 : above - 1
}
