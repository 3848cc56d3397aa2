import { isRecord } from '#core/objects.ts'
import { followed, type Schema } from './description.fixture.ts'

/**
 * Values by the name of their parameter: ids of records that exist, texts of a form of their own, and objects that need
 * more than the members that are marked as required.
 */
export type Examples = Readonly<Record<string, unknown>>

/** A value for a parameter, with the path of what it tries: `shipping.address.city`, `type=card`. */
export interface Variant {
  readonly label: string
  readonly value: unknown
}

/** The levels of members that are tried by themselves. */
const DEEPEST = 2

/** An enumeration of more words, such as the types of events, is tried with its first ones. */
const MOST_WORDS = 40
const FIRST_WORDS = 3

/**
 * Yields values of a parameter: its smallest value, and that value with each documented member and each word of an
 * enumeration.
 */
export function* variants(
  examples: Examples,
  name: string,
  schema: Schema,
  label = name,
  depth = 0,
): Generator<Variant> {
  const { anyOf, enum: words, type, properties, items } = followed(schema)
  if (anyOf !== undefined) {
    for (const each of anyOf) yield* variants(examples, name, each, label, depth)
  } else if (words !== undefined) {
    // An empty text unsets a parameter.
    const tried = words.filter((word) => word !== '').slice(0, words.length > MOST_WORDS ? FIRST_WORDS : MOST_WORDS)
    for (const value of tried) yield { label: `${label}=${value}`, value }
  } else if (type === 'array' && items !== undefined) {
    for (const { label: path, value } of variants(examples, name, items, `${label}[]`, depth)) {
      yield { label: path, value: [value] }
    }
  } else if (type === 'object' && properties !== undefined) {
    const smallest = valueOf(examples, name, schema) as object // an object's
    if (Object.keys(smallest).length > 0) yield { label, value: smallest }
    if (depth >= DEEPEST) return
    for (const [member, each] of Object.entries(properties)) {
      for (const { label: path, value } of variants(examples, member, each, `${label}.${member}`, depth + 1)) {
        yield { label: path, value: { ...smallest, [member]: value } }
      }
    }
  } else yield { label, value: valueOf(examples, name, schema) }
}

/** Returns the smallest value of a schema: an object has its required members, and those of its example. */
export function valueOf(examples: Examples, name: string, schema: Schema): unknown {
  const { anyOf, enum: words, type, format, properties, required = [], items } = followed(schema)
  if (anyOf !== undefined) {
    return valueOf(examples, name, anyOf.find((each) => followed(each).enum?.join('') !== '') ?? {})
  }
  if (words !== undefined) return words.find((word) => word !== '')
  const example = examples[name]
  switch (type) {
    case 'array':
      return items === undefined ? [] : [valueOf(examples, name, items)]
    case 'boolean':
      return true
    case 'integer':
      return typeof example === 'number' ? example : format === 'unix-time' ? 1_800_000_000 : 3
    case 'number':
      return 1.5
    case 'object': {
      const given = typeof example === 'object' && example !== null ? example : {}
      if (properties === undefined) return Object.keys(given).length > 0 ? given : { key: 'value' }
      const known = Object.entries(given).filter(([member]) => member in properties)
      const needed = required.map((each) => [each, valueOf(examples, each, properties[each] ?? {})])
      return { ...Object.fromEntries(needed), ...Object.fromEntries(known) } as object
    }
    default:
      return typeof example === 'string' ? example : name.endsWith('url') ? 'https://shop.test' : 'text'
  }
}

/**
 * Returns parameters with the members of others that they do not have, at any depth; the same object where they have
 * all of them. What they have stays: of two words for one parameter the first one is kept.
 */
export function withValue<T>(params: T, others: unknown): T {
  if (!isRecord(params) || !isRecord(others)) return params
  const added = Object.entries(others).flatMap(([name, value]) => {
    const present = params[name]
    if (present === undefined) return [[name, value] as const]
    const [first] = Array.isArray(present) ? present : [undefined]
    const [other] = Array.isArray(value) ? value : [undefined]
    const next = first === undefined ? withValue(present, value) : [withValue(first, other)]
    const isSame = next === present || (Array.isArray(next) && next[0] === first)
    return isSame ? [] : [[name, next] as const]
  })
  return added.length === 0 ? params : { ...params, ...Object.fromEntries(added) }
}

/** Writes parameters as the form of a request. */
export function formOf(params: object): URLSearchParams {
  const form = new URLSearchParams()
  const write = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) form.append(path, String(value))
    else {
      for (const [name, each] of Object.entries(value)) write(each, path === '' ? name : `${path}[${name}]`)
    }
  }
  write(params, '')
  return form
}
