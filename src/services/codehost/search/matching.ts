import type { Term } from './query.ts'

/**
 * The way a text is matched: in a `name` a term matches anywhere; in `prose` a word matches whole or with an ending
 * (`bug`, `bugs`); in `code` a word only matches exactly.
 */
export type Style = 'name' | 'prose' | 'code'

/** A text of a result in which words are searched. */
export interface Field<R> {
  /** Its name in an `in:` qualifier. */
  readonly in: string
  /** A second name in an `in:` qualifier. */
  readonly alias?: string
  /** Its name in `text_matches`. */
  readonly property: string
  readonly style: Style
  /** The number that a match in this text adds to the score. */
  readonly weight: number
  /** True when the text is searched without an `in:` qualifier. */
  readonly byDefault: boolean
  readonly read: (row: R) => readonly (string | null)[]
  /** The objects that the texts belong to, one for each text, where that is not the result itself. */
  readonly origins?: (row: R) => readonly Origin[]
}

/** The object that `text_matches` names as the source of a text. */
interface Origin {
  readonly object_url: unknown
  readonly object_type: string
}

/** A part of a text with the positions of its matches. */
export interface Fragment {
  readonly fragment: string
  /** `indices` are the first character and the one after the last, in characters of the fragment. */
  readonly matches: readonly { readonly text: string; readonly indices: readonly [start: number, end: number] }[]
}

// Matches a letter of a script that separates words by spaces. Words of other scripts have no recognisable end.
const LETTER = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}_]`

const FRAGMENT = 200

/**
 * Returns the pattern that finds a term in texts of a style; null for a term without a letter or digit, which matches
 * everywhere.
 */
export function patternOf({ text, isPhrase }: Term, style: Style): RegExp | null {
  const words = text.match(style === 'name' ? /[\p{L}\p{M}\p{N}]+/gu : /[\p{L}\p{M}\p{N}_]+/gu)
  if (words === null) return null
  if (style === 'name') return new RegExp(words.join(String.raw`[^\p{L}\p{M}\p{N}]*`), 'giu')
  const ending = style === 'prose' && !isPhrase ? '(?:s|es|ed|ing)?' : ''
  const phrase = words.join(String.raw`[^\p{L}\p{M}\p{N}_]+`)
  const first = new RegExp(`^${LETTER}`, 'u').test(phrase) ? `(?<!${LETTER})` : ''
  const last = new RegExp(`${LETTER}$`, 'u').test(phrase) ? `${ending}(?!${LETTER})` : ''
  return new RegExp(`${first}${phrase}${last}`, 'giu')
}

/** Returns the part of a text around its first match, with all matches in that part; null when nothing matches. */
export function fragmentOf(text: string, patterns: readonly RegExp[]): Fragment | null {
  const found = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .toSorted((left, right) => left.start - right.start || right.end - left.end)
  const first = found[0]
  if (first === undefined) return null
  const start = text.length <= FRAGMENT ? 0 : wordStart(text, Math.max(0, first.start - FRAGMENT / 4))
  const end = Math.max(first.end, Math.min(text.length, start + FRAGMENT))
  const characters = (to: number): number => Array.from(text.slice(start, to)).length
  return {
    fragment: text.slice(start, end),
    matches: found
      .filter((match) => match.end <= end)
      .map((match) => ({ text: match.text, indices: [characters(match.start), characters(match.end)] })),
  }
}

/** Returns the first position at or after `at` at which a word begins, if there is one nearby. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + FRAGMENT / 8).search(/\s/)
  return space === -1 ? at : at + space + 1
}
