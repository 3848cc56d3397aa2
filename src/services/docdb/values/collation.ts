import { CommandError } from '#docdb/errors/command-error.ts'
import { ownMember } from '#core/objects.ts'
import type { StringOrder } from './compare.ts'
import { show, textOfAny } from './show.ts'
import type { StringKey } from './key-string.ts'
import { stringKeyOf, stringOrder, type OrderSettings } from './string-order.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from './value.ts'

/** The order and equality of strings in a language. */
export interface Collation {
  /** The server's full description of it. */
  readonly spec: Document
  readonly order: StringOrder
  /** Returns the same text for strings that the collation takes as equal. */
  readonly key: StringKey
}

/** The members of a collation: the type of each, or the words that it may be. */
const MEMBERS: Readonly<Record<string, 'string' | 'bool' | 'number' | readonly string[]>> = {
  locale: 'string',
  strength: 'number',
  caseLevel: 'bool',
  caseFirst: ['off', 'upper', 'lower'],
  numericOrdering: 'bool',
  alternate: ['non-ignorable', 'shifted'],
  maxVariable: ['punct', 'space'],
  normalization: 'bool',
  backwards: 'bool',
  version: 'string',
}

/**
 * Reads a collation. Returns undefined for none, for an empty one and for `simple`, the order of bytes.
 * https://www.mongodb.com/docs/manual/reference/collation/
 *
 * @throws CommandError for a collation that does not exist.
 */
export function readCollation(options: Value | undefined): Collation | undefined {
  if (!isNamed(options)) return undefined
  if (!isDocument(options)) throw new CommandError('TypeMismatch', "BSON field 'collation' is the wrong type")
  checkMembers(options)
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
  const spec = specOf(locale, options, strength)
  const settings = settingsOf(locale, spec)
  if (strength < 3 && !settings.caseLevel && settings.caseFirst !== 'off')
    throw new CommandError(
      'BadValue',
      "'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2",
    )
  if (strength === 1 && options['backwards'] === true)
    throw new CommandError('BadValue', "'backwards' is invalid with 'strength' of 1")
  return { spec, order: stringOrder(settings), key: stringKeyOf(settings) }
}

/** Returns whether a command or a definition names a collation, also `simple`; an empty document names none. */
export function isNamed(options: Value | undefined): boolean {
  return options !== undefined && options !== null && !(isDocument(options) && Object.keys(options).length === 0)
}

/** @throws CommandError for a member that a collation does not have, and for one of another type or of another word. */
function checkMembers(options: Document): void {
  for (const [name, value] of Object.entries(options)) {
    const expected = ownMember(MEMBERS, name)
    if (expected === undefined)
      throw new CommandError('IDLUnknownField', `BSON field 'Collation.${name}' is an unknown field.`)
    if (value === null) continue // as good as missing
    const type = typeof expected === 'string' ? expected : 'string'
    if (type === 'number' ? !isNumber(value) : typeOf(value) !== type)
      throw new CommandError(
        'TypeMismatch',
        `BSON field 'Collation.${name}' is the wrong type '${typeOf(value)}', expected type '${type}'`,
      )
    if (typeof expected !== 'string' && !expected.includes(textOfAny(value)))
      throw new CommandError(
        'BadValue',
        `Enumeration value '${textOfAny(value)}' for field 'Collation.${name}' is not a valid value.`,
      )
  }
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

/** The locales in which accents are compared from the end unless a collation says otherwise. */
const BACKWARDS = new Set(['fr_CA'])

function specOf(locale: string, options: Document, strength: number): Document {
  return {
    locale,
    caseLevel: options['caseLevel'] === true,
    caseFirst: options['caseFirst'] ?? 'off',
    strength,
    numericOrdering: options['numericOrdering'] === true,
    alternate: options['alternate'] ?? 'non-ignorable',
    maxVariable: options['maxVariable'] ?? 'punct',
    normalization: options['normalization'] === true,
    backwards: options['backwards'] ?? BACKWARDS.has(locale),
    version: '57.1',
  }
}

function settingsOf(locale: string, spec: Document): OrderSettings {
  const { caseFirst, alternate, maxVariable } = spec
  return {
    // The platform's rules for French of Canada compare backwards in any case.
    locale: BACKWARDS.has(locale) ? 'fr' : tagOf(locale),
    strength: numberOf(spec, 'strength', 3),
    caseLevel: spec['caseLevel'] === true,
    caseFirst: caseFirst === 'upper' || caseFirst === 'lower' ? caseFirst : 'off',
    numeric: spec['numericOrdering'] === true,
    ignored: alternate !== 'shifted' ? 'none' : maxVariable === 'space' ? 'space' : 'punct',
    backwards: spec['backwards'] === true,
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
