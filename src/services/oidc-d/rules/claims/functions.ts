import { textOf, type ClaimValue } from './expression.ts'

type Functions = Readonly<Record<string, (...args: ClaimValue[]) => ClaimValue>>

/**
 * The functions for texts, lists and numbers.
 * https://developer.okta.com/docs/reference/okta-expression-language/#functions
 */
const FUNCTIONS: Functions = {
  'String.append': (one, other) => textOf(one) + textOf(other),
  'String.join': (separator, ...parts) => parts.map(textOf).join(textOf(separator)),
  'String.len': (text) => textOf(text).length,
  'String.removeSpaces': (text) => textOf(text).replaceAll(/\s/g, ''),
  'String.replace': (text, from, to) => textOf(text).replaceAll(textOf(from), textOf(to)),
  'String.replaceFirst': (text, from, to) => textOf(text).replace(textOf(from), textOf(to)),
  'String.startsWith': (text, prefix) => textOf(text).startsWith(textOf(prefix)),
  'String.stringContains': (text, part) => textOf(text).includes(textOf(part)),
  'String.stringSwitch': (text, fallback, ...pairs) => {
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      if (textOf(text).includes(textOf(pairs[at]))) return pairs[at + 1]
    }
    return fallback
  },
  'String.substring': (text, from, to) => textOf(text).slice(Number(from), Number(to)),
  'String.substringAfter': (text, mark) => around(textOf(text), textOf(mark))?.[1] ?? '',
  'String.substringBefore': (text, mark) => around(textOf(text), textOf(mark))?.[0] ?? '',
  'String.toLowerCase': (text) => textOf(text).toLowerCase(),
  'String.toUpperCase': (text) => textOf(text).toUpperCase(),
  'Arrays.add': (list, value) => [...arrayOf(list), value],
  'Arrays.contains': (list, value) => arrayOf(list).includes(value),
  'Arrays.flatten': (...values) => values.flatMap((value) => (Array.isArray(value) ? arrayOf(value) : [value])),
  'Arrays.isEmpty': (list) => arrayOf(list).length === 0,
  'Arrays.remove': (list, value) => arrayOf(list).filter((each) => each !== value),
  'Arrays.size': (list) => arrayOf(list).length,
  'Arrays.toCsvString': (list) => arrayOf(list).map(textOf).join(','),
  'Convert.toInt': (value) => numberOf(value, Math.round),
  'Convert.toNum': (value) => numberOf(value, (number) => number),
}

/** Returns true when a function of this name exists. */
export function hasFunction(name: string): boolean {
  return Object.hasOwn(FUNCTIONS, name)
}

/** Calls a function; returns undefined when none has this name. */
export function callFunction(name: string, args: readonly ClaimValue[]): ClaimValue {
  return hasFunction(name) ? FUNCTIONS[name]?.(...args) : undefined
}

function around(text: string, mark: string): [before: string, after: string] | undefined {
  const at = text.indexOf(mark)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + mark.length)]
}

function arrayOf(value: ClaimValue): readonly ClaimValue[] {
  if (Array.isArray(value)) return value as readonly ClaimValue[] // a list of any values
  return value === null ? [] : [value]
}

function numberOf(value: ClaimValue, round: (number: number) => number): number | null {
  const number = Number(textOf(value))
  return textOf(value) === '' || Number.isNaN(number) ? null : round(number)
}
