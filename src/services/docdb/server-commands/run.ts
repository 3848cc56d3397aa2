import type { DocdbContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Namespace } from '#docdb/storage/catalog.ts'
import { scriptLimits } from '#docdb/storage/settings.ts'
import { EngineNotLoaded, startEngine, Sandbox } from '#docdb/scripts/engine.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, type Document } from '#docdb/values/value.ts'
import type { Command, CommandContext } from './context.ts'
import { acceptedSettings } from './query-settings.ts'
import { NO_SET } from './replica-set-view.ts'

/** The command that a page, a test or the Data API runs: its name, and its members after the collection. */
export interface DirectCommand {
  readonly name: string
  readonly run: Command
  readonly members: Document
}

/**
 * Runs a command about a collection outside a driver's connection: without a session, and without a cursor, so that the
 * first batch has the whole result. Returns the reply.
 *
 * @throws CommandError also for the first write that failed, which a driver finds in `writeErrors`.
 */
export function runDirectly(context: DocdbContext, namespace: Namespace, command: DirectCommand): Document {
  const { clusterId, database } = namespace
  const members = { [command.name]: namespace.name, ...command.members }
  const within: CommandContext = {
    data: context,
    present: context,
    runtime: null,
    clusterId,
    database,
    name: command.name,
    command: members,
    session: null,
    transaction: null,
    hasWaited: false,
    address: '',
    connections: { current: 0, created: 0 },
    replicaSet: NO_SET,
    failPoints: () => ({}),
    querySettings: acceptedSettings(context, clusterId, { name: command.name, command: members, database }),
    scripts: new Sandbox(() => scriptLimits(context)),
    atomically: (work) => context.store.transaction(work),
  }
  const reply = directly(within, command.run)
  const [failed] = Array.isArray(reply['writeErrors']) ? reply['writeErrors'] : []
  if (isDocument(failed)) {
    const { index: _, code, errmsg, ...extra } = failed
    throw new CommandError(Number(code), textOfAny(errmsg), extra)
  }
  return reply
}

/** Runs a command that cannot wait for the engine of its scripts. */
function directly(within: CommandContext, run: Command): Document {
  try {
    return run(within)
  } catch (error) {
    if (!(error instanceof EngineNotLoaded)) throw error
    void startEngine()
    throw new CommandError('JSInterpreterFailure', error.message)
  } finally {
    within.scripts.dispose()
  }
}

/** Returns the documents of the first batch of a reply. */
export function batchIn(reply: Document): Document[] {
  const cursor = reply['cursor']
  const batch = isDocument(cursor) ? cursor['firstBatch'] : undefined
  return (Array.isArray(batch) ? batch : []) as Document[] // a batch has documents
}
