import { ownMember } from '#core/objects.ts'
import { stemmer } from 'stemmer'
import { languageNamed, type Language } from '#docdb/values/languages.ts'
import { isDocument, type Document } from '#docdb/values/value.ts'
import { customAnalyzer, wholeText, withoutPossessive } from './custom-analyzer.ts'
import { InvalidSearch } from './invalid-search.ts'
import { lowered, standardTokens, tokensMatching, withTerms, type Analyzer } from './tokens.ts'

/** The words that the analyzer for English leaves out. */
const ENGLISH_STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
)

const standard: Analyzer = (text) => lowered(standardTokens(text))

const english: Analyzer = (text) =>
  withTerms(
    withTerms(standard(text), withoutPossessive).filter(({ term }) => !ENGLISH_STOP_WORDS.has(term)),
    stemmer,
  )

/** Returns the analyzer of a language: without its stop words, and without endings. */
function analyzerOf({ stem, stopWords }: Language): Analyzer {
  return (text) =>
    withTerms(
      standard(text).filter(({ term }) => !stopWords.has(term)),
      stem,
    )
}

/** The analyzers by name, beside those of languages. https://www.mongodb.com/docs/atlas/atlas-search/analyzers/ */
const ANALYZERS: Readonly<Record<string, Analyzer>> = {
  'lucene.standard': standard,
  'lucene.simple': (text) => lowered(tokensMatching(text, /\p{L}+/gu)),
  'lucene.whitespace': (text) => tokensMatching(text, /\S+/gu),
  'lucene.keyword': wholeText,
  'lucene.english': english,
}

/** The languages whose endings and stop words are not known here: their words are those of the standard analyzer. */
const OTHER_LANGUAGES = new Set(
  'arabic armenian basque bengali brazilian bulgarian catalan chinese cjk czech galician greek hindi indonesian irish japanese korean kuromoji latvian lithuanian morfologik nori persian polish smartcn sorani thai ukrainian'.split(
    ' ',
  ),
)

/** The analyzer of a field that names none. */
export const DEFAULT_ANALYZER = 'lucene.standard'

/**
 * Returns an analyzer by its name: one of those that the definition of an index makes, or one of the vendor's.
 *
 * @throws InvalidSearch for a name that is not known.
 */
export function analyzerNamed(name: string, definition: Document): Analyzer {
  const own = Array.isArray(definition['analyzers']) ? definition['analyzers'].filter(isDocument) : []
  const custom = own.find((each) => each['name'] === name)
  if (custom !== undefined) return customAnalyzer(custom)
  const built = ownMember(ANALYZERS, name)
  if (built !== undefined) return built
  const language = languageNamed(name.replace(/^lucene\./, ''))
  if (language !== undefined) return analyzerOf(language)
  if (OTHER_LANGUAGES.has(name.replace(/^lucene\./, ''))) return standard
  throw new InvalidSearch(`"${name}" is not a known analyzer`)
}
