import { compileQuery } from '#docdb/query/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import {
  checkNamespace,
  databasesOf,
  dropCollection,
  findCollection,
  optionsOf,
  shownIndexes,
} from '#docdb/storage/catalog.ts'
import { namespaceOf, recordChange } from '#docdb/storage/changes.ts'
import { profilerOf } from '#docdb/storage/profiler.ts'
import { sizeOfCollections } from '#docdb/storage/collection-statistics.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { Binary, type Document } from '#docdb/values/value.ts'
import { collectionName, documentIn, numberIn, pipelineContext, targetCollection, type Command } from './context.ts'
import { cursorReply, fixedSource } from './cursors.ts'

/** https://www.mongodb.com/docs/manual/reference/command/drop/ */
export const drop: Command = (context) => {
  const row = targetCollection(context)
  if (row === undefined) {
    checkNamespace({ ...context, name: collectionName(context) })
    return {}
  }
  const { data, clusterId, database } = context
  if (row.name === 'system.profile' && profilerOf(data, clusterId, database).level > 0)
    throw new CommandError('IllegalOperation', 'turn off profiling before dropping system.profile collection')
  const nIndexesWas = shownIndexes(context.data, row).length
  dropCollection(context.data, row)
  return row.kind === 'view' ? { ns: namespaceOf(row) } : { nIndexesWas, ns: namespaceOf(row) }
}

/** https://www.mongodb.com/docs/manual/reference/command/dropDatabase/ */
export const dropDatabase: Command = ({ data, clusterId, database }) => {
  const own = data.rows.collections.list('database', clusterId, database)
  for (const row of own) dropCollection(data, row)
  if (own.length > 0) recordChange(data, { kind: 'dropDatabase', on: { clusterId, database, name: '', id: 0 } })
  return own.length > 0 ? { dropped: database } : {}
}

/** https://www.mongodb.com/docs/manual/reference/command/renameCollection/ */
export const renameCollection: Command = (context) => {
  const { command, data, clusterId } = context
  const [from, to] = [command['renameCollection'], command['to']].map((each) => {
    if (typeof each !== 'string' || !each.includes('.'))
      throw new CommandError('InvalidNamespace', `Invalid namespace specified '${textOfAny(each)}'`)
    const dot = each.indexOf('.')
    return { clusterId, database: each.slice(0, dot), name: each.slice(dot + 1) }
  })
  if (from === undefined || to === undefined) throw new CommandError('InvalidNamespace', 'Invalid namespace specified')
  const row = findCollection(data, from)
  if (row === undefined)
    throw new CommandError('NamespaceNotFound', `Source collection ${from.database}.${from.name} does not exist`)
  if (row.kind !== 'collection')
    throw new CommandError(
      'CommandNotSupportedOnView',
      `cannot rename ${row.kind === 'view' ? 'view' : 'timeseries collection'}: ${namespaceOf(row)}`,
    )
  if (from.database === to.database && from.name === to.name)
    throw new CommandError('IllegalOperation', "Can't rename a collection to itself")
  checkNamespace(to)
  const target = findCollection(data, to)
  if (target !== undefined) {
    if (command['dropTarget'] !== true || target.kind !== 'collection')
      throw new CommandError('NamespaceExists', 'target namespace exists')
    dropCollection(data, target, { isReplaced: true })
  }
  const place = { db: to.database, coll: to.name }
  const dropped =
    target === undefined ? {} : { dropTarget: new Binary(Buffer.from(target.uuid, 'hex'), Binary.SUBTYPE_UUID) }
  const details = { to: place, operationDescription: { to: place, ...dropped } }
  recordChange(data, { kind: 'rename', on: row, details })
  data.rows.collections.update(row.id, { database: to.database, name: to.name })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/listCollections/ */
export const listCollections: Command = (context) => {
  const { command, data, clusterId, database } = context
  const inner = pipelineContext(context, undefined, '')
  const test = compileQuery(documentIn(command, 'filter', 'listCollections'), inner.environment)
  const own = data.rows.collections
    .list('database', clusterId, database)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
  const all = own.map((row): Document => {
    if (command['nameOnly'] === true) return { name: row.name, type: row.kind }
    const options = row.kind === 'view' ? { pipeline: [], ...optionsOf(data, row) } : optionsOf(data, row)
    const uuid = new Binary(Buffer.from(row.uuid, 'hex'), Binary.SUBTYPE_UUID)
    return {
      name: row.name,
      type: row.kind,
      options,
      info:
        row.kind === 'view' ? { readOnly: true } : { readOnly: false, ...(row.kind === 'timeseries' ? {} : { uuid }) },
      ...(row.kind !== 'collection' || options['clusteredIndex'] !== undefined
        ? {}
        : { idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } }),
    }
  })
  const cursor = documentIn(command, 'cursor', 'listCollections')
  const batchSize = cursor['batchSize'] === undefined ? undefined : numberIn(cursor, 'batchSize', 0)
  return cursorReply(
    context,
    `${database}.$cmd.listCollections`,
    fixedSource(all.filter((each) => test(each, {}))),
    batchSize,
  )
}

/** The databases that every member of a replica set has, with the bytes of a new one. */
const SERVER_DATABASES: readonly (readonly [name: string, size: number])[] = [
  ['admin', 40_960],
  ['config', 61_440],
  ['local', 73_728],
]

/** https://www.mongodb.com/docs/manual/reference/command/listDatabases/ */
export const listDatabases: Command = (context) => {
  const { command, data, clusterId } = context
  const inner = pipelineContext(context, undefined, '')
  const test = compileQuery(documentIn(command, 'filter', 'listDatabases'), inner.environment)
  const sizes = new Map(SERVER_DATABASES)
  for (const [name, rows] of databasesOf(data, clusterId))
    sizes.set(name, (sizes.get(name) ?? 0) + sizeOfCollections(data, rows))
  const own = [...sizes].map(([name, sizeOnDisk]): Document => {
    if (command['nameOnly'] === true) return { name }
    return { name, sizeOnDisk: BigInt(sizeOnDisk), empty: sizeOnDisk === 0 }
  })
  const databases = own
    .filter((each) => test(each, {}))
    .toSorted((left, right) => (textOfAny(left['name']) < textOfAny(right['name']) ? -1 : 1))
  if (command['nameOnly'] === true) return { databases }
  const total = databases.reduce((sum, each) => sum + Number(each['sizeOnDisk']), 0)
  return { databases, totalSize: BigInt(total), totalSizeMb: BigInt(Math.floor(total / 1_048_576)) }
}
