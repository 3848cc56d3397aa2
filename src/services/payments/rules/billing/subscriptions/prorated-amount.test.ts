import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAttempt } from '../invoices/dunning.ts'
import { RETRIES } from '#payments/schema/billing/subscriptions.ts'
import { creditNoteNumber, invoiceNumber } from '../invoices/numbering.ts'
import { partialPeriod, remainingPart } from './prorated-amount.ts'

const period = { start: 1_700_000_000, end: 1_702_592_000 }
const inPeriod = fc.integer({ min: period.start, max: period.end })

describe('proration', () => {
  it('is to the second', () => {
    expect(remainingPart(2_592_000, period, period.start + 1)).toBe(2_591_999)
    expect(remainingPart(1000, period, period.start + 1_296_000)).toBe(500)
  })

  it('is the whole amount before the period and nothing after it', () => {
    expect(remainingPart(999, period, period.start - 5)).toBe(999)
    expect(remainingPart(999, period, period.end + 5)).toBe(0)
  })

  it('never credits more than was paid, and credits less the later it is', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), inPeriod, inPeriod, (amount, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        expect(remainingPart(amount, period, early)).toBeLessThanOrEqual(amount)
        expect(remainingPart(amount, period, late)).toBeLessThanOrEqual(remainingPart(amount, period, early))
      }),
    )
  })

  it('costs nothing to change a price and back at once, and gives a cent where half of one is rounded', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), inPeriod, (amount, at) => {
        const isTie = (2 * amount * (period.end - at)) % (period.end - period.start) === 0
        const sum = remainingPart(amount, period, at) + remainingPart(-amount, period, at)
        expect(isTie ? [-1, 0] : [0]).toContain(sum)
      }),
    )
  })

  it('rounds half of a cent down, as the vendor recorded it', () => {
    // A four-hundredth of the period is left.
    const at = period.end - 6480
    expect([remainingPart(-1000, period, at), remainingPart(1800, period, at)]).toEqual([-3, 4])
    expect([remainingPart(-1000, period, at), remainingPart(3000, period, at)]).toEqual([-3, 7])
    const third = period.end - 864_000
    expect([remainingPart(-2000, period, third), remainingPart(1000, period, third)]).toEqual([-667, 333])
  })

  it('divides a period into parts whose amounts differ from the whole by a cent at most', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), inPeriod, (amount, at) => {
        const before = partialPeriod(amount, { start: period.start, end: at }, period)
        const after = partialPeriod(amount, { start: at, end: period.end }, period)
        expect(Math.abs(before + after - amount)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('retries of a renewal', () => {
  it('follow the schedule, then end', () => {
    const at = 1_700_000_000
    const days = [1, 2, 3, 4].map((attempts) => nextAttempt(RETRIES, attempts, at))
    expect(days).toEqual([at + 3 * 86_400, at + 5 * 86_400, at + 7 * 86_400, null])
  })
})

describe('numbers', () => {
  it('have the prefix of the customer and four digits', () => {
    expect(invoiceNumber('1A2B3C4D', 12)).toBe('1A2B3C4D-0012')
    expect(invoiceNumber('A', 12_345)).toBe('A-12345')
    expect(creditNoteNumber('A-0001', 2)).toBe('A-0001-CN-02')
  })
})
