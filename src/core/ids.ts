import { hash } from 'node:crypto'
import { sequence, type Sequence, type SequenceDefinition } from './store.ts'

const HEX = '0123456789abcdef'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A source of identifiers. */
export interface IdSource {
  /** Returns lower-case hexadecimal digits. */
  hex(length: number): string
  /** Returns digits and letters. */
  base62(length: number): string
  /** Returns letters of `alphabet`. */
  from(alphabet: string, length: number): string
  /** Returns a version 4 UUID. */
  uuid(): string
}

/**
 * The source of all identifiers and secrets of an instance. Its position is in the store: after a reset it makes the
 * same values again, so that two runs of a test see the same ids.
 */
export interface Ids extends IdSource {
  /**
   * The source of secrets: of everything by which a client proves something, such as authorization codes, tokens,
   * session cookies and API keys. A secret also depends on the instance's origin. Two instances with the same seed
   * therefore have the same ids but different secrets, and an application that takes a code of one instance to the
   * other is refused, as it would be at the vendor.
   */
  readonly secret: IdSource
}

/** The sequence that holds the position of an instance's generator of ids. */
export const idPosition: SequenceDefinition = sequence()

/**
 * Makes ids that depend only on `seed` and on the position in the store, and secrets that depend on `origin` too.
 * `made` is told of every secret.
 */
export function storedIds(
  seed: string,
  position: () => Sequence,
  origin: () => string,
  made?: (secret: string) => void,
): Ids {
  return new StoredIds(seed, position, new StoredSource(() => `${seed} at ${origin()}`, position, made))
}

/** A source whose values depend on a seed and on the position in the store. A class, as each tenant makes several. */
class StoredSource implements IdSource {
  readonly #seed: string | (() => string)
  readonly #position: () => Sequence
  readonly #made: ((value: string) => void) | undefined

  constructor(seed: string | (() => string), position: () => Sequence, made?: (value: string) => void) {
    this.#seed = seed
    this.#position = position
    this.#made = made
  }

  hex(length: number): string {
    return this.from(HEX, length)
  }

  base62(length: number): string {
    return this.from(BASE62, length)
  }

  from(alphabet: string, length: number): string {
    const seed = typeof this.#seed === 'string' ? this.#seed : this.#seed()
    const number = this.#position().next()
    // Codes, as a text that grows letter by letter keeps all of its former lengths.
    const codes: number[] = []
    for (let block = 0; codes.length < length; block++) {
      // A string with a character for each byte: it is made in half the time of a buffer.
      const digest = hash('sha512', `${seed}:${number}:${block}`, 'binary')
      // 64 bytes are 32 draws. The remainder favours no letter by more than one in 65536 / alphabet.length.
      for (let at = 0; at < digest.length && codes.length < length; at += 2) {
        const draw = (digest.charCodeAt(at) << 8) | digest.charCodeAt(at + 1)
        codes.push(alphabet.charCodeAt(draw % alphabet.length))
      }
    }
    const letters = String.fromCharCode(...codes)
    this.#made?.(letters)
    return letters
  }

  uuid(): string {
    const digits = this.from(HEX, 32)
    const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4]
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-')
  }
}

class StoredIds extends StoredSource implements Ids {
  readonly secret: IdSource

  constructor(seed: string, position: () => Sequence, secret: IdSource) {
    super(seed, position)
    this.secret = secret
  }
}
