import { deepEqual, equal, rejects } from 'node:assert/strict'
import { EntitySchema, MikroORM } from '@mikro-orm/mongodb'

const [_id, id] = [
  { type: 'ObjectId', primary: true },
  { type: 'string', serializedPrimaryKey: true },
]
const Author = new EntitySchema({
  name: 'Author',
  properties: {
    _id,
    id,
    name: { type: 'string', unique: true },
    born: { type: 'Date' },
    books: { kind: '1:m', entity: () => Book, mappedBy: 'author' },
  },
})
const Book = new EntitySchema({
  name: 'Book',
  properties: {
    _id,
    id,
    title: { type: 'string', index: true },
    author: { kind: 'm:1', entity: () => Author },
    tags: { type: 'string[]' },
  },
})
const orm = await MikroORM.init({
  clientUrl: process.env.MONGODB_URI,
  dbName: 'library',
  entities: [Author, Book],
  ensureIndexes: true,
  implicitTransactions: true,
})
const em = orm.em.fork()
const ada = em.create(Author, { name: 'Ada', born: new Date('1815-12-10') })
em.create(Book, { title: 'Notes', author: ada, tags: ['machine'] })
em.create(Book, { title: 'Letters', author: ada, tags: [] })
await em.flush()
const read = await orm.em.fork().findOneOrFail(Author, { name: 'Ada' }, { populate: ['books'] })
deepEqual(
  read.books
    .getItems()
    .map(({ title }) => title)
    .sort(),
  ['Letters', 'Notes'],
)
equal(read.born.getUTCFullYear(), 1815)
const [found, count] = await orm.em
  .fork()
  .findAndCount(Book, { tags: 'machine' }, { orderBy: { title: 'asc' }, limit: 1 })
deepEqual([found[0].title, count], ['Notes', 1])
await rejects(
  orm.em.fork().transactional(async (inner) => {
    inner.create(Author, { name: 'Bob', born: new Date() })
    await inner.flush()
    throw new Error('no')
  }),
  /no/,
)
equal(await orm.em.fork().count(Author), 1)
const twice = orm.em.fork()
twice.create(Author, { name: 'Ada', born: new Date() })
await rejects(twice.flush(), { name: 'UniqueConstraintViolationException' })
const third = orm.em.fork()
const book = await third.findOneOrFail(Book, { title: 'Notes' })
book.title = 'Sketches'
await third.flush()
equal(await third.nativeDelete(Book, { title: /^S/ }), 1)
await orm.schema.dropIndexes?.()
await orm.close()
console.log('ok')
