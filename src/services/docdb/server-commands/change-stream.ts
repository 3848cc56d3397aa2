import type { DataContext } from '#docdb/call.ts'
import { compileStages, stageOf } from '#docdb/pipeline/run.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { checkOptions, type OptionType } from '#docdb/pipeline/stage-options.ts'
import { SYSTEM_DATABASES } from '#docdb/pipeline/write-target.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Change } from '#docdb/schema/data.ts'
import { CHANGES_KEPT, namespaceOf } from '#docdb/storage/changes.ts'
import { findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { differenceOf } from '#docdb/update/difference.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { Binary, isDocument, Timestamp, type Document, type Value } from '#docdb/values/value.ts'
import type { CommandContext } from './context.ts'
import type { CursorSource } from './runtime.ts'
import { readToken, writeToken } from './resume-token.ts'
import { fragmentsOf, withoutSplit } from './split-events.ts'

/** The options of a change stream. */
interface Options {
  readonly fullDocument: string
  readonly beforeChange: string
  readonly showExpanded: boolean
  readonly scope: 'collection' | 'database' | 'deployment'
  /** The time before which the stream reports no change. It may be to come. */
  readonly from: Timestamp | null
  /** The number of the present epoch. */
  readonly epoch: number
}

/** The kinds of change that only a stream with `showExpandedEvents` reports. */
const EXPANDED = new Set<Change['kind']>(['create', 'createIndexes', 'dropIndexes', 'modify'])

/** The options of `$changeStream`. */
const OPTIONS: Readonly<Record<string, OptionType>> = {
  fullDocument: 'string?',
  fullDocumentBeforeChange: 'string?',
  resumeAfter: 'object?',
  startAfter: 'object?',
  startAtOperationTime: 'timestamp?',
  allChangesForCluster: 'bool',
  showExpandedEvents: 'bool',
  showMigrationEvents: 'bool',
  showSystemEvents: 'bool',
  showRawUpdateDescription: 'bool',
  allowToRunOnConfigDB: 'bool',
  allowToRunOnSystemNS: 'bool',
}

/** The values of the options that name a mode. */
const MODES = {
  fullDocument: ['default', 'updateLookup', 'whenAvailable', 'required'],
  fullDocumentBeforeChange: ['off', 'whenAvailable', 'required'],
}

/**
 * Returns the options that a change stream is opened with. A null is a missing option.
 *
 * @throws CommandError for options that the server refuses.
 */
function readSpec(stage: Value | undefined): Document {
  const spec = isDocument(stage) ? stage['$changeStream'] : undefined
  if (!isDocument(spec))
    throw new CommandError(6_188_500, `$changeStream must take a nested object but found: $changeStream: ${show(spec)}`)
  checkOptions('$changeStream', spec, OPTIONS)
  for (const [name, modes] of Object.entries(MODES)) {
    const mode = spec[name]
    if (typeof mode === 'string' && !modes.includes(mode))
      throw new CommandError(
        'BadValue',
        `Enumeration value '${mode}' for field '$changeStream.${name}' is not a valid value.`,
      )
  }
  const given = Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
  if (given['resumeAfter'] !== undefined && given['startAfter'] !== undefined)
    throw new CommandError(50_865, "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream stage")
  const starts = ['resumeAfter', 'startAfter', 'startAtOperationTime'].filter((name) => given[name] !== undefined)
  if (starts.length > 1)
    throw new CommandError(40_674, 'Only one type of resume option is allowed, but multiple were found.')
  return given
}

/** @throws CommandError for a stream of what the server keeps for itself. */
function refuseInternal(database: string, collection: string): void {
  if (['admin', 'config', 'local'].includes(database))
    throw new CommandError('InvalidNamespace', `$changeStream may not be opened on the internal ${database} database`)
  if (collection.startsWith('system.'))
    throw new CommandError(
      'InvalidNamespace',
      `$changeStream may not be opened on the internal ${database}.${collection} collection`,
    )
}

/** The stages that change the events of a stream one by one. */
const STAGES = new Set([
  '$addFields',
  '$changeStreamSplitLargeEvent',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$set',
  '$unset',
])

/** Refuses stages that need all documents, which a stream never has. */
function refuseStages(stages: readonly Value[]): void {
  const refused = stages.map((each) => stageOf(each)[0]).find((name) => !STAGES.has(name))
  if (refused !== undefined)
    throw new CommandError('IllegalOperation', `${refused} is not permitted in a $changeStream pipeline`)
}

/** @throws CommandError for options that the server refuses. */
function readOptions({ database, runtime }: CommandContext, inner: PipelineContext, spec: Document): Options {
  const isDeployment = spec['allChangesForCluster'] === true
  if (isDeployment && (database !== 'admin' || inner.collection !== '')) {
    const found = `${database}.${inner.collection === '' ? '$cmd.aggregate' : inner.collection}`
    throw new CommandError(
      'InvalidOptions',
      `A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database, and with no collection name; found ${found}`,
    )
  }
  if (!isDeployment) refuseInternal(database, inner.collection)
  return {
    fullDocument: typeof spec['fullDocument'] === 'string' ? spec['fullDocument'] : 'default',
    beforeChange: typeof spec['fullDocumentBeforeChange'] === 'string' ? spec['fullDocumentBeforeChange'] : 'off',
    showExpanded: spec['showExpandedEvents'] === true,
    epoch: runtime?.epoch ?? 0,
    from: spec['startAtOperationTime'] instanceof Timestamp ? spec['startAtOperationTime'] : null,
    scope: isDeployment ? 'deployment' : inner.collection === '' ? 'database' : 'collection',
  }
}

/**
 * Returns the source of the changes of a collection, a database or the deployment, from now on or after the change of a
 * token. https://www.mongodb.com/docs/manual/changeStreams/
 */
export function changeStream(context: CommandContext, inner: PipelineContext, stages: readonly Value[]): CursorSource {
  const [first, ...rest] = stages
  const spec = readSpec(first)
  const { data } = context
  const options = readOptions(context, inner, spec)
  refuseViews(context, inner)
  const { stage, make } = compileEvents(inner, rest, options)
  refuseStages(rest)
  const isWatched = watches(inner, options)
  let { position, fragment, pending, reported } = startOf(context, spec, (change) => {
    checkResumable(change, spec, isWatched(change))
    return invalidation(change, options)
  })
  let isInvalidated = false
  /** Returns the events of a change, as the pipeline makes them, without the fragments that the client has. */
  const eventsOf = (rows: DataContext['rows'], change: Change): Document[] => {
    const events = make({ ...data, rows }, change).slice(fragment)
    fragment = 0
    reported = reportedOf(change, events) ?? reported
    return events
  }
  return {
    awaits: true,
    waits: true,
    isChangeStream: true,
    take({ rows }, count) {
      const found: Document[] = []
      for (;;) {
        if (isInvalidated || found.length >= count) return found
        if (pending.length > 0) {
          isInvalidated = true
          return [...found, ...stage([...pending])]
        }
        const next = rows.changes.get(position + 1)
        if (next === undefined) return found
        position += 1
        if (!isWatched(next)) continue
        pending = invalidation(next, options)
        for (const each of eventsOf(rows, next)) found.push(each)
      }
    },
    isExhausted: () => isInvalidated,
    details: ({ rows }) => ({
      postBatchResumeToken: tokenAfter(
        options,
        { position: Math.min(position, rows.changePosition.last()), pending, reported },
        isInvalidated,
      ),
    }),
  }
}

/** Compiles the pipeline of a stream; `make` returns what it leaves of the event of a change, or its fragments. */
function compileEvents(inner: PipelineContext, stages: readonly Value[], options: Options) {
  const { stages: kept, splits } = withoutSplit(stages)
  const stage = compileStages(kept, inner)
  const make = (data: DataContext, change: Change): Document[] => {
    const event = eventOf(data, change, options)
    const made = stage([event])
    for (const each of made) checkToken(each, [event])
    const tokenAt = (part: number): Document => eventToken(change.position, options.epoch, part)
    return splits ? made.flatMap((each) => fragmentsOf(each, tokenAt)) : made
  }
  return { stage, make }
}

/** Returns the last of the events of a change; null when the pipeline has left none. */
function reportedOf({ position }: Change, events: readonly Document[]): Reported | null {
  const token = events.at(-1)?.['_id']
  return isDocument(token) ? { position, token } : null
}

/** Returns the token of what a stream has looked at, up to a change, and whether its invalidation is still to come. */
function tokenAfter(
  { epoch }: Options,
  { position, pending, reported }: Omit<Start, 'fragment'>,
  isInvalidated: boolean,
): Document {
  if (reported?.position === position && !isInvalidated) return reported.token
  const kind = isInvalidated ? 'invalidation' : pending.length > 0 ? 'event' : 'mark'
  return writeToken({ kind, position, epoch, fragment: 0 })
}

/** Returns whether a change is the renaming of a collection to one that is watched. */
function isRenamedTo({ kind, details }: Change, isWatched: (database: string, name: string) => boolean): boolean {
  const to = kind === 'rename' ? details?.['to'] : undefined
  return isDocument(to) && isWatched(textOfAny(to['db']), textOfAny(to['coll']))
}

/** Returns whether a stream reports a change. */
function watches(inner: PipelineContext, { scope, showExpanded, from }: Options): (change: Change) => boolean {
  const { clusterId, database, collection } = inner
  // The collections of the server's own, and its databases, are in no stream of several collections.
  const isWatched = (itsDatabase: string, name: string): boolean =>
    scope === 'collection'
      ? itsDatabase === database && name === collection
      : (scope === 'deployment' ? !SYSTEM_DATABASES.has(itsDatabase) : itsDatabase === database) &&
        !name.startsWith('system.')
  return (change) =>
    change.clusterId === clusterId &&
    (isWatched(change.database, change.collection) || isRenamedTo(change, isWatched)) &&
    (showExpanded || !EXPANDED.has(change.kind)) &&
    (from === null || !isBefore(change, from))
}

/** @throws CommandError for a stream of what is no plain collection. */
function refuseViews({ data }: CommandContext, { clusterId, database, collection }: PipelineContext): void {
  const row = collection === '' ? undefined : findCollection(data, { clusterId, database, name: collection })
  if (row === undefined || row.kind === 'collection') return
  const kind = row.kind === 'view' ? 'view, not a' : 'timeseries'
  throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(row)} is a ${kind} collection`)
}

/** Returns the token of a change: a stream that resumes after it begins with what follows. */
function eventToken(position: number, epoch: number, fragment = 0): Document {
  return writeToken({ kind: 'event', position, epoch, fragment })
}

/** @throws CommandError for a token of a change that the stream would not have reported. */
function checkResumable(change: Change, spec: Document, isWatched: boolean): void {
  if (isWatched) return
  const token = show(spec['resumeAfter'] ?? spec['startAfter'] ?? null)
  throw new CommandError(
    'ChangeStreamFatalError',
    `cannot resume stream; the resume token was not found. ${token}`,
    {},
    ['NonResumableChangeStreamError'],
  )
}

/**
 * Refuses what a pipeline has made of an event without its token, by which a stream is resumed.
 *
 * @throws CommandError
 */
function checkToken(event: Document, from: readonly Document[]): void {
  if (from.some(({ _id }) => event['_id'] !== undefined && areEqual(event['_id'], _id))) return
  const expected = show({ _id: from[0]?.['_id'] ?? null })
  const actual = show(event['_id'] === undefined ? {} : { _id: event['_id'] })
  throw new CommandError(
    'ChangeStreamFatalError',
    `Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point. Only transformations that retain the unmodified _id field are allowed. Expected: ${expected} but found: ${actual}`,
    {},
    ['NonResumableChangeStreamError'],
  )
}

/** Where a stream begins. */
interface Start {
  /** The position of the change before the first one. */
  readonly position: number
  /** The number of fragments of the first change that the client has. */
  readonly fragment: number
  /** Events before those of the first change. */
  readonly pending: readonly Document[]
  /** The token that the client has, where it is one of an event of the change at `position`. */
  readonly reported: Reported | null
}

/** The last event that the client has: as long as nothing follows, a stream is resumed after it by its own token. */
interface Reported {
  readonly position: number
  readonly token: Document
}

/** Finds where a stream begins. `after` returns the events between those of the change of a token and the next one. */
function startOf(context: CommandContext, spec: Document, after: (change: Change) => readonly Document[]): Start {
  const { rows } = context.data
  const given = spec['resumeAfter'] ?? spec['startAfter']
  const start: Start = { position: 0, fragment: 0, pending: [], reported: null }
  if (given === undefined) return { ...start, position: positionAt(context, spec) }
  const { kind, epoch, fragment, position } = readToken(given)
  if (kind === 'invalidation' && spec['resumeAfter'] !== undefined)
    throw new CommandError(
      'InvalidResumeToken',
      "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.",
    )
  // The change is gone with its epoch: the stream goes on with what has happened since the reset.
  const { runtime } = context
  if (runtime !== null && epoch !== runtime.epoch) return { ...start, position: runtime.since }
  const last = rows.changePosition.last()
  if (position < last - CHANGES_KEPT || position > last) {
    throw new CommandError(
      'ChangeStreamHistoryLost',
      'Resume of change stream was not possible, as the resume point may no longer be in the oplog.',
      {},
      ['NonResumableChangeStreamError'],
    )
  }
  if (fragment > 0) return { ...start, position: position - 1, fragment }
  const change = kind === 'event' ? rows.changes.get(position) : undefined
  const reported = kind === 'event' && isDocument(given) ? { position, token: given } : null
  return { ...start, position, pending: change === undefined ? [] : after(change), reported }
}

function isBefore({ time: own }: Change, time: Timestamp): boolean {
  return own.t < time.t || (own.t === time.t && own.i < time.i)
}

function positionAt({ data: { rows } }: CommandContext, spec: Document): number {
  const last = rows.changePosition.last()
  const time = spec['startAtOperationTime']
  if (!(time instanceof Timestamp)) return last
  const { start, end } = rows.changes.range([])
  const before = rows.changes.slice(start, end).findLast((change) => isBefore(change, time))
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
          _id: writeToken({ kind: 'invalidation', position: change.position, epoch, fragment: 0 }),
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
    _id: eventToken(change.position, options.epoch),
    operationType: kind,
    clusterTime: new Timestamp(change.time),
    wallTime: new Date(change.at),
    ...fullDocuments(data, change, options),
    ns: isDatabase ? { db: change.database } : { db: change.database, coll: change.collection },
    ...(document === null ? {} : { documentKey: { _id: document['_id'] ?? null } }),
    ...(kind === 'update' && before !== null && after !== null
      ? { updateDescription: updateDescription(before, after, options) }
      : {}),
    ...(options.showExpanded ? change.details : withoutDescription(change.details)),
    ...(options.showExpanded && !isDatabase ? { collectionUUID: uuidOf(data, change) } : {}),
    ...(transaction === null ? {} : { lsid: transaction.session, txnNumber: transaction.number }),
  }
}

function updateDescription(before: Document, after: Document, { showExpanded }: Options): Document {
  const { disambiguatedPaths, ...plain } = differenceOf(before, after)
  return showExpanded ? { ...plain, disambiguatedPaths } : plain
}

function withoutDescription(details: Document | null): Document {
  const { operationDescription: _description, ...rest } = details ?? {}
  return rest
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
    if (fullDocument === 'whenAvailable' || fullDocument === 'required')
      made['fullDocument'] = imageOf(data, change, after, fullDocument, 'post-image for all update')
  }
  if (beforeChange !== 'off' && ['update', 'replace', 'delete'].includes(kind)) {
    const events = 'pre-image for all update, delete and replace'
    made['fullDocumentBeforeChange'] = imageOf(data, change, before, beforeChange, events)
  }
  return made
}

/**
 * Returns an earlier or later version of a document; null where its collection does not keep versions.
 *
 * @throws CommandError for a stream that requires them.
 */
function imageOf(
  data: DataContext,
  change: Change,
  image: Document | null,
  mode: string,
  required: string,
): Document | null {
  if (keepsImages(data, change)) return image
  if (mode !== 'required') return null
  const [kind = ''] = required.split(' ')
  throw new CommandError(
    'NoMatchingDocument',
    `Change stream was configured to require a ${required} events, but the ${kind} was not found`,
  )
}

function keepsImages(data: DataContext, { clusterId, database, collection: name }: Change): boolean {
  const row = findCollection(data, { clusterId, database, name })
  const images = row === undefined ? undefined : optionsOf(data, row)['changeStreamPreAndPostImages']
  return isDocument(images) && images['enabled'] === true
}
