/** The words and the phrases of a search. */
export interface TextQuery {
  readonly words: readonly string[]
  readonly excludedWords: readonly string[]
  readonly phrases: readonly string[]
  readonly excludedPhrases: readonly string[]
}

/** A word, or another character that is no white space. */
const TOKEN = /[\p{L}\p{N}\p{M}_']+|\S/gu

/**
 * Reads a search: words of a phrase in quotes are also searched for by themselves; a minus sign at the start of a word
 * or a phrase excludes what follows up to the next white space.
 * https://www.mongodb.com/docs/manual/reference/operator/query/text/#search-field
 */
export function parseTextQuery(search: string): TextQuery {
  const query: Record<keyof TextQuery, string[]> = { words: [], excludedWords: [], phrases: [], excludedPhrases: [] }
  let phraseFrom: number | null = null
  let isExcluded = false
  for (const { 0: token, index } of search.matchAll(TOKEN)) {
    const isFirst = index === 0 || /\s/.test(search.charAt(index - 1))
    // Within a phrase, what was said of the phrase counts.
    if (phraseFrom === null && isFirst) isExcluded = false
    if (token === '-') isExcluded ||= phraseFrom === null && isFirst
    else if (token === '"') {
      if (phraseFrom !== null) query[isExcluded ? 'excludedPhrases' : 'phrases'].push(search.slice(phraseFrom, index))
      phraseFrom = phraseFrom === null ? index + 1 : null
    } else if (!isExcluded) query.words.push(token)
    else if (phraseFrom === null) query.excludedWords.push(token)
  }
  return query
}
