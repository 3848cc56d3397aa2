import { slackFailure } from '#chat/errors/failures.ts'

/** The type of an image, and its width and height in pixels. */
export interface ImageSize {
  readonly mimetype: 'image/png' | 'image/gif' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

/** The largest width and height of an image. https://docs.slack.dev/reference/methods/users.setPhoto */
const LARGEST = 1024

/**
 * Returns the type and the size of an image that a client sends, as the bytes tell.
 *
 * @throws `bad_image` for bytes that are no JPEG, GIF or PNG.
 */
export function imageOf(bytes: unknown): ImageSize {
  const image = bytes instanceof Uint8Array ? imageSize(Buffer.from(bytes)) : undefined
  if (image === undefined || image.width === 0 || image.height === 0) throw slackFailure('bad_image')
  return image
}

/** As {@link imageOf}. @throws `too_large` for more than 1024 pixels in a direction. */
export function checkImage(bytes: unknown): ImageSize {
  const image = imageOf(bytes)
  if (image.width > LARGEST || image.height > LARGEST) throw slackFailure('too_large')
  return image
}

function imageSize(bytes: Buffer): ImageSize | undefined {
  const start = bytes.toString('latin1', 0, 8)
  if (start === '\u0089PNG\r\n\u001a\n' && bytes.length >= 24) {
    return { mimetype: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (/^GIF8[79]a/.test(start) && bytes.length >= 10) {
    return { mimetype: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return start.startsWith('\u00ff\u00d8\u00ff') ? jpegSize(bytes) : undefined
}

/** Returns the size that the first frame header of a JPEG names. ITU-T T.81, B.2.2 */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    // 0xC4, 0xC8 and 0xCC are no frame headers: Huffman tables, an extension, arithmetic coding.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { mimetype: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    // 0xFF fills up before a marker, and has no length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
