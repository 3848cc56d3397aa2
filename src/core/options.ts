import { inspect } from 'node:util'
import * as v from 'valibot'
import { suggest } from './text/did-you-mean.ts'
import { problems } from './input.ts'

/** A schema of options: an object that refuses unknown members. */
type OptionsSchema = v.GenericSchema & { readonly entries?: Readonly<Record<string, v.GenericSchema>> }

/** Words for refusals that the schema does not have. */
interface Wording {
  /** An example of the whole object. */
  readonly example?: string
  /** Names that other functions have for an option, each with the option's name here: `{ port: 'basePort' }`. */
  readonly otherNames?: Readonly<Record<string, string>>
}

/**
 * Returns the schema of one option: `accepts` checks a value, and `expected` describes the accepted values in refusals.
 */
export function option<T>(expected: string, accepts: (value: unknown) => boolean): v.CustomSchema<T, string> {
  return v.custom<T, string>(accepts, expected)
}

/** An option that is text. */
export const textOption: v.CustomSchema<string, string> = option('text', (value) => typeof value === 'string')

/** An option that is on or off. */
export const flagOption: v.CustomSchema<boolean, string> = option(
  'true or false',
  (value) => typeof value === 'boolean',
)

/**
 * Checks options with a schema, and returns the schema's output. `name` is the function that takes the options:
 * `createEmulator`.
 *
 * @throws TypeError that names every wrong option with its value and the expected one, and the nearest name for an
 * unknown option.
 */
export function checkedOptions<S extends OptionsSchema>(
  name: string,
  schema: S,
  input: unknown,
  wording: Wording = {},
): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success && !Array.isArray(input)) return result.output
  const wrong = problems(result.issues ?? []).map(({ path, code, expected, value, message }) => {
    const at = path.join('.')
    if (at === '') {
      const example = wording.example === undefined ? '' : ` such as ${wording.example}`
      return `options: expected an object${example}, got ${shown(input)}`
    }
    if (code === 'unknown') return unknownOption(at, Object.keys(schema.entries ?? {}), wording)
    const ownWords = customWords(schema.entries?.[at])
    if (code === 'missing' && ownWords === undefined) return `${at} is missing`
    if (code === 'missing') return `${at}: expected ${ownWords}, got nothing`
    const words = ownWords === undefined && !['custom', 'unknown'].includes(expected) ? expected : message
    return `${at}: expected ${words}, got ${shown(value)}`
  })
  throw new TypeError(
    `${name}: ${wrong.length === 0 ? `options: expected an object, got ${shown(input)}` : wrong.join('; ')}`,
  )
}

function unknownOption(option: string, known: readonly string[], { otherNames = {} }: Wording): string {
  const guess = otherNames[option] ?? suggest(option, known)
  const hint = guess === undefined ? `; known are ${known.join(', ')}` : `, did you mean ${guess}?`
  return `unknown option ${option}${hint}`
}

/** Returns the description of the accepted values, for a schema made with {@link option}. */
function customWords(schema: v.GenericSchema | undefined): string | undefined {
  const inner = schema !== undefined && 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema // of v.optional
  return inner?.type === 'custom' && 'message' in inner && typeof inner.message === 'string' ? inner.message : undefined
}

/** Returns a value as refusals show it: as JSON where possible, cut off after 120 characters. */
function shown(value: unknown): string {
  const isJson =
    value === null ||
    ['string', 'number', 'boolean'].includes(typeof value) ||
    Array.isArray(value) ||
    isPlainObject(value)
  const text = isJson ? JSON.stringify(value) : inspect(value, { depth: 0 })
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
