import type { DataContext } from '#docdb/call.ts'
import { compileStages } from '#docdb/pipeline/run.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Change } from '#docdb/schema/data.ts'
import { CHANGES_KEPT } from '#docdb/storage/changes.ts'
import { findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { differenceOf } from '#docdb/update/difference.ts'
import { Binary, isDocument, Timestamp, type Document, type Value } from '#docdb/values/value.ts'
import type { CommandContext } from './context.ts'
import type { CursorSource } from './runtime.ts'

/** The options of a change stream. */
interface Options {
  readonly fullDocument: string
  readonly beforeChange: string
  readonly showExpanded: boolean
  readonly scope: 'collection' | 'database' | 'deployment'
  /** The number of the present epoch. */
  readonly epoch: number
}

/** The kinds of change that only a stream with `showExpandedEvents` reports. */
const EXPANDED = new Set<Change['kind']>(['create', 'createIndexes', 'dropIndexes', 'modify'])

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0').toUpperCase()
}

/** Returns the token of a change: a stream that resumes after it begins with the next one. */
function tokenOf(position: number, epoch: number): Document {
  return { _data: `82${hex(position, 16)}2B02${hex(epoch, 8)}6E04` }
}

/** Returns the position of the change of a token, and the number of its epoch. */
function readToken(token: Value | undefined): { readonly position: number; readonly epoch: number } {
  const data = isDocument(token) ? token['_data'] : undefined
  const match = typeof data === 'string' ? /^82([0-9A-F]{16})2B02([0-9A-F]{8})/.exec(data) : null
  const [, position, epoch] = match ?? []
  if (position === undefined || epoch === undefined) throw new CommandError(50795, 'Invalid resume token')
  return { position: Number.parseInt(position, 16), epoch: Number.parseInt(epoch, 16) }
}

/**
 * Returns the source of the changes of a collection, a database or the deployment, from now on or after the change of a
 * token. https://www.mongodb.com/docs/manual/changeStreams/
 */
export function changeStream(context: CommandContext, inner: PipelineContext, stages: readonly Value[]): CursorSource {
  const [first, ...rest] = stages
  const spec = isDocument(first) && isDocument(first['$changeStream']) ? first['$changeStream'] : {}
  const { data, clusterId, database } = context
  const isDeployment = spec['allChangesForCluster'] === true
  if (isDeployment && database !== 'admin') {
    throw new CommandError(
      'InvalidOptions',
      "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database",
    )
  }
  const options: Options = {
    fullDocument: typeof spec['fullDocument'] === 'string' ? spec['fullDocument'] : 'default',
    beforeChange: typeof spec['fullDocumentBeforeChange'] === 'string' ? spec['fullDocumentBeforeChange'] : 'off',
    showExpanded: spec['showExpandedEvents'] === true,
    epoch: context.runtime?.epoch ?? 0,
    scope: isDeployment ? 'deployment' : inner.collection === '' ? 'database' : 'collection',
  }
  const stage = compileStages(rest, inner)
  let position = startOf(context, spec)
  let isInvalidated = false
  const isWatched = (change: Change): boolean =>
    change.clusterId === clusterId &&
    (options.scope === 'deployment' || change.database === database) &&
    (options.scope !== 'collection' || change.collection === inner.collection) &&
    (options.showExpanded || !EXPANDED.has(change.kind))
  return {
    awaits: true,
    waits: true,
    isChangeStream: true,
    take({ rows }, count) {
      const found: Document[] = []
      for (;;) {
        if (isInvalidated || found.length >= count) return found
        const next = rows.changes.get(position + 1)
        if (next === undefined) return found
        position += 1
        if (!isWatched(next)) continue
        const events = [eventOf({ ...data, rows }, next, options), ...invalidation(next, options)]
        isInvalidated = events.length > 1
        for (const each of stage(events)) found.push(each)
      }
    },
    isExhausted: () => isInvalidated,
    details: ({ rows }) => ({
      postBatchResumeToken: tokenOf(Math.min(position, rows.changePosition.last()), options.epoch),
    }),
  }
}

function startOf({ data: { rows }, runtime }: CommandContext, spec: Document): number {
  const token = spec['resumeAfter'] ?? spec['startAfter']
  const last = rows.changePosition.last()
  if (token !== undefined) {
    const { position, epoch } = readToken(token)
    // The change is gone with its epoch: the stream goes on with what has happened since the reset.
    if (runtime !== null && epoch !== runtime.epoch) return runtime.since
    if (position < last - CHANGES_KEPT || position > last) {
      throw new CommandError(
        'ChangeStreamHistoryLost',
        'Resume of change stream was not possible, as the resume point may no longer be in the oplog.',
        {},
        ['NonResumableChangeStreamError'],
      )
    }
    return position
  }
  const time = spec['startAtOperationTime']
  if (!(time instanceof Timestamp)) return last
  const { start, end } = rows.changes.range([])
  const before = rows.changes
    .slice(start, end)
    .findLast(({ time: own }) => own.t < time.t || (own.t === time.t && own.i < time.i))
  return before?.position ?? Math.max(0, last - CHANGES_KEPT)
}

/**
 * Returns the event by which a stream ends after a change that removes its collection or database; none for any other
 * change.
 */
function invalidation(change: Change, { scope, epoch }: Options): Document[] {
  const ends =
    scope === 'collection'
      ? ['drop', 'rename', 'dropDatabase'].includes(change.kind)
      : scope === 'database' && change.kind === 'dropDatabase'
  return ends
    ? [
        {
          _id: tokenOf(change.position, epoch),
          operationType: 'invalidate',
          clusterTime: new Timestamp(change.time),
          wallTime: new Date(change.at),
        },
      ]
    : []
}

function eventOf(data: DataContext, change: Change, options: Options): Document {
  const { kind, before, after, transaction } = change
  const isDatabase = change.collection === ''
  const document = after ?? before
  return {
    _id: tokenOf(change.position, options.epoch),
    operationType: kind,
    clusterTime: new Timestamp(change.time),
    wallTime: new Date(change.at),
    ...fullDocuments(data, change, options),
    ns: isDatabase ? { db: change.database } : { db: change.database, coll: change.collection },
    ...(document === null ? {} : { documentKey: { _id: document['_id'] ?? null } }),
    ...(kind === 'update' && before !== null && after !== null
      ? { updateDescription: { ...differenceOf(before, after) } }
      : {}),
    ...change.details,
    ...(options.showExpanded && !isDatabase ? { collectionUUID: uuidOf(data, change) } : {}),
    ...(transaction === null ? {} : { lsid: transaction.session, txnNumber: transaction.number }),
  }
}

function uuidOf({ rows }: DataContext, { collectionId }: Change): Binary {
  const uuid = rows.collections.get(collectionId)?.uuid ?? '0'.repeat(32)
  return new Binary(Buffer.from(uuid, 'hex'), Binary.SUBTYPE_UUID)
}

function fullDocuments(data: DataContext, change: Change, { fullDocument, beforeChange }: Options): Document {
  const { kind, before, after } = change
  const made: Document = {}
  if (kind === 'insert' || kind === 'replace') made['fullDocument'] = after
  if (kind === 'update') {
    if (fullDocument === 'updateLookup')
      made['fullDocument'] = data.rows.documents.get(change.collectionId, change.recordId)?.document ?? null
    if (fullDocument === 'whenAvailable' || fullDocument === 'required') made['fullDocument'] = after
  }
  if (beforeChange !== 'off' && ['update', 'replace', 'delete'].includes(kind)) {
    const isKept = keepsImages(data, change)
    if (!isKept && beforeChange === 'required') {
      throw new CommandError(
        47,
        'Change stream was configured to require a pre-image for all update, delete and replace events, but the pre-image was not found',
      )
    }
    made['fullDocumentBeforeChange'] = isKept ? before : null
  }
  return made
}

function keepsImages(data: DataContext, { clusterId, database, collection: name }: Change): boolean {
  const row = findCollection(data, { clusterId, database, name })
  const images = row === undefined ? undefined : optionsOf(data, row)['changeStreamPreAndPostImages']
  return isDocument(images) && images['enabled'] === true
}
