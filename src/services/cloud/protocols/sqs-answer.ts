import type { Answer } from '../../../core/answer.ts'
import type { CloudCall } from '../call.ts'
import { jsonAnswer } from './json.ts'
import { queryAnswer } from './query.ts'
import { wireOf } from './wire.ts'
import type { XmlMembers, XmlValue } from './xml.ts'

/** The names that the elements of lists have in XML, by the members of AWS JSON. */
const ELEMENTS: Readonly<Record<string, string>> = {
  QueueUrls: 'QueueUrl',
  queueUrls: 'QueueUrl',
  Messages: 'Message',
  Failed: 'BatchResultErrorEntry',
  Results: 'ListMessageMoveTasksResultEntry',
}

/** The names that the elements of maps have in XML, and those of their keys. */
const MAPS: Readonly<Record<string, readonly [element: string, key: string]>> = {
  Attributes: ['Attribute', 'Name'],
  MessageAttributes: ['MessageAttribute', 'Name'],
  Tags: ['Tag', 'Key'],
}

/** Members by name; undefined is none. */
type Members = Readonly<Record<string, unknown>>

/** The answer of an operation of SQS in the protocol of its request, given as AWS JSON; without `value` it gives nothing. */
export function sqsAnswer(call: CloudCall, value?: object): Answer {
  if (wireOf(call).protocol !== 'query') return jsonAnswer(value)
  const [, action = ''] = (call.operation ?? '').split(':')
  return queryAnswer(call, value === undefined ? undefined : xmlMembers(value as Members, action)) // an object of members
}

function xmlMembers(members: Members, action: string): XmlMembers {
  const entries = Object.entries(members).map(([name, value]): [string, XmlValue] => {
    const map = MAPS[name]
    if (map !== undefined && isMembers(value)) return [map[0], xmlEntries(value, map[1], action)]
    if (!Array.isArray(value)) return [name, isMembers(value) ? xmlMembers(value, action) : (value as XmlValue)]
    const element = ELEMENTS[name] ?? `${action}ResultEntry`
    return [element, value.map((each: unknown) => (isMembers(each) ? xmlMembers(each, action) : (each as XmlValue)))]
  })
  return Object.fromEntries(entries)
}

function xmlEntries(map: Members, key: string, action: string): XmlValue[] {
  return Object.entries(map).map(([name, value]) => ({
    [key]: name,
    Value: isMembers(value) ? xmlMembers(value, action) : (value as XmlValue), // text
  }))
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
