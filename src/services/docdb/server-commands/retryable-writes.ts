import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import type { Document, Value } from '#docdb/values/value.ts'
import type { Command, CommandContext } from './context.ts'
import type { Session } from './runtime.ts'
import { WRITES } from './table.ts'

/** Returns the ids of the statements of a retryable write. */
function statementIds({ stmtIds, stmtId, documents, updates, deletes, ops }: Document): Value[] {
  if (Array.isArray(stmtIds)) return stmtIds
  const statements = [documents, updates, deletes, ops].find((each) => Array.isArray(each)) ?? [null]
  const first = Number(stmtId ?? 0)
  return Array.isArray(statements) ? statements.map((_, at) => first + at) : []
}

/** The commands that a driver may number, so that they are done once. */
const RETRYABLE_WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'])

/** @throws CommandError for a number of a command that has none, or without a session. */
export function checkNumber(name: string, command: Document): void {
  if (command['txnNumber'] === undefined) return
  if (command['lsid'] === undefined)
    throw new CommandError('InvalidOptions', 'Transaction number requires a session ID to also be specified')
  if (command['autocommit'] !== undefined) return
  const isEnd = name === 'commitTransaction' || name === 'abortTransaction'
  if (isEnd)
    throw new CommandError('InvalidOptions', "'autocommit' is required for commitTransaction and abortTransaction")
  if (!RETRYABLE_WRITES.has(name))
    throw new CommandError(
      50_768,
      `txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and ${name} is not a retryable write command.`,
    )
}

const NO_REPLIES: Session['replies'] = []

/** Runs a command; one that the driver repeats with the same number is not done twice. */
export function repeatable(context: CommandContext, session: Session | null, run: Command): Document {
  const { command, name } = context
  const txnNumber = command['txnNumber']
  if (session === null || txnNumber === undefined || !WRITES.has(name)) return run(context)
  const number = typeof txnNumber === 'bigint' ? txnNumber : BigInt(Number(txnNumber))
  if (number < session.lastNumber) {
    throw new CommandError(
      'TransactionTooOld',
      `Retryable write with txnNumber ${number} is prohibited on session ${session.id} because a newer retryable write with txnNumber ${session.lastNumber} has already started on this session.`,
    )
  }
  const isNew = number > session.lastNumber
  if (isNew) {
    session.lastNumber = number
    session.replies = NO_REPLIES
  }
  const ids = command['stmtIds'] ?? command['stmtId'] ?? 0
  const key = ids === 0 ? name : `${name} ${show({ ids })}`
  const known = isNew ? undefined : session.replies.find((each) => each.key === key)
  if (known !== undefined) return { ...known.reply, retriedStmtIds: statementIds(command) }
  const reply = run(context)
  session.replies = isNew ? [{ key, reply }] : [...session.replies, { key, reply }]
  return reply
}
