import { CommandError } from '#docdb/errors/command-error.ts'
import { positionOf, type Path } from '#docdb/query/path.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { languageNamed, type Language } from '#docdb/values/languages.ts'
import { show } from '#docdb/values/show.ts'
import { fieldOf, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'

/**
 * The language of a text, of an index or of a search: null for one whose words have no endings and no stop words.
 * https://www.mongodb.com/docs/manual/reference/text-search-languages/
 */
export type TextLanguage = Language | null

/** Returns a language by its name or code; undefined for one that text indexes do not know. */
export function textLanguage(name: string): TextLanguage | undefined {
  return name.toLowerCase() === 'none' ? null : languageNamed(name)
}

/** The differences between words that count. */
export interface WordOptions {
  readonly isCase: boolean
  readonly isDiacritic: boolean
}

/** The differences of the words in an index: none counts. */
export const FOLDED: WordOptions = { isCase: false, isDiacritic: false }

/** Returns a text without the differences that do not count. */
export function fold(text: string, { isCase, isDiacritic }: WordOptions): string {
  const plain = isDiacritic ? text : withoutMarks(text)
  return isCase ? plain : plain.toLowerCase()
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** The words of English, in which an apostrophe can stand, and those of other languages. */
const ENGLISH_WORD = /[\p{L}\p{N}\p{M}_']+/gu
const WORD = /[\p{L}\p{N}\p{M}_]+/gu

/** The length of words beyond which no ending is cut: the time of stemmers can grow with the square of the length. */
const LONGEST_STEMMED = 100

/** Returns the words of a text in a language: without its stop words, and without endings. */
export function words(text: string, language: TextLanguage, options: WordOptions): string[] {
  const found = text.normalize('NFC').match(language?.name === 'english' ? ENGLISH_WORD : WORD) ?? []
  const kept: string[] = []
  for (const word of found) {
    const lower = word.toLowerCase()
    if (language?.stopWords.has(lower) === true) continue
    const stemmed = language === null || lower.length > LONGEST_STEMMED ? lower : language.stem(lower)
    const cased = options.isCase ? inCaseOf(stemmed, word) : stemmed
    kept.push(options.isDiacritic ? cased : withoutMarks(cased))
  }
  return kept
}

/** Returns a stem with the capitals that its word has in the letters that both share. */
function inCaseOf(stem: string, word: string): string {
  const lower = word.toLowerCase()
  let shared = 0
  while (shared < stem.length && stem.charAt(shared) === lower.charAt(shared)) shared += 1
  return word.slice(0, shared) + stem.slice(shared)
}

/** A text of a document that an index holds. */
export interface IndexedText {
  readonly text: string
  readonly weight: number
  readonly language: TextLanguage
}

/** The fields of a text index, read from its specification. */
export interface TextFields {
  /** The weights of fields, by path. */
  readonly weights: ReadonlyMap<string, number>
  /** The weight of all other fields; undefined for an index of named fields only. */
  readonly others: number | undefined
  readonly language: TextLanguage
  /** The name of the field that tells the language of its document. */
  readonly override: string
}

/** Reads which fields a text index holds. */
export function textFieldsOf(spec: Document): TextFields {
  const own = isDocument(spec['weights']) ? spec['weights'] : {}
  const weights = new Map(Object.entries(own).map(([name, weight]) => [name, isNumber(weight) ? toNumber(weight) : 1]))
  const { default_language: language, language_override: override } = spec
  return {
    weights,
    others: weights.get('$**'),
    language: (typeof language === 'string' ? textLanguage(language) : languageNamed('english')) ?? null,
    override: typeof override === 'string' ? override : 'language',
  }
}

/**
 * Returns the texts of a document that an index holds.
 *
 * @throws CommandError for a language that is none.
 */
export function textsOf(fields: TextFields, document: Document): IndexedText[] {
  const texts: IndexedText[] = []
  collect({ fields, texts }, document, '', fields.language)
  return texts
}

interface Collecting {
  readonly fields: TextFields
  readonly texts: IndexedText[]
}

function collect(to: Collecting, document: Document, prefix: string, around: TextLanguage): void {
  const language = languageIn(document, to.fields, around)
  const { weights, others } = to.fields
  for (const [name, value] of Object.entries(document)) {
    const path = prefix + name
    const weight = weights.get(path) ?? others
    if (weight === undefined && !leadsOn(weights, path)) continue
    for (const each of elementsOf(value)) {
      if (typeof each === 'string' && weight !== undefined) to.texts.push({ text: each, weight, language })
      else if (isDocument(each)) collect(to, each, `${path}.`, language)
    }
  }
}

/** Returns the elements of a list, and of the lists in it; any other value alone. */
function elementsOf(value: Value): Value[] {
  return Array.isArray(value) ? value.flatMap(elementsOf) : [value]
}

function leadsOn(weights: ReadonlyMap<string, number>, path: string): boolean {
  for (const name of weights.keys()) if (name.startsWith(`${path}.`)) return true
  return false
}

function languageIn(document: Document, { override }: TextFields, around: TextLanguage): TextLanguage {
  const own = fieldOf(document, override)
  if (own === undefined) return around
  if (typeof own !== 'string')
    throw new CommandError(17261, 'found language override field in document with non-string type')
  const language = textLanguage(own)
  if (language === undefined) throw new CommandError(17262, `language override unsupported: ${own}`)
  return language
}

/** Returns the keys that a text index has for words. */
export function wordKeys(found: readonly string[]): string[] {
  return [...new Set(found)].map((each) => keyString(each))
}

/**
 * Returns the keys of a document in a text index: those of its words.
 *
 * @throws CommandError for a list in a field that stands beside those for words.
 */
export function textKeys(spec: Document, document: Document): string[] {
  refuseLists(spec['key'], document)
  return wordKeys(textsOf(textFieldsOf(spec), document).flatMap(({ text, language }) => words(text, language, FOLDED)))
}

/** Returns the names of the fields of a text index before those for words, and after them. */
export function fieldsBesideWords(key: Value | undefined): { before: readonly string[]; after: readonly string[] } {
  const names = isDocument(key) ? Object.keys(key) : []
  return { before: names.slice(0, names.indexOf('_fts')), after: names.slice(names.indexOf('_ftsx') + 1) }
}

function refuseLists(key: Value | undefined, document: Document): void {
  const { before, after } = fieldsBesideWords(key)
  const name = [...before, ...after].find((each) => leadsIntoList(document, each.split('.')))
  if (name === undefined) return
  throw new CommandError(
    'CannotBuildIndexKeys',
    `Field '${name}' of text index contains an array in document: ${show(document)}`,
  )
}

/** Returns whether a path leads to a list, or through one other than by the position of an element. */
function leadsIntoList(document: Document, path: Path): boolean {
  let value: Value | undefined = document
  for (const part of path) {
    if (Array.isArray(value) && positionOf(part) < 0) return true
    value = Array.isArray(value) ? value[positionOf(part)] : isDocument(value) ? fieldOf(value, part) : undefined
  }
  return Array.isArray(value)
}
