import { expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest({
  data: [
    {
      database: 'shop',
      collection: 'fruits',
      documents: [
        { _id: 1, item: 'apple' },
        { _id: 2, item: 'pear' },
      ],
    },
  ],
})

const anyNumber: unknown = expect.any(Number)
const batch = { ok: 1, cursor: { firstBatch: expect.any(Array) as unknown, id: anyNumber, ns: 'shop.fruits' } }

// The types of replies are written by hand.

it('has in the replies to reads what their types say', async ({ client, docdb }) => {
  const fruits = client.db('shop').collection('fruits')
  await fruits.find({ item: 'apple' }).toArray()
  await fruits.aggregate([{ $match: {} }]).toArray()
  await fruits.listIndexes().toArray()
  await client.db('shop').listCollections().toArray()
  const cursor = fruits.find({}, { batchSize: 1 })
  await cursor.next()
  await cursor.next()
  await cursor.close()
  await fruits.distinct('item')
  await client.db('shop').command({ count: 'fruits' })
  await client.db('admin').admin().listDatabases()
  expect(docdb.calls('find')[0]?.answer).toMatchObject(batch)
  expect(docdb.calls('aggregate')[0]?.answer).toMatchObject(batch)
  expect(docdb.calls('listIndexes')[0]?.answer).toMatchObject(batch)
  expect(docdb.calls('listCollections')[0]?.answer).toMatchObject({
    ok: 1,
    cursor: { firstBatch: [{ name: 'fruits' }], id: 0, ns: 'shop.$cmd.listCollections' },
  })
  expect(docdb.calls('getMore')[0]?.answer).toMatchObject({
    ok: 1,
    cursor: { nextBatch: [{ _id: 2 }], id: anyNumber, ns: 'shop.fruits' },
  })
  expect(docdb.calls('distinct')[0]?.answer).toMatchObject({ ok: 1, values: ['apple', 'pear'] })
  expect(docdb.calls('count')[0]?.answer).toMatchObject({ ok: 1, n: 2 })
  expect(docdb.calls('listDatabases')[0]?.answer.databases[0]?.name).toEqual(expect.any(String))
})

it('has in the replies to writes what their types say', async ({ client, docdb }) => {
  const fruits = client.db('shop').collection<{ _id: number; item: string }>('fruits')
  await fruits.insertOne({ _id: 3, item: 'fig' })
  await fruits.insertOne({ _id: 3, item: 'fig' }).catch(() => undefined)
  await fruits.updateOne({ _id: 4 }, { $set: { item: 'plum' } }, { upsert: true })
  await fruits.findOneAndUpdate({ _id: 4 }, { $set: { item: 'kiwi' } })
  await fruits.deleteOne({ _id: 4 })
  await client.bulkWrite([{ namespace: 'shop.fruits', name: 'insertOne', document: { item: 'lime' } }])
  await fruits.createIndex({ item: 1 })
  await fruits.dropIndex('item_1')
  await fruits.drop()
  expect(docdb.calls('insert').map(({ answer }) => answer)).toMatchObject([
    { ok: 1, n: 1 },
    { ok: 1, n: 0, writeErrors: [{ index: 0, code: 11_000, errmsg: expect.stringContaining('E11000') as string }] },
  ])
  expect(docdb.calls('update')[0]?.answer).toMatchObject({
    ok: 1,
    n: 1,
    nModified: 0,
    upserted: [{ index: 0, _id: 4 }],
  })
  expect(docdb.calls('findAndModify')[0]?.answer).toMatchObject({
    ok: 1,
    lastErrorObject: { n: 1, updatedExisting: true },
    value: { _id: 4, item: 'plum' },
  })
  expect(docdb.calls('delete')[0]?.answer).toMatchObject({ ok: 1, n: 1 })
  expect(docdb.calls('bulkWrite')[0]?.answer).toMatchObject({
    cursor: { firstBatch: expect.any(Array) as unknown, id: 0, ns: 'admin.$cmd.bulkWrite' },
    nErrors: 0,
    nInserted: 1,
    nMatched: 0,
    nModified: 0,
    nUpserted: 0,
    nDeleted: 0,
  })
  expect(docdb.calls('createIndexes')[0]?.answer).toMatchObject({
    numIndexesBefore: 1,
    numIndexesAfter: 2,
    createdCollectionAutomatically: false,
  })
  expect(docdb.calls('dropIndexes')[0]?.answer).toMatchObject({ ok: 1, nIndexesWas: 2 })
  expect(docdb.calls('drop')[0]?.answer).toMatchObject({ ok: 1, nIndexesWas: 1, ns: 'shop.fruits' })
})
