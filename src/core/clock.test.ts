import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockReading, StoredClock, timers, type Timer } from './clock.ts'
import { milliseconds } from './duration.ts'
import { Store } from './store.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const clocks: StoredClock[] = []
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.close()
})

function start(fired: (timer: Timer, clock: StoredClock) => void = () => undefined) {
  const store = new Store({ timers, clockReading })
  const clock: StoredClock = new StoredClock({ rows: () => store.rows, fire: (timer) => fired(timer, clock) })
  clocks.push(clock)
  return { clock, store }
}

describe('the clock', () => {
  it('follows the wall clock until it is moved or frozen', () => {
    const { clock } = start()
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(50)
    clock.advance('1h')
    expect(Math.abs(clock.now() - Date.now() - 3_600_000)).toBeLessThan(50)
    clock.set('2026-01-01T00:00:00Z')
    expect(clock.now() - START).toBeLessThan(50)
  })

  it.each([8_640_000_000_000_001, 1e308, -1e308, 253_402_300_800_000, Infinity])(
    'refuses a moment out of its range, and stays where it is: %s',
    (moment) => {
      const { clock } = start()
      clock.freeze(START)
      const range = 'is out of the range of a clock, which is 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z'
      expect(() => clock.set(moment)).toThrow(range)
      expect(() => clock.freeze(moment)).toThrow(range)
      if (moment > 0 && moment < Infinity) expect(() => clock.advance(moment)).toThrow(range)
      expect(clock.now()).toBe(START)
      clock.set('9999-12-31T23:59:59.999Z')
      expect(() => clock.advance(1)).toThrow(range)
    },
  )

  it('stops when frozen, moves by set and advance, and goes on when resumed', () => {
    const { clock } = start()
    clock.freeze('2026-01-01T00:00:00Z')
    expect(clock.now()).toBe(START)
    clock.advance(1500)
    clock.advance('1h 30m')
    expect(clock.now()).toBe(START + 1500 + 5_400_000)
    clock.set(START)
    expect(clock.now()).toBe(START)
    clock.resume()
    expect(clock.now() - START).toBeLessThan(50)
  })

  it.each([
    ['1 month', '2024-01-31T08:00:00Z', '2024-02-29T08:00:00Z'],
    ['1 year', '2024-02-29T08:00:00Z', '2025-02-28T08:00:00Z'],
    ['2 years 1 day', '2026-01-01T00:00:00Z', '2028-01-02T00:00:00Z'],
    ['3 days', '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z'],
    ['1 hour 30 minutes', '2026-01-01T00:00:00Z', '2026-01-01T01:30:00Z'],
  ])('advances by %s along the calendar', (duration, from, to) => {
    const { clock } = start()
    clock.freeze(from)
    clock.advance(duration)
    expect(new Date(clock.now())).toEqual(new Date(to))
  })

  it.each(['1.5 months', '1 fortnight', 'a year', ''])('refuses %j', (duration) => {
    const { clock } = start()
    expect(() => clock.advance(duration)).toThrow('is not a duration')
  })

  it('refuses months where no moment is known from which to count them', () => {
    expect(() => milliseconds('1 month')).toThrow('is not a duration')
  })

  it('fires timers in order, each at its own time, and the timers that these start', () => {
    const seen: [string, number][] = []
    const { clock } = start((timer, clock) => {
      seen.push([timer.name, clock.now() - START])
      if (timer.name === 'b') clock.schedule(500, 'started by b', {})
    })
    clock.freeze(START)
    clock.schedule(3000, 'c', {})
    clock.schedule(1000, 'a', {})
    clock.schedule(2000, 'b', {})
    clock.schedule(9000, 'later', {})
    clock.advance('5s')
    expect(seen).toEqual([
      ['a', 1000],
      ['b', 2000],
      ['started by b', 2500],
      ['c', 3000],
    ])
    expect(clock.now()).toBe(START + 5000)
  })

  it('never moves backwards for an overdue timer', () => {
    const fired: number[] = []
    const { clock } = start((_timer, { now }) => fired.push(now.call(clock)))
    clock.freeze('2026-01-01T00:00:00Z')
    clock.schedule(-5000, 'overdue', null)
    clock.advance('1s')
    expect([fired, clock.now()]).toEqual([[START], START + 1000])
  })

  it('fires timers without a move while it follows the wall clock', async () => {
    const fired = new Promise<Timer>((resolve) => {
      const { clock } = start(resolve)
      clock.schedule(20, 'soon', { n: 1 })
    })
    expect(await fired).toMatchObject({ name: 'soon', payload: { n: 1 } })
  })

  it('is not stopped by the fake timers of a test', async () => {
    vi.useFakeTimers()
    try {
      const fired = new Promise((resolve) => {
        const { clock } = start(resolve)
        clock.schedule(10, 'soon', {})
      })
      expect(await fired).toMatchObject({ name: 'soon' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('fires the other timers after one that throws', async () => {
    const fired = new Promise<Timer>((resolve) => {
      const { clock } = start((timer) => {
        if (timer.name === 'bad') throw new Error('the timer broke')
        resolve(timer)
      })
      clock.schedule(3_600_000, 'bad', {})
      clock.schedule(3_600_020, 'good', {})
      expect(() => clock.advance('1h')).toThrow('the timer broke')
    })
    expect(await fired).toMatchObject({ name: 'good' })
  })

  it('fires nothing once it is closed', async () => {
    const fired: string[] = []
    const { clock, store } = start(({ name }) => void fired.push(name))
    clock.schedule(1, 'late', {})
    clock.close()
    clock.arm()
    await new Promise((resolve) => start(resolve).clock.schedule(5, 'later', {}))
    expect([fired, store.rows.timers.size]).toEqual([[], 1])
  })

  it('warns of a timer that fails without a move of the clock, and goes on', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
    const fired = new Promise<Timer>((resolve) => {
      const { clock } = start((timer) => {
        if (timer.name === 'bad') throw new Error('the timer broke')
        resolve(timer)
      })
      clock.schedule(0, 'bad', {})
      clock.schedule(0, 'good', {})
    })
    expect(await fired).toMatchObject({ name: 'good' })
    expect(await warned).toMatchObject({ name: 'BacklotWarning', message: expect.stringContaining('the timer broke') })
  })

  it('refuses to advance backwards, and values that are no time', () => {
    const { clock } = start()
    expect(() => clock.advance(-1)).toThrow('cannot advance by -1')
    expect(() => clock.set('never')).toThrow('"never" is not a date')
  })
})

describe('a duration', () => {
  it('is milliseconds, or a sum of numbers with units', () => {
    expect([5, '90s', '1h', '1h 30m', '2d', '1.5s', '250ms', '1w'].map(milliseconds)).toEqual([
      5, 90_000, 3_600_000, 5_400_000, 172_800_000, 1500, 250, 604_800_000,
    ])
    expect(milliseconds('1h30m')).toBe(5_400_000)
    for (const wrong of ['', '5', 'h', '1h later', Number.NaN]) expect(() => milliseconds(wrong)).toThrow(TypeError)
  })
})

describe('clocks that are one', () => {
  it('fire the timers of all in the order of their times, each at its own time', () => {
    const fired: string[] = []
    const note = ({ name }: Timer, clock: StoredClock): number => fired.push(`${name} at ${clock.now() - START}`)
    const [{ clock: first }, { clock: second }] = [start(note), start(note)]
    StoredClock.unite([first, second])
    second.freeze(START)
    first.schedule(3000, 'third', null)
    second.schedule(1000, 'first', null)
    first.schedule(2000, 'second', null)
    second.advance('10s')
    expect(fired).toEqual(['first at 1000', 'second at 2000', 'third at 3000'])
    expect([first.now(), second.now()]).toEqual([START + 10_000, START + 10_000])
    first.resume()
    expect(second.frozen).toBe(false)
  })
})
