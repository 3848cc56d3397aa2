import type { Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { MongoClient } from 'mongodb'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { startDocdb } from '#docdb/docdb.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/nav-atlas-search/

const documents = [{ _id: 1, title: 'The Time Machine' }]
const it = databaseTest({ data: [{ database: 'shop', collection: 'books', documents }] })
const dynamic = { mappings: { dynamic: true } }
const vectors = { fields: [{ type: 'vector', path: 'at', numDimensions: 3, similarity: 'cosine' }] }

const booksOf = (client: MongoClient) => client.db('shop').collection('books')

describe('search indexes', () => {
  it('are created by name and type, are ready at once, and hold what is there', async ({ client }) => {
    const books = booksOf(client)
    expect(await books.createSearchIndex({ definition: dynamic })).toBe('default')
    expect(await books.createSearchIndexes([{ name: 'near', type: 'vectorSearch', definition: vectors }])).toEqual([
      'near',
    ])
    const indexes = await books.listSearchIndexes().toArray()
    const definitionVersion = { version: 0, createdAt: expect.any(Date) }
    const state = { status: 'READY', queryable: true }
    expect(indexes[0]).toEqual({
      id: expect.stringMatching(/^[\da-f]{24}$/),
      name: 'default',
      type: 'search',
      ...state,
      latestVersion: 0,
      latestDefinitionVersion: definitionVersion,
      latestDefinition: dynamic,
      statusDetail: [
        { hostname: expect.any(String), ...state, mainIndex: { ...state, definitionVersion, definition: dynamic } },
      ],
    })
    expect(indexes[1]).toMatchObject({ name: 'near', type: 'vectorSearch', latestDefinition: vectors })
    expect(await books.listSearchIndexes('near').toArray()).toEqual([indexes[1]])
    const found = books.aggregate([{ $search: { text: { path: 'title', query: 'time' } } }])
    expect(await found.toArray()).toEqual(documents)
  })

  it('have another definition after an update, and are gone after a drop', async ({ client }) => {
    const books = booksOf(client)
    const found = (query: string) => books.aggregate([{ $search: { text: { path: 'title', query } } }]).toArray()
    await books.createSearchIndex({ definition: dynamic })
    const definition = { mappings: { fields: { title: { type: 'string', analyzer: 'lucene.keyword' } } } }
    await books.updateSearchIndex('default', definition)
    expect(await found('time')).toEqual([])
    expect(await found('The Time Machine')).toEqual(documents)
    const [index] = (await books.listSearchIndexes().toArray()) as Document[]
    expect(index).toMatchObject({ latestDefinition: definition, latestDefinitionVersion: { version: 1 } })
    await client.db('shop').command({ dropSearchIndex: 'books', id: index?.['id'] })
    expect(await books.listSearchIndexes().toArray()).toEqual([])
    expect(await found('The Time Machine')).toEqual([])
  })

  it('are listed by a command as by the stage', async ({ client }) => {
    const books = booksOf(client)
    await books.createSearchIndexes([{ definition: dynamic }, { name: 'other', definition: dynamic }])
    const indexes = (await books.listSearchIndexes().toArray()) as Document[]
    const list = (members: object) => client.db('shop').command({ listSearchIndexes: 'books', ...members })
    expect((await list({})).cursor).toEqual({ id: 0, ns: 'shop.books', firstBatch: indexes })
    expect((await list({ name: 'other' })).cursor.firstBatch).toEqual([indexes[1]])
    expect((await list({ id: indexes[0]?.['id'] })).cursor.firstBatch).toEqual([indexes[0]])
    await expect(list({ id: 'x', name: 'other' })).rejects.toMatchObject({ code: 2 })
  })

  it('are built on the clock, where the seed says how long that takes', async () => {
    const search_indexes = [{ definition: dynamic }]
    const data = [{ database: 'shop', collection: 'books', documents, search_indexes }]
    await using docdb = await startDocdb({ seed: { docdb: { search_index_ms: 4000, data } } })
    const client = await MongoClient.connect(docdb.uri)
    const books = booksOf(client)
    const state = async () => {
      const [index] = (await books.listSearchIndexes().toArray()) as Document[]
      return [index?.['status'], index?.['queryable']]
    }
    const search = { $search: { text: { path: 'title', query: 'time' } } }
    expect(await state()).toEqual(['PENDING', false])
    docdb.clock.advance('2s')
    expect(await state()).toEqual(['BUILDING', false])
    await expect(books.aggregate([search]).toArray()).rejects.toMatchObject({
      message: expect.stringContaining('cannot query search index default while in state INITIAL_SYNC'),
    })
    docdb.clock.advance('2s')
    expect(await state()).toEqual(['READY', true])
    await books.updateSearchIndex('default', { mappings: { dynamic: true, fields: {} } })
    expect(await state()).toEqual(['BUILDING', true])
    expect(await books.aggregate([search]).toArray()).toEqual(documents)
    await client.close()
  })

  it('may be created twice with one definition, and not with two', async ({ client }) => {
    const books = booksOf(client)
    await books.createSearchIndex({ definition: dynamic })
    await books.createSearchIndex({ definition: dynamic })
    const other = books.createSearchIndex({ definition: { mappings: { dynamic: false } } })
    await expect(other).rejects.toMatchObject({ code: 68, codeName: 'IndexAlreadyExists', message: 'Duplicate Index' })
  })

  it.for<readonly [string, Document, string]>([
    ['mappings', {}, '"userCommand.indexes[0].definition.mappings" is required'],
    [
      'a known type of field',
      { mappings: { fields: { title: { type: 'text' } } } },
      '"userCommand.indexes[0].definition.mappings.fields.title.type" must be one of [',
    ],
    ['a known analyzer', { analyzer: 'lucene.klingon', ...dynamic }, '"lucene.klingon" is not a known analyzer'],
  ])('need %s', async ([_name, definition, message], { client }) => {
    await expect(booksOf(client).createSearchIndex({ definition })).rejects.toThrow(message)
  })

  it('need a collection, and for changes a name that they have', async ({ client }) => {
    const shop = client.db('shop')
    await expect(shop.collection('none').createSearchIndex({ definition: dynamic })).rejects.toMatchObject({ code: 26 })
    await expect(shop.collection('books').dropSearchIndex('none')).rejects.toMatchObject({ code: 27 })
    await expect(shop.command({ dropSearchIndex: 'books' })).rejects.toMatchObject({ code: 9 })
  })
})
