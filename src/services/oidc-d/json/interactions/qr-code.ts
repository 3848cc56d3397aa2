import { encode } from 'uqr'
import { pngOfSquares } from '#core/png.ts'

/** Returns a QR code as a picture in the document, which an application shows. */
export function qrCodeJson(text: string) {
  const { data, size } = encode(text)
  const picture = pngOfSquares(size, 4, (x, y) => data[y]?.[x] === true)
  const href = `data:image/png;base64,${picture.toString('base64')}`
  return { method: 'embedded', href, type: 'image/png' }
}
