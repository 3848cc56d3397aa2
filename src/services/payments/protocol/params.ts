import { suggest } from '#core/text/did-you-mean.ts'
import type { ApiVersion } from '#payments/schema/api-versions.ts'
import { COUNTRY_CODES } from '#payments/schema/countries.ts'
import { CURRENCIES } from '#payments/schema/currencies.ts'
import {
  invalidParameter,
  missingParameter,
  parameterEmpty,
  parameterUnsupported,
  unknownParameters,
} from '#payments/errors.ts'
import type { Raw, RawHash } from './form.ts'

/** The type of a parameter: reads a raw value, or throws the vendor's failure with the parameter's path. */
export interface Param<T> {
  readonly read: (raw: Raw, path: string) => T
  /** True for a parameter that a request must have. */
  readonly required?: boolean
  /** The first version of the API without the parameter; only read for parameters that are not inside of others. */
  readonly until?: ApiVersion
  /** The failure of a request that has the parameter from then on; that of an unknown parameter where it is absent. */
  readonly gone?: (path: string) => Error
}

/** The type of the values that a parameter accepts. */
type ValueOf<P> = P extends Param<infer T> ? T : never

/** The parameters of a hash by name. */
export type Fields = Readonly<Record<string, Param<unknown>>>

type RequiredNames<F> = { [N in keyof F]: F[N] extends { readonly required: true } ? N : never }[keyof F]

/** The values of a hash of parameters; those that are not required may be absent. */
export type ValuesOf<F extends Fields> = { readonly [N in RequiredNames<F>]: ValueOf<F[N]> } & {
  readonly [N in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[N]> | undefined
}

/** Makes a parameter required. Its absence is `parameter_missing`. */
export function required<T>(param: Param<T>): Param<T> & { readonly required: true } {
  return { ...param, required: true }
}

/** Makes a parameter one that only the versions of the API before another have. */
export function until<T>(version: ApiVersion, param: Param<T>, gone?: Param<T>['gone']): Param<T> {
  return { ...param, until: version, ...(gone === undefined ? {} : { gone }) }
}

/** Returns the parameters that a version of the API has, and those that it refuses in words of their own. */
export function fieldsOf(version: ApiVersion, fields: Fields): Fields {
  const known = versions.get(fields)?.get(version)
  if (known !== undefined) return known
  const entries = Object.entries(fields).flatMap(([name, param]): [string, Param<unknown>][] => {
    const { until: end, gone } = param
    if (end === undefined || version < end) return [[name, param]]
    return gone === undefined ? [] : [[name, refused(gone)]]
  })
  const found: Fields = Object.fromEntries(entries)
  versions.set(fields, (versions.get(fields) ?? new Map<ApiVersion, Fields>()).set(version, found))
  return found
}

/** The parameters of each version, by those of all versions: a cache, and no state. */
const versions = new WeakMap<Fields, Map<ApiVersion, Fields>>()

function refused(gone: (path: string) => Error): Param<never> {
  return {
    read(_raw, path) {
      throw gone(path)
    },
  }
}

/** Lets an empty string unset the parameter: its value is null then. */
export function unsettable<T>(param: Param<T>): Param<T | null> {
  return { ...param, read: (raw, path) => (raw === '' || raw === null ? null : param.read(raw, path)) }
}

/** A text. An empty string is refused: it would unset the parameter. */
export function text({ max = 5000 }: { max?: number } = {}): Param<string> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'string')
      if (value === '') throw parameterEmpty(path)
      if (value.length > max) {
        throw invalidParameter(
          path,
          `Invalid string: ${value.slice(0, 10)}...${value.slice(-10)}; must be at most ${max} characters`,
        )
      }
      return value
    },
  }
}

/** A whole number. */
export function integer({ min, max }: { min?: number; max?: number } = {}): Param<number> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'integer')
      if (value === '') throw parameterEmpty(path)
      const number = Number(value)
      if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
        throw invalidParameter(path, `Invalid integer: ${value}`, 'parameter_invalid_integer')
      }
      if (min !== undefined && number < min) {
        const kind =
          min === 1
            ? `This value must be greater than or equal to 1.`
            : `Invalid ${last(path)}: must be greater than or equal to ${min}`
        throw invalidParameter(
          path,
          min === 0 && number < 0 ? 'Invalid non-negative integer' : kind,
          'parameter_invalid_integer',
        )
      }
      if (max !== undefined && number > max) {
        throw invalidParameter(path, `This value must be less than or equal to ${max}.`, 'parameter_invalid_integer')
      }
      return number
    },
  }
}

/** A moment, in epoch seconds. */
export function timestamp(): Param<number> {
  return integer({ min: 0 })
}

/** A moment as the second version of the API writes it (`2026-01-01T12:00:00.000Z`), in epoch seconds. */
export function moment(): Param<number> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'timestamp')
      const at = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
      if (Number.isNaN(at)) throw invalidParameter(path, `Invalid timestamp: ${value}`)
      return Math.floor(at / 1000)
    },
  }
}

/** A decimal number as text: its digits are kept as they came. */
export function decimal(): Param<string> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'decimal')
      if (value === '') throw parameterEmpty(path)
      if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(value)) throw invalidParameter(path, `Invalid decimal: ${value}`)
      return value
    },
  }
}

/** A number that may have a fraction, such as a percentage. */
export function number({ min = -Infinity, max = Infinity }: { min?: number; max?: number } = {}): Param<number> {
  const { read } = decimal()
  return {
    read(raw, path) {
      const value = Number(read(raw, path))
      if (value < min || value > max) {
        throw invalidParameter(path, `Invalid ${last(path)}: must be between ${min} and ${max}`)
      }
      return value
    },
  }
}

/** `true` or `false`, also as SDKs of Python and .NET (`True`) and of PHP (`1`) have written them. */
export function boolean(): Param<boolean> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'boolean')
      if (/^(?:true|1)$/i.test(value)) return true
      if (/^(?:false|0)$/i.test(value)) return false
      if (value === '') throw parameterEmpty(path)
      throw invalidParameter(path, `Invalid boolean: ${value}`)
    },
  }
}

/** One of some words. */
export function oneOf<const W extends string>(...words: readonly W[]): Param<W> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'string')
      if (value === '') throw parameterEmpty(path)
      const found = words.find((word) => word === value)
      if (found !== undefined) return found
      throw invalidParameter(path, `Invalid ${path}: must be one of ${either(words)}`)
    },
  }
}

/** A currency in lower case. */
export function currency(): Param<string> {
  return {
    read(raw, path) {
      const value = scalar(raw, path, 'string')
      if (value === '') throw parameterEmpty(path)
      const code = value.toLowerCase()
      if (CURRENCIES.has(code)) return code
      const all = [...CURRENCIES].join(', ')
      throw invalidParameter(path, `Invalid currency: ${code}. Stripe currently supports these currencies: ${all}`)
    },
  }
}

/** An email address. */
export function email(): Param<string> {
  const { read } = text({ max: 512 })
  return {
    read(raw, path) {
      const value = read(raw, path)
      const at = value.lastIndexOf('@')
      const isAddress = at > 0 && at < value.length - 1 && !/\s/.test(value)
      if (!isAddress) throw invalidParameter(path, `Invalid email address: ${value}`, 'email_invalid')
      return value
    },
  }
}

/** A country by its code in ISO 3166-1, in either case. */
export function country(): Param<string> {
  const { read } = text()
  return {
    read(raw, path) {
      const value = read(raw, path)
      if (COUNTRY_CODES.has(value.toUpperCase())) return value
      throw invalidParameter(
        path,
        `Country '${value}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'. A full list of country codes is available at https://en.wikipedia.org/wiki/ISO_3166-1_alpha-2#Officially_assigned_code_elements`,
      )
    },
  }
}

/**
 * A statement descriptor: at least one letter, and none of the characters that banks do not print.
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export function statementDescriptor({ max = 22 }: { max?: number } = {}): Param<string> {
  const { read } = text({ max })
  return {
    read(raw, path) {
      const value = read(raw, path)
      if (/[<>\\'"*]/.test(value)) {
        const message = `Invalid statement descriptor. Cannot contain the characters <, >, \\, ', ", or *`
        throw invalidParameter(path, message, 'invalid_characters')
      }
      if (/\p{Letter}/u.test(value)) return value
      throw invalidParameter(path, 'Invalid statement descriptor. Must contain at least one letter')
    },
  }
}

/** A URL of http or https. */
export function url(): Param<string> {
  const { read } = text()
  return {
    read(raw, path) {
      const value = read(raw, path)
      if (/^https?:\/\/./i.test(value) && URL.canParse(value.replaceAll(/[{}]/g, ''))) return value
      throw invalidParameter(path, 'Not a valid URL', 'url_invalid')
    },
  }
}

/** A list of values of one type. */
export function list<T>(item: Param<T>, { max = 1000 }: { max?: number } = {}): Param<readonly T[]> {
  return {
    read(raw, path) {
      const items = itemsOf(raw, path)
      if (items.length > max) throw invalidParameter(path, `Array must contain at most ${max} elements`)
      return items.map((each, index) => item.read(each, `${path}[${index}]`))
    },
  }
}

/** A hash with these parameters; others are `parameter_unknown`. */
export function hash<const F extends Fields>(fields: F): Param<ValuesOf<F>> {
  return {
    read(raw, path) {
      if (!isHash(raw)) {
        if (raw === '') throw parameterEmpty(path)
        throw invalidParameter(path, 'Invalid object')
      }
      return readFields(fields, raw, path)
    },
  }
}

/** A hash of values of one type by any name. */
export function hashOf<T>(item: Param<T>): Param<Readonly<Record<string, T>>> {
  return {
    read(raw, path) {
      if (!isHash(raw)) throw invalidParameter(path, 'Invalid object')
      return Object.fromEntries(Object.entries(raw).map(([name, each]) => [name, item.read(each, `${path}[${name}]`)]))
    },
  }
}

/** A hash of values of one type by currency, in lower case. */
export function byCurrency<T>(item: Param<T>): Param<Readonly<Record<string, T>>> {
  const { read } = hashOf(item)
  return {
    read(raw, path) {
      const values = read(raw, path)
      for (const code of Object.keys(values)) {
        const lower = code.toLowerCase()
        if (code === lower) continue
        throw invalidParameter(
          path,
          `Currencies must be lowercase when used as keys in a map. Use \`${lower}\` instead of \`${code}\`.`,
        )
      }
      return values
    },
  }
}

/** A hash whose members backlot accepts and does not read: options that have no effect in a test. */
export function anything(): Param<Raw> {
  return { read: (raw) => raw }
}

/**
 * A parameter of the vendor's that backlot does not hold. A request that has it is refused by the parameter's name, so
 * that no test relies on an effect that never comes.
 */
export function unsupported(): Param<never> {
  return {
    read(_raw, path) {
      throw parameterUnsupported(path)
    },
  }
}

/** Either of two types: the second where the value is a hash or a list. */
export function scalarOr<S, H>(scalarParam: Param<S>, hashParam: Param<H>): Param<S | H> {
  return {
    read: (raw, path) =>
      typeof raw === 'object' && raw !== null ? hashParam.read(raw, path) : scalarParam.read(raw, path),
  }
}

/** The changes of metadata: null for all of it unset, an empty value for one key unset. */
export type MetadataChanges = Readonly<Record<string, string>> | null

/** Metadata as a request changes it. https://docs.stripe.com/api/metadata */
export function metadata(): Param<MetadataChanges> {
  return {
    read(raw, path) {
      if (raw === '' || raw === null) return null
      if (!isHash(raw)) throw invalidParameter(path, 'Invalid object')
      const entries = Object.entries(raw).map(([key, each]): [string, string] => {
        if (key.length > 40) {
          throw invalidParameter(
            path,
            `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
          )
        }
        const value = each === null ? '' : scalar(each, `${path}[${key}]`, 'string')
        if (value.length > 500) {
          throw invalidParameter(
            `${path}[${key}]`,
            `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
          )
        }
        return [key, value]
      })
      if (entries.length > 50) throw invalidParameter(path, `Metadata can have up to 50 keys.`)
      return Object.fromEntries(entries)
    },
  }
}

/** A range over a number, as lists take it: a number, or `{gt, gte, lt, lte}`. */
export interface Range {
  readonly gt?: number | undefined
  readonly gte?: number | undefined
  readonly lt?: number | undefined
  readonly lte?: number | undefined
}

/** A moment or a range of moments: `created=1`, `created[gte]=1`. */
export function range(): Param<Range> {
  const moment = timestamp()
  const bounds = hash({ gt: moment, gte: moment, lt: moment, lte: moment })
  return {
    read(raw, path) {
      if (isHash(raw)) return bounds.read(raw, path)
      const exact = moment.read(raw, path)
      return { gte: exact, lte: exact }
    },
  }
}

/** Returns whether a number lies in a range; every number does where there is no range. */
export function isInRange(value: number, within: Range | undefined): boolean {
  if (within === undefined) return true
  const { gt, gte, lt, lte } = within
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  )
}

/**
 * Reads the parameters of a request.
 *
 * @throws `parameter_unknown`, then `parameter_missing`, then the refusals of the values.
 */
export function readFields<F extends Fields>(fields: F, raw: RawHash, path = ''): ValuesOf<F> {
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`)
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length > 0) throw unknownParameters(unknown.map(at), suggest(unknown[0] ?? '', Object.keys(fields)))
  const values: Record<string, unknown> = {}
  for (const name in fields) {
    const param = fields[name]
    const value = raw[name]
    if (param === undefined) continue
    if (value === undefined) {
      if (param.required === true) throw missingParameter(at(name))
    } else values[name] = param.read(value, at(name))
  }
  return values as ValuesOf<F> // every member was read by its own parameter
}

function isHash(raw: Raw): raw is RawHash {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

function itemsOf(raw: Raw, path: string): readonly Raw[] {
  if (Array.isArray(raw)) return raw as readonly Raw[] // Array.isArray does not narrow a readonly list
  if (raw === '') return []
  if (!isHash(raw)) throw invalidParameter(path, 'Invalid array')
  const names = Object.keys(raw)
  if (names.some((name) => !/^\d{1,9}$/.test(name))) throw invalidParameter(path, 'Invalid array')
  return names.sort((one, other) => Number(one) - Number(other)).map((name) => raw[name] ?? '')
}

/** Returns a scalar as text. */
function scalar(raw: Raw, path: string, type: string): string {
  if (typeof raw === 'object' && raw !== null) throw invalidParameter(path, `Invalid ${type}: ${JSON.stringify(raw)}`)
  return String(raw ?? '')
}

function last(path: string): string {
  return /\[(\w+)\]$/.exec(path)?.[1] ?? path
}

/** Returns words as the vendor lists them: `a, b, or c`. */
function either(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`
}
