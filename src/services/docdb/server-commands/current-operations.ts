import type { DataContext } from '#docdb/call.ts'
import type { Document } from '#docdb/values/value.ts'
import type { Runtime } from './runtime.ts'

/** The command that asks for the operations, and the state of its epoch. */
interface CurrentCommand {
  readonly runtime: Runtime | null
  readonly command: Document
  readonly name: string
  readonly database: string
  readonly data: Pick<DataContext, 'clock'>
  readonly address: string
}

/**
 * Returns the operations under way: the present command, those that wait, and the sessions with a transaction between
 * two commands. https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/
 */
export function currentOperations(
  { runtime, command, name, database, data, address }: CurrentCommand,
  options: Document = {},
): Document[] {
  const now = data.clock.now()
  const active = (namespace: string, shown: Document, startedAt: number): Document => ({
    type: 'op',
    host: address,
    active: true,
    currentOpTime: new Date(now).toISOString(),
    secs_running: BigInt(Math.floor((now - startedAt) / 1000)),
    microsecs_running: BigInt((now - startedAt) * 1000),
    op: 'command',
    ns: namespace,
    command: shown,
  })
  const waiting = [...(runtime?.waiting ?? [])].map((each) => ({
    ...active(each.namespace, each.command, each.startedAt),
    connectionId: each.connectionId,
    op: Object.keys(each.command)[0] === 'getMore' ? 'getmore' : 'command',
  }))
  const sessions = options['idleSessions'] === false ? [] : [...(runtime?.sessions.values() ?? [])]
  const idle = sessions.flatMap(({ lsid, transaction }): Document[] => {
    if (transaction?.state !== 'in progress') return []
    const { number, startedAt } = transaction
    const times = {
      startWallClockTime: new Date(startedAt).toISOString(),
      timeOpenMicros: BigInt((now - startedAt) * 1000),
    }
    const parameters = { txnNumber: number, autocommit: false, readConcern: { level: 'snapshot' } }
    return [{ type: 'idleSession', host: address, active: false, lsid, transaction: { parameters, ...times } }]
  })
  const { lsid: _lsid, $clusterTime: _time, ...shown } = command
  const own = active(`${database}.$cmd`, { [name]: command[name] ?? 1, ...shown, $db: database }, now)
  const cursors = options['idleCursors'] === true ? idleCursors(runtime, address) : []
  return [own, ...waiting, ...idle, ...cursors].map((each, at) => ({ opid: at + 1, ...each }))
}

/** Returns the cursors that no command uses. */
function idleCursors(runtime: Runtime | null, host: string): Document[] {
  return [...(runtime?.cursors.values() ?? [])].map(({ id, namespace, usedAt, noTimeout, source }) => ({
    type: 'idleCursor',
    host,
    ns: namespace,
    cursor: {
      cursorId: id,
      lastAccessDate: new Date(usedAt),
      noCursorTimeout: noTimeout,
      tailable: source.awaits,
      awaitData: source.awaits,
    },
  }))
}
