import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Answer } from '#core/answer.ts'

/** The squares of a picture along one side. */
const SQUARES = 21

/** The pixels of a square along one side. */
const PIXELS = 8

/**
 * Returns the picture that stands in the place of a QR code: black and white squares that follow from a text. A camera
 * reads nothing in it; the page that it would lead to is beside it in the API's answer.
 */
export function codePicture(text: string, format: 'png' | 'svg'): Answer {
  const isBlack = squaresOf(text)
  return format === 'svg'
    ? { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: svgOf(isBlack) }
    : { status: 200, headers: { 'content-type': 'image/png' }, body: pngOf(isBlack) }
}

type IsBlack = (x: number, y: number) => boolean

function squaresOf(text: string): IsBlack {
  const bits = hash('sha512', text, 'buffer')
  return (x, y) => {
    const bit = (y * SQUARES + x) % (bits.length * 8)
    return ((bits[bit >> 3] ?? 0) >> (bit & 7)) % 2 === 1
  }
}

function svgOf(isBlack: IsBlack): string {
  const squares = Array.from({ length: SQUARES * SQUARES }, (_, index) => [
    index % SQUARES,
    Math.floor(index / SQUARES),
  ])
  const path = squares
    .filter(([x = 0, y = 0]) => isBlack(x, y))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${SQUARES + 4} ${SQUARES + 4}"><path d="${path}"/></svg>`
}

/** Writes a PNG of gray pixels. https://www.w3.org/TR/png-3/ */
function pngOf(isBlack: IsBlack): Uint8Array {
  const side = SQUARES * PIXELS
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(side + 1)
    for (let x = 0; x < side; x++) row[x + 1] = isBlack(Math.floor(x / PIXELS), Math.floor(y / PIXELS)) ? 0 : 255
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
