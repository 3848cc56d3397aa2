import type { DataContext } from '#docdb/call.ts'
import { compileStages } from '#docdb/pipeline/run.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { checkOptions, type OptionType } from '#docdb/pipeline/stage-options.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Change } from '#docdb/schema/data.ts'
import { CHANGES_KEPT, namespaceOf } from '#docdb/storage/changes.ts'
import { findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { differenceOf } from '#docdb/update/difference.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { Binary, isDocument, Timestamp, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { CommandContext } from './context.ts'
import type { CursorSource } from './runtime.ts'
import { fragmentsOf, withoutSplit } from './split-events.ts'

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

/**
 * Returns the token of a change: a stream that resumes after it begins with the next one, or with the next fragment
 * where there are several.
 */
function tokenOf(position: number, epoch: number, fragment = 0): Document {
  const part = fragment === 0 ? '' : `46${hex(fragment, 4)}`
  return { _data: `82${hex(position, 16)}2B02${hex(epoch, 8)}6E04${part}` }
}

/** The place of a change, as its token has it. */
interface Token {
  readonly position: number
  readonly epoch: number
  /** The number of the fragment; 0 for a change that is not split. */
  readonly fragment: number
}

function readToken(token: Value | undefined): Token {
  const data = isDocument(token) ? token['_data'] : undefined
  const match =
    typeof data === 'string' ? /^82([0-9A-F]{16})2B02([0-9A-F]{8})6E04(?:46([0-9A-F]{4}))?/.exec(data) : null
  const [, position, epoch, fragment = '0'] = match ?? []
  if (position === undefined || epoch === undefined) throw new CommandError(50795, 'Invalid resume token')
  const [at, of, part] = [position, epoch, fragment].map((each) => Number.parseInt(each, 16))
  return { position: at ?? 0, epoch: of ?? 0, fragment: part ?? 0 }
}

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
  const starts = ['resumeAfter', 'startAfter', 'startAtOperationTime'].filter((name) => given[name] !== undefined)
  if (starts.length > 1)
    throw new CommandError(40_674, 'Only one type of resume option is allowed, but multiple were found.')
  return given
}

/** @throws CommandError for options that the server refuses. */
function readOptions({ database, runtime }: CommandContext, inner: PipelineContext, spec: Document): Options {
  const isDeployment = spec['allChangesForCluster'] === true
  if (isDeployment && database !== 'admin') {
    throw new CommandError(
      'InvalidOptions',
      "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database",
    )
  }
  return {
    fullDocument: typeof spec['fullDocument'] === 'string' ? spec['fullDocument'] : 'default',
    beforeChange: typeof spec['fullDocumentBeforeChange'] === 'string' ? spec['fullDocumentBeforeChange'] : 'off',
    showExpanded: spec['showExpandedEvents'] === true,
    epoch: runtime?.epoch ?? 0,
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
  const { data, clusterId, database } = context
  const watched =
    inner.collection === '' ? undefined : findCollection(data, { clusterId, database, name: inner.collection })
  if (watched?.kind === 'timeseries')
    throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(watched)} is a timeseries collection`)
  const options = readOptions(context, inner, spec)
  const { stages: kept, splits } = withoutSplit(rest)
  const stage = compileStages(kept, inner)
  let { position, fragment } = startOf(context, spec)
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
        for (const event of stage(events)) {
          checkToken(event, events)
          const tokenAt = (part: number): Document => tokenOf(position, options.epoch, part)
          const parts = splits ? fragmentsOf(event, tokenAt) : [event]
          for (const each of parts.slice(fragment)) found.push(each)
        }
        fragment = 0
      }
    },
    isExhausted: () => isInvalidated,
    details: ({ rows }) => ({
      postBatchResumeToken: tokenOf(Math.min(position, rows.changePosition.last()), options.epoch),
    }),
  }
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

/** Where a stream begins: after a position, or after some fragments of the change that follows it. */
type Start = Pick<Token, 'position' | 'fragment'>

function startOf(context: CommandContext, spec: Document): Start {
  const token = spec['resumeAfter'] ?? spec['startAfter']
  const fragment = token === undefined ? 0 : readToken(token).fragment
  const position = positionOf(context, spec)
  return fragment === 0 ? { position, fragment } : { position: position - 1, fragment }
}

function positionOf({ data: { rows }, runtime }: CommandContext, spec: Document): number {
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
