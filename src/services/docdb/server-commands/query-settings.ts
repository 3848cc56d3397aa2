import { CommandError } from '#docdb/errors/command-error.ts'
import { settingsOfQuery, shapeHash, shapeOf, type ShapedQuery } from '#docdb/storage/query-settings.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { firstName, isDocument, isEmpty, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { DataContext } from '#docdb/call.ts'
import type { Command, CommandContext } from './context.ts'
import { readMembers } from './members.ts'

/** The commands that settings are about. */
const QUERIES: ReadonlySet<string> = new Set(['find', 'distinct', 'aggregate'])

/** The stages of pipelines that settings do not refuse. */
const ADMINISTRATIVE = ['$querySettings', '$planCacheStats', '$collStats', '$indexStats', '$listSessions', '$currentOp']

/**
 * Returns the settings of a command; undefined for one without.
 * https://www.mongodb.com/docs/manual/reference/command/setQuerySettings/
 */
export function settingsOf(data: DataContext, clusterId: string, query: ShapedQuery): Document | undefined {
  return QUERIES.has(query.name) ? settingsOfQuery(data, clusterId, query) : undefined
}

/**
 * Returns the settings of a command that is to run; undefined for one without.
 *
 * @throws CommandError for a query that its settings refuse.
 */
export function acceptedSettings(data: DataContext, clusterId: string, query: ShapedQuery): Document | undefined {
  const settings = settingsOf(data, clusterId, query)
  if (settings?.['reject'] === true)
    throw new CommandError('QueryRejectedBySettings', 'Query rejected by admin query settings')
  return settings
}

/** Returns the query of a command about settings; null where it names a shape by its hash. */
function queryIn({ command, name }: CommandContext): (ShapedQuery & { readonly query: Document }) | null {
  const query = command[name]
  if (typeof query === 'string') return null
  if (!isDocument(query))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${name}.${name}' is the wrong type '${typeOf(query)}', expected types '[object, string]'`,
    )
  const kind = firstName(query)
  if (!QUERIES.has(kind))
    throw new CommandError(7_746_402, `QueryShape can not be computed for command: ${show(query)}`)
  const { $db: database } = query
  if (typeof database !== 'string')
    throw new CommandError('IDLFailedToParse', `BSON field '${kind}.$db' is missing but a required field`)
  return { name: kind, command: readMembers(kind, query), database, query }
}

/** @throws CommandError for a query that cannot have settings. */
function checkQuery({ name, command, database }: ShapedQuery, settings: Document): void {
  const collection = command[name]
  if (['admin', 'local', 'config'].includes(database))
    throw new CommandError(8_584_900, 'setQuerySettings command cannot be used on internal databases')
  if (typeof collection === 'string' && collection.startsWith('system.'))
    throw new CommandError(8_584_901, 'setQuerySettings command cannot be used on system collections')
  const { filter } = command
  const id = isDocument(filter) && Object.keys(filter).length === 1 ? filter['_id'] : undefined
  const isOfOneId = id !== undefined && (!isDocument(id) || firstName(id) === '$eq' || !firstName(id).startsWith('$'))
  if (name === 'find' && isOfOneId && command['skip'] === undefined && command['hint'] === undefined)
    throw new CommandError(7_746_606, 'setQuerySettings command cannot be used on find queries eligible for IDHACK')
  const [first] = Array.isArray(command['pipeline']) ? command['pipeline'] : []
  const stage = isDocument(first) ? firstName(first) : ''
  if (settings['reject'] === true && ADMINISTRATIVE.includes(stage))
    throw new CommandError(8_705_200, `Setting {reject:true} is forbidden for query containing stage: ${stage}`)
}

/** Reads the settings that a client sends. */
function settingsIn({ command }: CommandContext): Document {
  const { settings } = command
  if (!isDocument(settings))
    throw new CommandError('IDLFailedToParse', "BSON field 'setQuerySettings.settings' is missing but a required field")
  if (isEmpty(settings)) throw new CommandError(8_727_502, 'settings field in setQuerySettings command cannot be empty')
  for (const name of Object.keys(settings)) {
    if (!['indexHints', 'queryFramework', 'reject', 'comment'].includes(name))
      throw new CommandError('IDLUnknownField', `BSON field 'setQuerySettings.settings.${name}' is an unknown field.`)
  }
  const { indexHints, queryFramework, reject } = settings
  if (queryFramework !== undefined && queryFramework !== 'classic' && queryFramework !== 'sbe')
    throw new CommandError('BadValue', `Enumeration value for field 'queryFramework' is not a valid value.`)
  if (reject !== undefined && typeof reject !== 'boolean')
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'settings.reject' is the wrong type '${typeOf(reject)}', expected type 'bool'`,
    )
  return indexHints === undefined ? settings : { ...settings, indexHints: hintsIn(indexHints) }
}

/** Reads one hint or several: each has the indexes that queries may use of one collection. */
function hintsIn(given: Value): Document[] {
  const hints = (Array.isArray(given) ? given : [given]).map((each) => {
    const { ns, allowedIndexes } = isDocument(each) ? each : {}
    const { db, coll } = isDocument(ns) ? ns : {}
    if (db === undefined) throw new CommandError(8_727_500, "invalid index hint: 'ns.db' field is missing")
    if (coll === undefined) throw new CommandError(8_727_501, "invalid index hint: 'ns.coll' field is missing")
    for (const index of Array.isArray(allowedIndexes) ? allowedIndexes : []) {
      if (isDocument(index) && isEmpty(index)) throw new CommandError(9_646_000, "key pattern index can't be empty")
    }
    return { ns: { db, coll }, allowedIndexes: Array.isArray(allowedIndexes) ? allowedIndexes : [] }
  })
  for (const [at, { ns }] of hints.entries()) {
    if (hints.slice(0, at).some((each) => areEqual(each.ns, ns)))
      throw new CommandError(7_746_608, `Collection '${show(ns)}' has already index hints specified`)
  }
  return hints.filter(({ allowedIndexes }) => allowedIndexes.length > 0)
}

/** Leaves out of settings what says nothing. */
function withoutDefaults({ indexHints, reject, ...rest }: Document): Document {
  const hasHints = Array.isArray(indexHints) && indexHints.length > 0
  const settings = { ...(hasHints ? { indexHints } : {}), ...rest, ...(reject === true ? { reject } : {}) }
  if (Object.keys(settings).every((name) => name === 'comment'))
    throw new CommandError(7_746_604, 'the resulting settings cannot be empty or contain only default values')
  return settings
}

/** https://www.mongodb.com/docs/manual/reference/command/setQuerySettings/ */
const setQuerySettings: Command = (context) => {
  const { data, clusterId, command, name } = context
  const given = settingsIn(context)
  const query = queryIn(context)
  const debugQueryShape = query === null ? null : shapeOf(query)
  const queryShapeHash = debugQueryShape === null ? textOfAny(command[name]) : shapeHash(debugQueryShape)
  const before = data.rows.querySettings.get(clusterId, queryShapeHash)
  if (query !== null) checkQuery(query, given)
  else if (before === undefined)
    throw new CommandError(
      7_746_401,
      'New query settings can only be created with a query instance, but a query hash was given.',
    )
  const known = isDocument(before?.['settings']) ? before['settings'] : {}
  const settings = withoutDefaults({ ...known, ...given })
  const representativeQuery = before?.['representativeQuery'] ?? query?.query ?? {}
  const shape = before?.['debugQueryShape'] ?? debugQueryShape
  const reply = { queryShapeHash, settings, representativeQuery }
  data.rows.querySettings.set({ ...reply, debugQueryShape: shape }, clusterId, queryShapeHash)
  return reply
}

/** https://www.mongodb.com/docs/manual/reference/command/removeQuerySettings/ */
const removeQuerySettings: Command = (context) => {
  const { data, clusterId, command, name } = context
  const query = queryIn(context)
  const hash = query === null ? textOfAny(command[name]) : shapeHash(shapeOf(query))
  if (data.rows.querySettings.get(clusterId, hash) === undefined)
    throw new CommandError(7_746_701, 'A matching query settings entry does not exist')
  data.rows.querySettings.delete(clusterId, hash)
  return {}
}

/** Commands about the settings of queries. */
export const querySettingsCommands: Readonly<Record<string, Command>> = { setQuerySettings, removeQuerySettings }
