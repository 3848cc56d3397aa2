import * as v from 'valibot'
import type { ArmedFault, FaultOptions } from '#core/faults.ts'
import type { Runtime } from '#docdb/server-commands/runtime.ts'
import { isDone } from '#docdb/server-commands/outcome.ts'
import { sessionKey } from '#docdb/server-commands/transactions.ts'
import { CommandError, ERROR_CODES, numberOfCode } from '#docdb/errors/command-error.ts'
import { errorReply } from '#docdb/server-commands/error-reply.ts'
import { fromEjson } from '#docdb/values/ejson.ts'
import { isDocument, isNumber, toNumber, type Document } from '#docdb/values/value.ts'
import { labelsOf } from './error-labels.ts'
import { namespaceAt } from './shown.ts'

/** The options of a fault of docdb beside those of every fault. */
const OPTIONS = v.strictObject({
  /** The failpoint that armed it: `failCommand`. */
  failPoint: v.optional(v.string()),
  /** Only at this member of the replica set, by its place: 0 to 2. */
  member: v.optional(v.number()),
  /** The labels of its error, in place of those that the server would add. */
  errorLabels: v.optional(v.array(v.string())),
  /** The member of the reply to a command that is done, but whose write concern is not satisfied. */
  writeConcernError: v.optional(v.looseObject({ code: v.number() })),
  /** Only for connections of this application. */
  appName: v.optional(v.string()),
  /** Only for commands about this collection: `shop.orders`. */
  namespace: v.optional(v.string()),
})

/** Returns what is wrong with the option `protocol` of a fault; null when nothing is. */
export function checkFault(options: Readonly<Record<string, unknown>>): string | null {
  const { issues } = v.safeParse(OPTIONS, options)
  const [first] = issues ?? []
  return first === undefined ? null : `${v.getDotPath(first) ?? ''}: ${first.message}`
}

function optionsOf({ protocol }: FaultOptions): v.InferOutput<typeof OPTIONS> {
  return protocol ?? {} // checkFault() has checked them
}

/** A command, as faults are compared with it. */
export interface FaultTarget {
  readonly name: string
  readonly command: Document
  /** The name of the connection's application. */
  readonly application: string | null
  /** The place of the member of the replica set that the command is sent to. */
  readonly member: number
  /** The database and collection of the command, as a path: `/shop/orders`. */
  readonly path: string
  readonly runtime: Runtime
}

/** Returns whether the options of a fault that only docdb knows let it match a command. */
export function acceptsFault(fault: FaultOptions, target: FaultTarget): boolean {
  const { failPoint, member, appName, namespace } = optionsOf(fault)
  if (member !== undefined && member !== target.member) return false
  if (appName !== undefined && appName !== target.application) return false
  if (namespace !== undefined && namespace !== namespaceAt(target.path)) return false
  switch (failPoint) {
    case 'failGetMoreAfterCursorCheckout':
      return cursorOf(target) !== undefined
    case 'onPrimaryTransactionalWrite':
      return target.command['txnNumber'] !== undefined && !isWriteDone(target)
    case 'maxTimeAlwaysTimeOut':
      return hasTimeLimit(target)
    case 'maxTimeNeverTimeOut': // these have no effect of their own
    case 'stopReplProducer':
      return false
    default:
      return true
  }
}

function hasTimeLimit(target: FaultTarget): boolean {
  const { maxTimeMS } = target.command
  return isNumber(maxTimeMS) ? toNumber(maxTimeMS) > 0 : cursorOf(target)?.hasTimeLimit === true
}

/** Returns whether a retryable write is done, so that the command is another attempt. */
function isWriteDone({ command, runtime }: FaultTarget): boolean {
  const session = runtime.sessions.get(sessionKey(command['lsid']) ?? '')
  return (
    session !== undefined && session.lastNumber === BigInt(Number(command['txnNumber'])) && session.replies.length > 0
  )
}

function cursorOf({ command, runtime }: FaultTarget): ReturnType<Runtime['cursors']['get']> {
  const id = command['getMore']
  return typeof id === 'bigint' ? runtime.cursors.get(id) : undefined
}

/** Returns the reply by which a fault refuses a command; null for a fault that lets it run. */
export function faultReply(fault: ArmedFault, target: FaultTarget): Document | null {
  const { code, status, body } = fault
  if (body !== undefined) return body as Document // the test's own words
  if (code === undefined && status === undefined) return null
  const number = (code === undefined ? undefined : numberOfCode(code)) ?? ERROR_CODES.AtlasError
  const { failPoint, errorLabels } = optionsOf(fault)
  const isChangeStream =
    failPoint === 'failGetMoreAfterCursorCheckout' && cursorOf(target)?.source.isChangeStream === true
  const { name, command } = target
  const labels = errorLabels ?? labelsOf({ name, command, code: number, writeConcernCode: null, isChangeStream })
  const message =
    failPoint === undefined
      ? `injected fault: ${code ?? `status ${status ?? ''}`}`
      : failPoint === 'maxTimeAlwaysTimeOut'
        ? 'operation exceeded time limit'
        : `Failing command via '${failPoint}' failpoint`
  return errorReply(new CommandError(number, message, {}, labels))
}

/** Adds to the reply of a command that is done the error of its write concern, where a fault has one. */
export function withWriteConcernError(
  reply: Document,
  fault: ArmedFault | null,
  { name, command }: Pick<FaultTarget, 'name' | 'command'>,
): Document {
  if (fault === null) return reply
  const { writeConcernError, errorLabels } = optionsOf(fault)
  if (writeConcernError === undefined) return reply
  const code = isDone(reply) ? null : Number(reply['code'])
  const labels =
    errorLabels ?? labelsOf({ name, command, code, writeConcernCode: writeConcernError.code, isChangeStream: false })
  const failed = fromEjson(writeConcernError)
  return {
    ...reply,
    ...(isDocument(failed) ? { writeConcernError: failed } : {}),
    ...(labels.length === 0 ? {} : { errorLabels: labels }),
  }
}
