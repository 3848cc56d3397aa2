// Run by mongosh.
const { equal, match } = require('node:assert/strict')
// Values of the shell have prototypes of their own.
const assert = { equal, match, deepEqual: (left, right) => equal(JSON.stringify(left), JSON.stringify(right)) }
use('shop')
const { insertedIds } = db.orders.insertMany([
  { n: 1, at: new Date('2026-01-01') },
  { n: 2, price: NumberDecimal('9.50') },
  { n: 3, big: NumberLong('9007199254740993') },
])
assert.equal(Object.keys(insertedIds).length, 3)
assert.equal(db.orders.createIndex({ n: 1 }, { unique: true }), 'n_1')
assert.deepEqual(
  db.orders.getIndexes().map(({ name }) => name),
  ['_id_', 'n_1'],
)
let refusal
try {
  db.orders.insertOne({ n: 1 })
} catch (error) {
  refusal = error.message
}
assert.match(refusal, /E11000/)
assert.equal(
  db.orders
    .find({ n: { $gte: 2 } })
    .sort({ n: -1 })
    .limit(1)
    .toArray()[0]
    .big.toString(),
  '9007199254740993',
)
assert.equal(db.orders.aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }]).toArray()[0].sum, 6)
assert.equal(db.orders.find({ n: 2 }).explain('executionStats').executionStats.totalDocsExamined, 1)
assert.equal(
  db.orders.bulkWrite([
    { updateOne: { filter: { n: 1 }, update: { $inc: { n: 10 } } } },
    { deleteOne: { filter: { n: 3 } } },
  ]).modifiedCount,
  1,
)
assert.equal(db.orders.countDocuments(), 2)
assert.equal(db.orders.estimatedDocumentCount(), 2)
assert.deepEqual(db.getCollectionNames(), ['orders'])
assert.equal(Number(db.stats().objects), 2)
assert.equal(db.orders.stats().count, 2)
assert.equal(db.orders.validate().valid, true)
assert.equal(rs.status().members.length, 3)
assert.equal(rs.conf().members.length, 3)
assert.equal(db.hello().setName, 'rs0')
assert.match(db.version(), /^8\./)
assert.equal(db.serverStatus().ok, 1)
assert.equal(Array.isArray(db.currentOp().inprog), true)
db.createUser({ user: 'ada', pwd: 'secret', roles: ['readWrite'] })
assert.equal(db.getUser('ada').roles[0].role, 'readWrite')
assert.deepEqual(
  db.getUsers().users.map(({ user }) => user),
  ['ada'],
)
db.grantRolesToUser('ada', ['dbAdmin'])
db.dropUser('ada')
db.createRole({
  role: 'reader',
  privileges: [{ resource: { db: 'shop', collection: '' }, actions: ['find'] }],
  roles: [],
})
assert.equal(db.getRole('reader', { showPrivileges: true }).privileges.length, 1)
db.dropRole('reader')
db.createCollection('log', { capped: true, size: 4096 })
assert.equal(db.log.isCapped(), true)
db.createView('cheap', 'orders', [{ $match: { price: { $lt: 10 } } }])
assert.equal(db.cheap.countDocuments(), 1)
const session = db.getMongo().startSession()
session.startTransaction()
session.getDatabase('shop').orders.insertOne({ n: 99 })
assert.equal(db.orders.countDocuments({ n: 99 }), 0)
session.commitTransaction()
assert.equal(db.orders.countDocuments({ n: 99 }), 1)
const stream = db.orders.watch()
assert.equal(stream.tryNext(), null)
db.orders.insertOne({ n: 100 })
assert.equal(stream.tryNext().operationType, 'insert')
stream.close()
db.orders.createSearchIndex('words', { mappings: { dynamic: true } })
assert.equal(db.orders.getSearchIndexes()[0].name, 'words')
db.orders.renameCollection('bought')
assert.deepEqual(db.getCollectionInfos({ name: 'bought' })[0].type, 'collection')
assert.equal(db.bought.distinct('n').length, 4)
assert.equal(db.bought.findOneAndUpdate({ n: 2 }, { $set: { sold: true } }, { returnDocument: 'after' }).sold, true)
assert.equal(
  db.adminCommand({ listDatabases: 1 }).databases.some(({ name }) => name === 'shop'),
  true,
)
assert.equal(db.getSiblingDB('admin').runCommand({ ping: 1 }).ok, 1)
db.setProfilingLevel(0)
assert.equal(db.getProfilingStatus().was, 0)
assert.equal(db.dropDatabase().ok, 1)
print('ok')
