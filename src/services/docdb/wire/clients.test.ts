import { createRequire } from 'node:module'
import { Agenda } from 'agenda'
import { MongoBackend } from '@agendajs/mongo-backend'
import { MongoStore } from 'connect-mongo'
import { MongoClient } from 'mongodb'
import * as today from 'mongoose'
import { describe, expect, vi } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

const it = databaseTest()

// The types of mongoose are declared under its own name, which the second version does not have here.
const before = createRequire(import.meta.url)('mongoose-8') as typeof today

describe.each([
  ['mongoose of today', today],
  ['mongoose of the major before', before],
] as const)('%s', (_name, { createConnection, Schema }) => {
  it('defines models with indexes, populates, and runs middleware and transactions', async ({ docdb }) => {
    const connection = await createConnection(docdb.uri, { dbName: 'shop' }).asPromise()
    const customerSchema = new Schema(
      { email: { type: String, unique: true, required: true }, tags: [String] },
      { timestamps: true },
    )
    const orderSchema = new Schema({
      customer: { type: Schema.Types.ObjectId, ref: 'Customer' },
      lines: [{ sku: String, qty: Number }],
      total: Schema.Types.Decimal128,
      status: { type: String, enum: ['open', 'paid'], default: 'open' },
    })
    const Customer = connection.model('Customer', customerSchema)
    const Order = connection.model('Order', orderSchema)
    await Promise.all([Customer.init(), Order.init()])
    const ada = await Customer.create({ email: 'ada@example.com', tags: ['vip'] })
    await expect(Customer.create({ email: 'ada@example.com' })).rejects.toMatchObject({ code: 11000 })
    await connection.transaction(async (session) => {
      await Order.create([{ customer: ada._id, lines: [{ sku: 'a', qty: 2 }], total: '19.90' }], { session })
    })
    const order = await Order.findOne({ 'lines.sku': 'a' }).populate<{ customer: { email: string } }>('customer')
    expect(order?.customer.email).toBe('ada@example.com')
    expect(String(order?.total)).toBe('19.90')
    order?.lines.push({ sku: 'b', qty: 1 })
    if (order !== null) order.status = 'paid'
    await order?.save()
    expect(
      await Order.findOneAndUpdate(
        { status: 'paid' },
        { $inc: { 'lines.$[line].qty': 5 } },
        { arrayFilters: [{ 'line.sku': 'b' }], returnDocument: 'after' },
      ).lean(),
    ).toMatchObject({
      lines: [
        { sku: 'a', qty: 2 },
        { sku: 'b', qty: 6 },
      ],
      __v: 1,
    })
    expect(
      await Order.aggregate([{ $unwind: '$lines' }, { $group: { _id: null, qty: { $sum: '$lines.qty' } } }]),
    ).toEqual([{ _id: null, qty: 8 }])
    expect(await Customer.updateOne({ email: 'grace@example.com' }, { tags: ['new'] }, { upsert: true })).toMatchObject(
      { upsertedCount: 1 },
    )
    expect(
      await Order.bulkWrite([
        { insertOne: { document: { customer: ada._id, status: 'open' } } },
        { updateMany: { filter: { status: 'open' }, update: { $set: { total: '5' } } } },
        { deleteOne: { filter: { total: '5' } } },
      ]),
    ).toMatchObject({ insertedCount: 1, modifiedCount: 1, deletedCount: 1 })
    const seen: string[] = []
    for await (const each of Customer.find().sort({ email: 1 }).cursor()) seen.push(each.email)
    expect(seen).toEqual(['ada@example.com', 'grace@example.com'])
    await expect(Order.create({ status: 'nonsense' as never })).rejects.toThrow('is not a valid enum value')
    const stale = await Order.findOne({ status: 'paid' })
    await Order.updateOne({ status: 'paid' }, { $inc: { __v: 1 }, $pop: { lines: 1 } })
    if (stale !== null) stale.lines = [] as never
    await expect(stale?.save()).rejects.toThrow('No matching document found')
    const changes = Order.watch()
    const changed = new Promise((resolve) => changes.once('change', resolve))
    await vi.waitFor(() =>
      expect(docdb.requests.some(({ request }) => request.body?.includes('$changeStream'))).toBe(true),
    )
    await Order.deleteOne({ status: 'paid' })
    expect(await changed).toMatchObject({ operationType: 'delete' })
    await changes.close()
    await connection.close()
  })
})

it('connect-mongo keeps sessions, and they expire on the clock', async ({ docdb }) => {
  const client = await MongoClient.connect(docdb.uri)
  const store = MongoStore.create({ client, dbName: 'web', ttl: 60 })
  const set = (id: string, session: object) =>
    new Promise<void>((resolve, reject) => {
      store.set(id, session, (error: unknown) => (error ? reject(error) : resolve()))
    })
  const get = (id: string) =>
    new Promise((resolve, reject) => {
      store.get(id, (error: unknown, session: unknown) => (error ? reject(error) : resolve(session)))
    })
  await set('one', { cookie: { originalMaxAge: null }, user: 'ada' })
  expect(await get('one')).toMatchObject({ user: 'ada' })
  await set('two', { cookie: { originalMaxAge: null }, user: 'grace' })
  const told = <T>(ask: (done: (error: unknown, value?: T) => void) => void) =>
    new Promise<T | undefined>((resolve, reject) => {
      ask((error, value) => (error ? reject(error) : resolve(value)))
    })
  expect(await told((done) => store.length(done))).toBe(2)
  await told((done) => store.destroy('one', done))
  expect(await told((done) => store.all(done))).toMatchObject([{ user: 'grace' }])
  docdb.clock.advance('61s')
  expect(docdb.collection('web.sessions').count()).toBe(0)
  await client.close()
})

it('agenda runs its jobs', async ({ docdb }) => {
  const client = await MongoClient.connect(docdb.uri)
  const agenda = new Agenda({ backend: new MongoBackend({ mongo: client.db('jobs') }), processEvery: 20 })
  const ran = new Promise((resolve) => {
    agenda.define('greet', (job: { attrs: { data: unknown } }) => resolve(job.attrs.data))
  })
  await agenda.start()
  await agenda.now('greet', { name: 'ada' })
  expect(await ran).toEqual({ name: 'ada' })
  agenda.define('report', () => {
    throw new Error('the printer is gone')
  })
  const failed = new Promise((resolve) => agenda.once('fail:report', (error: Error) => resolve(error.message)))
  await agenda.every('1 hour', 'report')
  expect(await failed).toBe('the printer is gone')
  await vi.waitFor(() => {
    expect(docdb.collection('jobs.agendaJobs').findOne({ name: 'report' })).toMatchObject({
      failReason: 'the printer is gone',
      repeatInterval: '1 hour',
    })
  })
  expect(await agenda.cancel({ name: 'report' })).toBe(1)
  await agenda.stop()
  await client.close()
})
