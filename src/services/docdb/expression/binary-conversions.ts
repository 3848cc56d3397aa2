import { CommandError } from '#docdb/errors/command-error.ts'
import { isDouble, type Numeric } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import { Binary, Decimal128, double, toNumber, typeOf, type Value } from '#docdb/values/value.ts'

/** The ways of writing bytes as text. https://www.mongodb.com/docs/manual/reference/operator/aggregation/convert/ */
const FORMATS = ['base64', 'base64url', 'utf8', 'hex', 'uuid', 'auto'] as const

type Format = (typeof FORMATS)[number]

/** The options of a conversion from or to bytes. */
export interface BinaryOptions {
  /** How text shows bytes; null where the conversion names no format. */
  readonly format: Format | null
  readonly isBigEndian: boolean
  /** The subtype of the bytes that a conversion makes. */
  readonly subtype: number
}

/** The options of the short forms, such as `$toString`. */
export const SHORT_FORM: BinaryOptions = { format: 'auto', isBigEndian: false, subtype: Binary.SUBTYPE_DEFAULT }

/** The options of `$toUUID`. */
export const UUID_FORM: BinaryOptions = { ...SHORT_FORM, format: 'uuid', subtype: Binary.SUBTYPE_UUID }

function failed(message: string): CommandError {
  return new CommandError('ConversionFailure', `${message} in $convert with no onError value`)
}

/** Reads the format of a conversion. @throws CommandError for one that does not exist. */
export function readFormat(value: Value | undefined): Format | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string')
    throw new CommandError(
      4_341_114,
      `$convert requires that 'format' be a string, found: ${typeOf(value)} with value ${show(value)}`,
    )
  const format = FORMATS.find((each) => each === value)
  if (format === undefined) throw new CommandError(4_341_125, `Invalid 'format' argument for $convert: ${value}`)
  return format
}

/** Reads the order of bytes of a conversion. @throws CommandError for one that does not exist. */
export function readByteOrder(value: Value | undefined): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'string')
    throw new CommandError(
      9_130_001,
      `$convert requires that 'byteOrder' be a string, found: ${typeOf(value)} with value ${show(value)}`,
    )
  if (value !== 'big' && value !== 'little')
    throw new CommandError(9_130_002, `Invalid 'byteOrder' argument for $convert: ${value}`)
  return value === 'big'
}

function requiredFormat({ format }: BinaryOptions, from: string, to: string): Format {
  if (format !== null) return format
  throw new CommandError(4_341_115, `Format must be specified when converting from '${from}' to '${to}'`)
}

/** Returns bytes as text in a format; `auto` shows UUIDs as such, and all others as base64. */
export function textOfBinary(value: Binary, options: BinaryOptions): string {
  const wanted = requiredFormat(options, 'binData', 'string')
  const bytes = Buffer.from(value.value())
  const isUuid = value.sub_type === Binary.SUBTYPE_UUID && bytes.length === 16
  const format = wanted === 'auto' ? (isUuid ? 'uuid' : 'base64') : wanted
  if (format === 'hex') return bytes.toString('hex').toUpperCase()
  if (format === 'uuid') {
    if (!isUuid) throw failed('Only the UUID subtype (4) is allowed with the UUID format')
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  if (format !== 'utf8') return bytes.toString(format)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw failed('BinData does not represent a valid UTF-8 string')
  return text
}

/** The texts that a format can read. */
const WRITTEN: Readonly<Partial<Record<Format, RegExp>>> = {
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  base64url: /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/,
  hex: /^(?:[\da-f]{2})*$/i,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
}

/** Returns the bytes that a text shows in a format. @throws CommandError 241 for a text that does not. */
export function binaryOfText(text: string, options: BinaryOptions): Binary {
  const format = requiredFormat(options, 'string', 'binData')
  const { subtype } = options
  const isUuid = subtype === Binary.SUBTYPE_UUID
  if (format === 'uuid' && !isUuid) throw failed('Only the UUID subtype (4) is allowed with the UUID format')
  if (format !== 'uuid' && isUuid) throw failed("Only the 'uuid' format is allowed with the UUID subtype")
  if (format === 'auto' || WRITTEN[format]?.test(text) === false)
    throw failed(`Input string '${text}' is not a valid ${format} string`)
  const bytes = format === 'uuid' ? Buffer.from(text.replaceAll('-', ''), 'hex') : Buffer.from(text, format)
  return new Binary(bytes, subtype)
}

/** Returns the bytes of a number: four of an int, eight of a long and of a double; null for a Decimal128. */
export function binaryOfNumber(value: Numeric, { isBigEndian, subtype }: BinaryOptions): Binary | null {
  if (value instanceof Decimal128) return null
  const isLong = typeof value === 'bigint'
  const bytes = Buffer.alloc(isLong || isDouble(value) ? 8 : 4)
  if (isLong) bytes.writeBigInt64LE(value)
  else if (isDouble(value)) bytes.writeDoubleLE(toNumber(value))
  else bytes.writeInt32LE(toNumber(value))
  return new Binary(isBigEndian ? Buffer.from(bytes.toReversed()) : bytes, subtype)
}

/** Returns the whole number that 1, 2, 4 or 8 bytes are. @throws CommandError 241 for another number of them. */
export function wholeOfBinary(value: Binary, most: 4 | 8, { isBigEndian }: BinaryOptions): bigint {
  const bytes = littleEndian(value, isBigEndian)
  if (![1, 2, 4, most].includes(bytes.length)) throw wrongLength(bytes.length)
  return bytes.length === 8 ? bytes.readBigInt64LE() : BigInt(bytes.readIntLE(0, bytes.length))
}

/** Returns the double that 4 or 8 bytes are. @throws CommandError 241 for another number of them. */
export function doubleOfBinary(value: Binary, { isBigEndian }: BinaryOptions): Value {
  const bytes = littleEndian(value, isBigEndian)
  if (bytes.length === 4) return double(bytes.readFloatLE())
  if (bytes.length !== 8) throw wrongLength(bytes.length)
  return double(bytes.readDoubleLE())
}

function littleEndian(value: Binary, isBigEndian: boolean): Buffer {
  const bytes = value.value()
  return Buffer.from(isBigEndian ? bytes.toReversed() : bytes)
}

function wrongLength(length: number): CommandError {
  return failed(`Failed to convert: the length ${length} of the input is not one of a number`)
}
