import { keyString } from '#docdb/values/key-string.ts'
import { Binary, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { FieldType, SearchDefinition } from './definition.ts'
import { gramsOf, shingles, withoutDiacritics, type Analyzer, type Token } from './tokens.ts'

/** The words of one field of a document: their places, in the order of the text. */
export interface FieldEntries {
  readonly terms: ReadonlyMap<string, readonly number[]>
  /** The number of words, those that repeat included. */
  readonly length: number
}

/** Returns the place in an index of the words of a text field. */
export function textField(path: string, multi: string | null = null): string {
  return multi === null ? `text ${path}` : `text ${path}\u0000${multi}`
}

/** Returns the place in an index of the beginnings of words of a field. */
export function gramField(path: string): string {
  return `gram ${path}`
}

/** Returns the place in an index of the values of a field, by their keys. */
export function valueField(path: string): string {
  return `value ${path}`
}

/** The place in an index of the paths that a document has. */
export const PATHS = 'paths'

/** The distance between the texts of an array, so that no phrase reaches from one to the next. */
const GAP = 100

/** Returns what an index holds of a document, by the place in the index. */
export function entriesOf(definition: SearchDefinition, document: Document): ReadonlyMap<string, FieldEntries> {
  const entries = new Entries(definition)
  const { mappings } = definition.source
  if (isDocument(mappings)) entries.addFields(mappings, document, '')
  return entries.fields
}

/** Collects the entries of one document. */
class Entries {
  readonly fields = new Map<string, { terms: Map<string, number[]>; length: number; next: number }>()
  readonly #definition: SearchDefinition

  constructor(definition: SearchDefinition) {
    this.#definition = definition
  }

  addFields(mapping: Document, document: Document, prefix: string): void {
    for (const [name, value] of Object.entries(document)) {
      const types = this.#definition.typesIn(mapping, name)
      if (types.length > 0) this.#add(value, `${prefix}${name}`, types)
    }
  }

  #add(value: Value, path: string, types: readonly FieldType[]): void {
    if (Array.isArray(value)) {
      for (const each of value) this.#add(each, path, types)
      return
    }
    this.#term(PATHS, path, 0)
    if (value === null) this.#term(valueField(path), keyString(null), 0)
    for (const type of types) this.#addAs(type, value, path)
  }

  #addAs(type: FieldType, value: Value, path: string): void {
    switch (type['type']) {
      case 'document':
        if (isDocument(value)) this.addFields(type, value, `${path}.`)
        return
      case 'string':
        if (typeof value === 'string') this.#addText(type, value, path)
        return
      case 'autocomplete':
        if (typeof value === 'string') this.#addTokens(gramField(path), gramTokens(this.#definition, type, value))
        return
      default:
        if (isValueOf(type, value)) this.#term(valueField(path), keyString(normalized(type, value)), 0)
    }
  }

  #addText(type: FieldType, text: string, path: string): void {
    const limit = type['ignoreAbove']
    if (isNumber(limit) && text.length > toNumber(limit)) return
    const names = [null, ...Object.keys(isDocument(type['multi']) ? type['multi'] : {})]
    for (const multi of names) {
      const analyzer = this.#definition.analyzerAt({ path, multi }, 'index')
      if (analyzer !== null) this.#addTokens(textField(path, multi), analyzer(text))
    }
  }

  #addTokens(name: string, tokens: readonly Token[]): void {
    const field = this.#field(name)
    const base = field.next
    for (const { term, position } of tokens) {
      this.#term(name, term, base + position)
      field.length += 1
    }
    field.next = base + (tokens.at(-1)?.position ?? 0) + GAP
  }

  #term(name: string, term: string, position: number): void {
    const { terms } = this.#field(name)
    const positions = terms.get(term)
    if (positions === undefined) terms.set(term, [position])
    else if (name !== PATHS) positions.push(position)
  }

  #field(name: string): { terms: Map<string, number[]>; length: number; next: number } {
    let field = this.fields.get(name)
    if (field === undefined) this.fields.set(name, (field = { terms: new Map(), length: 0, next: 0 }))
    return field
  }
}

function isValueOf({ type }: FieldType, value: Value): boolean {
  switch (type) {
    case 'number':
    case 'numberFacet':
      return isNumber(value)
    case 'date':
    case 'dateFacet':
      return value instanceof Date
    case 'boolean':
      return typeof value === 'boolean'
    case 'objectId':
      return typeOf(value) === 'objectId'
    case 'uuid':
      return value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID
    case 'token':
      return typeof value === 'string'
    default:
      return false
  }
}

/** Returns a value as a type of field compares it. */
export function normalized({ type, normalizer }: FieldType, value: Value): Value {
  return type === 'token' && normalizer === 'lowercase' && typeof value === 'string' ? value.toLowerCase() : value
}

/** Returns the analyzer of a field for the beginnings of words. */
export function gramAnalyzer(definition: SearchDefinition, type: FieldType): Analyzer {
  const { analyzer } = type
  const { analyzer: ofIndex } = definition.source
  const name = analyzer ?? ofIndex
  return definition.analyzer(typeof name === 'string' ? name : 'lucene.standard')
}

/** Returns the least and the greatest length of the beginnings of words that a field has. */
export function gramLengths({ minGrams, maxGrams }: FieldType): readonly [least: number, most: number] {
  return [isNumber(minGrams) ? toNumber(minGrams) : 2, isNumber(maxGrams) ? toNumber(maxGrams) : 15]
}

/** Returns a part of a text as a field for the beginnings of words has it. */
export function gramTerm(type: FieldType, text: string): string {
  const [, most] = gramLengths(type)
  const plain = type['foldDiacritics'] === false ? text : withoutDiacritics(text).toLowerCase()
  const letters = Array.from(plain)
  return (type['tokenization'] === 'rightEdgeGram' ? letters.toReversed() : letters).slice(0, most).join('')
}

/** Returns the parts of a text that a field for the beginnings of words has: of each word, and of two or three. */
function gramTokens(definition: SearchDefinition, type: FieldType, text: string): Token[] {
  const [least, most] = gramLengths(type)
  const groups = shingles(gramAnalyzer(definition, type)(text), 2, 3, true)
  const isEdge = type['tokenization'] !== 'nGram'
  const longest = { ...type, maxGrams: Infinity }
  return groups.flatMap((group) => {
    const whole = gramTerm(longest, group.term)
    const grams = gramsOf(whole, least, most, isEdge)
    const rest = Array.from(whole)
    // A word that is too short or too long for its parts is there too, cut to the greatest length.
    if (rest.length < least || rest.length > most) grams.push(rest.slice(0, most).join(''))
    return grams.map((term) => ({ ...group, term }))
  })
}
