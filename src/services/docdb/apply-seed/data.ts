import { SeedProblem } from '#core/service.ts'
import type { DocdbContext } from '#docdb/call.ts'
import { createIndexes } from '#docdb/server-commands/indexes.ts'
import { runDirectly } from '#docdb/server-commands/run.ts'
import { createSearchIndexes } from '#docdb/server-commands/search-indexes.ts'
import { mainPlace, placeNamed } from '#docdb/rules/clusters.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { readSeedFile } from './seed-file.ts'
import type { Section } from '#docdb/seed.ts'
import { createCollection, ensureCollection, findCollection, type Namespace } from '#docdb/storage/catalog.ts'
import { insertDocument } from '#docdb/storage/documents.ts'
import { fromEjson, MalformedEjson } from '#docdb/values/ejson.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** A path in the section. */
type Path = readonly (string | number)[]

/**
 * Adds the documents and indexes of a seed.
 *
 * @throws {@link SeedProblem} for what the server would refuse.
 */
export function seedData(context: DocdbContext, { data }: Section): void {
  for (const [at, part] of data.entries()) {
    const path = ['data', at]
    const { cluster, database, collection: name, documents, file, indexes, options } = part
    const searchIndexes = part.search_indexes
    const namespace = { clusterId: placeOfData(context, cluster, path), database, name }
    const row = seedCollection(context, namespace, options, path)
    for (const [index, each] of documents.entries()) {
      const own = [...path, 'documents', index]
      const document = readDocument(each, own)
      refusing(own, '', () => insertDocument(context, row, document, { isSeed: true }))
    }
    if (file !== undefined) {
      for (const { document, place } of readSeedFile(file, [...path, 'file'])) {
        refusing([...path, 'file'], `${place}: `, () => insertDocument(context, row, document, { isSeed: true }))
      }
    }
    for (const [index, each] of indexes.entries()) {
      const own = [...path, 'indexes', index]
      const members = { indexes: [readDocument(each, own)] }
      refusing(own, '', () => runDirectly(context, namespace, { name: 'createIndexes', run: createIndexes, members }))
    }
    for (const [index, each] of searchIndexes.entries()) {
      const own = [...path, 'search_indexes', index]
      const members = { indexes: [readDocument(each, own)] }
      const command = { name: 'createSearchIndexes', run: createSearchIndexes, members }
      refusing(own, '', () => runDirectly(context, namespace, command))
    }
  }
}

function placeOfData(context: DocdbContext, cluster: string | undefined, path: Path): string {
  const place = cluster === undefined ? mainPlace(context) : placeNamed(context, cluster)
  if (place !== undefined) return place
  throw new SeedProblem(
    [...path, 'cluster'],
    `no cluster is named ${JSON.stringify(cluster)}`,
    context.rows.clusters.all().map((each) => each.name),
  )
}

function seedCollection(
  context: DocdbContext,
  namespace: Namespace,
  optionsJson: Readonly<Record<string, unknown>>,
  path: Path,
): CollectionRow {
  if (Object.keys(optionsJson).length === 0) return refusing(path, '', () => ensureCollection(context, namespace))
  const own = [...path, 'options']
  const options = readDocument(optionsJson, own)
  // The server's words for a collection that an earlier entry has made would not say what is wrong.
  if (findCollection(context, namespace) !== undefined) {
    throw new SeedProblem(own, 'the collection has been seeded before: the first of its entries has the options')
  }
  return refusing(own, '', () => createCollection(context, namespace, options))
}

/** Reads a document of the seed. A problem names the innermost part that is wrong. */
function readDocument(json: unknown, path: Path): Document {
  const value = read(json, path)
  if (!isDocument(value)) throw new SeedProblem(path, 'expected a document')
  return value
}

function read(json: unknown, path: Path): Value {
  try {
    return fromEjson(json)
  } catch (error) {
    if (!(error instanceof MalformedEjson)) throw error
    const isParent = typeof json === 'object' && json !== null && !('_bsontype' in json)
    if (isParent) for (const [name, part] of Object.entries(json)) read(part, [...path, stepOf(json, name)])
    throw new SeedProblem(path, error.message)
  }
}

function stepOf(parent: object, name: string): string | number {
  return Array.isArray(parent) ? Number(name) : name
}

/** Turns an error of the server into a problem of the seed. */
function refusing<T>(path: Path, place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof CommandError) throw new SeedProblem(path, place + error.message)
    throw error
  }
}
