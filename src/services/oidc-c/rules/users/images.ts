import type { Photo } from '#oidc-c/schema.ts'

/** The type and size of an image. */
type Image = Pick<Photo, 'type' | 'width' | 'height'>

/** Returns the type and size of a JPEG or PNG image; null for other bytes. */
export function imageOf(bytes: Uint8Array): Image | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length >= 24 && view.toString('latin1', 1, 4) === 'PNG') {
    return { type: 'image/png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
  }
  if (view.length >= 4 && view.readUInt16BE(0) === 0xffd8) return jpegOf(view)
  return null
}

/** Finds the frame header of a JPEG, which has the size of the image. ITU T.81 section B.2.2 */
function jpegOf(view: Buffer): Image | null {
  for (let at = 2; at + 9 <= view.length && view[at] === 0xff; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
  }
  return null
}
