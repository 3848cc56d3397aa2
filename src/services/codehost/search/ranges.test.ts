import { describe, expect, it } from 'vitest'
import { numberRange, timeRange, within } from './ranges.ts'

describe('a range of numbers', () => {
  it.each([
    ['5', 5, 5],
    ['>5', 6, Infinity],
    ['>=5', 5, Infinity],
    ['<5', -Infinity, 4],
    ['<=5', -Infinity, 5],
    ['1..10', 1, 10],
    ['*..5', -Infinity, 5],
    ['5..*', 5, Infinity],
  ])('%s is from %d to %d', (value, from, to) => {
    expect(numberRange(value)).toEqual({ from, to })
  })

  it('is null for a text that is not a number', () => {
    expect(numberRange('many')).toBeNull()
    expect(numberRange('>many')).toBeNull()
    expect(within(null, 1)).toBe(false)
  })
})

describe('a range of times', () => {
  const at = (text: string) => Date.parse(text)

  it('reads a date as the whole day', () => {
    expect(timeRange('2024-02-29')).toEqual({ from: at('2024-02-29'), to: at('2024-03-01') - 1 })
    expect(timeRange('>2024-02-29').from).toBe(at('2024-03-01'))
    expect(timeRange('<2024-02-29').to).toBe(at('2024-02-29') - 1)
    expect(timeRange('2024-01-01..2024-01-31').to).toBe(at('2024-02-01') - 1)
  })

  it('reads months, years, and times with a zone', () => {
    expect(timeRange('2024-12').to).toBe(at('2025-01-01') - 1)
    expect(timeRange('>=2024').from).toBe(at('2024-01-01'))
    expect(timeRange('2024-01-01T10:00:00+02:00').from).toBe(at('2024-01-01T08:00:00Z'))
    expect(timeRange('2024-01-01T10:00:00+0200').from).toBe(at('2024-01-01T08:00:00Z'))
  })

  it('refuses a text that is not a date', () => {
    expect(() => timeRange('yesterday')).toThrow('Validation Failed')
    expect(() => timeRange('>2024-02-30')).toThrow('Validation Failed')
  })
})
