import { MongoClient, MongoServerError, type ClientSession, type Collection, type Document } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/core/transactions-in-applications/

interface Account extends Document {
  _id: number
  email?: string
  balance?: number
}

let docdb: Emulator<'docdb'>
let client: MongoClient
beforeAll(async () => {
  const documents = [
    { _id: 1, email: 'ada@example.com', balance: 10 },
    { _id: 2, email: 'bob@example.com', balance: 20 },
  ]
  const indexes = [{ key: { email: 1 }, unique: true, sparse: true }]
  docdb = await startDatabase({ data: [{ database: 'bank', collection: 'accounts', documents, indexes }] })
  client = await MongoClient.connect(docdb.uri)
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})
beforeEach(() => docdb.reset())
const accounts = () => client.db('bank').collection<Account>('accounts')

/** Begins a transaction, and aborts it when the work has not ended it. */
async function transaction(work: (session: ClientSession) => Promise<unknown>): Promise<unknown> {
  const session = client.startSession()
  try {
    session.startTransaction()
    return await work(session)
  } finally {
    await session.endSession()
  }
}

const CONFLICT = { code: 112, codeName: 'WriteConflict', errorLabels: ['TransientTransactionError'] }

describe('a write in a transaction', () => {
  it('conflicts at once with a document that has changed since the transaction began', async () => {
    await transaction(async (session) => {
      await accounts().findOne({ _id: 2 }, { session })
      await accounts().updateOne({ _id: 1 }, { $inc: { balance: 1 } })
      await expect(accounts().updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session })).rejects.toMatchObject(
        CONFLICT,
      )
    })
  })

  it('conflicts with a document that was deleted after the transaction began', async () => {
    await transaction(async (session) => {
      await accounts().findOne({ _id: 2 }, { session })
      await accounts().deleteOne({ _id: 1 })
      await expect(accounts().deleteOne({ _id: 1 }, { session })).rejects.toMatchObject(CONFLICT)
    })
  })

  it('conflicts with a unique key that another transaction has taken', async () => {
    await transaction(async (first) => {
      await accounts().insertOne({ _id: 3, email: 'eve@example.com' }, { session: first })
      await transaction(async (second) => {
        const insertion = accounts().insertOne({ _id: 4, email: 'eve@example.com' }, { session: second })
        await expect(insertion).rejects.toMatchObject(CONFLICT)
      })
    })
  })

  it('conflicts with a unique key that was taken after the transaction began', async () => {
    await transaction(async (session) => {
      await accounts().findOne({ _id: 2 }, { session })
      await accounts().insertOne({ _id: 3 })
      await expect(accounts().insertOne({ _id: 3 }, { session })).rejects.toMatchObject(CONFLICT)
    })
  })

  it('may take a key that it has freed itself, and change a document that it has inserted', async () => {
    await transaction(async (session) => {
      await accounts().deleteOne({ _id: 1 }, { session })
      await accounts().insertOne({ _id: 1, email: 'ada@example.com' }, { session })
      await accounts().updateOne({ _id: 1 }, { $set: { balance: 5 } }, { session })
      await session.commitTransaction()
    })
    expect(await accounts().findOne({ _id: 1 })).toEqual({ _id: 1, email: 'ada@example.com', balance: 5 })
  })

  it('does not keep documents of others with the place of one that it has inserted', async () => {
    await transaction(async (session) => {
      await accounts().insertOne({ _id: 3 }, { session })
      await accounts().updateOne({ _id: 3 }, { $set: { balance: 1 } }, { session })
      await accounts().insertOne({ _id: 4 })
      await accounts().updateOne({ _id: 4 }, { $set: { balance: 2 } })
      await session.commitTransaction()
    })
    expect(
      await accounts()
        .find({ _id: { $gt: 2 } })
        .toArray(),
    ).toEqual([
      { _id: 3, balance: 1 },
      { _id: 4, balance: 2 },
    ])
  })

  it('takes no key of documents to which the server gives an id', async () => {
    const upsert = (balance: number, session: ClientSession) =>
      accounts().updateOne({ balance }, { $set: { note: 'new' } }, { upsert: true, session })
    await transaction(async (first) => {
      await upsert(1, first)
      await transaction(async (second) => {
        await upsert(2, second)
        await second.commitTransaction()
      })
      await first.commitTransaction()
    })
    expect(await accounts().countDocuments({ note: 'new' })).toBe(2)
  })

  it('reports a duplicate key among the write errors, and ends the transaction', async () => {
    await transaction(async (session) => {
      const insertion = accounts().insertMany([{ _id: 3 }, { _id: 1 }, { _id: 4 }], { session, ordered: false })
      await expect(insertion).rejects.toMatchObject({
        name: 'MongoBulkWriteError',
        code: 11_000,
        writeErrors: [{ index: 1, code: 11_000 }],
      })
      const next = accounts().insertOne({ _id: 5 }, { session })
      await expect(next).rejects.toMatchObject({ code: 251, codeName: 'NoSuchTransaction' })
    })
    expect(await accounts().countDocuments()).toBe(2)
  })
})

describe('a write outside a transaction', () => {
  it('does not wait for a transaction that leaves its unique key as it is', async () => {
    await transaction(async (session) => {
      await accounts().updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session })
      const insertion = client.db('bank').command({ insert: 'accounts', documents: [{ _id: 1 }], maxTimeMS: 5 })
      expect(await insertion).toMatchObject({ writeErrors: [{ code: 11_000 }] })
    })
  })

  it('waits for the transaction that has taken its unique key', async () => {
    const written = transaction(async (session) => {
      await accounts().insertOne({ _id: 3 }, { session })
      const outside = accounts().insertOne({ _id: 3 })
      await session.commitTransaction()
      await expect(outside).rejects.toMatchObject({ code: 11_000 })
    })
    await written
  })

  it('fails whole when its time is over', async () => {
    await transaction(async (session) => {
      await accounts().updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session })
      const update = client
        .db('bank')
        .command({ update: 'accounts', updates: [{ q: { _id: 1 }, u: { $set: { a: 1 } } }], maxTimeMS: 5 })
      await expect(update).rejects.toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' })
    })
  })
})

describe('a transaction cannot', () => {
  const capped = () => client.db('bank').createCollection('recent', { capped: true, size: 4096 })

  it('write to a capped collection', async () => {
    const written = (write: (recent: Collection, session: ClientSession) => Promise<unknown>) => {
      docdb.reset()
      return transaction(async (session) => write(await capped(), session))
    }
    const insertion = written((recent, session) => recent.insertOne({}, { session }))
    const message =
      "Collection 'bank.recent' is a capped collection. Writes in transactions are not allowed on capped collections."
    await expect(insertion).rejects.toMatchObject({ code: 263, message })
    const update = written((recent, session) => recent.updateOne({}, { $set: { a: 1 } }, { session }))
    await expect(update).rejects.toMatchObject({ code: 263, message })
    const removal = written((recent, session) => recent.deleteOne({}, { session }))
    // The driver words a 20 itself.
    await expect(removal).rejects.toMatchObject({
      originalError: {
        code: 20,
        message: 'Cannot remove from a capped collection in a multi-document transaction: bank.recent',
      },
    })
  })

  it('write to a collection of the server', async () => {
    const scripts = client.db('bank').collection('system.js')
    const inserted = transaction((session) => scripts.insertOne({}, { session }))
    const message = 'Cannot write to system collection bank.system.js within a transaction.'
    await expect(inserted).rejects.toMatchObject({ code: 50_791, message })
    const found = transaction((session) => scripts.findOneAndDelete({}, { session }))
    await expect(found).rejects.toMatchObject({ code: 50_781, message })
    const command = { findandmodify: 'system.js', query: {}, remove: true }
    const old = transaction((session) => client.db('bank').command(command, { session }))
    await expect(old).rejects.toMatchObject({ code: 50_781, message })
  })

  it.each<readonly [string, (session: ClientSession) => Promise<unknown>, string]>([
    [
      'create an index of a collection that exists',
      (session) => accounts().createIndex({ balance: 1 }, { session }),
      'Cannot create new indexes on existing collection bank.accounts in a multi-document transaction.',
    ],
    [
      'write by $out',
      (session) =>
        accounts()
          .aggregate([{ $out: 'copy' }], { session })
          .toArray(),
      'Stage not supported inside of a multi-document transaction: $out',
    ],
    [
      'drop a collection',
      (session) => client.db('bank').command({ drop: 'accounts' }, { session }),
      "Cannot run 'drop' in a multi-document transaction.",
    ],
    [
      'read a database of the server',
      (session) => client.db('admin').collection('accounts').findOne({}, { session }),
      "Cannot run command against the 'admin' database in a transaction.",
    ],
    [
      'write to a database of the server',
      (session) => client.db('config').collection('accounts').insertOne({}, { session }),
      "Cannot run command against the 'config' database in a transaction.",
    ],
  ])('%s', async (_name, work, message) => {
    const refused = transaction(work)
    await expect(refused).rejects.toThrow(MongoServerError)
    await expect(refused).rejects.toMatchObject({ code: 263, codeName: 'OperationNotSupportedInTransaction', message })
  })
})

it('does not create a collection that exists in a transaction, not even one of the same kind', async () => {
  await client.db('bank').command({ create: 'accounts' })
  const created = transaction((session) => client.db('bank').createCollection('accounts', { session }))
  await expect(created).rejects.toMatchObject({ code: 48, message: 'Collection bank.accounts already exists.' })
})

it('creates an index of a collection that the transaction has created', async () => {
  await transaction(async (session) => {
    await client.db('bank').createCollection('fresh', { session })
    await client.db('bank').collection('fresh').createIndex({ a: 1 }, { session })
    await session.commitTransaction()
  })
  expect(await client.db('bank').collection('fresh').indexExists('a_1')).toBe(true)
})
