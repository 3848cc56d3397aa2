import { describe, expect, it } from 'vitest'
import { orderedMap, Store, value } from '../store.ts'

const definitions = {
  entries: orderedMap<number, [index: number, key: string]>(),
  kept: orderedMap<bigint, [name: string]>({ save: String, load: (saved) => BigInt(String(saved)) }),
  count: value(0),
}

describe('an ordered map of a store', () => {
  it('is read by key, by range and by position, and rolled back with a transaction', () => {
    const { rows } = new Store(definitions)
    for (const [at, key] of ['b', 'a', 'c'].entries()) rows.entries.set(at, 1, key)
    rows.entries.set(9, 2, 'a')
    const { start, end } = rows.entries.range([1])
    expect(rows.entries.slice(start, end)).toEqual([1, 0, 2])
    expect(rows.entries.rank([1, 'b'])).toBe(1)
    expect(rows.entries.get(2, 'a')).toBe(9)
    const whole = new Store(definitions)
    const failing = (): void => {
      whole.rows.entries.set(1, 1, 'a')
      throw new Error('no')
    }
    expect(() => whole.transaction(failing)).toThrow('no')
    expect(whole.rows.entries.size).toBe(0)
  })

  it('is saved and loaded in the form that it names', () => {
    const store = new Store(definitions)
    store.rows.kept.set(5n, 'a')
    const content = store.content()
    expect(content.values['kept']).toEqual([[['a'], '5']])
    expect(new Store(definitions).replacedBy(content).rows.kept.get('a')).toBe(5n)
  })
})

describe('a fork of a store', () => {
  it('begins with the present state, and neither sees what the other writes later', () => {
    const store = new Store(definitions)
    store.rows.entries.set(1, 1, 'a')
    const fork = store.fork()
    fork.rows.entries.set(2, 1, 'b')
    store.rows.entries.set(3, 1, 'c')
    store.rows.count.set(5)
    expect([fork.rows.entries.get(1, 'a'), fork.rows.entries.get(1, 'b'), fork.rows.entries.get(1, 'c')]).toEqual([
      1,
      2,
      undefined,
    ])
    expect([store.rows.entries.get(1, 'b'), fork.rows.count.get()]).toEqual([undefined, 0])
  })
})
