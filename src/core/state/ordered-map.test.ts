import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Key } from './key.ts'
import { OrderedMap, Ownership, type Mark } from './ordered-map.ts'

const part = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.constant(null))
const key = fc.tuple(part, fc.integer({ min: 0, max: 60 }))

const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('set' as const), key, value: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rewind' as const) }) },
)

/** The order that keys have: by the type of each part, then by its value. */
function compare(left: Key, right: Key): number {
  const rank = (each: unknown): number => ['object', 'boolean', 'number', 'string'].indexOf(typeof each)
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? null
    if (one === other) continue
    return rank(one) - rank(other) || ((one as number) < (other as number) ? -1 : 1) // of one type here
  }
  return 0
}

describe('an ordered map', () => {
  it('equals a sorted list after any changes, marks and rewinds', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const ownership = new Ownership()
        const map = new OrderedMap<number>(ownership)
        let model: [Key, number][] = []
        const marks: { mark: Mark<number>; model: [Key, number][] }[] = []
        for (const each of steps) {
          if (each.do === 'set') {
            const replaced = model.find(([other]) => compare(other, each.key) === 0)
            expect(map.set(each.key, each.value)).toBe(replaced?.[1])
            model = [...model.filter(([other]) => compare(other, each.key) !== 0), [each.key, each.value]]
          } else if (each.do === 'delete') {
            const had = model.some(([other]) => compare(other, each.key) === 0)
            expect(map.delete(each.key)).toBe(had)
            model = model.filter(([other]) => compare(other, each.key) !== 0)
          } else if (each.do === 'mark') {
            marks.push({ mark: map.mark(), model })
            ownership.renew()
          } else {
            const back = marks.at(-1)
            if (back === undefined) continue
            map.rewind(back.mark)
            ownership.renew()
            model = back.model
          }
        }
        model.sort(([left], [right]) => compare(left, right))
        for (const { mark, model: before } of marks) {
          const { set, deleted } = map.changesSince(mark)
          const after = before.filter(
            ([each]) => ![...deleted, ...set.map(([of]) => of)].some((of) => compare(of, each) === 0),
          )
          expect([...after, ...set].toSorted(([left], [right]) => compare(left, right))).toEqual(model)
          // Nothing is told as changed that is as it was.
          expect(
            set.filter(([each, value]) => before.some(([of, old]) => compare(of, each) === 0 && old === value)),
          ).toEqual([])
        }
        expect(map.size).toBe(model.length)
        expect(map.slice(0, map.size)).toEqual(model.map(([, value]) => value))
        for (const [index, [each, value]] of model.entries()) {
          expect(map.get(each)).toBe(value)
          expect(map.rank(each)).toBe(index)
          expect(map.first([each[0] ?? null])).toBe(
            model.find(([other]) => compare([other[0] ?? null], [each[0] ?? null]) === 0)?.[1],
          )
          const most = 1 + (index % 3)
          expect(map.between([each[0] ?? null], ['4'], most)).toEqual(
            model
              .filter(([other]) => compare([other[0] ?? null], [each[0] ?? null]) >= 0 && compare(other, ['4']) < 0)
              .slice(0, most)
              .map(([, found]) => found),
          )
          const { start, end } = map.range([each[0] ?? null])
          const first = model.findIndex(([other]) => compare([other[0] ?? null], [each[0] ?? null]) === 0)
          expect(start).toBe(first)
          expect(end - start).toBe(
            model.filter(([other]) => compare([other[0] ?? null], [each[0] ?? null]) === 0).length,
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('stays correct when it grows past many nodes and shrinks to nothing', () => {
    const map = new OrderedMap<number>()
    const count = 20_000
    for (let at = 0; at < count; at++) map.set([(at * 7919) % count], at)
    expect(map.size).toBe(count)
    expect(map.slice(500, 503)).toEqual(
      [500, 501, 502].map((rank) => [...Array(count).keys()].find((at) => (at * 7919) % count === rank)),
    )
    for (let at = 0; at < count; at++) expect(map.delete([at])).toBe(true)
    expect(map.size).toBe(0)
    map.set([1], 1)
    expect(map.slice(0, 2)).toEqual([1])
  })

  it('keeps one value under a key without parts', () => {
    const map = new OrderedMap<string>()
    expect(map.set([], 'first')).toBeUndefined()
    expect(map.set([], 'second')).toBe('first')
    expect([map.size, map.get([]), map.entries()]).toEqual([1, 'second', [[[], 'second']]])
    expect([map.delete([]), map.size, map.get([])]).toEqual([true, 0, undefined])
  })

  it('refuses a key with another number of parts, until it is empty', () => {
    const map = new OrderedMap<number>()
    map.set(['a', 1], 1)
    expect(() => map.set(['a'], 2)).toThrow('a key of 1 parts, [a], in a map of keys with 2')
    expect(() => map.set([], 2)).toThrow('in a map of keys with 2')
    expect(map.entries()).toEqual([[['a', 1], 1]])
    map.delete(['a', 1])
    map.set(['a'], 2)
    expect(map.get(['a'])).toBe(2)
  })
})
