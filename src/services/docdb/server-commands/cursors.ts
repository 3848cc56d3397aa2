import type { DataContext } from '#docdb/call.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { refuseLargeResult } from '#docdb/storage/documents.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { arrayIn, collectionName, MustWait, numberIn, type Command, type CommandContext } from './context.ts'
import type { CursorSource } from './runtime.ts'

/** The number of documents in a first batch that asks for no number. */
const FIRST_BATCH = 101

/** The most bytes of a batch. */
const BATCH_BYTES = 16 * 1024 * 1024

/** Refuses to read on in a collection that has been dropped, or has another name. */
export function checkCollection(rows: DataContext['rows'], row: CollectionRow): void {
  const present = rows.collections.get(row.id)
  if (present?.name === row.name && present.database === row.database) return
  const uuid = `UUID ${row.uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
  if (present === undefined) throw new CommandError('QueryPlanKilled', `collection dropped. ${uuid}`)
  throw new CommandError(
    'QueryPlanKilled',
    `collection renamed from '${namespaceOf(row)}' to '${namespaceOf(present)}'. ${uuid}`,
  )
}

/**
 * Returns a source of documents that are known already. `isOpenEnded`: the server would find the end of the result only
 * by looking for another document, so that its cursor outlives a batch that has just the last one. `row` is the
 * collection that the server would still read.
 */
export function fixedSource(
  documents: readonly Document[],
  isOpenEnded = false,
  row: CollectionRow | null = null,
): CursorSource {
  return new FixedSource(documents, isOpenEnded, row)
}

class FixedSource implements CursorSource {
  readonly awaits = false
  readonly #documents: readonly Document[]
  readonly #isOpenEnded: boolean
  readonly #row: CollectionRow | null
  #at = 0
  #isAtEnd = false

  constructor(documents: readonly Document[], isOpenEnded: boolean, row: CollectionRow | null) {
    this.#documents = documents
    this.#isOpenEnded = isOpenEnded
    this.#row = row
  }

  take({ rows }: DataContext, count: number): Document[] {
    if (this.#row !== null) checkCollection(rows, this.#row)
    const taken = this.#documents.slice(this.#at, this.#at + count)
    this.#at += taken.length
    this.#isAtEnd = taken.length < count
    return taken
  }

  giveBack(count: number): void {
    this.#at -= count
    this.#isAtEnd = false
  }

  isExhausted(): boolean {
    return this.#at >= this.#documents.length && (this.#isAtEnd || !this.#isOpenEnded)
  }
}

/** Returns the first documents of a source, as many as a batch may have. */
function batchOf(context: CommandContext, source: CursorSource, count: number): Document[] {
  let batch: Document[] = []
  const most = source.giveBack === undefined ? BATCH_BYTES / 2 : BATCH_BYTES
  // A number that its size does not exceed: the size itself is found out only where it may be too large.
  let bytes = 0
  while (batch.length < count) {
    // One by one, as the batch ends where it is large. A change may be two events.
    const part = source.take(context.data, 1)
    if (part.length === 0) break
    let size = sum(part, refuseLargeResult)
    if (bytes + size > most) {
      bytes = sum(batch, sizeOf)
      size = sum(part, sizeOf)
    }
    // Without a cursor, there is no next batch.
    const isLast = context.runtime !== null && bytes + size > most
    if (isLast && batch.length > 0 && source.giveBack !== undefined) {
      source.giveBack(part.length)
      break
    }
    if (batch.length === 0) batch = part
    else for (const each of part) batch.push(each)
    bytes += size
    if (isLast) break
  }
  return batch
}

function sum(documents: readonly Document[], sizeOfOne: (document: Document) => number): number {
  let size = 0
  for (const each of documents) size += sizeOfOne(each)
  return size
}

/** Returns the reply with the first batch of a result, and holds the rest in a cursor. */
export function cursorReply(
  context: CommandContext,
  namespace: string,
  source: CursorSource,
  batchSize: number | undefined,
  single = false,
): Document {
  const { runtime, session, data, command } = context
  const firstBatch = batchOf(context, source, batchSize ?? FIRST_BATCH)
  const isOpen = runtime !== null && !single && !source.isExhausted()
  const id = isOpen
    ? runtime.open({
        namespace,
        source,
        session: session?.id ?? null,
        usedAt: data.clock.now(),
        noTimeout: command['noCursorTimeout'] === true,
        hasTimeLimit: numberIn(command, 'maxTimeMS', 0) > 0,
      }).id
    : 0n
  return { cursor: withDetails({ firstBatch, id, ns: namespace }, source, data) }
}

/** Returns the cursor of a reply with what its source adds, such as a resume token. */
function withDetails(cursor: Document, source: CursorSource, data: DataContext): Document {
  return source.details === undefined ? cursor : { ...cursor, ...source.details(data) }
}

/** https://www.mongodb.com/docs/manual/reference/command/getMore/ */
export const getMore: Command = (context) => {
  const { command, runtime, data, database, hasWaited, session } = context
  const id = command['getMore']
  if (typeof id !== 'bigint' || command['collection'] === undefined) {
    const member = typeof id === 'bigint' ? 'collection' : 'getMore'
    throw new CommandError('IDLFailedToParse', `BSON field 'getMore.${member}' is missing but a required field`)
  }
  const cursor = runtime?.cursors.get(id)
  if (runtime === null || cursor === undefined) throw new CommandError('CursorNotFound', `cursor id ${id} not found`)
  const collection = textOfAny(command['collection'])
  if (`${database}.${collection}` !== cursor.namespace) {
    throw new CommandError(
      'Unauthorized',
      `Requested getMore on namespace '${database}.${collection}', but cursor belongs to a different namespace ${cursor.namespace}`,
    )
  }
  if (cursor.session !== null && session?.id !== cursor.session) {
    throw new CommandError(
      50738,
      `Cannot run getMore on cursor ${id}, which was created in session ${cursor.session}, in a different session`,
    )
  }
  if (command['maxTimeMS'] !== undefined && cursor.source.waits !== true)
    throw new CommandError('BadValue', 'cannot set maxTimeMS on getMore command for a non-awaitData cursor')
  cursor.usedAt = data.clock.now()
  const nextBatch = batchOf(
    context,
    cursor.source,
    command['batchSize'] === undefined ? Infinity : numberIn(command, 'batchSize', 0) || Infinity,
  )
  const isOver = cursor.source.isExhausted()
  if (nextBatch.length === 0 && cursor.source.waits === true && !isOver && !hasWaited) {
    throw new MustWait(numberIn(command, 'maxTimeMS', 1000))
  }
  if (isOver) runtime.cursors.delete(id)
  return {
    cursor: withDetails({ nextBatch, id: isOver ? 0n : id, ns: cursor.namespace }, cursor.source, data),
  }
}

function cursorId(value: Value | undefined, field: string): bigint {
  if (typeof value === 'bigint') return value
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${field}' is the wrong type '${typeOf(value)}', expected type 'long'`,
  )
}

/** https://www.mongodb.com/docs/manual/reference/command/killCursors/ */
export const killCursors: Command = (context) => {
  const { command, runtime } = context
  collectionName(context)
  const ids = arrayIn(command, 'cursors', 'killCursors').map((each, at) => cursorId(each, `killCursors.cursors.${at}`))
  const [cursorsKilled, cursorsNotFound]: [bigint[], bigint[]] = [[], []]
  for (const id of ids) (runtime?.kill(id) === true ? cursorsKilled : cursorsNotFound).push(id)
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] }
}
