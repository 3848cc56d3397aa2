import { keccak256 } from './keccak.ts'

// The account that has signed a message, by the curve secp256k1. https://www.secg.org/sec1-v2.pdf section 4.1.6

const P = 2n ** 256n - 2n ** 32n - 977n
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

interface Point {
  readonly x: bigint
  readonly y: bigint
}

const G: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
}

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by

function inverse(value: bigint, by: bigint): bigint {
  let [low, high, one, other] = [modulo(value, by), by, 1n, 0n]
  while (low > 1n) {
    const ratio = high / low
    ;[low, high, one, other] = [high - ratio * low, low, other - ratio * one, one]
  }
  return modulo(one, by)
}

/** Returns a number to a power, modulo the prime of the field. */
function power(base: bigint, exponent: bigint): bigint {
  let [result, square, left] = [1n, modulo(base, P), exponent]
  while (left > 0n) {
    if (left & 1n) result = modulo(result * square, P)
    square = modulo(square * square, P)
    left >>= 1n
  }
  return result
}

function add(one: Point | null, other: Point | null): Point | null {
  if (one === null || other === null) return one ?? other
  if (one.x === other.x && one.y !== other.y) return null
  const slope =
    one.x === other.x ? 3n * one.x * one.x * inverse(2n * one.y, P) : (other.y - one.y) * inverse(other.x - one.x, P)
  const x = modulo(slope * slope - one.x - other.x, P)
  return { x, y: modulo(slope * (one.x - x) - one.y, P) }
}

function multiply(point: Point, by: bigint): Point | null {
  let [sum, doubled, left] = [null as Point | null, point as Point | null, modulo(by, N)]
  while (left > 0n) {
    if (left & 1n) sum = add(sum, doubled)
    doubled = add(doubled, doubled)
    left >>= 1n
  }
  return sum
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
const bytesOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')

/** Returns the hash of a message that a wallet signs. https://eips.ethereum.org/EIPS/eip-191 */
export function messageHash(message: string): Buffer {
  return keccak256(`\u0019Ethereum Signed Message:\n${Buffer.byteLength(message)}${message}`)
}

/**
 * Returns the address of the account that has signed a message, in small letters; null for a signature that no account
 * can have made.
 *
 * @param signature 65 bytes as hexadecimal digits after `0x`.
 */
export function signerOf(message: string, signature: string): string | null {
  const digits = /^0x([0-9a-f]{130})$/i.exec(signature)?.[1]
  if (digits === undefined) return null
  const bytes = Buffer.from(digits, 'hex')
  const [r, s, last = 0] = [numberOf(bytes.subarray(0, 32)), numberOf(bytes.subarray(32, 64)), bytes[64]]
  const parity = last >= 27 ? last - 27 : last
  if (r === 0n || r >= N || s === 0n || s >= N || parity > 1) return null
  const y = power(r * r * r + 7n, (P + 1n) / 4n)
  if (modulo(y * y - r * r * r - 7n, P) !== 0n) return null
  const sent = { x: r, y: Number(y & 1n) === parity ? y : P - y }
  const over = inverse(r, N)
  const key = add(multiply(sent, s * over), multiply(G, -numberOf(messageHash(message)) * over))
  if (key === null) return null
  return `0x${keccak256(Buffer.concat([bytesOf(key.x), bytesOf(key.y)]))
    .subarray(12)
    .toString('hex')}`
}
