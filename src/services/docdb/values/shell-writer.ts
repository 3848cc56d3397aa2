import { toEjson } from './ejson.ts'
import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  isDocument,
  isInt32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  typeOf,
  type TypeName,
  type Value,
} from './value.ts'

/**
 * A part of a written value. `type` is the BSON type of a value that has no parts itself; null for names, brackets and
 * space.
 */
export interface ShellToken {
  readonly text: string
  readonly type: TypeName | null
}

/**
 * Returns a value in the form of the shell, which `readShell` reads back to the same value, with the types of all
 * numbers.
 */
export function writeShell(value: Value): string {
  return shellTokens(value)
    .map(({ text }) => text)
    .join('')
}

/** Returns the parts of a value in the form of the shell, with a line for each member. */
export function shellTokens(value: Value, indent = ''): ShellToken[] {
  if (!Array.isArray(value) && !isDocument(value)) return [{ text: scalar(value), type: typeOf(value) }]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members: [string, Value][] = Array.isArray(value)
    ? value.map((each) => ['', each])
    : Object.keys(value).map((name) => [`${nameOf(name)}: `, value[name] as Value]) // its own field
  if (members.length === 0) return [plain(open + close)]
  const deeper = `${indent}  `
  return [
    plain(`${open}\n`),
    ...members.flatMap(([name, each], at) => [
      plain(deeper + name),
      ...shellTokens(each, deeper),
      plain(at < members.length - 1 ? ',\n' : '\n'),
    ]),
    plain(indent + close),
  ]
}

function plain(text: string): ShellToken {
  return { text, type: null }
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function scalar(value: Exclude<Value, Value[]>): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return `NumberLong("${value}")`
  if (value instanceof ObjectId) return `ObjectId("${value.toHexString()}")`
  if (value instanceof Date) return dateText(value)
  if (value instanceof Double) return `Double(${value.value})`
  if (value instanceof Decimal128) return `NumberDecimal("${value.toString()}")`
  if (value instanceof Binary) return binaryText(value)
  if (value instanceof Timestamp) return `Timestamp({ t: ${value.t}, i: ${value.i} })`
  if (value instanceof BSONRegExp) return regExpText(value)
  if (value instanceof MinKey) return 'MinKey()'
  if (value instanceof MaxKey) return 'MaxKey()'
  return JSON.stringify(toEjson(value, 'canonical'))
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  // A literal of a whole number would be an Int64.
  return !isInt32(value) && Number.isSafeInteger(value) ? `Double(${value})` : String(value)
}

function dateText(value: Date): string {
  const time = value.getTime()
  const hasYear = time >= 0 && time <= 253_402_300_799_999
  return hasYear ? `ISODate("${value.toISOString()}")` : `new Date(${time})`
}

function binaryText(value: Binary): string {
  const bytes = Buffer.from(value.value())
  if (value.sub_type === Binary.SUBTYPE_UUID && bytes.length === 16) {
    return `UUID("${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}")`
  }
  return `BinData(${value.sub_type}, "${bytes.toString('base64')}")`
}

function regExpText({ pattern, options }: BSONRegExp): string {
  const isLiteral = pattern !== '' && !/[/\n[\]\\]/.test(pattern) && /^[imsux]*$/.test(options)
  return isLiteral && !pattern.startsWith('*')
    ? `/${pattern}/${options}`
    : `RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(options)})`
}
