import { indexedValues } from '#docdb/query/path.ts'
import { double, type Document } from '#docdb/values/value.ts'
import { textField } from './entries.ts'
import type { FieldPath } from './definition.ts'
import { InvalidSearch } from './invalid-search.ts'
import { fieldPaths, type SearchRun } from './search-run.ts'
import type { Spec } from './spec.ts'
import type { Token } from './tokens.ts'

/** Returns the passages of a document that have words of the search. */
export type Highlighter = (document: Document) => Document[]

/**
 * Reads the option `highlight` of a search.
 * https://www.mongodb.com/docs/atlas/atlas-search/highlighting/
 */
export function highlighter(spec: Spec, run: SearchRun): Highlighter {
  const paths = fieldPaths(spec, run)
  const most = spec.whole('maxNumPassages', 1, 5)
  const length = spec.whole('maxCharsToExamine', 1, 500_000)
  spec.end()
  for (const path of paths) {
    if (run.index.definition.analyzerAt(path, 'index') === null)
      throw new InvalidSearch(
        `Highlights cannot be generated. Path: "${path.path}" is not stored statically or dynamically indexed.`,
      )
  }
  return (document) =>
    paths.flatMap((path) => {
      const texts = indexedValues(document, path.path.split('.')).values.filter((value) => typeof value === 'string')
      return texts
        .flatMap((text) => passagesOf(run, path, text.slice(0, length)))
        .toSorted((left, right) => right.score - left.score)
        .slice(0, most)
        .map(({ score, texts: parts }) => ({
          score: double(score),
          path: path.multi === null ? path.path : { value: path.path, multi: path.multi },
          texts: parts.map((each) => ({ ...each })),
        }))
    })
}

interface Part {
  readonly value: string
  readonly type: 'hit' | 'text'
}

interface Passage {
  readonly score: number
  readonly texts: readonly Part[]
}

/** Returns the sentences of a text that have words of the search, in parts. */
function passagesOf(run: SearchRun, path: FieldPath, text: string): Passage[] {
  const hits = run.hits.get(textField(path.path, path.multi))
  const analyze = run.index.definition.analyzerAt(path, 'index')
  if (hits === undefined || analyze === null) return []
  const found = analyze(text).filter(({ term }) => hits.has(term))
  if (found.length === 0) return []
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  return Array.from(sentences).flatMap(({ segment, index }): Passage[] => {
    const own = found.filter(({ start }) => start >= index && start < index + segment.length)
    if (own.length === 0) return []
    return [
      { score: scoreOf(run, path, own, segment.length), texts: partsOf(text, own, index, index + segment.length) },
    ]
  })
}

/** Returns the score of a passage: rare words count more, and in a short passage. */
function scoreOf({ index }: SearchRun, path: FieldPath, found: readonly Token[], length: number): number {
  const field = textField(path.path, path.multi)
  const { documents } = index.extent(field)
  const norm = 1 / (1 + Math.max(0, length - 87) / 87)
  const terms = new Set(found.map(({ term }) => term))
  let score = 0
  for (const term of terms) {
    const occurrences = found.filter((each) => each.term === term).length
    score += Math.log(1 + (documents + 0.5) / (index.count(field, term) + 0.5)) * (occurrences / (occurrences + 1.2))
  }
  return Math.fround(score * norm * 2.2)
}

function partsOf(text: string, found: readonly Token[], from: number, to: number): Part[] {
  const parts: Part[] = []
  let at = from
  for (const { start, end } of found) {
    if (start < at) continue
    if (start > at) parts.push({ value: text.slice(at, start), type: 'text' })
    parts.push({ value: text.slice(start, end), type: 'hit' })
    at = end
  }
  if (at < to) parts.push({ value: text.slice(at, to), type: 'text' })
  return parts
}
