import { CommandError } from '#docdb/errors/command-error.ts'
import type { StringOrder } from './compare.ts'
import { show } from './show.ts'
import type { StringKey } from './key-string.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from './value.ts'

/** The order and equality of strings in a language. */
export interface Collation {
  /** The server's full description of it. */
  readonly spec: Document
  readonly order: StringOrder
  /** Returns the same text for strings that the collation takes as equal. */
  readonly key: StringKey
}

const SENSITIVITY = ['base', 'accent', 'variant', 'variant', 'variant'] as const

/**
 * Reads a collation. Returns undefined for none and for `simple`, the order of bytes.
 * https://www.mongodb.com/docs/manual/reference/collation/
 *
 * @throws CommandError for a collation that does not exist.
 */
export function readCollation(options: Value | undefined): Collation | undefined {
  if (options === undefined || options === null) return undefined
  if (!isDocument(options)) throw new CommandError('TypeMismatch', "BSON field 'collation' is the wrong type")
  const locale = options['locale']
  if (typeof locale !== 'string') {
    throw new CommandError('IDLFailedToParse', "BSON field 'Collation.locale' is missing but a required field")
  }
  if (locale === 'simple') return undefined
  if (!isKnownLocale(locale)) throw new CommandError('BadValue', `Field 'locale' is invalid in: ${show({ locale })}`)
  const strength = numberOf(options, 'strength', 3)
  if (strength < 1 || strength > 5) {
    throw new CommandError(51024, `BSON field 'strength' value must be <= 5, actual value '${strength}'`)
  }
  const caseLevel = options['caseLevel'] === true
  return make(locale, options, strength, caseLevel)
}

/** Returns the language tag of a locale as the server writes it: `de_AT@collation=phonebook`. */
function tagOf(locale: string): string {
  return locale.replaceAll('_', '-').replace(/@collation=.*$/, '')
}

function isKnownLocale(locale: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(tagOf(locale)).length > 0
  } catch {
    return false
  }
}

function make(locale: string, options: Document, strength: number, caseLevel: boolean): Collation {
  const sensitivity = strength === 1 && caseLevel ? 'case' : (SENSITIVITY[strength - 1] ?? 'variant')
  const caseFirst = options['caseFirst']
  const numeric = options['numericOrdering'] === true
  const ignorePunctuation = options['alternate'] === 'shifted'
  const collator = new Intl.Collator(tagOf(locale), {
    sensitivity,
    numeric,
    ignorePunctuation,
    ...(caseFirst === 'upper' || caseFirst === 'lower' ? { caseFirst } : {}),
  })
  const fold = (text: string): string => {
    let key = text.normalize('NFD')
    if (strength === 1) key = key.replaceAll(/\p{M}/gu, '')
    if (strength <= 2 && !caseLevel) key = key.toLowerCase()
    if (ignorePunctuation) key = key.replaceAll(/[\p{P}\s]/gu, '')
    return numeric ? key.replaceAll(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '')) : key
  }
  return { spec: specOf(locale, options, strength, caseLevel), order: (a, b) => collator.compare(a, b), key: fold }
}

function specOf(locale: string, options: Document, strength: number, caseLevel: boolean): Document {
  return {
    locale,
    caseLevel,
    caseFirst: options['caseFirst'] ?? 'off',
    strength,
    numericOrdering: options['numericOrdering'] === true,
    alternate: options['alternate'] ?? 'non-ignorable',
    maxVariable: options['maxVariable'] ?? 'punct',
    normalization: options['normalization'] === true,
    backwards: options['backwards'] === true,
    version: '57.1',
  }
}

function numberOf(options: Document, name: string, absent: number): number {
  const value = options[name]
  return isNumber(value) ? toNumber(value) : absent
}

/** Returns whether two collations order strings in the same way. */
export function isSameCollation(left: Collation | undefined, right: Collation | undefined): boolean {
  return JSON.stringify(left?.spec) === JSON.stringify(right?.spec)
}
