import { compileQuery } from '#docdb/query/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { profilerOf, recordOperation } from '#docdb/storage/profiler.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { isDocument, type Document } from '#docdb/values/value.ts'
import { pipelineContext, type CommandContext } from './context.ts'
import { EXPLAINED, explanation } from './explain.ts'

/** The client whose operation is recorded. */
export interface ProfiledClient {
  readonly application: string | null
  readonly username: string | null
}

/** The operations by their commands; the others are `command`. */
const OPERATION_NAMES: ReadonlyMap<string, string> = new Map([
  ['find', 'query'],
  ['insert', 'insert'],
  ['update', 'update'],
  ['delete', 'remove'],
  ['getMore', 'getmore'],
])

/** The commands about one collection or database that are recorded, beside those that name a collection. */
const OF_DATABASES: ReadonlySet<string> = new Set([
  'aggregate',
  'explain',
  'listCollections',
  'dbStats',
  'dropDatabase',
])

/** Returns whether the profiler of a database may record a command. */
export function isProfiled({ present, clusterId, database, name, command }: CommandContext): boolean {
  if (profilerOf(present, clusterId, database).level === 0 || name === 'profile') return false
  return OF_DATABASES.has(name) || name === 'getMore' || typeof command[name] === 'string'
}

/**
 * Runs a command, and adds it to `system.profile` of its database: an update or a delete once for each of its
 * statements. A command that fails leaves nothing behind, also not there.
 * https://www.mongodb.com/docs/manual/reference/database-profiler/
 */
export function profiled(context: CommandContext, client: ProfiledClient, run: () => Document): Document {
  // The command may change what it finds, so that its plan is read before it runs.
  const plans = statementsOf(context).map((each) => [each, planFacts(each)] as const)
  const startedAt = performance.now()
  const reply = run()
  const millis = Math.trunc(performance.now() - startedAt)
  const outcome = outcomeOf(context.name, reply)
  for (const [each, facts] of plans) {
    const entry = { ...entryOf(each, client, millis), ...facts, ...outcome }
    if (isWanted(context, entry)) recordOperation(context.present, context.clusterId, context.database, entry)
  }
  return reply
}

/** Returns a command for each statement of an update or a delete, and any other as it is. */
function statementsOf(context: CommandContext): CommandContext[] {
  const list = context.name === 'update' ? 'updates' : context.name === 'delete' ? 'deletes' : null
  const statements = list === null ? null : context.command[list]
  if (list === null || !Array.isArray(statements)) return [context]
  return statements.map((each) => ({ ...context, command: { ...context.command, [list]: [each] } }))
}

/** Returns how a command finds its documents; nothing for one without a plan. */
function planFacts(context: CommandContext): Document {
  if (!EXPLAINED.includes(context.name) || isWritten(context.command)) return {}
  try {
    const plan = firstPlan(explanation(context, 'executionStats'))
    const { queryPlanner, executionStats } = plan
    const winning = isDocument(queryPlanner) ? queryPlanner['winningPlan'] : undefined
    if (!isDocument(executionStats) || !isDocument(winning)) return {}
    return {
      keysExamined: executionStats['totalKeysExamined'] ?? 0,
      docsExamined: executionStats['totalDocsExamined'] ?? 0,
      planSummary: summaryOf(winning),
    }
  } catch (error) {
    // The command fails too, in its own words.
    if (error instanceof CommandError) return {}
    throw error
  }
}

/** Returns whether a pipeline writes what it finds, so that it cannot be run twice. */
function isWritten({ pipeline }: Document): boolean {
  const last = Array.isArray(pipeline) ? pipeline.at(-1) : undefined
  return isDocument(last) && ('$out' in last || '$merge' in last)
}

/** Returns the plan of an explanation, which stands within the first stage of a pipeline. */
function firstPlan(explained: Document): Document {
  const { stages } = explained
  const [first] = Array.isArray(stages) ? stages : []
  const cursor = isDocument(first) ? first['$cursor'] : undefined
  return isDocument(cursor) ? cursor : explained
}

/** Returns a plan in words, by its first stage: `IXSCAN { total: 1 }`. */
function summaryOf(stage: Document): string {
  const { inputStage, keyPattern } = stage
  if (isDocument(inputStage)) return summaryOf(inputStage)
  const name = textOfAny(stage['stage'])
  if (keyPattern === undefined) return name
  return `${name} ${typeof keyPattern === 'string' ? keyPattern : show(keyPattern)}`
}

function entryOf(context: CommandContext, { application, username }: ProfiledClient, millis: number): Document {
  const { name, command, database, present } = context
  const [statement] = [command['updates'] ?? command['deletes'] ?? []].flat()
  const { comment } = command
  const explained = command['explain']
  const [about] = isDocument(explained) ? Object.values(explained) : [command[name]]
  const collection = name === 'getMore' ? command['collection'] : about
  return {
    op: OPERATION_NAMES.get(name) ?? 'command',
    ns: `${database}.${typeof collection === 'string' ? collection : '$cmd'}`,
    command:
      (name === 'update' || name === 'delete') && isDocument(statement)
        ? { ...statement, ...(comment === undefined ? {} : { comment }) }
        : command,
    ...(name === 'getMore' ? { cursorid: command['getMore'] ?? null } : {}),
    numYield: 0,
    locks: {},
    protocol: 'op_msg',
    millis,
    ts: new Date(present.clock.now()),
    client: '127.0.0.1',
    ...(application === null ? {} : { appName: application }),
    allUsers: username === null ? [] : [{ user: username, db: 'admin' }],
    user: username === null ? '' : `${username}@admin`,
  }
}

/** Returns what a reply tells about the documents of its command. */
function outcomeOf(name: string, reply: Document): Document {
  const { cursor, n, nModified } = reply
  const counts: Document =
    name === 'insert'
      ? { ninserted: n ?? 0 }
      : name === 'delete'
        ? { ndeleted: n ?? 0 }
        : name === 'update'
          ? { nMatched: n ?? 0, nModified: nModified ?? 0 }
          : {}
  const batch = isDocument(cursor) ? (cursor['firstBatch'] ?? cursor['nextBatch']) : undefined
  return {
    ...counts,
    ...(Array.isArray(batch) ? { nreturned: batch.length } : {}),
    ...(isDocument(cursor) && cursor['id'] === 0n ? { cursorExhausted: true } : {}),
    responseLength: sizeOf(reply),
  }
}

function isWanted(context: CommandContext, entry: Document): boolean {
  const { level, slowms, sampleRate, filter } = profilerOf(context.present, context.clusterId, context.database)
  if (level === 0) return false
  const { environment } = pipelineContext(context, undefined, '')
  if (filter !== null) return compileQuery(filter, environment)(entry, {})
  return level === 2 || (Number(entry['millis']) > slowms && environment.random() < sampleRate)
}
