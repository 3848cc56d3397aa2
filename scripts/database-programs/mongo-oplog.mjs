// An older driver, and the oplog as programs read it that know no change streams.
import assert from 'node:assert/strict'
import mongodb from 'mongodb'
import MongoOplog from 'mongo-oplog'

const url = new URL(process.env.MONGODB_URI)
const client = await mongodb.MongoClient.connect(url.href, { useNewUrlParser: true, useUnifiedTopology: true })
const orders = client.db('shop').collection('orders')
url.pathname = '/local'
const oplog = MongoOplog(url.href, { ns: 'shop.orders' })
const seen = []
for (const kind of ['insert', 'update', 'delete']) oplog.on(kind, (entry) => seen.push([kind, entry.ns, entry.o]))
await oplog.tail()
await orders.insertOne({ _id: 1, n: 1 })
await client.db('shop').collection('others').insertOne({ _id: 2 })
await orders.updateOne({ _id: 1 }, { $inc: { n: 1 } })
await orders.deleteOne({ _id: 1 })
for (let waited = 0; seen.length < 3 && waited < 100; waited++) await new Promise((done) => setTimeout(done, 100))
assert.deepEqual(seen, [
  ['insert', 'shop.orders', { _id: 1, n: 1 }],
  ['update', 'shop.orders', { $v: 2, diff: { u: { n: 2 } } }],
  ['delete', 'shop.orders', { _id: 1 }],
])
await oplog.destroy()
await client.close()
console.log('ok')
