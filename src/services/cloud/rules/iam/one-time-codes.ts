import { createHmac } from 'node:crypto'

// One-time codes of a device, by the time (RFC 6238).

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The milliseconds in which a code is shown. */
const STEP = 30_000

/** The steps by which the clock of a device may differ. */
const TOLERANCE = 2

/** Returns the step of a time in epoch milliseconds. */
export function stepAt(now: number): number {
  return Math.floor(now / STEP)
}

/** Returns the six digits that a device with a secret in Base32 shows in a step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Returns the step near a time in which a device shows consecutive codes; null when it shows them in none. */
export function stepOfCodes(secret: string, codes: readonly string[], now: number): number | null {
  for (let step = stepAt(now) - TOLERANCE - codes.length + 1; step <= stepAt(now) + TOLERANCE; step++) {
    if (codes.every((code, index) => codeOf(secret, step + index) === code)) return step + codes.length - 1
  }
  return null
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
