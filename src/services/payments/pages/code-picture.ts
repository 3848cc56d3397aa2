import { hash } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import { pngOfSquares, type IsBlack } from '#core/png.ts'

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
    : { status: 200, headers: { 'content-type': 'image/png' }, body: pngOfSquares(SQUARES, PIXELS, isBlack) }
}

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
