import type { StringOrder } from './compare.ts'
import type { StringKey } from './key-string.ts'

/** The settings of an order of strings. https://www.mongodb.com/docs/manual/reference/collation/ */
export interface OrderSettings {
  readonly locale: string
  /** How many levels of difference count: letters, accents, case and forms, punctuation, code points. */
  readonly strength: number
  readonly caseLevel: boolean
  readonly caseFirst: 'upper' | 'lower' | 'off'
  /** Whether digits are compared as numbers. */
  readonly numeric: boolean
  /** The characters that count only at the fourth level; `none` where all count as letters. */
  readonly ignored: 'none' | 'punct' | 'space'
  /** Whether accents are compared from the end of the string. */
  readonly backwards: boolean
}

const SENSITIVITY = ['base', 'accent'] as const

/** The characters that are ignored with `maxVariable: 'space'`, and with `maxVariable: 'punct'`. */
const IGNORED = { space: /[\t-\r \u0085\u2028\u2029]/u, punct: /[\p{P}\s]/u } as const

/** Characters without a weight of their own, which count as code points alone. */
const WEIGHTLESS = /\p{Cf}/gu

/**
 * Returns the order of strings by the levels of the Unicode Collation Algorithm.
 * https://www.unicode.org/reports/tr10/#Multi_Level_Comparison
 */
export function stringOrder(settings: OrderSettings): StringOrder {
  const levels = levelsOf(settings)
  const [only] = levels
  if (only !== undefined && levels.length === 1) return only
  return (left, right) => {
    for (const compare of levels) {
      const order = compare(left, right)
      if (order !== 0) return order
    }
    return 0
  }
}

function levelsOf(settings: OrderSettings): StringOrder[] {
  const { strength, caseLevel, backwards, ignored } = settings
  const levels: StringOrder[] = []
  if (backwards && strength > 1) levels.push(collator(settings, 'base'), fromTheEnd(collator(settings, 'accent')))
  const sensitivity = SENSITIVITY[strength - 1] ?? 'variant'
  levels.push(collator(settings, sensitivity))
  if (caseLevel && strength < 3) levels.push(collator(settings, 'case'))
  if (strength > 3 && ignored !== 'none') levels.push(ignoredFirst(settings, IGNORED[ignored]))
  if (strength > 4) levels.push(byCodePoints)
  return levels
}

function collator(settings: OrderSettings, sensitivity: 'base' | 'accent' | 'case' | 'variant'): StringOrder {
  const { locale, numeric, caseFirst, ignored } = settings
  const { compare } = new Intl.Collator(locale, {
    sensitivity,
    numeric,
    ignorePunctuation: ignored === 'punct',
    ...(caseFirst === 'off' ? {} : { caseFirst }),
  })
  if (ignored !== 'space') return compare
  return (left, right) => compare(withoutSpace(left), withoutSpace(right))
}

function withoutSpace(text: string): string {
  return text.replaceAll(new RegExp(IGNORED.space, 'gu'), '')
}

/** Returns an order that compares characters from the last to the first, each with its accents. */
function fromTheEnd(compare: StringOrder): StringOrder {
  const characters = (text: string): string[] => text.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
  return (left, right) => {
    const [one, other] = [characters(left), characters(right)]
    for (let at = 1; at <= Math.min(one.length, other.length); at++) {
      const order = compare(one.at(-at) ?? '', other.at(-at) ?? '')
      if (order !== 0) return order
    }
    return 0
  }
}

/** Returns an order by the ignored characters alone, each of which sorts before every other character. */
function ignoredFirst(settings: OrderSettings, isIgnored: RegExp): StringOrder {
  const compare = collator({ ...settings, ignored: 'none' }, 'variant')
  return (left, right) => {
    const [one, other] = [left, right].map((text) => [...text.replaceAll(WEIGHTLESS, '')]) as [string[], string[]] // a pair
    for (let at = 0; at < Math.min(one.length, other.length); at++) {
      const [a = '', b = ''] = [one[at], other[at]]
      const [isFirst, isSecond] = [isIgnored.test(a), isIgnored.test(b)]
      if (isFirst !== isSecond) return isFirst ? -1 : 1
      const order = isFirst ? compare(a, b) : 0
      if (order !== 0) return order
    }
    return one.length - other.length
  }
}

function byCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left.normalize('NFD')), Buffer.from(right.normalize('NFD')))
}

/** Returns the key of strings that {@link stringOrder} takes as equal. */
export function stringKeyOf({ strength, caseLevel, numeric, ignored }: OrderSettings): StringKey {
  const dropped = ignored === 'none' || strength > 3 ? null : new RegExp(IGNORED[ignored], 'gu')
  return (text) => {
    let key = text.normalize('NFD')
    if (strength > 4) return key
    key = key.replaceAll(WEIGHTLESS, '')
    if (strength === 1) key = key.replaceAll(/\p{M}/gu, '')
    if (strength <= 2 && !caseLevel) key = key.toLowerCase()
    if (dropped !== null) key = key.replaceAll(dropped, '')
    return numeric ? key.replaceAll(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '')) : key
  }
}
