import { expect, it } from 'vitest'
import { byteOrder } from './text/byte-order.ts'
import { walkKeys } from './walk-keys.ts'

it('reads one row for each common prefix, however many rows are below it', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => ({ key: `d${at % 10}/k${at}` })).toSorted((one, other) =>
    byteOrder(one.key) < byteOrder(other.key) ? -1 : 1,
  )
  let read = 0
  const order = {
    total: rows.length,
    countBefore: (bound: string) => rows.filter(({ key }) => byteOrder(key) < bound).length,
    slice: (from: number, count: number) => {
      read += count
      return rows.slice(from, from + count)
    },
  }
  const page = walkKeys(order, { prefix: '', delimiter: '/', limit: 1000, from: 0 }, ({ key }) => key)
  expect(page.commonPrefixes).toEqual(Array.from({ length: 10 }, (_, at) => `d${at}/`))
  expect(read).toBe(10)
})
