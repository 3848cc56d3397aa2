import * as v from 'valibot'
import { errorMessage } from '#core/error-message.ts'
import type { Problem } from '#core/errors.ts'
import { problems } from '#core/input.ts'
import { declareInput } from '#core/route-input.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidValue, missingParameter } from '#cloud/errors/sqs.ts'
import { cloudFailure } from '#cloud/errors/failure.ts'
import { parameterTree, type ParameterTree } from './query.ts'
import { wireOf } from './wire.ts'

/** The member names of AWS JSON, by the list names of the query protocol (`AttributeName.1`). */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['AttributeName', 'AttributeNames'],
  ['MessageAttributeName', 'MessageAttributeNames'],
  ['MessageSystemAttributeName', 'MessageSystemAttributeNames'],
  ['TagKey', 'TagKeys'],
  ['AWSAccountId', 'AWSAccountIds'],
  ['ActionName', 'Actions'],
])

/** Clients write an empty list under this name, without a value. */
const LIST_MEMBERS = new Set([...LISTS.values(), 'Entries'])

/**
 * The member names of AWS JSON, by the map names of the query protocol (`Attribute.1.Name` and `Attribute.1.Value`).
 */
const MAPS: ReadonlyMap<string, { readonly member: string; readonly key: string }> = new Map([
  ['Attribute', { member: 'Attributes', key: 'Name' }],
  ['Tag', { member: 'Tags', key: 'Key' }],
  ['MessageAttribute', { member: 'MessageAttributes', key: 'Name' }],
  ['MessageSystemAttribute', { member: 'MessageSystemAttributes', key: 'Name' }],
])

/** A schema of an integer: a number in AWS JSON, text in the query protocol. */
export const integer = v.union([
  v.pipe(v.number(), v.integer()),
  v.pipe(v.string(), v.regex(/^-?\d{1,10}$/), v.transform(Number)),
])

/**
 * Returns a step that parses the input of an SQS operation in either protocol by a schema of its AWS JSON, and adds it
 * as `input`.
 *
 * @throws Failure `MissingParameter`, `InvalidParameterValue`, and in AWS JSON `SerializationException` for a wrong
 * type.
 */
export function sqsInput<S extends v.GenericSchema>(
  schema: S,
): (call: CloudCall) => { readonly input: v.InferOutput<S> } {
  const step = (call: CloudCall): { readonly input: v.InferOutput<S> } => {
    const isQuery = wireOf(call).protocol === 'query'
    const value = isQuery ? membersOf(parameterTree(Object.entries(call.params))) : (jsonOf(call) ?? {})
    // An object schema would take a list for an object without members.
    if (Array.isArray(value)) throw cloudFailure(400, 'SerializationException', 'Expected an object, received a list')
    const result = v.safeParse(schema, value)
    if (result.success) return { input: result.output }
    throw refused(call, problems(result.issues), isQuery)
  }
  return declareInput(step, { media: 'json', schema })
}

/**
 * Returns the body in AWS JSON; undefined without a body. A lone surrogate is let through, because SQS has errors of
 * its own for characters that a message cannot contain, and refuses only the entry of a batch that has one.
 */
function jsonOf({ text }: CloudCall): unknown {
  if (text === '') return undefined
  try {
    return parseJson(text, 'any')
  } catch (error) {
    throw cloudFailure(400, 'SerializationException', errorMessage(error))
  }
}

function refused(call: CloudCall, [problem]: readonly Problem[], isQuery: boolean): Error {
  if (problem === undefined) return cloudFailure(400, 'SerializationException', 'The request cannot be read.')
  const name = parameterName(call, problem.path)
  if (problem.code === 'missing') return missingParameter(name)
  if (isQuery) {
    // `QueueUrl.1=x` makes a tree of a text member.
    const value = typeof problem.value === 'string' ? problem.value : 'with members'
    return invalidValue(name, value, `Expected ${problem.expected}.`)
  }
  return cloudFailure(
    400,
    'SerializationException',
    `${name}: expected ${problem.expected}, received ${problem.received}`,
  )
}

/** Returns the name of a member in error messages: `SendMessageBatchRequestEntry.1.Id`. */
function parameterName(call: CloudCall, path: readonly string[]): string {
  const [first, index, ...rest] = path
  if (first !== 'Entries' || index === undefined) return path.join('.')
  const [, action = ''] = (call.operation ?? '').split(':')
  return [`${action}RequestEntry`, String(Number(index) + 1), ...rest].join('.')
}

/** Converts parameters of the query protocol into the members of AWS JSON. */
function membersOf(tree: ParameterTree): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(tree)) {
    const list = LISTS.get(name)
    const map = MAPS.get(name)
    if (list !== undefined) members[list] = numbered(value)
    else if (map !== undefined)
      members[map.member] = Object.fromEntries(numbered(value).map((each) => entryOf(each, map.key)))
    else if (name.endsWith('RequestEntry')) {
      // Clients write an empty batch as the name without a value.
      members['Entries'] = (value === '' ? [] : numbered(value)).map((each) =>
        typeof each === 'string' ? each : membersOf(each),
      )
    } else members[name] = value === '' && LIST_MEMBERS.has(name) ? [] : value
  }
  return members
}

/**
 * Returns the values of `{1: …, 2: …}` in the order of their numbers; any other value is a list of one, as old clients
 * write it.
 */
function numbered(value: string | ParameterTree): (string | ParameterTree)[] {
  if (typeof value === 'string') return [value]
  const entries = Object.entries(value)
  if (entries.some(([number]) => !/^\d+$/.test(number))) return [value]
  return entries.toSorted(([left], [right]) => Number(left) - Number(right)).map(([, each]) => each)
}

function entryOf(entry: string | ParameterTree, key: string): [string, unknown] {
  if (typeof entry === 'string') return [entry, '']
  const name = entry[key]
  return [typeof name === 'string' ? name : '', entry['Value'] ?? '']
}
