import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { InvalidSearch } from './invalid-search.ts'

/** A part of a definition or of a search, which knows its place: `compound.must[0].text`. */
export class Spec {
  readonly document: Document
  /** Empty at the top. */
  readonly path: string
  readonly #read = new Set<string>()

  constructor(document: Document, path = '') {
    this.document = document
    this.path = path
  }

  /** Returns the place of a member. */
  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }

  /** Returns the refusal of a member; of the whole part without a name. */
  refusal(problem: string, name?: string): InvalidSearch {
    const place = name === undefined ? this.path : this.at(name)
    return new InvalidSearch(place === '' ? problem : `"${place}" ${problem}`)
  }

  /** Returns a member; undefined when it is missing or null. */
  optional(name: string): Value | undefined {
    this.#read.add(name)
    return Object.hasOwn(this.document, name) ? (this.document[name] ?? undefined) : undefined
  }

  /** Returns whether there is a member, which may be null. */
  has(name: string): boolean {
    return Object.hasOwn(this.document, name)
  }

  /** Returns a member that must be there. */
  required(name: string): Value {
    const value = this.optional(name)
    if (value === undefined) throw this.refusal('is required', name)
    return value
  }

  /** Returns a member that is a text. */
  text(name: string): string {
    const value = this.required(name)
    if (typeof value !== 'string') throw this.refusal('must be a string', name)
    if (value === '') throw this.refusal('cannot be empty', name)
    return value
  }

  /** Returns a member that is one of some texts. */
  oneOf<T extends string>(name: string, known: readonly T[], absent?: T): T {
    const value = absent === undefined ? this.required(name) : (this.optional(name) ?? absent)
    if (typeof value !== 'string') throw this.refusal('must be a string', name)
    const found = known.find((each) => each === value)
    if (found === undefined) throw this.refusal(`must be one of [${known.join(', ')}]`, name)
    return found
  }

  /** Returns a member that is a text, or a list of texts, as a list. */
  texts(name: string): string[] {
    const value = this.required(name)
    const list = Array.isArray(value) ? value : [value]
    if (list.length === 0) throw this.refusal('cannot be empty', name)
    return list.map((each, at) => {
      if (typeof each !== 'string')
        throw this.refusal('must be a string', Array.isArray(value) ? `${name}[${at}]` : name)
      if (each === '') throw this.refusal('cannot be empty', name)
      return each
    })
  }

  /** Returns a member that is a number. */
  number(name: string, absent?: number): number {
    const value = absent === undefined ? this.required(name) : (this.optional(name) ?? absent)
    if (!isNumber(value)) throw this.refusal('must be a number', name)
    const number = toNumber(value)
    if (!Number.isFinite(number)) throw this.refusal('must be finite', name)
    return number
  }

  /** Returns a member that is a whole number from `least`. */
  whole(name: string, least: number, absent?: number): number {
    const number = this.number(name, absent)
    if (!Number.isInteger(number)) throw this.refusal('must be an integer', name)
    if (number < least) throw this.refusal(least === 0 ? 'cannot be negative' : 'must be positive', name)
    return number
  }

  /** Returns a member that is true or false. */
  flag(name: string, absent = false): boolean {
    const value = this.optional(name) ?? absent
    if (typeof value !== 'boolean') throw this.refusal('must be a boolean', name)
    return value
  }

  /** Returns a member that is a document; undefined when it is missing. */
  part(name: string): Spec | undefined {
    const value = this.optional(name)
    if (value === undefined) return undefined
    if (!isDocument(value)) throw this.refusal('must be a document', name)
    return new Spec(value, this.at(name))
  }

  /** Returns a member that is a list of documents, or one document; an empty list when it is missing. */
  parts(name: string): Spec[] {
    const value = this.optional(name)
    if (value === undefined) return []
    const list = Array.isArray(value) ? value : [value]
    return list.map((each, at) => {
      const place = Array.isArray(value) ? `${this.at(name)}[${at}]` : this.at(name)
      if (!isDocument(each)) throw new InvalidSearch(`"${place}" must be a document`)
      return new Spec(each, place)
    })
  }

  /** Refuses members that nothing has read. */
  end(): void {
    const unknown = Object.keys(this.document).filter((name) => !this.#read.has(name))
    const [only] = unknown
    if (only === undefined) return
    if (unknown.length === 1) throw this.refusal(`unrecognized field "${only}"`)
    throw this.refusal(`unrecognized fields [${unknown.map((name) => `"${name}"`).join(', ')}]`)
  }
}
