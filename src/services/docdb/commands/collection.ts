import type { MethodsFor } from '#core/commands.ts'
import type { DocdbContext } from '#docdb/call.ts'
import type { Command } from '#docdb/server-commands/context.ts'
import { createIndexes } from '#docdb/server-commands/indexes.ts'
import { aggregate, count, find } from '#docdb/server-commands/read.ts'
import { batchIn, runDirectly } from '#docdb/server-commands/run.ts'
import { insert, remove, update } from '#docdb/server-commands/write.ts'
import { placeNamed, mainPlace } from '#docdb/rules/clusters.ts'
import type { DocdbCollection, DocdbEmulator, FindOptions, TestDocument } from './emulator.ts'
import type { stepDown as stepDownCommand } from './step-down.ts'
import { fromEjson, toEjson, type Json } from '#docdb/values/ejson.ts'
import { portableEjson } from '#docdb/values/portable.ts'
import type { Document } from '#docdb/values/value.ts'

/** Runs a command for a test. The name is `database.collection`, or `cluster/database.collection`. */
function run(context: DocdbContext, name: string, command: Command, members: object): Document {
  const match = /^(?:([^/]+)\/)?([^.]+)\.(.+)$/.exec(name)
  if (match === null)
    throw new TypeError(`docdb.collection: expected 'database.collection', got ${JSON.stringify(name)}`)
  const [, cluster, database = '', collection = ''] = match
  const clusterId = cluster === undefined ? mainPlace(context) : placeNamed(context, cluster)
  if (clusterId === undefined) throw new Error(`docdb.collection: no cluster is named ${JSON.stringify(cluster)}`)
  return runDirectly(
    context,
    { clusterId, database, name: collection },
    { name: 'test', run: command, members: fromEjson(members) as Document }, // an object
  )
}

function batch(reply: Document): TestDocument[] {
  return batchIn(reply).map((each) => toEjson(each, 'relaxed') as { [name: string]: Json }) // an object
}

/** The most documents that a test reads at once. */
const MOST = 1_000_000

/** The input of a command about a collection: `database.collection`, and a filter. */
interface CollectionInput {
  readonly name: string
  readonly filter?: TestDocument | undefined
}

/** The commands behind `docdb.collection(name)`. */
export const collectionCommands = {
  find(
    context: DocdbContext,
    { name, filter = {}, options = {} }: CollectionInput & { readonly options?: FindOptions | undefined },
  ): TestDocument[] {
    const { sort = {}, projection = {}, limit = 0, skip = 0 } = options
    return batch(run(context, name, find, { filter, sort, projection, limit, skip, batchSize: MOST }))
  },
  insert(
    context: DocdbContext,
    { name, documents }: CollectionInput & { readonly documents: object | readonly object[] },
  ): number {
    const list: readonly unknown[] = Array.isArray(documents) ? documents : [documents]
    return Number(run(context, name, insert, { documents: list })['n'])
  },
  update(
    context: DocdbContext,
    { name, filter = {}, change }: CollectionInput & { readonly change: TestDocument | readonly TestDocument[] },
  ): number {
    return Number(run(context, name, update, { updates: [{ q: filter, u: change, multi: true }] })['n'])
  },
  delete(context: DocdbContext, { name, filter = {} }: CollectionInput): number {
    return Number(run(context, name, remove, { deletes: [{ q: filter, limit: 0 }] })['n'])
  },
  count(context: DocdbContext, { name, filter = {} }: CollectionInput): number {
    return Number(run(context, name, count, { query: filter })['n'])
  },
  aggregate(
    context: DocdbContext,
    { name, pipeline }: CollectionInput & { readonly pipeline: readonly TestDocument[] },
  ): TestDocument[] {
    return batch(run(context, name, aggregate, { pipeline, cursor: { batchSize: MOST } }))
  },
  createIndex(
    context: DocdbContext,
    {
      name,
      key,
      options = {},
    }: CollectionInput & { readonly key: TestDocument; readonly options?: TestDocument | undefined },
  ): void {
    run(context, name, createIndexes, { indexes: [{ key, ...options }] })
  },
}

/**
 * Makes the emulator's methods: `docdb.collection('shop.orders').find({ status: 'open' })`, `docdb.stepDown()`, and the
 * connection string.
 */
export function methods(
  { collection, stepDown }: MethodsFor<{ collection: typeof collectionCommands; stepDown: typeof stepDownCommand }>,
  env: Readonly<Record<string, string>>,
): Pick<DocdbEmulator, 'uri' | 'collection' | 'stepDown'> {
  return {
    stepDown,
    uri: env['MONGODB_URI'] ?? '',
    collection: <T extends object>(name: string): DocdbCollection<T> => {
      // The test names the type of the documents.
      const find = (filter?: TestDocument, options?: FindOptions): T[] =>
        collection.find(portable({ name, filter, options })) as T[]
      return {
        find,
        findOne: (filter, options) => find(filter, { ...options, limit: 1 })[0] ?? null,
        insert: (documents) => collection.insert(portable({ name, documents })),
        update: (filter, change) => collection.update(portable({ name, filter, change })),
        delete: (filter) => collection.delete(portable({ name, filter })),
        count: (filter) => collection.count(portable({ name, filter })),
        aggregate: (pipeline) => collection.aggregate(portable({ name, pipeline })),
        createIndex: (key, options) => collection.createIndex(portable({ name, key, options })),
      }
    },
  }
}

/** The instance may run in another thread, which takes no instances of classes. */
function portable<I extends object>(input: I): I {
  return portableEjson(input) as I // the same members, with other values of the same meaning
}
