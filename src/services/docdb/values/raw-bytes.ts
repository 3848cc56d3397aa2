import { isUtf8 } from 'node:buffer'

// The server keeps text that is not UTF-8 as it is. Here each byte that is none of a character is a surrogate without
// its other half, which no UTF-8 has: U+DC80 to U+DCFF.

const ESCAPED = 0xdc00

const RAW_BYTE = /[\udc80-\udcff]/u

/** Returns the text between two positions, in which bytes that are not UTF-8 are kept. */
export function textOfBytes(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  // A replacement character stands for bytes that are not UTF-8, or for itself.
  if (!text.includes('\ufffd') || isUtf8(bytes.subarray(start, end))) return text
  let kept = ''
  for (let at = start; at < end;) {
    const byte = bytes[at] ?? 0
    const next = Math.min(end, at + lengthOfCharacter(byte))
    if (next > at && isUtf8(bytes.subarray(at, next))) {
      kept += bytes.toString('utf8', at, next)
      at = next
    } else {
      kept += String.fromCharCode(ESCAPED + byte)
      at += 1
    }
  }
  return kept
}

/** Returns the number of bytes of the character that begins with a byte; 0 for a byte that begins none. */
function lengthOfCharacter(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

/** Returns whether a text has bytes that are not UTF-8. */
export function hasRawBytes(text: string): boolean {
  return RAW_BYTE.test(text)
}

/** Returns the bytes of a text. */
export function bytesOfText(text: string): Buffer {
  if (!hasRawBytes(text)) return Buffer.from(text)
  return Buffer.concat(
    text
      .split(/([\udc80-\udcff])/u)
      .map((part) => (RAW_BYTE.test(part) ? Buffer.of(part.charCodeAt(0) - ESCAPED) : Buffer.from(part))),
  )
}

/** Returns the number of bytes of a text. */
export function lengthInBytes(text: string): number {
  const length = Buffer.byteLength(text)
  return length === text.length || !hasRawBytes(text) ? length : bytesOfText(text).length
}
