import { describe, expect, it } from 'vitest'
import { fuzz, TARGETS } from './fuzz.ts'

// Sixty rounds of `npm run fuzz` for every target, which are enough to compare memory, or 1.5 seconds of them. The seed
// changes from day to day: rounds that were clean yesterday prove nothing today.
const seed = Math.floor(Date.now() / 86_400_000)

const names = Object.keys(TARGETS).filter((name) => name.startsWith('http:'))

describe('a client that sends what nobody should', () => {
  it.for(names)('finds nothing in %s', async (name) => {
    const { found, rounds } = await fuzz({ name, seed, time: 1500, rounds: 60 })
    expect(rounds).toBeGreaterThan(0)
    expect(found).toEqual([])
  })
})
