import { expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/core/index-ttl/

const it = databaseTest()

it.for([
  ['rising', 1],
  ['falling', -1],
] as const)('removes a document by the earliest of its dates, by a %s index', ([_name, direction], { docdb }) => {
  const carts = docdb.collection<{ _id: number }>('shop.carts')
  const inMinutes = (minutes: number): Date => new Date(docdb.clock.now() + minutes * 60_000)
  carts.createIndex({ seen: direction }, { expireAfterSeconds: 60 })
  carts.insert([
    { _id: 1, seen: [inMinutes(60), inMinutes(5)] },
    { _id: 2, seen: inMinutes(2) },
    { _id: 3, seen: [] },
    { _id: 4, seen: 'never' },
  ])
  const left = (): number[] => carts.find().map(({ _id }) => _id)
  docdb.clock.advance('4 minutes')
  expect(left()).toEqual([1, 3, 4])
  docdb.clock.advance('3 minutes')
  expect(left()).toEqual([3, 4])
})

it('keeps what is written expired until a minute later', ({ docdb }) => {
  const carts = docdb.collection<{ _id: number }>('shop.carts')
  carts.createIndex({ seen: 1 }, { expireAfterSeconds: 60 })
  carts.insert([{ _id: 1, seen: new Date(docdb.clock.now() - 3_600_000) }])
  docdb.clock.advance('59s')
  expect(carts.count()).toBe(1)
  docdb.clock.advance('1s')
  expect(carts.count()).toBe(0)
})
