import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Seed } from '#emulator.ts'
import { admin, startDocdb } from '#docdb/docdb.fixture.ts'

type Section = NonNullable<Seed['docdb']>

const start = (section: Section) => startDocdb({ seed: { docdb: section } })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docdb-seed-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
/** Returns the message with which a seed file is refused, without the folder. */
const refusal = async (yaml: string): Promise<string> => {
  const seed = file('seed.yaml', yaml)
  const message = await createEmulator({ service: 'docdb', port: 0, seed }).then(
    () => 'taken',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  )
  return message.replaceAll(`${folder}/`, '')
}
const orders = (part: Omit<NonNullable<Section['data']>[number], 'database' | 'collection'>): Section => ({
  data: [{ database: 'shop', collection: 'orders', ...part }],
})

describe('a seed of docdb', () => {
  it('may be empty: the driver finds a cluster without a user', async () => {
    await using docdb = await start({})
    const client = await MongoClient.connect(docdb.uri)
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    expect(databases.map(({ name }) => name)).toEqual(['admin', 'config', 'local'])
    await client.close()
    expect((await admin(docdb, 'GET', '/groups')).body.totalCount).toBe(0)
  })

  it('has every key of its line in the documentation', async () => {
    await using docdb = await start({
      projects: [{ name: 'Shop' }],
      clusters: [{ project: 'Shop', name: 'Cluster0' }],
      database_users: [{ project: 'Shop', username: 'app', password: 'secret', roles: ['readWriteAnyDatabase'] }],
      api_keys: [{ public_key: 'abcdefgh', private_key: 'secret' }],
      data: [
        {
          cluster: 'Cluster0',
          database: 'shop',
          collection: 'orders',
          documents: [{ number: 1 }],
          indexes: [{ key: { number: 1 }, unique: true }],
        },
      ],
    })
    expect(docdb.uri).toBe(`mongodb://app:secret@127.0.0.1:${docdb.port}/?authSource=admin`)
    const client = await MongoClient.connect(docdb.uri)
    const collection = client.db('shop').collection('orders')
    expect(await collection.findOne()).toMatchObject({ number: 1 })
    expect(await collection.indexes()).toContainEqual({ v: 2, key: { number: 1 }, name: 'number_1', unique: true })
    await expect(collection.insertOne({ number: 1 })).rejects.toMatchObject({ code: 11000 })
    await client.close()
    expect(docdb.env).toMatchObject({ MONGODB_URI: docdb.uri, MONGODB_ATLAS_PUBLIC_API_KEY: 'abcdefgh' })
    const { body } = await admin(docdb, 'GET', '/clusters')
    expect(body.results).toMatchObject([{ groupName: 'Shop', clusters: [{ name: 'Cluster0' }] }])
  })

  it('takes Extended JSON, options of a collection and several clusters', async () => {
    await using docdb = await start({
      clusters: [{ name: 'Cluster0' }, { name: 'Reports' }],
      data: [
        {
          database: 'shop',
          collection: 'orders',
          options: { collation: { locale: 'en', strength: 2 }, validator: { total: { $type: 'decimal' } } },
          documents: [{ _id: { $oid: 'a'.repeat(24) }, name: 'Ada', total: { $numberDecimal: '1.10' } }],
        },
        { cluster: 'Reports', database: 'shop', collection: 'orders', documents: [{}, {}] },
        { database: 'shop', collection: 'empty' },
      ],
    })
    expect(docdb.collection('shop.orders').find({ name: 'ada', total: { $type: 'decimal' } })).toHaveLength(1)
    expect(() => docdb.collection('shop.orders').insert({ total: 1 })).toThrow('Document failed validation')
    expect(docdb.collection('Reports/shop.orders').count()).toBe(2)
    const client = await MongoClient.connect(docdb.uri)
    const names = (await client.db('shop').listCollections().toArray()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['empty', 'orders'])
    await client.close()
  })

  it.each([
    [
      'an array',
      'a.json',
      '\uFEFF[\n  { "number": 1, "at": { "$date": "2026-01-01T00:00:00Z" } },\n  { "number": 2 }\n]\n',
    ],
    [
      'one document in each line',
      'a.ndjson',
      '{ "number": 1, "at": { "$date": { "$numberLong": "1767225600000" } } }\n\n{ "number": 2 }\n',
    ],
    ['the form of the shell', 'a.js', '[{ number: 1, at: ISODate("2026-01-01") }, // the first\n { number: 2 }]'],
  ])('reads a file with %s', async (_, name, content) => {
    await using docdb = await start(orders({ file: file(name, content), documents: [{ number: 3 }] }))
    const found = docdb.collection('shop.orders').find({}, { sort: { number: 1 }, projection: { _id: 0 } })
    expect(found).toEqual([{ number: 1, at: { $date: '2026-01-01T00:00:00Z' } }, { number: 2 }, { number: 3 }])
    docdb.collection('shop.orders').delete()
    docdb.reset()
    expect(docdb.collection('shop.orders').count()).toBe(3)
  })

  it('sets how long a cluster is created', async () => {
    await using docdb = await start({ clusters: [{ name: 'Cluster0' }], create_ms: 2000 })
    const { body } = await admin(docdb, 'GET', '/groups')
    const path = `/groups/${body.results[0].id}/clusters`
    expect((await admin(docdb, 'GET', `${path}/Cluster0`)).body.stateName).toBe('IDLE')
    expect((await admin(docdb, 'PATCH', `${path}/Cluster0`, { backupEnabled: true })).status).toBe(200)
    expect((await admin(docdb, 'GET', `${path}/Cluster0`)).body.stateName).toBe('UPDATING')
    docdb.clock.advance(2000)
    expect((await admin(docdb, 'GET', `${path}/Cluster0`)).body.stateName).toBe('IDLE')
  })
})

describe('a mistake in a seed of docdb', () => {
  it.each([
    [
      'an unknown key',
      'docdb:\n  data:\n    - database: shop\n      colection: orders\n',
      'seed.yaml:4:7 docdb.data[0].colection: unknown key, did you mean "collection"?',
    ],
    [
      'a cluster that no entry names',
      'docdb:\n  clusters:\n    - name: Cluster0\n  data:\n    - { cluster: Cluster1, database: shop, collection: orders }\n',
      'seed.yaml:5:18 docdb.data[0].cluster: no cluster is named "Cluster1", did you mean "Cluster0"?',
    ],
    [
      'a value that is no Extended JSON',
      'docdb:\n  data:\n    - database: shop\n      collection: orders\n      documents:\n        - _id: 1\n          lines:\n            - { product: { $oid: abc } }\n',
      'seed.yaml:8:26 docdb.data[0].documents[0].lines[0].product: $oid: expected 24 hexadecimal digits',
    ],
    [
      'a document that is none',
      'docdb:\n  data:\n    - database: shop\n      collection: orders\n      documents:\n        - five\n',
      'seed.yaml:6:11 docdb.data[0].documents[0]: expected a document',
    ],
    [
      'two documents with one _id',
      'docdb:\n  data:\n    - database: shop\n      collection: orders\n      documents:\n        - { _id: 1 }\n        - { _id: 1 }\n',
      'seed.yaml:7:11 docdb.data[0].documents[1]: E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 1 }',
    ],
    [
      'a unique index over equal values',
      'docdb:\n  data:\n    - database: shop\n      collection: orders\n      documents: [{ n: 1 }, { n: 1 }]\n      indexes:\n        - { key: { n: 1 }, unique: true }\n',
      'seed.yaml:7:11 docdb.data[0].indexes[0]: E11000 duplicate key error collection: shop.orders index: n_1 dup key: { n: 1 }',
    ],
    [
      'an index without a key',
      'docdb:\n  data:\n    - database: shop\n      collection: orders\n      indexes:\n        - { unique: true }\n',
      "seed.yaml:6:11 docdb.data[0].indexes[0]: Error in specification: The 'key' field is a required property of an index specification",
    ],
    [
      'two indexes that differ in their options only',
      'docdb:\n  data:\n    - database: shop\n      collection: orders\n      indexes: [{ key: { n: 1 } }, { key: { n: 1 }, expireAfterSeconds: 5 }]\n',
      'seed.yaml:5:36 docdb.data[0].indexes[1]: An equivalent index already exists with the same name but different options.',
    ],
    [
      'options of a collection that exists',
      'docdb:\n  data:\n    - { database: shop, collection: orders }\n    - { database: shop, collection: orders, options: { capped: true, size: 10 } }\n',
      'seed.yaml:4:54 docdb.data[1].options: the collection has been seeded before: the first of its entries has the options',
    ],
    [
      'a name that no collection has',
      'docdb:\n  data:\n    - { database: shop, collection: $orders }\n',
      'seed.yaml:3:7 docdb.data[0]: Invalid collection name: $orders',
    ],
    [
      'two clusters of one name',
      'docdb:\n  clusters:\n    - name: a\n    - name: a\n',
      'seed.yaml:4:13 docdb.clusters[1].name: a: another cluster of Project 0 has this name',
    ],
  ])('is reported with its line: %s', async (_, yaml, message) => {
    expect(await refusal(yaml)).toContain(message)
  })

  it.each([
    ['missing.json', null, 'missing.json: no such file (looked for it from '],
    ['text.ndjson', '{ "a": 1 }\n{ "a": }\n', "text.ndjson:2:8: expected a value, found '}'"],
    ['ejson.ndjson', '\n{ "a": { "$oid": "x" } }\n', 'ejson.ndjson:2: $oid: expected 24 hexadecimal digits'],
    ['list.json', '[\n  { "a": 1 },\n  { "a" 2 }\n]', "list.json:3:9: expected ':' after \"a\", found '2'"],
    ['twice.ndjson', '{ "_id": 1 }\n{ "_id": 1 }\n', 'twice.ndjson:2: E11000 duplicate key error'],
    ['twice.json', '[{ "_id": 1 }, { "_id": 1 }]', 'twice.json: document 2: E11000 duplicate key error'],
    ['numbers.json', '[1]', 'numbers.json: document 1: expected a document'],
  ])('in %s is reported with its place in the file', async (name, content, message) => {
    const path = content === null ? join(folder, name) : file(name, content)
    const text = await refusal(`docdb:\n  data:\n    - { database: shop, collection: orders, file: ${path} }\n`)
    expect(text).toContain(`seed.yaml:3:51 docdb.data[0].file: ${message}`)
  })
})
