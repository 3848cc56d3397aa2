import { crc32, deflateSync } from 'node:zlib'

/** Tells which squares of a picture are black. */
export type IsBlack = (x: number, y: number) => boolean

/**
 * Returns a PNG of black and white squares. https://www.w3.org/TR/png-3/
 *
 * @param squares the squares along one side
 * @param pixels the pixels of a square along one side
 */
export function pngOfSquares(squares: number, pixels: number, isBlack: IsBlack): Buffer {
  const side = squares * pixels
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(side + 1)
    for (let x = 0; x < side; x++) row[x + 1] = isBlack(Math.floor(x / pixels), Math.floor(y / pixels)) ? 0 : 255
    return row
  })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
