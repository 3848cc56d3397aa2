import { indexedValues } from '#docdb/query/path.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'

/** English words that a text index leaves out. */
const STOP_WORDS = new Set(
  'a about above after again against all am an and any are as at be because been before being below between both but by cannot could did do does doing down during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself me more most my myself no nor not of off on once only or other ought our ours ourselves out over own same she should so some such than that the their theirs them themselves then there these they this those through to too under until up very was we were what when where which while who whom why with would you your yours yourself yourselves'.split(
    ' ',
  ),
)

/** The languages of text indexes, and their codes. https://www.mongodb.com/docs/manual/reference/text-search-languages/ */
const LANGUAGES = new Set(
  'none danish da dutch nl english en finnish fi french fr german de hungarian hu italian it norwegian nb portuguese pt romanian ro russian ru spanish es swedish sv turkish tr'.split(
    ' ',
  ),
)

/** Returns whether a text index knows a language, by its name or its code. */
export function isLanguage(language: Value): boolean {
  return typeof language === 'string' && LANGUAGES.has(language.toLowerCase())
}

/** The differences between words that count. */
export interface WordOptions {
  readonly isStemmed: boolean
  readonly isCase: boolean
  readonly isDiacritic: boolean
}

/** Returns a text without the differences that do not count. */
export function fold(text: string, { isCase, isDiacritic }: WordOptions): string {
  const plain = isDiacritic ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return isCase ? plain : plain.toLowerCase()
}

/** Returns the words of a text: without stop words, and without their endings. */
export function words(text: string, options: WordOptions): string[] {
  const found = fold(text, options).match(/[\p{L}\p{N}_']+/gu) ?? []
  if (!options.isStemmed) return found
  return found.filter((each) => !STOP_WORDS.has(each.toLowerCase())).map(stem)
}

/** Cuts the endings of English words that differ most: plural, past and progressive forms. */
function stem(word: string): string {
  let cut = word.replace(/'s?$/, '')
  cut = cut
    .replace(/sses$/, 'ss')
    .replace(/ies$/, 'i')
    .replace(/([^s])s$/, '$1')
  const before = cut
  const root = cut.endsWith('ed') ? cut.slice(0, -2) : cut.endsWith('ing') ? cut.slice(0, -3) : cut
  if (/[aeiouy]/.test(root)) cut = root
  if (cut !== before) cut = cut.replace(/([^aeioulsz])\1$/, '$1').replace(/(at|bl|iz)$/, '$1e')
  if (cut.endsWith('y') && /[aeiou]/.test(cut.slice(0, -1))) cut = `${cut.slice(0, -1)}i`
  return cut.replace(/e$/, '')
}

/** Returns the paths of a text index, with their weights; an empty path is that of all texts. */
export function weightsOf(spec: Document): (readonly [readonly string[], number])[] {
  const key = isDocument(spec['key']) ? spec['key'] : {}
  const ownWeights = isDocument(spec['weights']) ? spec['weights'] : {}
  const weight = (name: string): number => {
    const value = ownWeights[name]
    return isNumber(value) ? toNumber(value) : 1
  }
  const fields = Object.entries(key).filter(([name, type]) => type === 'text' && name !== '_fts')
  const names = new Set([...fields.map(([name]) => name), ...Object.keys(ownWeights)])
  return [...names].map((name) => [name === '$**' ? [] : name.split('.'), weight(name)] as const)
}

/** Returns the texts at a path of a document. */
export function textsAt(document: Document, path: readonly string[]): string[] {
  if (path.length === 0) return allTexts(document)
  return indexedValues(document, path).values.filter((value) => typeof value === 'string')
}

function allTexts(value: Value): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(allTexts)
  return isDocument(value) ? Object.values(value).flatMap(allTexts) : []
}

/** Returns whether a text index, or a search in a language, knows the endings of words. */
export function isStemmed(language: Value | undefined): boolean {
  return language !== 'none'
}

/** Returns the keys that a text index has for words. */
export function wordKeys(found: readonly string[]): string[] {
  return [...new Set(found)].map((each) => keyString(each))
}

/** Returns the keys of a document in a text index: those of its words. */
export function textKeys(spec: Document, document: Document): string[] {
  const options = { isStemmed: isStemmed(spec['default_language']), isCase: false, isDiacritic: false }
  return wordKeys(weightsOf(spec).flatMap(([path]) => textsAt(document, path).flatMap((text) => words(text, options))))
}
