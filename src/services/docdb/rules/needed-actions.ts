import { ownMember } from '#core/objects.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** A command with the namespace that it is about. */
export interface NamespacedCommand {
  readonly name: string
  readonly command: Document
  readonly database: string
  readonly collection: string
}

/** An action that a command takes: on a collection or a database, or on the cluster where it names none. */
export interface NeededAction {
  readonly action: string
  /** Absent: the cluster. */
  readonly on?: { readonly db: string; readonly collection: string }
}

/** Makes actions of a command on its own collection. */
type OnItself = (actions: readonly string[]) => NeededAction[]

/** The actions of commands about a collection or a database, where they are not named as the command. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  bulkWrite: [],
  count: ['find'],
  create: ['createCollection'],
  createIndexes: ['createIndex'],
  dataSize: ['find'],
  distinct: ['find'],
  drop: ['dropCollection'],
  dropIndexes: ['dropIndex'],
  planCacheClear: ['planCacheWrite'],
  planCacheClearFilters: ['planCacheIndexFilter'],
  planCacheListFilters: ['planCacheIndexFilter'],
  planCacheSetFilter: ['planCacheIndexFilter'],
  updateUser: ['changePassword'],
  usersInfo: ['viewUser'],
  rolesInfo: ['viewRole'],
  dropAllUsersFromDatabase: ['dropUser'],
  grantRolesToUser: ['grantRole'],
  revokeRolesFromUser: ['revokeRole'],
  updateRole: ['grantRole', 'revokeRole'],
  dropAllRolesFromDatabase: ['dropRole'],
  grantPrivilegesToRole: ['grantRole'],
  revokePrivilegesFromRole: ['revokeRole'],
  grantRolesToRole: ['grantRole'],
  revokeRolesFromRole: ['revokeRole'],
}

/** The commands about a collection or a database whose action has the name of the command. */
const NAMESAKES: ReadonlySet<string> = new Set([
  'collMod',
  'collStats',
  'compact',
  'convertToCapped',
  'createRole',
  'createSearchIndexes',
  'createUser',
  'dbHash',
  'dbStats',
  'dropDatabase',
  'dropRole',
  'dropSearchIndex',
  'dropUser',
  'find',
  'listIndexes',
  'listSearchIndexes',
  'updateSearchIndex',
  'validate',
])

/** The commands about the cluster, with their actions. */
const CLUSTER: Readonly<Record<string, string>> = {
  setParameter: 'setParameter',
  setQuerySettings: 'querySettings',
  removeQuerySettings: 'querySettings',
  top: 'top',
}

/** The actions of the stages that a pipeline begins with; null for those that need none, or one on the cluster. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  $changeStream: ['changeStream', 'find'],
  $collStats: ['collStats'],
  $indexStats: ['indexStats'],
  $listSearchIndexes: ['listSearchIndexes'],
  $planCacheStats: ['planCacheRead'],
  $documents: [],
}

/** The stages that a pipeline begins with and that need an action on the cluster. */
const CLUSTER_SOURCES: Readonly<Record<string, string>> = {
  $currentOp: 'inprog',
  $listSessions: 'listSessions',
  $querySettings: 'querySettings',
}

/**
 * Returns the actions that a command needs; null for one about which actions say nothing here.
 * https://www.mongodb.com/docs/manual/reference/privilege-actions/
 */
export function neededActions(run: NamespacedCommand): readonly NeededAction[] | null {
  const { name, command, database: db, collection } = run
  const own: OnItself = (actions) => actions.map((action) => ({ action, on: { db, collection } }))
  switch (name) {
    case 'insert':
      return own(['insert', ...bypass(command)])
    case 'update':
      return own(['update', ...(upserts(command['updates']) ? ['insert'] : []), ...bypass(command)])
    case 'delete':
      return own(['remove'])
    case 'findAndModify':
      return own(['find', ...changesOf(command), ...bypass(command)])
    case 'bulkWrite':
      return own([...operationsOn(command, `${db}.${collection}`), ...bypass(command)])
    case 'aggregate':
      return [...pipelineActions(command['pipeline'], run, own), ...own(bypass(command))]
    case 'mapReduce':
      return [...own(['find']), ...outputOf(command, db)]
    case 'listCollections':
      // Everyone may ask for the names of the collections that they may use.
      return isTruthy(command['nameOnly']) && isTruthy(command['authorizedCollections']) ? [] : own([name])
    case 'renameCollection':
      return renamed(command)
    case 'explain':
      return explained(run)
    default:
      return plainActions(run, own)
  }
}

function plainActions({ name }: NamespacedCommand, own: OnItself): readonly NeededAction[] | null {
  const onCluster = ownMember(CLUSTER, name)
  if (onCluster !== undefined) return [{ action: onCluster }]
  const actions = ownMember(ACTIONS, name)
  if (actions !== undefined) return own(actions)
  return NAMESAKES.has(name) ? own([name]) : null
}

/** Returns the action that a write needs to pass over the validator of its collection. */
function bypass({ bypassDocumentValidation }: Document): readonly string[] {
  return isTruthy(bypassDocumentValidation) ? ['bypassDocumentValidation'] : []
}

function upserts(statements: Value | undefined): boolean {
  return Array.isArray(statements) && statements.some((each) => isDocument(each) && each['upsert'] === true)
}

function changesOf({ remove, upsert }: Document): readonly string[] {
  if (isTruthy(remove)) return ['remove']
  return isTruthy(upsert) ? ['update', 'insert'] : ['update']
}

/** Returns the actions of the operations of a `bulkWrite` on one of its namespaces. */
function operationsOn({ ops, nsInfo }: Document, namespace: string): readonly string[] {
  const namespaces = Array.isArray(nsInfo) ? nsInfo.map((each) => (isDocument(each) ? each['ns'] : null)) : []
  const actions = (Array.isArray(ops) ? ops.filter(isDocument) : []).flatMap((each) => {
    const kind = Object.keys(each).find((key) => ['insert', 'update', 'delete'].includes(key))
    if (kind === undefined || namespaces[Number(each[kind])] !== namespace) return []
    if (kind === 'delete') return ['remove']
    return kind === 'update' && each['upsert'] === true ? ['update', 'insert'] : [kind]
  })
  return [...new Set(actions)]
}

/** Returns the actions of a pipeline: of its source, of what it joins, and of what it writes. */
function pipelineActions(
  pipeline: Value | undefined,
  { database }: NamespacedCommand,
  own: OnItself,
): readonly NeededAction[] {
  const stages = Array.isArray(pipeline) ? pipeline.filter(isDocument) : []
  const [source = ''] = Object.keys(stages[0] ?? {})
  const onCluster = ownMember(CLUSTER_SOURCES, source)
  const read = ownMember(SOURCES, source)
  const first = onCluster === undefined ? own(read ?? ['find']) : [{ action: onCluster }]
  return [...first, ...stages.flatMap((each) => stageActions(each, database))]
}

/** Returns the actions of a stage on other collections. */
function stageActions(stage: Document, db: string): NeededAction[] {
  const [[name, operand] = ['', null]] = Object.entries(stage)
  switch (name) {
    case '$lookup':
    case '$graphLookup':
      return [...joined(isDocument(operand) ? operand['from'] : undefined, db), ...innerActions(operand, db)]
    case '$unionWith':
      return [
        ...joined(isDocument(operand) ? operand['coll'] : (operand ?? undefined), db),
        ...innerActions(operand, db),
      ]
    case '$facet':
      return isDocument(operand) ? Object.values(operand).flatMap((each) => stagesActions(each, db)) : []
    case '$out':
      return targetActions(operand ?? undefined, db, ['insert', 'remove'])
    case '$merge':
      return targetActions(
        isDocument(operand) ? operand['into'] : (operand ?? undefined),
        db,
        mergeActions(operand ?? null),
      )
    default:
      return []
  }
}

function innerActions(operand: Value | undefined, db: string): NeededAction[] {
  return isDocument(operand) ? stagesActions(operand['pipeline'], db) : []
}

function stagesActions(pipeline: Value | undefined, db: string): NeededAction[] {
  return Array.isArray(pipeline) ? pipeline.filter(isDocument).flatMap((each) => stageActions(each, db)) : []
}

function joined(collection: Value | undefined, db: string): NeededAction[] {
  return typeof collection === 'string' ? [{ action: 'find', on: { db, collection } }] : []
}

/** Returns actions on the collection that a stage writes to: a name, or a document with a database too. */
function targetActions(target: Value | undefined, db: string, actions: readonly string[]): NeededAction[] {
  const { db: other = db, coll } = isDocument(target) ? target : { coll: target ?? null }
  if (typeof coll !== 'string' || typeof other !== 'string') return []
  return actions.map((action) => ({ action, on: { db: other, collection: coll } }))
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/#restrictions */
function mergeActions(operand: Value): readonly string[] {
  const { whenMatched = 'merge', whenNotMatched = 'insert' } = isDocument(operand) ? operand : {}
  const updates = whenMatched !== 'fail' && whenMatched !== 'keepExisting'
  return [...(whenNotMatched === 'discard' ? [] : ['insert']), ...(updates ? ['update'] : [])]
}

/** Returns the actions of a `mapReduce` on the collection that it writes to. */
function outputOf({ out }: Document, db: string): NeededAction[] {
  if (!isDocument(out)) return targetActions(out, db, ['insert', 'remove'])
  const { replace, merge, reduce, db: other = db } = out
  const actions = replace === undefined ? ['insert', 'update'] : ['insert', 'remove']
  return targetActions({ db: other, coll: replace ?? merge ?? reduce ?? null }, db, actions)
}

/** Returns the actions of a renaming: within a database it is one by itself, between two it is a copy. */
function renamed({ renameCollection: from, to }: Document): NeededAction[] | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const [source, target] = [from, to].map((each) => {
    const dot = each.indexOf('.')
    return { db: each.slice(0, dot), collection: each.slice(dot + 1) }
  })
  if (source === undefined || target === undefined) return null
  if (source.db === target.db) return [{ action: 'renameCollectionSameDB', on: source }]
  return [
    ...['find', 'dropCollection'].map((action) => ({ action, on: source })),
    ...['insert', 'createIndex'].map((action) => ({ action, on: target })),
  ]
}

/** Returns the actions of the command that is explained. */
function explained({ command, database }: NamespacedCommand): readonly NeededAction[] | null {
  const { explain: inner } = command
  const [name = ''] = isDocument(inner) ? Object.keys(inner) : []
  if (!isDocument(inner) || name === 'explain') return null
  const collection = inner[name]
  return neededActions({ name, command: inner, database, collection: typeof collection === 'string' ? collection : '' })
}
