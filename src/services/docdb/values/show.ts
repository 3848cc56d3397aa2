import { bytesOfText, lengthInBytes, textOfBytes } from './raw-bytes.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  isDocument,
  isInt32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './value.ts'

/** Returns a value as the server writes it in its messages: `{ a: 1, b: "x", c: ObjectId('…') }`. */
export function show(value: Value | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return showText(value)
  if (typeof value === 'number') return isInt32(value) || !Number.isFinite(value) ? String(value) : showDouble(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(show).join(', ')} ]`
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([name, each]) => `${name}: ${show(each)}`)
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (value instanceof Double) return showDouble(value.value)
  if (value instanceof Decimal128) return value.toString()
  if (value instanceof Binary) return showBinary(value)
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`
  if (value instanceof BSONSymbol) return showText(value.value)
  if (value instanceof Code) return showCode(value)
  return value instanceof MinKey ? 'MinKey' : value instanceof MaxKey ? 'MaxKey' : Object.prototype.toString.call(value)
}

function showCode({ code, scope }: Code): string {
  return scope === null ? code : `CodeWScope( ${code}, ${show(scope)})` // a scope is decoded as a document
}

/** The bytes of the longest text that is shown whole, and the number of bytes that are shown of a longer one. */
const [LONGEST_WHOLE, SHOWN] = [159, 150]

/** The server cuts a long text between any two bytes, also within a character. */
function showText(text: string): string {
  if (lengthInBytes(text) <= LONGEST_WHOLE) return `"${text}"`
  return `"${textOfBytes(bytesOfText(text), 0, SHOWN)}..."`
}

function showDouble(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : String(value)
}

function showBinary(value: Binary): string {
  const hex = Buffer.from(value.value()).toString('hex')
  if (value.sub_type === Binary.SUBTYPE_UUID && hex.length === 32) {
    return `UUID("${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}")`
  }
  return `BinData(${value.sub_type}, ${hex.toUpperCase()})`
}

/** Returns a string as it is, and any other value as the server writes it. */
export function textOfAny(value: Value | undefined): string {
  return typeof value === 'string' ? value : show(value)
}
