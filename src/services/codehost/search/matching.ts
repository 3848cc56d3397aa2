import type { Term } from './query.ts'

/**
 * How a text is read: of a `name` any part may be given; in `prose` a word matches whole, or with an ending (`bug`,
 * `bugs`); in `code` only as it is.
 */
export type Style = 'name' | 'prose' | 'code'

/** A text of a result that words are looked for in. */
export interface Field<R> {
  /** What `in:` calls it. */
  readonly in: string
  /** What else `in:` may call it. */
  readonly alias?: string
  /** What `text_matches` call it. */
  readonly property: string
  readonly style: Style
  /** What a match in it adds to the score. */
  readonly weight: number
  /** Whether it is searched when no `in:` is given. */
  readonly byDefault: boolean
  readonly read: (row: R) => readonly (string | null)[]
  /** What the texts belong to, one for each, where that is not the result itself. */
  readonly origins?: (row: R) => readonly Origin[]
}

/** What `text_matches` say a text belongs to. */
export interface Origin {
  readonly object_url: unknown
  readonly object_type: string
}

/** A piece of a text with the places in it that match. */
export interface Fragment {
  readonly fragment: string
  /** `indices` are the first character and the one after the last, in characters of the fragment. */
  readonly matches: readonly { readonly text: string; readonly indices: readonly [start: number, end: number] }[]
}

// What a word of a writing with spaces is made of; others have no end of a word to look for.
const LETTER = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}_]`

const FRAGMENT = 200

/** What finds a term in texts of a style; null for a term without a letter or digit, which is everywhere. */
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

/** The part of a text around its first match, with every match in it; null when nothing matches. */
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

/** The first place at or after `at` where a word begins, if one is near. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + FRAGMENT / 8).search(/\s/)
  return space === -1 ? at : at + space + 1
}
