import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { defineContract, field, index, model, rel } from '@prisma-next/mongo/contract-builder'
import { createMongoControlClient } from '@prisma-next/mongo/control'
import mongo from '@prisma-next/mongo/runtime'

const User = model('User', {
  collection: 'users',
  fields: { _id: field.objectId(), email: field.string(), age: field.int32() },
  indexes: [index({ email: 1 }, { unique: true })],
})
const Post = model('Post', {
  collection: 'posts',
  fields: { _id: field.objectId(), title: field.string(), authorId: field.objectId() },
  relations: { author: rel.belongsTo(User, { from: 'authorId', to: User.ref('_id') }) },
})
const contract = defineContract({ models: { User, Post } })
const url = new URL(process.env.MONGODB_URI)
url.pathname = '/shop'

const control = createMongoControlClient({ connection: url.href })
await control.connect()
mkdirSync('migrations', { recursive: true })
const made = await control.dbInit({ contract, mode: 'apply', migrationsDir: 'migrations' })
assert.equal(made.ok, true)
await control.close()

const db = mongo({ contract, url: url.href })
const { users, posts } = db.orm
const ada = await users.create({ email: 'ada@example.com', age: 36 })
await users.createCount([
  { email: 'eve@example.com', age: 20 },
  { email: 'bob@example.com', age: 50 },
])
await assert.rejects(users.create({ email: 'ada@example.com', age: 1 }), /E11000/)
await posts.create({ title: 'Notes', authorId: ada._id })
const [post] = await posts.include('author').all()
assert.equal(post.author.email, 'ada@example.com')
assert.equal(await users.where({ email: 'eve@example.com' }).updateCount({ age: 21 }), 1)
const oldest = await users.orderBy({ age: -1 }).take(2).all()
assert.deepEqual(
  oldest.map(({ age }) => age),
  [50, 36],
)
assert.equal(await users.where({ email: 'bob@example.com' }).deleteCount(), 1)
assert.equal((await users.all()).length, 2)
await db.close()
console.log('ok')
