import { milliseconds } from '#core/duration.ts'
import type { FaultOptions, Faults } from '#core/faults.ts'
import { CommandError, numberOfCode } from '#docdb/errors/command-error.ts'
import { MEMBERS } from '#docdb/server-commands/write-concern.ts'
import { commandName, OPERATIONS, WRITES } from '#docdb/server-commands/table.ts'
import { fromEjson, toEjson } from '#docdb/values/ejson.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'

// A failpoint is a fault that a driver arms: it is among those that a test arms, and ends with them.

/** The failpoints of the server, each with the commands that it is about. */
const FAIL_POINTS: Readonly<Record<string, readonly string[]>> = {
  failCommand: OPERATIONS,
  failGetMoreAfterCursorCheckout: ['getMore'],
  onPrimaryTransactionalWrite: [...WRITES],
  maxTimeAlwaysTimeOut: OPERATIONS,
  maxTimeNeverTimeOut: OPERATIONS,
  stopReplProducer: [],
}

/** The modes, by the numbers that the server has for them. */
const [OFF, ALWAYS_ON, RANDOM, TIMES, SKIP] = [0, 1, 2, 3, 4]

/** How often a failpoint takes effect. */
type Frequency = Pick<FaultOptions, 'times' | 'skip' | 'probability'>

/**
 * Arms or disarms a failpoint of a member of the replica set; returns how often it has taken effect until now.
 * https://github.com/mongodb/mongo/wiki/The-failCommand-Fail-Point
 *
 * @throws CommandError for a failpoint or mode that the server does not have.
 */
export function configureFailPoint(faults: Faults, command: Document, member: number): Document {
  if (command['$db'] !== 'admin')
    throw new CommandError('Unauthorized', 'configureFailPoint may only be run against the admin database.')
  const name = command['configureFailPoint']
  const operations =
    typeof name === 'string' && Object.hasOwn(FAIL_POINTS, name) ? (FAIL_POINTS[name] ?? []) : undefined
  if (operations === undefined || typeof name !== 'string')
    throw new CommandError('FailPointSetFailed', `failpoint: ${show(name ?? null)} not found`)
  const frequency = frequencyOf(command['mode'])
  const data = documentOf(command['data'], 'data')
  const before = armedAs(faults, name, member)
  for (const { id } of before) faults.remove(id)
  if (frequency !== null) faults.add(faultOf({ name, member, operations, data, frequency }))
  return { count: before.reduce((sum, { matched }) => sum + matched, 0) }
}

/** Returns the state of a failpoint as `getParameter` shows it. */
function stateOf(faults: Faults, name: string, member: number): Document {
  const [armed] = armedAs(faults, name, member)
  if (armed === undefined) return { mode: OFF, data: {} }
  const { times, skip, probability } = armed
  const mode = times !== undefined ? TIMES : skip !== undefined ? SKIP : probability !== undefined ? RANDOM : ALWAYS_ON
  return { mode, data: dataOf(armed), timesEntered: BigInt(armed.matched) }
}

/** Returns the failpoints of a member by the names of their parameters: `failpoint.failCommand`. */
export function failPointParameters(faults: Faults, member: number): Document {
  return Object.fromEntries(
    Object.keys(FAIL_POINTS).map((name) => [`failpoint.${name}`, stateOf(faults, name, member)]),
  )
}

/** Returns whether a failpoint of a member is armed. */
export function isArmed(faults: Faults, name: string, member: number): boolean {
  return armedAs(faults, name, member).length > 0
}

/** Returns how many members of the replica set get what is written: those that no failpoint has stopped. */
export function replicatingMembers(faults: Faults): number {
  const members = Array.from({ length: MEMBERS }, (_, member) => member)
  return members.filter((member) => !isArmed(faults, 'stopReplProducer', member)).length
}

/**
 * Returns the faults that a failpoint of a member has armed. A fault that a test has armed is one of `failCommand`,
 * where it names commands; it is one of every member, unless it names one.
 */
function armedAs(faults: Faults, name: string, member: number): ReturnType<Faults['list']> {
  return faults.list().filter(({ protocol, operation }) => {
    if ((protocol?.['member'] ?? member) !== member) return false
    const own = protocol?.['failPoint'] ?? (operation === undefined ? undefined : 'failCommand')
    return own === name
  })
}

function frequencyOf(mode: Value | undefined): Frequency | null {
  if (mode === 'off') return null
  if (mode === 'alwaysOn') return {}
  if (isDocument(mode)) {
    const { times, skip, activationProbability } = mode
    if (isNumber(times)) return countOf(times) === 0 ? null : { times: countOf(times) }
    if (isNumber(skip)) return { skip: countOf(skip) }
    if (isNumber(activationProbability)) {
      const probability = toNumber(activationProbability)
      if (probability >= 0 && probability <= 1) return { probability }
      throw new CommandError('BadValue', `activationProbability must be between 0.0 and 1.0; found ${probability}`)
    }
    throw new CommandError('BadValue', 'mode object must be one of: times, skip, activationProbability')
  }
  if (typeof mode === 'string') throw new CommandError('BadValue', `unknown mode: ${mode}`)
  throw new CommandError('TypeMismatch', `'mode' must be a string or JSON object; found ${typeOf(mode)}`)
}

function countOf(value: Parameters<typeof toNumber>[0]): number {
  const number = Math.trunc(toNumber(value))
  if (number >= 0) return number
  throw new CommandError('BadValue', `'times' and 'skip' options cannot be negative; found ${number}`)
}

function documentOf(value: Value | undefined, name: string): Document {
  if (value === undefined) return {}
  if (isDocument(value)) return value
  throw new CommandError('TypeMismatch', `BSON field '${name}' is the wrong type '${typeOf(value)}'`)
}

interface FailPoint {
  readonly name: string
  readonly member: number
  readonly operations: readonly string[]
  readonly data: Document
  readonly frequency: Frequency
}

function faultOf({ name, member, operations, data, frequency }: FailPoint): FaultOptions {
  const { failCommands, errorCode, errorLabels, writeConcernError, appName, namespace } = data
  const named = Array.isArray(failCommands) ? failCommands.map((each) => commandName(textOfAny(each))) : operations
  const delay = data['blockConnection'] === true ? { delay: numberOf(data['blockTimeMS']) } : {}
  const protocol = {
    failPoint: name,
    member,
    ...(Array.isArray(errorLabels) ? { errorLabels: errorLabels.map(textOfAny) } : {}),
    ...(isDocument(writeConcernError) ? { writeConcernError: toEjson(writeConcernError, 'relaxed') } : {}),
    ...(typeof appName === 'string' ? { appName } : {}),
    ...(typeof namespace === 'string' ? { namespace } : {}),
  }
  return {
    // Drivers name commands that a server has no more.
    operation: named.filter((each) => OPERATIONS.includes(each)),
    ...frequency,
    ...delay,
    ...(name === 'onPrimaryTransactionalWrite' ? failedWrite(data) : {}),
    ...(name === 'maxTimeAlwaysTimeOut' ? { code: 'MaxTimeMSExpired' } : {}),
    ...(isNumber(errorCode) ? { code: String(toNumber(errorCode)) } : {}),
    ...(data['closeConnection'] === true ? { connection: 'drop' } : {}),
    protocol,
  }
}

/** A retryable write that fails before it is done, or whose answer is lost. */
function failedWrite({ failBeforeCommitExceptionCode: code, closeConnection }: Document): Partial<FaultOptions> {
  const isClosed = closeConnection !== false
  if (!isNumber(code)) return isClosed ? { connection: 'commit then drop' } : {}
  return isClosed ? { connection: 'drop' } : { code: String(toNumber(code)) }
}

function numberOf(value: Value | undefined): number {
  return isNumber(value) ? Math.max(0, toNumber(value)) : 0
}

/** Returns a fault in the form of a failpoint's data. */
function dataOf({ operation, code, delay, connection, protocol }: FaultOptions): Document {
  const { failPoint: _failPoint, member: _member, ...options } = protocol ?? {}
  const number = code === undefined ? undefined : numberOfCode(code)
  return {
    ...(operation === undefined ? {} : { failCommands: [operation].flat() }),
    ...(number === undefined ? {} : { errorCode: number }),
    ...(delay === undefined ? {} : { blockConnection: true, blockTimeMS: milliseconds(delay) }),
    ...(connection === undefined ? {} : { closeConnection: true }),
    ...(fromEjson(options) as Document), // an object
  }
}
