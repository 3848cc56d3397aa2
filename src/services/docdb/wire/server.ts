import { SECOND } from '#core/duration.ts'
import type { ProtocolHost } from '#core/http/protocol.ts'
import type { SystemCollections } from '#core/service.ts'
import type { DocdbContext } from '#docdb/call.ts'
import { MustWait, timeAllowed, type Command, type CommandContext } from '#docdb/server-commands/context.ts'
import { Runtime, type DocdbStore, type Lifetimes, type Transaction } from '#docdb/server-commands/runtime.ts'
import { ADMIN_ONLY, COMMANDS, commandName, OPEN } from '#docdb/server-commands/table.ts'
import { namespacesOf } from '#docdb/server-commands/bulk-write.ts'
import { checkMemberState } from '#docdb/server-commands/member-state.ts'
import { readMembers } from '#docdb/server-commands/members.ts'
import {
  checkClusterTime,
  checkReadConcern,
  snapshotOf,
  withSnapshotTime,
} from '#docdb/server-commands/read-concern.ts'
import { isProfiled, profiled } from '#docdb/server-commands/profiled.ts'
import { checkWriteConcern, concernError } from '#docdb/server-commands/write-concern.ts'
import { checkNumber, repeatable } from '#docdb/server-commands/retryable-writes.ts'
import { scriptLimits, settingOf } from '#docdb/storage/settings.ts'
import { acceptedSettings } from '#docdb/server-commands/query-settings.ts'
import { sessionKey, transactionOf } from '#docdb/server-commands/transactions.ts'
import { clusterAt, mainPlace, placeNamed } from '#docdb/rules/clusters.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { errorReply } from '#docdb/server-commands/error-reply.ts'
import { isInScope, requirePrivilege } from '#docdb/rules/privileges.ts'
import { isAllowedByActions } from '#docdb/rules/server-roles.ts'
import type { collections } from '#docdb/schema.ts'
import { operationTime } from '#docdb/storage/changes.ts'
import { KnownParts } from '#docdb/values/decode.ts'
import { Binary, BSONSymbol, firstName, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { EngineNotLoaded, Sandbox } from '#docdb/scripts/engine.ts'
import { labelsOf } from './error-labels.ts'
import { greet, type Connection } from './greeting.ts'
import { configureFailPoint, failPointParameters, isArmed, replicatingMembers } from './fail-points.ts'
import { ReplicaSet } from './replica-set.ts'
import { connectionStatus, findUser, helloExtras, requiresSignIn, saslContinue, saslStart } from './sign-in.ts'
import { DONE } from '#docdb/server-commands/outcome.ts'

/** The state that the commands of one instance work with. */
export type DocdbHost = ProtocolHost<typeof collections & SystemCollections>

/** Runs the commands of one instance. Cursors, sessions and transactions end with their epoch. */
export class Server {
  readonly replicaSet: ReplicaSet
  /** The parts of messages that drivers have sent. */
  readonly known = new KnownParts()
  /** The connections of drivers, which they count themselves. */
  readonly connections = { current: 0, created: 0 }
  readonly #host: DocdbHost
  #runtime: Runtime
  #store: DocdbStore

  constructor(host: DocdbHost) {
    this.#host = host
    this.replicaSet = new ReplicaSet(host)
    // A primary that steps down ends its transactions.
    this.replicaSet.onChange(() => this.runtime.abortTransactions())
    this.#store = host.store()
    this.#runtime = new Runtime(0, this.#store.rows.changePosition.last())
  }

  /** The cursors, sessions and transactions of the present epoch. */
  get runtime(): Runtime {
    const store = this.#host.store()
    if (store !== this.#store) {
      this.#store = store
      this.#runtime = new Runtime(this.#runtime.epoch + 1, store.rows.changePosition.last())
    }
    return this.#runtime
  }

  /**
   * Runs a command, whole or not at all; returns the reply. Only an error that keeps the writes before it leaves a part
   * of the command done.
   *
   * @throws CommandError in the server's words.
   * @throws MustWait when the command has to wait; it is run again then.
   */
  run(command: Document, connection: Connection, hasWaited: boolean): Document {
    const name = commandName(firstName(command))
    const { runtime } = this
    const store = this.#store
    const outcome = this.#host.perform((context) => {
      const done = keepingWrites(() =>
        this.#dispatch(context, { name, command, connection, hasWaited, runtime, store }),
      )
      if (done instanceof CommandError) return done
      const reply: Document = {}
      // Field by field: V8 takes a microsecond to add fields to what a spread has made.
      for (const field in done) reply[field] = done[field] as Value // its own field
      reply['ok'] = DONE
      const time = operationTime(context)
      reply['$clusterTime'] = { clusterTime: time, signature: UNSIGNED }
      reply['operationTime'] = time
      return reply
    })
    if (outcome instanceof CommandError) throw outcome
    return outcome
  }

  /** Returns the reply to a command that is refused, with its labels and the times that every reply has. */
  errorReply(error: CommandError, command: Document): Document {
    const name = commandName(firstName(command))
    const own = labelsOf({ name, command, code: error.code, writeConcernCode: null, isChangeStream: false })
    const errorLabels = [...new Set([...error.labels, ...own])]
    const time = this.#host.perform((context) => operationTime(context))
    return {
      ...errorReply(error),
      ...(errorLabels.length === 0 ? {} : { errorLabels }),
      $clusterTime: { clusterTime: time, signature: UNSIGNED },
      operationTime: time,
    }
  }

  #dispatch(context: DocdbContext, call: Dispatched): Document {
    const { name, command, connection } = call
    switch (name) {
      case 'saslStart':
        return saslStart(context, command, connection)
      case 'saslContinue':
        return saslContinue(command, connection)
      case 'configureFailPoint':
        authorize(context, connection, name, 'admin', command)
        return configureFailPoint(this.#host.faults, command, connection.member)
      case 'logout':
        connection.username = null
        return {}
      case 'connectionStatus':
        return connectionStatus(connection, findUser(context, connection))
      default:
        return this.#runKnown(context, call)
    }
  }

  /** Returns the command without its time limit where a failpoint turns time limits off. */
  #withoutTimeLimit(command: Document, member: number): Document {
    if (command['maxTimeMS'] === undefined || 'getMore' in command) return command
    if (!isArmed(this.#host.faults, 'maxTimeNeverTimeOut', member)) return command
    const { maxTimeMS: _maxTimeMS, ...rest } = command
    return rest
  }

  #runKnown(context: DocdbContext, call: Dispatched): Document {
    const { name, connection, hasWaited, runtime, store } = call
    const run = RUNS.get(name)
    if (run === undefined) throw new CommandError('CommandNotFound', `no such command: '${name}'`)
    const now = context.clock.now()
    const command = this.#withoutTimeLimit(readCommand(context, name, call.command, now), connection.member)
    const database = databaseOf(command)
    authorize(context, connection, name, database, command)
    if (isDocument(command['client'])) greet(connection, command)
    const { hosts, member, serviceId } = connection
    const replicaSet = this.replicaSet.viewOf(hosts, member, serviceId)
    checkMemberState(name, command, replicaSet, connection.saysHello)
    runtime.expire(now, () => lifetimesOf(context))
    const key = sessionKey(command['lsid'])
    const session = key === null ? null : runtime.session(command['lsid'] as Document, key, now) // it has a key
    const transaction = transactionOf(runtime, session, name, command, store, now)
    const clusterId = clusterOf(context, connection)
    const isEnd = name === 'commitTransaction' || name === 'abortTransaction'
    const isInside = transaction !== null && !isEnd
    const snapshot = snapshotOf(runtime, command, store, context)
    const read = isInside ? transaction.store : snapshot?.store
    const within: CommandContext = {
      data: read === undefined ? context : { ...context, rows: read.rows },
      present: context,
      runtime,
      clusterId,
      database,
      name,
      command,
      session,
      transaction,
      hasWaited,
      address: hosts[member] ?? '',
      connections: this.connections,
      replicaSet,
      querySettings: acceptedSettings(context, clusterId, { name, command, database }),
      failPoints: () => failPointParameters(this.#host.faults, member),
      scripts: new Sandbox(() => scriptLimits(context), timeAllowed(command)),
      atomically: (work) => (isInside ? transaction.store : context.store).transaction(work),
    }
    const concern = isInside ? null : concernError(command, () => replicatingMembers(this.#host.faults))
    const runWhole = (): Document =>
      concern === null ? runFreeing(within, run) : withConcernError(concern, () => runFreeing(within, run))
    const done = isProfiled(within) ? profiled(within, connection, runWhole) : runWhole()
    if (isInside) return done
    const reply = withSnapshotTime(done, snapshot)
    return name === 'hello' || name === 'isMaster'
      ? { ...reply, ...helloExtras(context, command, connection), connectionId: connection.id }
      : reply
  }
}

/** Returns what a command answers, or the error before which its writes stay. @throws every other error. */
function keepingWrites(run: () => Document): Document | CommandError {
  try {
    return run()
  } catch (error) {
    if (error instanceof CommandError && error.keepsWrites) return error
    throw error
  }
}

function databaseOf({ $db: database }: Document): string {
  if (typeof database === 'string') return database
  throw new CommandError(40571, 'OP_MSG requests require a $db argument')
}

/**
 * Returns a command with its members as the server reads them.
 *
 * @throws CommandError for a command with members that the server refuses before it looks at the command itself.
 */
function readCommand(context: DocdbContext, name: string, received: Document, now: number): Document {
  const database = databaseOf(received)
  if (ADMIN_ONLY.has(name) && database !== 'admin')
    throw new CommandError('Unauthorized', `${name} may only be run against the admin database.`)
  const command = withTextualTarget(readMembers(name, received))
  if (command['apiVersion'] === undefined) requireVersion(context, name, command)
  checkClusterTime(command, now)
  checkReadConcern(name, command, context)
  checkWriteConcern(name, command)
  checkNumber(name, command)
  return command
}

/** Returns a command whose first member is a text where it was a symbol: the server reads both as a name. */
function withTextualTarget(command: Document): Document {
  const first = firstName(command)
  const target = command[first]
  return target instanceof BSONSymbol ? { ...command, [first]: target.value } : command
}

function lifetimesOf(context: DocdbContext): Lifetimes {
  return {
    cursor: Number(settingOf(context, 'cursorTimeoutMillis')),
    transaction: Number(settingOf(context, 'transactionLifetimeLimitSeconds')) * SECOND,
  }
}

/** Returns a command that waits, and runs again, when its scripts have slept. */
function afterSleep(run: Command): Command {
  return (context) => {
    const reply = run(context)
    if (context.scripts.slept > 0 && !context.hasWaited) throw new MustWait(context.scripts.slept)
    return reply
  }
}

/** Adds to what a command answers, also where it fails, that the members do not have what it has written. */
function withConcernError(writeConcernError: Document, run: () => Document): Document {
  try {
    return { ...run(), writeConcernError }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw error.reworded(error.message, { ...error.extra, writeConcernError })
  }
}

/** Runs a command in its transaction or outside of one, and frees the memory of its scripts. */
function runFreeing(context: CommandContext, run: Command): Document {
  const { name, transaction, runtime, session, scripts } = context
  try {
    if (name === 'commitTransaction' || name === 'abortTransaction') return run(context)
    if (transaction === null || runtime === null) return repeatable(context, session, run)
    return runInside(context, transaction, runtime, run)
  } finally {
    scripts.dispose()
  }
}

/** The commands by their names. */
const RUNS: ReadonlyMap<string, Command> = new Map(
  Object.entries(COMMANDS).map(([name, run]) => [name, afterSleep(run)]),
)

/** Runs a command in a transaction, which an error ends. */
function runInside(context: CommandContext, transaction: Transaction, runtime: Runtime, run: Command): Document {
  try {
    const reply = transaction.store.transaction(() => run(context))
    if (reply['writeErrors'] !== undefined || Number(reply['nErrors'] ?? 0) > 0) runtime.release(transaction, 'aborted')
    return reply
  } catch (error) {
    if (!(error instanceof MustWait) && !(error instanceof EngineNotLoaded)) runtime.release(transaction, 'aborted')
    throw error
  }
}

/** The signature of a cluster time where drivers need not sign in. */
const UNSIGNED: Document = { hash: new Binary(Buffer.alloc(20)), keyId: 0n }

interface Dispatched {
  readonly name: string
  readonly command: Document
  readonly connection: Connection
  readonly hasWaited: boolean
  readonly runtime: Runtime
  readonly store: DocdbStore
}

/** @throws CommandError where the server requires that clients name a version of the API. */
function requireVersion(context: DocdbContext, name: string, command: Document): void {
  if (settingOf(context, 'requireApiVersion') !== true || name === 'setParameter') return
  // A command that continues a transaction has the version of its first command.
  if (command['autocommit'] === false && command['startTransaction'] !== true) return
  throw new CommandError(
    498_870,
    "The apiVersion parameter is required, please configure your MongoClient's API version",
  )
}

function authorize(
  context: DocdbContext,
  connection: Connection,
  name: string,
  database: string,
  command: Document,
): void {
  if (OPEN.has(name) || !requiresSignIn(context)) return
  const user = findUser(context, connection)
  if (user === undefined) throw new CommandError('Unauthorized', `Command ${name} requires authentication`)
  if (!isInScope(user, clusterAt(context, clusterOf(context, connection)))) {
    throw new CommandError('AtlasError', 'bad auth : Authentication failed.')
  }
  const namespaces = name === 'bulkWrite' ? namespacesOf(command) : [`${database}.${textOfAny(command[name])}`]
  for (const each of namespaces) {
    const [ownDatabase = '', ...parts] = each.split('.')
    const run = { name, command, database: ownDatabase, collection: parts.join('.') }
    requirePrivilege(user, run, isAllowedByActions(context, user, run))
  }
}

/**
 * Returns the cluster of a connection: the one that its application is named after, as connection strings of Atlas have
 * it.
 */
function clusterOf(context: DocdbContext, { application }: Connection): string {
  if (application === null || context.rows.clusters.size < 2) return mainPlace(context)
  return placeNamed(context, application) ?? mainPlace(context)
}
