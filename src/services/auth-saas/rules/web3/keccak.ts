// Keccak-256 as Ethereum uses it, which Node.js has not. https://keccak.team/keccak_specs_summary.html

const MASK = (1n << 64n) - 1n
const RATE = 136
/** The rounds of the permutation. */
const ROUNDS = 24

const rotated = (lane: bigint, by: bigint): bigint => (by === 0n ? lane : ((lane << by) | (lane >> (64n - by))) & MASK)

/** Returns the constants of the rounds, which a shift register with feedback makes. */
function roundConstants(): readonly bigint[] {
  let register = 1
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt((1 << bit) - 1)
      register = register & 0x80 ? (register << 1) ^ 0x171 : register << 1
    }
    return constant
  })
}

const CONSTANTS = roundConstants()

/** Runs the permutation on the 25 lanes of a state. */
function permute(state: bigint[]): void {
  const lane = (x: number, y: number): bigint => state[(x % 5) + 5 * (y % 5)] ?? 0n
  for (const constant of CONSTANTS) {
    const columns = [0, 1, 2, 3, 4].map((x) => [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ lane(x, y), 0n))
    for (let at = 0; at < 25; at += 1) {
      const x = at % 5
      state[at] = (state[at] ?? 0n) ^ (columns[(x + 4) % 5] ?? 0n) ^ rotated(columns[(x + 1) % 5] ?? 0n, 1n)
    }
    let [x, y] = [1, 0]
    let current = lane(x, y)
    for (let step = 0; step < ROUNDS; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = lane(x, y)
      state[x + 5 * y] = rotated(current, BigInt((((step + 1) * (step + 2)) / 2) % 64))
      current = next
    }
    for (let row = 0; row < 5; row += 1) {
      const lanes = [0, 1, 2, 3, 4].map((column) => lane(column, row))
      for (let column = 0; column < 5; column += 1) {
        const [own = 0n, after = 0n, second = 0n] = [0, 1, 2].map((ahead) => lanes[(column + ahead) % 5])
        state[column + 5 * row] = own ^ (~after & MASK & second)
      }
    }
    state[0] = (state[0] ?? 0n) ^ constant
  }
}

/** Returns the 32 bytes of the Keccak-256 hash of a text or of bytes. */
export function keccak256(input: string | Uint8Array): Buffer {
  const bytes = Buffer.from(input)
  const padded = Buffer.alloc((Math.floor(bytes.length / RATE) + 1) * RATE)
  bytes.copy(padded)
  padded[bytes.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const state = Array.from({ length: 25 }, () => 0n)
  for (let block = 0; block < padded.length; block += RATE) {
    for (let at = 0; at < RATE / 8; at += 1) state[at] = (state[at] ?? 0n) ^ padded.readBigUInt64LE(block + 8 * at)
    permute(state)
  }
  const hash = Buffer.alloc(32)
  for (let at = 0; at < 4; at += 1) hash.writeBigUInt64LE(state[at] ?? 0n, 8 * at)
  return hash
}
