import type * as v from 'valibot'
import { suggest } from '../text/did-you-mean.ts'
import { isRecord } from '../objects.ts'
import type { SeedPath } from './seed-path.ts'
import { keysAt } from './seed-schema.ts'

/** A mistake in a seed. */
export interface Problem {
  readonly path: SeedPath
  /** The part that the message places in the file: the key at the path, or its value. */
  readonly part: 'key' | 'value'
  readonly message: string
}

type Issue = v.BaseIssue<unknown>

/** Converts a schema's issues to problems, in the words of the seed's author. */
export function problemsOf(schema: v.GenericSchema, issues: readonly Issue[], at: SeedPath): Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(schema, issue, at))
}

function problemsOfIssue(schema: v.GenericSchema, issue: Issue, at: SeedPath, above: SeedPath = []): Problem[] {
  const last = issue.path?.at(-1)
  const inner = [...above, ...(issue.path ?? []).map(({ key }) => keyOf(key))]
  const path = [...at, ...inner]
  const parent: unknown = last !== undefined && 'input' in last ? last.input : undefined
  if (issue.expected === 'never' && isRecord(parent)) {
    const keys = keysAt(schema, inner.slice(0, -1))
    // The schema reports only the first unknown key.
    return Object.keys(parent)
      .filter((key) => !keys.includes(key))
      .map((key) => unknownKey([...path.slice(0, -1), key], keys))
  }
  if (last?.type === 'object' && Array.isArray(parent)) {
    return [{ path: path.slice(0, -1), part: 'value', message: 'expected an object, got an array' }]
  }
  if (issue.input === undefined && !isCustom(issue)) return [{ path, part: 'value', message: 'required' }]
  if (issue.type === 'union') {
    // The issues inside an option that the value nearly matches say more than that no option matches.
    const deeper = (issue.issues ?? []).filter((each) => (each.path?.length ?? 0) > 0)
    if (deeper.length > 0) return deeper.flatMap((each) => problemsOfIssue(schema, each, at, inner))
  }
  const part = last !== undefined && 'origin' in last && last.origin === 'key' ? 'key' : 'value'
  return [{ path, part, message: isCustom(issue) ? custom(issue) : messageOf(issue) }]
}

/** Returns the problem of an unknown key. */
export function unknownKey(path: SeedPath, keys: readonly string[]): Problem {
  const key = String(path.at(-1))
  const nearest = suggest(key, keys)
  const listed = keys.length === 0 ? '' : ` (known: ${keys.join(', ')})`
  return {
    path,
    part: 'key',
    message: `unknown key${nearest === undefined ? listed : `, did you mean ${JSON.stringify(nearest)}?`}`,
  }
}

/** Returns `, did you mean "ada"?` when a candidate is similar to the value, otherwise the first candidates. */
export function didYouMean(value: unknown, candidates: readonly string[]): string {
  if (candidates.length === 0) return ''
  const nearest = typeof value === 'string' ? suggest(value, candidates) : undefined
  if (nearest !== undefined) return `, did you mean ${JSON.stringify(nearest)}?`
  const shown = candidates.slice(0, 8).map((candidate) => JSON.stringify(candidate))
  return ` (known: ${shown.join(', ')}${candidates.length > shown.length ? ', …' : ''})`
}

/** Describes the value that was found in place of the expected one. */
export function got(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (typeof value === 'object') return 'an object'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a value of the type ${typeof value}`
}

/** Returns whether the schema has its own message. Those of valibot begin with `Invalid`. */
function isCustom({ message }: Issue): boolean {
  return !message.startsWith('Invalid ')
}

/** Returns the schema's own message; one that begins with `expected` gets the value added. */
function custom({ message, input }: Issue): string {
  return message.startsWith('expected ') ? `${message}, got ${got(input)}` : message
}

function messageOf(issue: Issue): string {
  const { type, input, expected } = issue
  const limit = String(issue.requirement)
  const size = typeof input === 'string' ? 'characters' : 'items'
  switch (type) {
    case 'picklist':
    case 'variant':
    case 'enum':
    case 'literal': {
      const options = optionsOf(expected ?? '')
      const choice = options.length === 1 ? options[0] : `one of ${options.join(', ')}`
      const texts = options.filter((option) => option.startsWith('"')).map((option) => option.slice(1, -1))
      const nearest = typeof input === 'string' ? suggest(input, texts) : undefined
      return `expected ${choice}, got ${got(input)}${nearest === undefined ? '' : `, did you mean ${JSON.stringify(nearest)}?`}`
    }
    case 'min_value':
      return `must be ${limit} or more, got ${got(input)}`
    case 'max_value':
      return `must be ${limit} or less, got ${got(input)}`
    case 'non_empty':
      return 'must not be empty'
    case 'min_length':
      return `must have at least ${limit} ${size}, got ${got(input)}`
    case 'max_length':
      return `must have at most ${limit} ${size}, got ${got(input)}`
    case 'length':
      return `must have ${limit} ${size}, got ${got(input)}`
    case 'regex':
      return `must match ${limit}, got ${got(input)}`
    default:
      return `expected ${KINDS[type] ?? kinds(expected)}, got ${got(input)}${unquoted(issue) ? ': put it in quotes' : ''}`
  }
}

/** Returns whether a text is missing its quotes: YAML reads 000000 as a number and true as a boolean. */
function unquoted({ type, input }: Issue): boolean {
  return type === 'string' && (typeof input === 'number' || typeof input === 'boolean')
}

/** The expected value for each action of a schema's pipe. */
const KINDS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  safe_integer: 'a whole number',
  url: 'a URL, such as "https://example.com/path"',
  email: 'an e-mail address',
  rfc_email: 'an e-mail address',
  iso_timestamp: 'a time, such as "2026-01-31T12:00:00Z"',
  iso_date: 'a date, such as "2026-01-31"',
  iso_date_time: 'a date and time, such as "2026-01-31T12:00"',
}

/** The words for types. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Array: 'an array',
  Object: 'an object',
  Date: 'a date',
  null: 'nothing',
}

function kinds(expected: string | null): string {
  const options = optionsOf(expected ?? 'another value').map((option) => TYPES[option] ?? option)
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(options))
}

/** Returns the options in `("x" | "y")`. */
function optionsOf(expected: string): string[] {
  return expected.replace(/^\((.*)\)$/s, '$1').split(' | ')
}

function keyOf(key: unknown): string | number {
  return typeof key === 'number' ? key : String(key)
}
