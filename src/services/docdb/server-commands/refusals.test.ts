import { BSONRegExp, Long, MongoClient, type Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startDatabase } from '#docdb/driver.fixture.ts'

// The words of the server for what it refuses, beside those in the tests of queries, updates and pipelines.

let docdb: Emulator<'docdb'>
let client: MongoClient
beforeAll(async () => {
  docdb = await startDatabase({
    data: [
      { database: 'shop', collection: 'orders', documents: [{ _id: 1, total: 0, lines: [{ sku: 'a' }] }] },
      { database: 'shop', collection: 'log', options: { capped: true, size: 4096 } },
      { database: 'shop', collection: 'places', indexes: [{ key: { at: '2dsphere' } }, { key: { note: 'text' } }] },
    ],
  })
  client = await MongoClient.connect(docdb.uri)
  await shop().createCollection('open', { viewOn: 'orders', pipeline: [] })
  await shop().createCollection('heat', { timeseries: { timeField: 'at', metaField: 'of' } })
})
afterAll(async () => {
  await client.close()
  await docdb.close()
})
const shop = () => client.db('shop')
const near = { $near: { $geometry: { type: 'Point', coordinates: [0, 0] }, $maxDistance: 500 } }
const aggregate = (...pipeline: Document[]): Document => ({ aggregate: 'orders', pipeline, cursor: {} })
const place = (at: unknown): Document => ({ insert: 'places', documents: [{ _id: 1, at }] })
const update = (q: Document, u: Document, options: Document = {}): Document => ({
  update: 'orders',
  updates: [{ q, u, ...options }],
})

type Refusal = readonly [command: Document, code: number, codeName: string, message: string]

const REFUSALS: Readonly<Record<string, readonly Refusal[]>> = {
  'an explanation': [
    [
      { explain: { find: 'orders' }, verbosity: 'invalid' },
      2,
      'BadValue',
      "Enumeration value 'invalid' for field 'explain.verbosity' is not a valid value.",
    ],
    [
      { explain: { find: 'orders' }, writeConcern: { j: true } },
      72,
      'InvalidOptions',
      'Command explain does not support writeConcern',
    ],
    [
      { explain: { ...aggregate(), writeConcern: { j: true } } },
      9,
      'FailedToParse',
      "Aggregation explain does not support the'writeConcern' option",
    ],
    [
      { explain: { find: 'orders', $db: 'other' } },
      73,
      'InvalidNamespace',
      'Mismatched $db in explain command. Expected shop but got other',
    ],
    [
      { explain: { ...aggregate(), explain: true } },
      9,
      'FailedToParse',
      "The 'explain' option is illegal when a explain verbosity is also provided",
    ],
    [
      { explain: { find: 'orders' }, verbosity: 1 },
      14,
      'TypeMismatch',
      "BSON field 'explain.verbosity' is the wrong type 'int', expected type 'string'",
    ],
    [
      { ...aggregate(), explain: true, writeConcern: { j: true } },
      9,
      'FailedToParse',
      "Aggregation explain does not support the'writeConcern' option",
    ],
  ],
  'a mask of bits': [
    [
      { find: 'orders', filter: { total: { $bitsAllSet: -1 } } },
      9,
      'FailedToParse',
      'Expected a non-negative number in: $bitsAllSet: -1',
    ],
    [
      { find: 'orders', filter: { total: { $bitsAnySet: 1.5 } } },
      9,
      'FailedToParse',
      'Expected an integer: $bitsAnySet: 1.5',
    ],
  ],
  'a time limit': [[{ find: 'orders', maxTimeMS: 1.5 }, 9, 'FailedToParse', 'Expected an integer: maxTimeMS: 1.5']],
  'a cursor': [
    [{ find: 'log', awaitData: true }, 9, 'FailedToParse', "Cannot set 'awaitData' without also setting 'tailable'"],
    [
      { find: 'log', tailable: true, singleBatch: true },
      2,
      'BadValue',
      "cannot use tailable option with the 'singleBatch' option",
    ],
    [
      { find: 'log', tailable: true, sort: { _id: 1 } },
      2,
      'BadValue',
      'cannot use tailable option with a sort other than {$natural: 1}',
    ],
  ],
  'a filter of a collection that does not exist': [
    [{ find: 'none', filter: { a: { $zz: 1 } } }, 2, 'BadValue', 'unknown operator: $zz'],
    [{ count: 'none', query: { a: { $zz: 1 } } }, 2, 'BadValue', 'unknown operator: $zz'],
    [{ distinct: 'none', key: 'a', query: { a: { $zz: 1 } } }, 2, 'BadValue', 'unknown operator: $zz'],
  ],
  'a collection': [
    [{ create: 'system.secret' }, 73, 'InvalidNamespace', 'Invalid system namespace: shop.system.secret'],
    [
      { create: 'x'.repeat(251) },
      73,
      'InvalidNamespace',
      `Fully qualified namespace is too long. Namespace: shop.${'x'.repeat(251)} Max: 255`,
    ],
    [{ create: 'seen', pipeline: [] }, 72, 'InvalidOptions', "'pipeline' requires 'viewOn' to also be specified"],
    [
      { create: 'seen', viewOn: 'orders', idIndex: { key: { _id: 1 }, name: '_id_' } },
      72,
      'InvalidOptions',
      "'viewOn' and 'idIndex' cannot both be specified",
    ],
    [
      { create: 'seen', idIndex: { key: { a: 1 }, name: 'a_1' } },
      2,
      'BadValue',
      "The field 'key' for an _id index must be {_id: 1}, but got { a: 1 }",
    ],
    [
      { create: 'checked', validationLevel: 'soft' },
      2,
      'BadValue',
      "Enumeration value 'soft' for field 'create.validationLevel' is not a valid value.",
    ],
    [
      { collMod: 'orders', validationAction: 'ask' },
      2,
      'BadValue',
      "Enumeration value 'ask' for field 'collMod.validationAction' is not a valid value.",
    ],
    [{ create: 'ring', capped: true }, 72, 'InvalidOptions', "the 'size' field is required when 'capped' is true"],
    [{ create: 'ring', capped: 1024 }, 72, 'InvalidOptions', "the 'size' field is required when 'capped' is true"],
    [
      { create: 'ring', capped: 'yes', size: 1 },
      14,
      'TypeMismatch',
      "BSON field 'create.capped' is the wrong type 'string', expected types '[bool, long, int, decimal, double']",
    ],
    [{ create: 'checked', validator: { $foo: 1 } }, 2, 'BadValue', 'unknown top level operator: $foo.'],
    [{ collMod: 'orders', validator: { total: { $foo: 1 } } }, 2, 'BadValue', 'unknown operator: $foo'],
    [
      { create: 'sorted', collation: { locale: 'zz' } },
      2,
      'BadValue',
      `Field 'locale' is invalid in: { locale: "zz" }`,
    ],
  ],
  'a member of a command': [
    [
      { find: 'orders', filter: 'all' },
      14,
      'TypeMismatch',
      "BSON field 'FindCommandRequest.filter' is the wrong type 'string', expected type 'object'",
    ],
    [
      { find: 'orders', batchSize: -1 },
      51_024,
      'Location51024',
      "BSON field 'batchSize' value must be >= 0, actual value '-1'",
    ],
    [
      { listCollections: 1, nameOnly: 'yes' },
      14,
      'TypeMismatch',
      "BSON field 'listCollections.nameOnly' is the wrong type 'string', expected types '[bool, long, int, decimal, double']",
    ],
    [
      { getMore: 5, collection: 'orders' },
      14,
      'TypeMismatch',
      "BSON field 'getMore.getMore' is the wrong type 'int', expected type 'long'",
    ],
    [
      { getMore: Long.fromNumber(5) },
      40_414,
      'IDLFailedToParse',
      "BSON field 'getMore.collection' is missing but a required field",
    ],
    [
      { update: 'orders', updates: [{ q: {}, u: {}, multi: 1 }] },
      14,
      'TypeMismatch',
      "BSON field 'update.updates.multi' is the wrong type 'int', expected type 'bool'",
    ],
  ],
  'a combination': [
    [
      { find: 'log', tailable: true, sort: { $natural: -1 } },
      2,
      'BadValue',
      'cannot use tailable option with a sort other than {$natural: 1}',
    ],
    [
      { find: 'open', tailable: true },
      168,
      'InvalidPipelineOperator',
      'Tailable cursors are not supported in aggregation.',
    ],
    [
      { find: 'orders', tailable: true },
      2,
      'BadValue',
      'error processing query: ns=shop.ordersTree: $and\nSort: {}\nProj: {}\n tailable cursor requested on non capped collection',
    ],
    [
      { find: 'places', filter: { $text: { $search: 'a' } }, hint: { _id: 1 } },
      2,
      'BadValue',
      'text and hint not allowed in same query',
    ],
    [
      { find: 'places', filter: { $text: { $search: 'a' } }, sort: { $natural: 1 } },
      2,
      'BadValue',
      'text expression not allowed with $natural sort order',
    ],
    [
      { find: 'places', filter: { $nor: [{ $text: { $search: 'a' } }] } },
      2,
      'BadValue',
      'text expression not allowed in nor',
    ],
    [
      { find: 'places', filter: { $text: { $search: 'a' }, at: near } },
      2,
      'BadValue',
      'text and geoNear not allowed in same query',
    ],
    [
      { find: 'places', filter: { at: near }, sort: { $natural: 1 } },
      2,
      'BadValue',
      'geoNear expression not allowed with $natural sort order',
    ],
    [
      { find: 'orders', sort: { $natural: 1 }, hint: { _id: 1 } },
      2,
      'BadValue',
      'index hint not allowed with $natural sort order',
    ],
    [
      { find: 'orders', sort: { $natural: 1 }, hint: { $natural: -1 } },
      2,
      'BadValue',
      '$natural hint must be in the same direction as $natural sort order',
    ],
    [
      { aggregate: 'places', pipeline: [{ $limit: 1 }, { $match: { $text: { $search: 'a' } } }], cursor: {} },
      17_313,
      'Location17313',
      '$match with $text is only allowed as the first pipeline stage',
    ],
    [
      { find: 'places', filter: { $text: { $search: 'a', $language: 'xx' } } },
      2,
      'BadValue',
      'unsupported language: "xx" for text index version 3',
    ],
  ],
  'a search for words': [
    [
      { find: 'places', filter: { $text: { $search: 1 } } },
      14,
      'TypeMismatch',
      '"$search" had the wrong type. Expected string, found int',
    ],
    [
      { find: 'places', filter: { $text: { $search: 'a', $caseSensitive: 'yes' } } },
      14,
      'TypeMismatch',
      '"$caseSensitive" had the wrong type. Expected bool, found string',
    ],
    [{ find: 'places', filter: { $text: {} } }, 4, 'NoSuchKey', 'Missing expected field "$search"'],
    [{ find: 'places', filter: { $text: { $search: 'a', x: 1 } } }, 2, 'BadValue', 'extra fields in $text'],
  ],
  'a text with a null byte': [
    [
      { find: 'orders', filter: { a: { $regex: 'a\0b' } } },
      2,
      'BadValue',
      'Regular expression cannot contain an embedded null byte',
    ],
    [
      { find: 'orders', filter: { a: { $regex: 'a', $options: 'i\0' } } },
      2,
      'BadValue',
      'Regular expression options string cannot contain an embedded null byte',
    ],
    [{ distinct: 'orders', key: 'a\0b' }, 31_032, 'Location31032', 'Key field cannot contain an embedded null byte'],
  ],
  'array filters': [
    [
      {
        findAndModify: 'orders',
        query: { _id: 99 },
        update: { $set: { 'a.$[i]': 1 } },
        arrayFilters: [{ i: 0, j: 0 }],
      },
      9,
      'FailedToParse',
      "Error parsing array filter :: caused by :: Expected a single top-level field name, found 'i' and 'j'",
    ],
    [
      { findAndModify: 'orders', query: { _id: 99 }, update: [{ $set: { a: 1 } }], arrayFilters: [{ i: 0 }] },
      9,
      'FailedToParse',
      'arrayFilters may not be specified for pipeline-syle updates',
    ],
  ],
  'a list of operations': [
    [{ getCmdLineOpts: 1 }, 13, 'Unauthorized', 'getCmdLineOpts may only be run against the admin database.'],
    [{ getParameter: '*' }, 13, 'Unauthorized', 'getParameter may only be run against the admin database.'],
    [{ compact: 'missing' }, 26, 'NamespaceNotFound', 'collection shop.missing does not exist'],
    [{ dbHash: 1, collections: [1] }, 2, 'BadValue', 'collections entries have to be strings'],
    [{ hostInfo: 1, x: 1 }, 40_415, 'IDLUnknownField', "BSON field 'hostInfo.x' is an unknown field."],
    [{ find: 'orders', writeConcern: { w: 1 } }, 72, 'InvalidOptions', 'Command find does not support writeConcern'],
    [{ currentOp: 1 }, 13, 'Unauthorized', 'currentOp may only be run against the admin database.'],
    [
      { aggregate: 1, pipeline: [{ $currentOp: {} }], cursor: {} },
      73,
      'InvalidNamespace',
      "$currentOp must be run against the 'admin' database with {aggregate: 1}",
    ],
  ],
  'a capped collection': [
    [
      { create: 'bad', size: 4096 },
      72,
      'InvalidOptions',
      "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
    ],
    [
      { create: 'bad', capped: true, size: 0 },
      51_024,
      'Location51024',
      "BSON field 'size' value must be >= 1, actual value '0'",
    ],
    [
      { insert: 'log', documents: [{ line: 'x'.repeat(5000) }] },
      2,
      'BadValue',
      'object to insert exceeds cappedMaxSize',
    ],
    [{ collMod: 'orders', cappedMax: 5 }, 72, 'InvalidOptions', 'Collection must be capped.'],
  ],
  'a time series': [
    [
      { aggregate: 'heat', pipeline: [{ $changeStream: {} }], cursor: {} },
      166,
      'CommandNotSupportedOnView',
      'Namespace shop.heat is a timeseries collection',
    ],
    [
      { createIndexes: 'heat', indexes: [{ key: { 'of.note': 'text' }, name: 'text' }] },
      72,
      'InvalidOptions',
      'Text indexes are not supported on time-series collections',
    ],
    [
      { create: 'bad', timeseries: { timeField: 'at', bucketMaxSpanSeconds: 100 } },
      72,
      'InvalidOptions',
      'Timeseries bucketMaxSpanSeconds and bucketRoundingSeconds must both be set, and to the same value',
    ],
  ],
  'a validator': [
    [{ create: 'bad', validator: { $where: 'true' } }, 2, 'BadValue', '$where is not allowed in this context'],
    [{ create: 'bad', validator: { at: near } }, 5_626_500, 'Location5626500', 'are not allowed in this context'],
    [{ create: 'bad', validator: { $text: { $search: 'a' } } }, 2, 'BadValue', '$text is not allowed in this context'],
    [
      { collMod: 'heat', validator: {} },
      72,
      'InvalidOptions',
      'option not supported on a time-series collection: validator',
    ],
    [{ collMod: 'open', validator: {} }, 72, 'InvalidOptions', 'option not supported on a view: validator'],
  ],
  'a change of a collection': [
    [{ collMod: 'orders', viewOn: 'log' }, 72, 'InvalidOptions', 'option only supported on a view: viewOn'],
    [
      { collMod: 'orders', timeseries: { granularity: 'hours' } },
      72,
      'InvalidOptions',
      'option only supported on a time-series collection: timeseries',
    ],
    [
      { collMod: 'orders', changeStreamPreAndPostImages: {} },
      40_414,
      'IDLFailedToParse',
      "BSON field 'collMod.changeStreamPreAndPostImages.enabled' is missing but a required field",
    ],
    [{ collMod: 'orders', index: {} }, 72, 'InvalidOptions', 'Must specify either index name or key pattern.'],
    [{ collMod: 'orders', index: { name: '_id_', hidden: true } }, 2, 'BadValue', "can't hide _id index"],
    [
      { collMod: 'orders', index: { name: '_id_', expireAfterSeconds: 5 } },
      72,
      'InvalidOptions',
      'the _id field does not support TTL indexes',
    ],
    [
      { collMod: 'orders', index: { name: '_id_', colour: 1 } },
      40_415,
      'IDLUnknownField',
      "BSON field 'collMod.index.colour' is an unknown field.",
    ],
    [{ collMod: 'orders', dryRun: true }, 72, 'InvalidOptions', 'dry run mode requires an valid index modification.'],
    [
      { collMod: 'orders', expireAfterSeconds: 5 },
      72,
      'InvalidOptions',
      "'expireAfterSeconds' option is only supported on collections clustered by _id",
    ],
  ],
  'a view': [
    [{ create: 'bad', viewOn: 'bad', pipeline: [] }, 5, 'GraphContainsCycle', 'View cycle detected'],
    [{ collMod: 'open', viewOn: 'open' }, 5, 'GraphContainsCycle', 'View cycle detected'],
    [
      { create: 'bad', viewOn: 'orders', pipeline: [{ $unionWith: 'bad' }] },
      5,
      'GraphContainsCycle',
      'View cycle detected',
    ],
    [{ create: 'bad', viewOn: '', pipeline: [] }, 2, 'BadValue', "'viewOn' cannot be empty"],
    [
      { create: 'bad', viewOn: 'orders', pipeline: [{ $documents: [] }] },
      73,
      'InvalidNamespace',
      '$documents must be run against the database with {aggregate: 1}, not a collection',
    ],
    [
      { create: 'bad', viewOn: 'orders', pipeline: [{ $match: {} }, { $out: 'copy' }] },
      167,
      'OptionNotSupportedOnView',
      'Invalid pipeline for view shop.bad :: caused by :: The aggregation stage $out in location 1 of the pipeline cannot be used in the view definition of shop.bad because it writes to disk',
    ],
    [
      { create: 'bad', viewOn: 'orders', pipeline: [{ $foo: 1 }] },
      40_324,
      'Location40324',
      "Unrecognized pipeline stage name: '$foo'",
    ],
    [
      { findAndModify: 'open', query: {}, update: { $set: { a: 1 } } },
      166,
      'CommandNotSupportedOnView',
      'Namespace shop.open is a view, not a collection',
    ],
  ],
  'an index': [
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 }, name: 'a', v: 0 }] },
      67,
      'CannotCreateIndex',
      'Invalid index specification { key: { a: 1 }, name: "a", v: 0 }; cannot create an index with v=0',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 }, name: 'a\0b' }] },
      67,
      'CannotCreateIndex',
      'index name cannot contain NUL bytes',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 }, name: '_id_' }] },
      2,
      'BadValue',
      "The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found key: { a: 1 }",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { _fts: 1 }, name: 'a' }] },
      67,
      'CannotCreateIndex',
      "Index key contains an illegal field name: '_fts'",
    ],
    ...[{ $db: 1 }, { 'a.$b': 1 }, { 'a.$**': 'text' }].map(
      (key) =>
        [
          { createIndexes: 'orders', indexes: [{ key, name: 'a' }] },
          67,
          'CannotCreateIndex',
          "Index key contains an illegal field name: field name starts with '$'.",
        ] as const,
    ),
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 'geoHaystack', b: 1 }, name: 'a', bucketSize: 1 }] },
      67,
      'CannotCreateIndex',
      "Unknown index plugin 'geoHaystack'",
    ],
    [
      {
        createIndexes: 'orders',
        indexes: [{ key: { a: 1 }, name: 'a', partialFilterExpression: { b: new BSONRegExp('x') } }],
      },
      67,
      'CannotCreateIndex',
      'Expression not supported in partial index: $regex',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { _id: -1 }, name: '_id_-1' }] },
      2,
      'BadValue',
      "The field 'key' for an _id index must be {_id: 1}, but got { _id: -1 }",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1, b: 1 }, name: 'a_b', expireAfterSeconds: 5 }] },
      67,
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL.',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 }, name: 'a', expireAfterSeconds: -1 }] },
      67,
      'CannotCreateIndex',
      "TTL index 'expireAfterSeconds' option cannot be less than 0",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 }, name: 'a', partialFilteExpression: {} }] },
      197,
      'InvalidIndexSpecificationOption',
      'Error in specification { key: { a: 1 }, name: "a", partialFilteExpression: {} } :: caused by :: The field ' +
        "'partialFilteExpression' is not valid for an index specification. " +
        'Specification: { key: { a: 1 }, name: "a", partialFilteExpression: {} }',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { _id: 1 }, name: '_id_1', unique: true }] },
      197,
      'InvalidIndexSpecificationOption',
      "The field 'unique' is not valid for an _id index specification. " +
        'Specification: { key: { _id: 1 }, name: "_id_1", unique: true, v: 2 }',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { _id: 1 }, name: '_id_1', expireAfterSeconds: 5 }] },
      197,
      'InvalidIndexSpecificationOption',
      "The field 'expireAfterSeconds' is not valid for an _id index specification.",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 'hashed' }, name: 'a_hashed', unique: true }] },
      16_764,
      'Location16764',
      'Currently hashed indexes cannot guarantee uniqueness. Use a regular index.',
    ],
    [
      { createIndexes: 'places', indexes: [{ key: { title: 'text' }, name: 'title_text' }] },
      85,
      'IndexOptionsConflict',
      'An equivalent index already exists with a different name and options.',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 } }] },
      9,
      'FailedToParse',
      "The 'name' field is a required property of an index specification",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 1 }, name: 'a', weights: { a: 1 } }] },
      67,
      'CannotCreateIndex',
      "the field 'weights' can only be specified with text indexes",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 'text' }, name: 'a', weights: { a: 0 } }] },
      67,
      'CannotCreateIndex',
      'text index weight must be in the exclusive interval (0,100000) but found: 0',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 'text' }, name: 'a', default_language: 'klingon' }] },
      67,
      'CannotCreateIndex',
      'default_language is not valid',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { a: 'text', b: 1, c: 'text' }, name: 'a' }] },
      67,
      'CannotCreateIndex',
      "'text' fields in index must all be adjacent",
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { at: '2d' }, name: 'at', bits: 33 }] },
      72,
      'InvalidOptions',
      'bits for hash must be > 0 and <= 32, but 33 bits were specified',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { at: '2d' }, name: 'at', min: 10, max: 10 }] },
      72,
      'InvalidOptions',
      'region for hash must be valid and have positive area, but [10, 10] was specified',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { '$**': 1, a: 1 }, name: 'a' }] },
      67,
      'CannotCreateIndex',
      'wildcardProjection is required',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { '$**': 1 }, name: 'a', wildcardProjection: { a: 1, b: 0 } }] },
      31_254,
      'Location31254',
      'Cannot do exclusion on field b in inclusion projection',
    ],
    [
      { createIndexes: 'orders', indexes: [{ key: { '$**': 1 }, name: 'a', wildcardProjection: {} }] },
      9,
      'FailedToParse',
      "The 'wildcardProjection' field can't be an empty object",
    ],
    [{ dropIndexes: 'orders', index: 5 }, 14, 'TypeMismatch', "BSON field 'dropIndexes.index' is the wrong type 'int'"],
    [
      { dropIndexes: 'orders' },
      40_414,
      'IDLFailedToParse',
      "BSON field 'dropIndexes.index' is missing but a required field",
    ],
    [{ dropIndexes: 'open', index: '*' }, 166, 'CommandNotSupportedOnView', 'Namespace shop.open is a view'],
    [
      {
        createIndexes: 'orders',
        indexes: Array.from({ length: 64 }, (_, at) => ({ key: { [`f${at}`]: 1 }, name: `f${at}` })),
      },
      67,
      'CannotCreateIndex',
      'add index fails, too many indexes for key: { f63: 1 }',
    ],
  ],
  'a search near a point': [
    [
      { find: 'orders', filter: { at: near } },
      291,
      'NoQueryExecutionPlans',
      'error processing query: ns=shop.ordersTree: GEONEAR  field=at maxdist=500 isNearSphere=1\nSort: {}\nProj: {}\n planner returned error :: caused by :: unable to find index for $geoNear query',
    ],
    [
      { delete: 'orders', deletes: [{ q: { at: near }, limit: 1 }] },
      291,
      'NoQueryExecutionPlans',
      'unable to find index for $geoNear query',
    ],
    [
      { aggregate: 'places', pipeline: [{ $match: { at: near } }, { $count: 'n' }], cursor: {} },
      5_626_500,
      'Location5626500',
      '$geoNear, $near, and $nearSphere are not allowed in this context',
    ],
  ],
  'a place': [
    [
      place({ type: 'Point' }),
      16_755,
      'Location16755',
      `Can't extract geo keys: { _id: 1, at: { type: "Point" } }  Point must be an array or object, instead got type missing`,
    ],
    [
      place({ type: 'Point', coordinates: ['a', 1] }),
      16_755,
      'Location16755',
      'Point must only contain numeric elements',
    ],
    [
      place([{ type: 'Point', coordinates: [1, 1] }]),
      16_755,
      'Location16755',
      'Point must only contain numeric elements',
    ],
    [place([181, 5]), 16_755, 'Location16755', 'longitude/latitude is out of bounds, lng: 181 lat: 5'],
    [place({ coordinates: [1, 1] }), 16_755, 'Location16755', 'unknown GeoJSON type: { coordinates: [ 1, 1 ] }'],
    [place('here'), 16_755, 'Location16755', 'geo element must be an array or object: "here"'],
    [
      place({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
      }),
      16_755,
      'Location16755',
      'Loop is not closed: [ [ 0, 0 ], [ 1, 0 ], [ 1, 1 ] ]',
    ],
    [
      place({ type: 'LineString', coordinates: [[0, 0]] }),
      16_755,
      'Location16755',
      'GeoJSON LineString must have at least 2 vertices: [ [ 0, 0 ] ]',
    ],
  ],
  'a pipeline': [
    [
      aggregate({ $out: 'log' }),
      17_152,
      'Location17152',
      "namespace 'shop.log' is capped so it can't be used for $out",
    ],
    [
      aggregate({ $project: { half: { $divide: [1, '$total'] } } }),
      2,
      'BadValue',
      "Executor error during aggregate command on namespace: shop.orders :: caused by :: can't $divide by zero",
    ],
    [
      aggregate({ $match: { $expr: { $divide: [1, '$total'] } } }),
      2,
      'BadValue',
      "Executor error during aggregate command on namespace: shop.orders :: caused by :: can't $divide by zero",
    ],
    [
      aggregate({ $set: { a: { $foo: 1 } } }),
      168,
      'InvalidPipelineOperator',
      "Invalid $set :: caused by :: Unrecognized expression '$foo'",
    ],
    [
      aggregate({ $unset: ['lines', 'lines.sku'] }),
      31_249,
      'Location31249',
      'Invalid $unset :: caused by :: Path collision at lines.sku remaining portion sku',
    ],
    [
      aggregate({ $set: {} }),
      40_177,
      'Location40177',
      'Invalid $set :: caused by :: specification must have at least one field',
    ],
    [
      aggregate({ $unset: [] }),
      31_119,
      'Location31119',
      '$unset specification must be a string or an array with at least one field',
    ],
    [
      aggregate({ $unset: [5] }),
      31_120,
      'Location31120',
      '$unset specification must be a string or an array containing only string values',
    ],
    [aggregate({ $unset: 5 }), 31_002, 'Location31002', '$unset specification must be a string or an array'],
    ...(
      [
        ['total', 40_148],
        [{ total: 1 }, 40_147],
      ] as const
    ).map(([field, code]): Refusal => [
      aggregate({ $sortByCount: field }),
      code,
      `Location${code}`,
      'the sortByCount field must be defined as a $-prefixed path or an expression inside an object',
    ]),
    [
      aggregate({ $sortByCount: 5 }),
      40_149,
      'Location40149',
      'the sortByCount field must be specified as a string or as an object',
    ],
    [
      { find: 'orders', projection: { lines: { $slice: [1, 2, 3] } } },
      28_724,
      'Location28724',
      'First argument to $slice must be an array, but is of type: int',
    ],
    [
      aggregate({ $lookup: { from: 'none', localField: 'a', foreignField: 'b', as: 'c', on: 'd' } }),
      9,
      'FailedToParse',
      'unknown argument to $lookup: on',
    ],
    [
      aggregate({ $match: { _id: 'none' } }, { $lookup: { from: 'none', pipeline: [{ $foo: 1 }], as: 'c' } }),
      40_324,
      'Location40324',
      "Unrecognized pipeline stage name: '$foo'",
    ],
    [
      aggregate({
        $setWindowFields: { output: { sum: { $sum: '$total', window: { documents: ['unbounded', 'current'] } } } },
      }),
      5_339_901,
      'Location5339901',
      'Document-based bounds require a sortBy',
    ],
    [
      { ...aggregate({ $match: {} }), hint: 'none' },
      2,
      'BadValue',
      'hint provided does not correspond to an existing index',
    ],
  ],
  'an update': [
    [
      update({ _id: 1 }, { $set: { _id: 2 } }),
      66,
      'ImmutableField',
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    ],
    [
      update({ _id: 'none' }, { $set: { 'lines.$[line].sku': 'b' } }),
      2,
      'BadValue',
      "No array filter found for identifier 'line' in path 'lines.$[line].sku'",
    ],
    [
      update({ a: 5, $and: [{ a: 6 }] }, { $set: { b: 1 } }, { upsert: true }),
      54,
      'NotSingleValueField',
      "cannot infer query fields to set, path 'a' is matched twice",
    ],
    [
      update({ 'a.b': 5, $and: [{ a: {} }] }, { $set: { b: 1 } }, { upsert: true }),
      54,
      'NotSingleValueField',
      "cannot infer query fields to set, both paths 'a.b' and 'a' are matched",
    ],
    [
      { update: 'none', updates: [{ q: {}, u: { a: 1 }, multi: true }] },
      9,
      'FailedToParse',
      'multi update is not supported for replacement-style update',
    ],
    [
      { findAndModify: 'orders', query: { _id: 1 }, update: { $inc: { lines: 1 } } },
      14,
      'TypeMismatch',
      'Plan executor error during findAndModify :: caused by :: Cannot apply $inc to a value of non-numeric type.',
    ],
    [{ findAndModify: 'none', query: {}, update: { $foo: 1 } }, 9, 'FailedToParse', 'Unknown modifier: $foo.'],
  ],
}

describe.each(Object.entries(REFUSALS))('%s is refused', (_name, refusals) => {
  it.each(refusals)('%j', async (command, code, codeName, message) => {
    const reply = await shop()
      .command(command)
      .catch((error: unknown) => error as Document)
    const [failed = reply] = (reply['writeErrors'] as Document[] | undefined) ?? []
    expect(failed).toMatchObject({ code })
    // A write error has no name.
    if (failed === reply) expect(failed).toMatchObject({ codeName })
    expect(String(failed['errmsg'] ?? failed['message'])).toContain(message)
  })
})

it('keeps the specification of an index for text and for the sphere as the server does', async () => {
  expect(await shop().collection('places').indexes()).toEqual([
    { v: 2, key: { _id: 1 }, name: '_id_' },
    { v: 2, key: { at: '2dsphere' }, name: 'at_2dsphere', '2dsphereIndexVersion': 3 },
    {
      v: 2,
      key: { _fts: 'text', _ftsx: 1 },
      name: 'note_text',
      weights: { note: 1 },
      default_language: 'english',
      language_override: 'language',
      textIndexVersion: 3,
    },
  ])
})

it('does not write to a view, also where nothing matches', async () => {
  const message = 'Namespace shop.open is a view, not a collection'
  const open = shop().collection('open')
  await expect(open.updateOne({ none: 1 }, { $set: { a: 1 } })).rejects.toMatchObject({ code: 166, message })
  await expect(open.deleteOne({ none: 1 })).rejects.toMatchObject({ code: 166, message })
})
