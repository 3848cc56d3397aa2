import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, decimalText, exact, parseDecimal, percentOf } from '../decimals.ts'
import { amountOf, partsOf, perUnit, type Pricing } from './amounts.ts'

const tiers = [
  { upTo: 5, unit: exact(700), flat: null },
  { upTo: 10, unit: exact(650), flat: null },
  { upTo: null, unit: exact(600), flat: null },
]
const tiered = (tiersMode: 'graduated' | 'volume'): Pricing => ({ unit: null, tiers, tiersMode, transform: null })

describe('the amount of a quantity', () => {
  it.each([
    ['volume', 5, 3500],
    ['volume', 6, 3900],
    ['volume', 20, 12000],
    ['volume', 0, 0],
    ['graduated', 5, 3500],
    ['graduated', 6, 4150],
    ['graduated', 20, 12750],
  ] as const)('in %s tiers for %i units is %i', (mode, quantity, amount) => {
    expect(amountOf(tiered(mode), quantity)).toBe(amount)
  })

  it('has the flat amount of the first tier even for no units', () => {
    const flat = [
      { upTo: 5, unit: exact(500), flat: exact(1000) },
      { upTo: null, unit: exact(400), flat: exact(2000) },
    ]
    expect(amountOf({ ...tiered('volume'), tiers: flat }, 0)).toBe(1000)
    expect(amountOf({ ...tiered('graduated'), tiers: flat }, 0)).toBe(1000)
    expect(amountOf({ ...tiered('graduated'), tiers: flat }, 6)).toBe(1000 + 2500 + 2000 + 400)
  })

  it('names the tier of each part', () => {
    expect(partsOf(tiered('graduated'), 7).map(({ tier, quantity }) => [tier, quantity])).toEqual([
      [1, 5],
      [2, 2],
    ])
  })

  it('divides the quantity of packages', () => {
    const packages = (round: 'up' | 'down'): Pricing => ({ ...perUnit(500), transform: { divideBy: 10, round } })
    expect(amountOf(packages('up'), 11)).toBe(1000)
    expect(amountOf(packages('down'), 19)).toBe(500)
  })

  it('rounds parts of a cent once, after the multiplication', () => {
    expect(amountOf({ ...perUnit(0), unit: parseDecimal('0.5') ?? null }, 3)).toBe(2)
    expect(amountOf({ ...perUnit(0), unit: parseDecimal('0.000000000001') ?? null }, 1_000_000)).toBe(0)
  })

  it('reads and writes decimals of up to twelve places', () => {
    expect(decimalText(parseDecimal('12.340') ?? 0n)).toBe('12.34')
    expect(parseDecimal('1.2345678901234')).toBeUndefined()
    expect(parseDecimal('x')).toBeUndefined()
  })
})

describe('dividing an amount', () => {
  it('neither loses nor adds a cent, and gives no part more than its weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 100 }),
        (weights, percent) => {
          const sum = weights.reduce((total, each) => total + each, 0)
          const amount = percentOf(sum, percent)
          const parts = allocate(amount, weights)
          expect(parts.reduce((total, each) => total + each, 0)).toBe(amount)
          for (const [at, part] of parts.entries()) {
            expect(part).toBeGreaterThanOrEqual(0)
            expect(part).toBeLessThanOrEqual(weights[at] ?? 0)
          }
        },
      ),
    )
  })
})
