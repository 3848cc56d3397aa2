/** A word of a text as an analyzer makes it. */
export interface Token {
  readonly term: string
  /** The place among the words, by which phrases are found. */
  readonly position: number
  /** The place in the text, in UTF-16 units: from `start` up to, but not including, `end`. */
  readonly start: number
  readonly end: number
}

/** Returns the words of a text. */
export type Analyzer = (text: string) => readonly Token[]

/** Returns the parts of a text that a pattern matches; the pattern has the flag `g`. */
export function tokensMatching(text: string, pattern: RegExp): Token[] {
  return Array.from(text.matchAll(pattern), ({ 0: term, index }, position) => ({
    term,
    position,
    start: index,
    end: index + term.length,
  }))
}

/**
 * Words by the rules of Unicode: letters and digits, also around an apostrophe or a point (`can't`, `3.14`); an
 * ideograph is a word of its own. https://unicode.org/reports/tr29/#Word_Boundaries
 */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}]|\p{Extended_Pictographic}(?<!\p{N})|(?:(?![\p{sc=Han}\p{sc=Hiragana}])[\p{L}\p{M}\p{N}_])+(?:(?:(?<=\p{L})['’.·:](?=\p{L})|(?<=\p{N})['.,;](?=\p{N}))(?:(?![\p{sc=Han}\p{sc=Hiragana}])[\p{L}\p{M}\p{N}_])+)*/gu

/** The longest word: a longer run of letters is cut. */
const LONGEST_WORD = 255

/** Returns the words of a text as the standard tokenizer has them, with their case. */
export function standardTokens(text: string, longest = LONGEST_WORD): Token[] {
  const tokens = tokensMatching(text, WORDS)
  if (tokens.every(({ term }) => term.length <= longest)) return tokens
  return numbered(tokens.flatMap((each) => cut(each, longest)))
}

function cut({ term, start }: Token, longest: number): Token[] {
  return Array.from({ length: Math.ceil(term.length / longest) }, (_, at) => {
    const part = term.slice(at * longest, (at + 1) * longest)
    return { term: part, position: 0, start: start + at * longest, end: start + at * longest + part.length }
  })
}

/** Returns tokens with their positions counted anew. */
export function numbered(tokens: readonly Token[]): Token[] {
  return tokens.map((each, position) => ({ ...each, position }))
}

/** Returns tokens with other terms. */
export function withTerms(tokens: readonly Token[], change: (term: string) => string): Token[] {
  return tokens.map((each) => ({ ...each, term: change(each.term) }))
}

/** Returns tokens in lower case. */
export function lowered(tokens: readonly Token[]): Token[] {
  return withTerms(tokens, (term) => term.toLowerCase())
}

/** The letters that are no plain letter with a mark. */
const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  þ: 'th',
}

/** Returns a text with plain letters: `café` is `cafe`. */
export function withoutDiacritics(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain.replaceAll(/[ßæœøđłðþÆŒØĐŁÐÞ]/g, (letter) => {
    const lower = LIGATURES[letter.toLowerCase()] ?? letter
    return letter === letter.toLowerCase() ? lower : lower.toUpperCase()
  })
}

/** Returns the parts of a text between two lengths: all of them, or those at its beginning. */
export function gramsOf(text: string, least: number, most: number, isEdge: boolean): string[] {
  const letters = Array.from(text)
  const grams: string[] = []
  for (let from = 0; from < (isEdge ? 1 : letters.length); from++) {
    for (let length = least; length <= most && from + length <= letters.length; length++)
      grams.push(letters.slice(from, from + length).join(''))
  }
  return grams
}

/** Returns groups of neighbouring words, joined by a space, each after the word that it begins with. */
export function shingles(tokens: readonly Token[], least: number, most: number, hasSingles: boolean): Token[] {
  return tokens.flatMap((first, at) => {
    const groups: Token[] = hasSingles ? [first] : []
    for (let size = least; size <= most && at + size <= tokens.length; size++) {
      const parts = tokens.slice(at, at + size)
      const last = parts.at(-1) ?? first
      groups.push({ ...first, term: parts.map(({ term }) => term).join(' '), end: last.end })
    }
    return groups
  })
}
