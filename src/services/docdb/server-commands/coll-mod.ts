import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { addIndex, indexesOf, optionsOf, removeIndex } from '#docdb/storage/catalog.ts'
import { recordChange } from '#docdb/storage/changes.ts'
import {
  cappedSizeOf,
  changedTimeseries,
  checkedExpiry,
  checkedOptions,
  EXPIRY_INDEX,
  firstIndexes,
  limitsOf,
} from '#docdb/storage/collection-options.ts'
import { fillIndex } from '#docdb/storage/documents.ts'
import { isDocument, type Document } from '#docdb/values/value.ts'
import { checkCappedLimits, checkDefinition, checkValidation, stagesOf } from './collection-definition.ts'
import { collectionName, noNamespace, targetCollection, type Command, type CommandContext } from './context.ts'
import { changesOf, modifyIndex } from './modify-index.ts'

/** https://www.mongodb.com/docs/manual/reference/command/collMod/ */
export const collMod: Command = (context) => {
  const { command, data } = context
  const isDryRun = command['dryRun'] === true
  if (isDryRun) checkDryRun(command)
  const row = targetCollection(context)
  if (row === undefined) throw noNamespace(context, collectionName(context))
  checkValidation('collMod', command)
  checkTarget(row, command)
  const { index } = command
  const reply = isDocument(index) ? modifyIndex(context, row, index, isDryRun) : {}
  if (isDryRun) return reply
  checkDefinition(context, row.name, { viewOn: optionsOf(data, row)['viewOn'] ?? null, ...command })
  changeOptions(context, row)
  recordChange(data, { kind: 'modify', on: row })
  return reply
}

function invalid(message: string): CommandError {
  return new CommandError('InvalidOptions', message)
}

/** Refuses a dry run of anything but a conversion to a unique index. */
function checkDryRun(command: Document): void {
  const { index } = command
  if (!isDocument(index)) throw invalid('dry run mode requires an valid index modification.')
  if (index['unique'] !== true) throw invalid('dry run mode requires an index modification with unique: true.')
  if (changesOf(command) > 1)
    throw invalid('unique: true cannot be combined with any other modification in dry run mode.')
}

const OF_VIEWS = ['pipeline', 'viewOn']
const OF_DOCUMENTS = ['validator', 'validationLevel', 'validationAction', 'changeStreamPreAndPostImages']

/** Refuses options that a view, a time series or a collection of another kind cannot have. */
function checkTarget({ kind, capped }: CollectionRow, command: Document): void {
  const has = (name: string): boolean => command[name] !== undefined
  const isLimited = has('cappedSize') || has('cappedMax')
  // A time series passes over the limits of a capped collection.
  if (isLimited && capped === null && kind !== 'timeseries') throw invalid('Collection must be capped.')
  const refused =
    kind === 'view'
      ? ['index', ...OF_DOCUMENTS, 'expireAfterSeconds'].find(has)
      : kind === 'timeseries'
        ? OF_DOCUMENTS.find(has)
        : undefined
  if (refused !== undefined)
    throw invalid(`option not supported on a ${kind === 'view' ? 'view' : 'time-series collection'}: ${refused}`)
  const ofView = kind === 'view' ? undefined : OF_VIEWS.find(has)
  if (ofView !== undefined) throw invalid(`option only supported on a view: ${ofView}`)
  if (kind !== 'timeseries' && has('timeseries'))
    throw invalid('option only supported on a time-series collection: timeseries')
}

/** The options that take the place of those before. */
const REPLACED = [...OF_DOCUMENTS, ...OF_VIEWS]

/** Changes the options of a collection by those of the command. */
function changeOptions(context: CommandContext, row: CollectionRow): void {
  const { command, data } = context
  const options = { ...optionsOf(data, row) }
  for (const each of REPLACED) if (command[each] !== undefined) options[each] = command[each]
  if (options['pipeline'] !== undefined) options['pipeline'] = stagesOf(options['pipeline'])
  changeLimits(context, row, options)
  changeExpiry(context, row, options)
  const { timeseries } = command
  if (isDocument(timeseries) && isDocument(options['timeseries']))
    options['timeseries'] = changedTimeseries(options['timeseries'], timeseries)
  data.rows.collectionOptions.set(options, row.id)
}

/** Changes the limits of a capped collection. */
function changeLimits({ command, data }: CommandContext, row: CollectionRow, options: Document): void {
  const { cappedSize: size, cappedMax: max } = command
  if (row.capped === null || (size === undefined && max === undefined)) return
  checkCappedLimits(size, max)
  if (size !== undefined) options['size'] = cappedSizeOf(size)
  if (max !== undefined) options['max'] = max
  data.rows.collections.update(row.id, { capped: limitsOf(options) })
}

/** Changes how long the documents of a time series or a clustered collection live: seconds, or `off`. */
function changeExpiry({ command, data }: CommandContext, row: CollectionRow, options: Document): void {
  if (command['expireAfterSeconds'] === undefined) return
  if (options['timeseries'] === undefined && options['clusteredIndex'] === undefined)
    throw invalid("'expireAfterSeconds' option is only supported on collections clustered by _id")
  const seconds = checkedExpiry('collMod', command['expireAfterSeconds'], data.clock.now())
  delete options['expireAfterSeconds']
  if (seconds !== 'off') options['expireAfterSeconds'] = seconds
  const own = firstIndexes(checkedOptions(options)).filter(
    (spec) => spec['clustered'] === true || spec['expireAfterSeconds'] !== undefined,
  )
  for (const { row: index, spec } of indexesOf(data, row)) {
    if (index.name === EXPIRY_INDEX || spec['clustered'] === true) removeIndex(data, index)
  }
  for (const spec of own) fillIndex(data, row, addIndex(data, row, spec).id)
}
