import { isRecord } from '#core/objects.ts'
import type { Answer } from '#core/answer.ts'
import type { CloudCall } from '#cloud/call.ts'
import { jsonAnswer } from './json.ts'
import { requestIdOf } from './request-id.ts'
import { queryAnswer } from './query.ts'
import { prefersJson, queryJson } from './query-json.ts'
import { wireOf } from './wire.ts'
import type { XmlMembers, XmlValue } from './xml.ts'

/** The XML element names of lists, by the member names of AWS JSON. */
const ELEMENTS: Readonly<Record<string, string>> = {
  QueueUrls: 'QueueUrl',
  queueUrls: 'QueueUrl',
  Messages: 'Message',
  Failed: 'BatchResultErrorEntry',
  Results: 'ListMessageMoveTasksResultEntry',
}

/** The XML element names of maps and of their keys, by the member names of AWS JSON. */
const MAPS: Readonly<Record<string, readonly [element: string, key: string]>> = {
  Attributes: ['Attribute', 'Name'],
  MessageAttributes: ['MessageAttribute', 'Name'],
  Tags: ['Tag', 'Key'],
}

/** Members by name; undefined members are left out. */
type Members = Readonly<Record<string, unknown>>

/**
 * Returns the answer of an SQS operation in the protocol of its request. `value` is the answer in AWS JSON; operations
 * that return nothing have none.
 */
export function sqsAnswer(call: CloudCall): Answer<Record<never, never> | string>
export function sqsAnswer<T extends object>(call: CloudCall, value: T): Answer<T | string>
export function sqsAnswer(call: CloudCall, value?: object): Answer<object | string> {
  if (wireOf(call).protocol !== 'query') return jsonAnswer(value)
  const [, action = ''] = (call.operation ?? '').split(':')
  if (prefersJson(call)) return jsonOfQuery(call, action, value)
  return queryAnswer(call, value === undefined ? undefined : xmlMembers(value as Members, action)) // every answer is an object
}

/** Returns the answer in JSON to a request of the query protocol, where received messages are in another member. */
function jsonOfQuery(call: CloudCall, action: string, value: object | undefined): Answer<never> {
  const { Messages: messages, ...others }: Members = { ...value }
  return queryJson({
    [`${action}Response`]: {
      ...(value === undefined ? {} : { [`${action}Result`]: { ...others, messages } }),
      ResponseMetadata: { RequestId: requestIdOf(call) },
    },
  })
}

function xmlMembers(members: Members, action: string): XmlMembers {
  const entries = Object.entries(members).map(([name, value]): [string, XmlValue] => {
    const map = MAPS[name]
    if (map !== undefined && isRecord(value)) return [map[0], xmlEntries(value, map[1], action)]
    if (!Array.isArray(value)) return [name, xmlContent(value, action)]
    const element = ELEMENTS[name] ?? `${action}ResultEntry`
    return [element, value.map((each: unknown) => xmlContent(each, action))]
  })
  return Object.fromEntries(entries)
}

function xmlEntries(map: Members, key: string, action: string): XmlValue[] {
  return Object.entries(map).map(([name, value]) => ({
    [key]: name,
    Value: xmlContent(value, action),
  }))
}

function xmlContent(value: unknown, action: string): XmlValue {
  return isRecord(value) ? xmlMembers(value, action) : (value as XmlValue) // a member that is no object is a scalar
}
