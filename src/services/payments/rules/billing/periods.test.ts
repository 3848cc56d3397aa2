import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPeriods, anchorAfter, periodAt } from './periods.ts'
import type { Cadence, Interval } from '#payments/schema/billing/periods.ts'

const at = (text: string): number => Date.parse(text) / 1000
const monthly: Cadence = { interval: 'month', count: 1 }

const cadence = fc.record({
  interval: fc.constantFrom<Interval>('day', 'week', 'month', 'year'),
  count: fc.integer({ min: 1, max: 3 }),
})
const moment = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') })

describe('billing periods', () => {
  it('keep the day of the anchor through months that lack that day', () => {
    const ends = [1, 2, 3, 4].map((steps) => new Date(addPeriods(at('2024-01-31T10:00:00Z'), monthly, steps) * 1000))
    expect(ends.map((date) => date.toISOString().slice(0, 10))).toEqual([
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
      '2024-05-31',
    ])
  })

  it('keep the day that they were asked for where the month of the anchor lacks it', () => {
    const anchor = { at: at('2024-04-30T10:00:00Z'), day: 31 }
    const ends = [-1, 0, 1, 2].map((steps) => new Date(addPeriods(anchor, monthly, steps) * 1000))
    expect(ends.map((date) => date.toISOString())).toEqual([
      '2024-03-31T10:00:00.000Z',
      '2024-04-30T10:00:00.000Z',
      '2024-05-31T10:00:00.000Z',
      '2024-06-30T10:00:00.000Z',
    ])
  })

  it('end on 28 February where a year begins on the leap day', () => {
    expect(addPeriods(at('2024-02-29T00:00:00Z'), { interval: 'year', count: 1 }, 1)).toBe(at('2025-02-28T00:00:00Z'))
    expect(addPeriods(at('2024-02-29T00:00:00Z'), { interval: 'year', count: 1 }, 4)).toBe(at('2028-02-29T00:00:00Z'))
  })

  it('contain the time that they are asked for, and follow each other without a gap', () => {
    fc.assert(
      fc.property(moment, cadence, moment, (anchor, every, time) => {
        const period = periodAt(anchor, every, time)
        expect(period.start).toBeLessThanOrEqual(time)
        expect(period.end).toBeGreaterThan(time)
        expect(periodAt(anchor, every, period.end).start).toBe(period.end)
        expect(periodAt(anchor, every, period.start - 1).end).toBe(period.start)
      }),
    )
  })

  it('anchor to the next day of the month that a configuration names, or to the last day of a shorter month', () => {
    const config = { dayOfMonth: 31, month: null, hour: 0, minute: 0, second: 0 }
    expect(anchorAfter(at('2026-02-03T12:00:00Z'), config)).toBe(at('2026-02-28T00:00:00Z'))
    expect(anchorAfter(at('2026-03-01T12:00:00Z'), { ...config, month: 2, dayOfMonth: 1 })).toBe(
      at('2027-02-01T00:00:00Z'),
    )
  })
})
