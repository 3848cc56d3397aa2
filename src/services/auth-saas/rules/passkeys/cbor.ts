/** A value of CBOR, as far as authenticators write it. */
export type Cbor = number | string | boolean | null | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>

/** How deep values of authenticators are nested at most. */
const DEEPEST = 8

/**
 * Reads one value of CBOR with definite lengths, as CTAP2 writes it (RFC 8949, sections 3 and 4.2).
 *
 * @returns the value, and the position after it.
 * @throws RangeError for bytes that are none.
 */
export function readCbor(bytes: Buffer, at = 0, depth = 0): { readonly value: Cbor; readonly end: number } {
  if (depth > DEEPEST) throw new RangeError('the value is nested too deeply')
  const first = bytes.readUInt8(at)
  const kind = first >> 5
  const { argument, end: start } = readArgument(bytes, at, first & 31)
  switch (kind) {
    case 0:
      return { value: argument, end: start }
    case 1:
      return { value: -1 - argument, end: start }
    case 2:
    case 3: {
      const end = start + argument
      if (end > bytes.length) throw new RangeError('a text is longer than the bytes')
      const part = bytes.subarray(start, end)
      return { value: kind === 2 ? part : part.toString('utf8'), end }
    }
    case 4:
    case 5: {
      const values: Cbor[] = []
      let end = start
      const count = kind === 4 ? argument : argument * 2
      for (let read = 0; read < count; read += 1) {
        const part = readCbor(bytes, end, depth + 1)
        values.push(part.value)
        end = part.end
      }
      return { value: kind === 4 ? values : mapOf(values), end }
    }
    default:
      if (kind === 7 && argument >= 20 && argument <= 22) {
        return { value: argument === 22 ? null : argument === 21, end: start }
      }
      throw new RangeError(`a value of major type ${kind} is not read`)
  }
}

function mapOf(values: readonly Cbor[]): ReadonlyMap<Cbor, Cbor> {
  const map = new Map<Cbor, Cbor>()
  for (let at = 0; at + 1 < values.length; at += 2) map.set(values[at] ?? null, values[at + 1] ?? null)
  return map
}

function readArgument(bytes: Buffer, at: number, short: number): { readonly argument: number; readonly end: number } {
  if (short < 24) return { argument: short, end: at + 1 }
  if (short > 26) throw new RangeError('a length of this form is not read')
  const size = 2 ** (short - 24)
  return { argument: bytes.readUIntBE(at + 1, size), end: at + 1 + size }
}
