import { deepEqual, equal, rejects } from 'node:assert/strict'
import 'reflect-metadata'
import { DataSource, EntitySchema } from 'typeorm'

const Task = new EntitySchema({
  name: 'Task',
  columns: {
    id: { type: 'string', objectId: true, primary: true, generated: true },
    title: { type: String },
    done: { type: Boolean, default: false },
    created: { type: Date, createDate: true },
  },
  indices: [{ name: 'title', columns: ['title'], unique: true }],
})
const source = new DataSource({
  type: 'mongodb',
  url: process.env.MONGODB_URI,
  database: 'tasks',
  entities: [Task],
  synchronize: true,
})
await source.initialize()
const tasks = source.getMongoRepository(Task)
const [first] = await tasks.save([{ title: 'write' }, { title: 'read', done: true }])
equal(first.created instanceof Date, true)
equal((await tasks.findOneBy({ title: 'write' })).id.toString(), first.id.toString())
await rejects(tasks.insert({ title: 'write' }), /E11000/)
deepEqual(
  (await tasks.find({ where: { done: true }, order: { title: 'ASC' } })).map(({ title }) => title),
  ['read'],
)
deepEqual((await tasks.findAndCount({ take: 1, order: { title: 'DESC' } }))[1], 2)
first.done = true
await tasks.save(first)
equal(await tasks.countBy({ done: true }), 2)
deepEqual(await tasks.aggregate([{ $group: { _id: '$done', n: { $sum: 1 } } }]).toArray(), [{ _id: true, n: 2 }])
await tasks.updateMany({ done: true }, { $set: { archived: true } })
await tasks.remove(first)
equal(await tasks.count(), 1)
equal(
  (await tasks.collectionIndexes()).some(({ name }) => name === 'title'),
  true,
)
await source.dropDatabase()
await source.destroy()
console.log('ok')
