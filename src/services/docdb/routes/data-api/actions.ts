import { Failure } from '#core/errors.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { dataApiFailure } from '#docdb/errors/data-api.ts'
import type { Command } from '#docdb/server-commands/context.ts'
import { aggregate, find } from '#docdb/server-commands/read.ts'
import { batchIn, runDirectly } from '#docdb/server-commands/run.ts'
import { insert, remove, update } from '#docdb/server-commands/write.ts'
import { placeNamed } from '#docdb/rules/clusters.ts'
import { codeNameOf, CommandError } from '#docdb/errors/command-error.ts'
import { fromEjson, MalformedEjson } from '#docdb/values/ejson.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { textOfAny } from '#docdb/values/show.ts'

/** The most documents that one find returns. */
const MOST_DOCUMENTS = 50_000

/** The number of documents that a find without a limit returns. */
const FIND_LIMIT = 1000

function invalid(message: string): Failure {
  return dataApiFailure(400, message)
}

/** Returns the body of an action: Extended JSON. */
export function readBody(call: DocdbCall): Document {
  let body: Value
  try {
    body = fromEjson(call.json() ?? {})
  } catch (error) {
    if (error instanceof MalformedEjson) throw invalid(`invalid extended JSON: ${error.message}`)
    throw error
  }
  if (!isDocument(body)) throw invalid('the request body must be an object')
  for (const name of ['dataSource', 'database', 'collection']) {
    if (body[name] === undefined) throw invalid(`Invalid parameter(s) specified: ${name} is required`)
    if (typeof body[name] !== 'string' || body[name] === '')
      throw invalid(`Invalid parameter(s) specified: ${name} must be a non-empty string`)
  }
  return body
}

function documentOf(body: Document, name: string): Document {
  const value = body[name]
  if (value === undefined || value === null) return {}
  if (!isDocument(value)) throw invalid(`Invalid parameter(s) specified: ${name} must be an object`)
  return value
}

function required(body: Document, name: string): Document {
  if (body[name] === undefined) throw invalid(`Invalid parameter(s) specified: ${name} is required`)
  return documentOf(body, name)
}

function numberOf(body: Document, name: string, absent: number): number {
  const value = body[name]
  if (value === undefined || value === null) return absent
  if (!isNumber(value) || toNumber(value) < 0)
    throw invalid(`Invalid parameter(s) specified: ${name} must be a non-negative number`)
  return toNumber(value)
}

/** A failure that leaves the documents before the refused one in place. */
export class PartlyDone extends Error {
  override name = 'PartlyDone'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Runs a command of the server for an action; its errors become failures of the Data API. */
function run(call: DocdbCall, body: Document, name: string, command: Command, members: Document): Document {
  const dataSource = textOfAny(body['dataSource'])
  const clusterId = placeNamed(call, dataSource)
  if (clusterId === undefined) throw invalid(`invalid data source: no cluster is named ${JSON.stringify(dataSource)}`)
  const namespace = { clusterId, database: textOfAny(body['database']), name: textOfAny(body['collection']) }
  try {
    return runDirectly(call, namespace, { name, run: command, members })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const shown = `(${codeNameOf(error.code)}) ${error.message}`
    throw invalid(error.code === 11000 ? `failed to ${name} document: ${error.message}` : shown)
  }
}

/** Finds documents, as an action asks for them. */
function found(call: DocdbCall, body: Document, limit: number): Document[] {
  const reply = run(call, body, 'find', find, {
    filter: documentOf(body, 'filter'),
    projection: documentOf(body, 'projection'),
    sort: documentOf(body, 'sort'),
    skip: numberOf(body, 'skip', 0),
    limit,
    batchSize: limit,
  })
  return batchIn(reply)
}

function insertIds(documents: readonly Value[], call: DocdbCall): Document[] {
  return documents.map((each) => {
    if (!isDocument(each)) throw invalid('Invalid parameter(s) specified: documents must be an array of objects')
    if (each['_id'] !== undefined) return each
    const seconds = Math.floor(call.clock.now() / 1000)
      .toString(16)
      .padStart(8, '0')
    return { _id: fromEjson({ $oid: seconds + call.ids.hex(16) }), ...each }
  })
}

function updated(call: DocdbCall, body: Document, multi: boolean, isReplacement: boolean) {
  const u = isReplacement ? required(body, 'replacement') : body['update']
  if (u === undefined) throw invalid('Invalid parameter(s) specified: update is required')
  const isOperators = Array.isArray(u) || (isDocument(u) && Object.keys(u)[0]?.startsWith('$') === true)
  if (!isReplacement && !isOperators)
    throw invalid("Invalid parameter(s) specified: update document must contain key beginning with '$'")
  // The vendor's driver refuses it before the server could take it for an update.
  if (isReplacement && isOperators)
    throw invalid("Invalid parameter(s) specified: replacement document cannot contain keys beginning with '$'")
  const reply = run(call, body, 'update', update, {
    updates: [
      {
        q: required(body, 'filter'),
        u,
        multi,
        upsert: body['upsert'] === true,
        ...(body['arrayFilters'] === undefined ? {} : { arrayFilters: body['arrayFilters'] }),
      },
    ],
  })
  const [upserted] = Array.isArray(reply['upserted']) ? reply['upserted'] : []
  const matched = Number(reply['n']) - (isDocument(upserted) ? 1 : 0)
  return {
    matchedCount: matched,
    modifiedCount: Number(reply['nModified']),
    ...(isDocument(upserted) ? { upsertedId: upserted['_id'] ?? null } : {}),
  }
}

function deleted(call: DocdbCall, body: Document, limit: number) {
  const reply = run(call, body, 'delete', remove, { deletes: [{ q: required(body, 'filter'), limit }] })
  return { deletedCount: Number(reply['n']) }
}

/** The actions. https://www.mongodb.com/docs/atlas/app-services/data-api/ */
export const ACTIONS = {
  findOne: (call, body) => ({ document: found(call, body, 1)[0] ?? null }),
  find: (call, body) => {
    const limit = numberOf(body, 'limit', FIND_LIMIT)
    if (limit > MOST_DOCUMENTS) throw invalid(`Invalid parameter(s) specified: limit must be at most ${MOST_DOCUMENTS}`)
    return { documents: found(call, body, limit === 0 ? FIND_LIMIT : limit) }
  },
  insertOne: (call, body) => {
    const [document] = insertIds([required(body, 'document')], call)
    run(call, body, 'insert', insert, { documents: [document ?? {}] })
    return { insertedId: document?.['_id'] ?? null }
  },
  insertMany: (call, body) => {
    const entries = body['documents']
    if (!Array.isArray(entries) || entries.length === 0)
      throw invalid('Invalid parameter(s) specified: documents must be a non-empty array')
    const documents = insertIds(entries, call)
    try {
      run(call, body, 'insert', insert, { documents })
    } catch (error) {
      // The server has added the documents before the refused one.
      throw error instanceof Failure ? new PartlyDone(error) : error
    }
    return { insertedIds: documents.map((each) => each['_id'] ?? null) }
  },
  updateOne: (call, body) => updated(call, body, false, false),
  updateMany: (call, body) => updated(call, body, true, false),
  replaceOne: (call, body) => updated(call, body, false, true),
  deleteOne: (call, body) => deleted(call, body, 1),
  deleteMany: (call, body) => deleted(call, body, 0),
  aggregate: (call, body) => {
    const pipeline = body['pipeline']
    if (!Array.isArray(pipeline)) throw invalid('Invalid parameter(s) specified: pipeline must be an array')
    return {
      documents: batchIn(run(call, body, 'aggregate', aggregate, { pipeline, cursor: { batchSize: MOST_DOCUMENTS } })),
    }
  },
} satisfies Readonly<Record<string, (call: DocdbCall, body: Document) => Document>>
