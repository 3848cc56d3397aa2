import { readFileSync } from 'node:fs'
import { SeedProblem } from '../../core/service.ts'
import type { DocdbContext } from './call.ts'
import { mainPlace, placeNamed } from './rules/clusters.ts'
import { CommandError } from './rules/command-error.ts'
import type { Section } from './seed.ts'
import { addIndex, checkedIndexSpec, createCollection, ensureCollection, findCollection } from './storage/catalog.ts'
import { fillIndex, insertDocument } from './storage/documents.ts'
import { fromEjson, MalformedEjson } from './values/ejson.ts'
import { isDocument, type Document, type Value } from './values/value.ts'

/** Adds the documents and indexes of a seed. Throws {@link SeedProblem} for what the server would refuse. */
export function seedData(context: DocdbContext, { data }: Section): void {
  const { rows } = context
  for (const [at, part] of data.entries()) {
    const { cluster, database, collection: name, documents, file, indexes, options } = part
    const clusterId = cluster === undefined ? mainPlace(context) : placeNamed(context, cluster)
    if (clusterId === undefined) {
      throw new SeedProblem(
        ['data', at, 'cluster'],
        `no cluster is named ${JSON.stringify(cluster)}`,
        rows.clusters.all().map((each) => each.name),
      )
    }
    refusing(['data', at], () => {
      const namespace = { clusterId, database, name }
      const given = read(options, ['data', at, 'options'])
      const isNew =
        findCollection(context, namespace) === undefined && isDocument(given) && Object.keys(given).length > 0
      const row = isNew ? createCollection(context, namespace, given) : ensureCollection(context, namespace)
      for (const [index, each] of documents.entries()) {
        const document = read(each, ['data', at, 'documents', index])
        if (!isDocument(document)) throw new SeedProblem(['data', at, 'documents', index], 'expected a document')
        refusing(['data', at, 'documents', index], () => insertDocument(context, row, document, { isSeed: true }))
      }
      if (file !== undefined)
        for (const each of documentsOf(file, ['data', at, 'file'])) insertDocument(context, row, each, { isSeed: true })
      for (const [index, each] of indexes.entries()) {
        const path = ['data', at, 'indexes', index]
        refusing(path, () => fillIndex(context, row, addIndex(context, row, checkedIndexSpec(read(each, path))).id))
      }
    })
  }
}

/** Reads a file of documents: an array, or one document in each line. */
function documentsOf(file: string, path: (string | number)[]): Document[] {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    throw new SeedProblem(
      path,
      `${file}: the file can't be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  try {
    const values = content.trimStart().startsWith('[')
      ? (JSON.parse(content) as unknown[])
      : content
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line): unknown => JSON.parse(line))
    return values.map((each) => {
      const document = fromEjson(each)
      if (!isDocument(document)) throw new SeedProblem(path, `${file}: expected documents`)
      return document
    })
  } catch (error) {
    if (error instanceof SeedProblem) throw error
    throw new SeedProblem(path, `${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function read(given: unknown, path: (string | number)[]): Value {
  try {
    return fromEjson(given)
  } catch (error) {
    if (error instanceof MalformedEjson) throw new SeedProblem(path, error.message)
    throw error
  }
}

/** Words a refusal of the server as a mistake of the seed. */
function refusing(path: (string | number)[], work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof CommandError) throw new SeedProblem(path, error.message)
    throw error
  }
}
