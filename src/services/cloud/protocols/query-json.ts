import { json, type Answer } from '#core/answer.ts'
import { isRecord } from '#core/objects.ts'
import type { CloudCall } from '#cloud/call.ts'

/**
 * Returns whether the client of a request in the query protocol prefers JSON to XML, as clients that do not use an SDK
 * often do.
 */
export function prefersJson({ header }: Pick<CloudCall, 'header'>): boolean {
  return header('accept')?.startsWith('application/json') === true
}

/**
 * Returns an answer of the query protocol in JSON. `content` is that of the XML, whose lists are arrays and whose times
 * are seconds here.
 */
export function queryJson(content: object, status = 200, headers: Record<string, string> = {}): Answer<never> {
  return json(plain(content, ''), status, { 'content-type': 'application/json', ...headers }) as Answer<never> // its type is told by the answer in XML
}

function plain(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => plain(each, name))
  if (!isRecord(value)) return isTime(value, name) ? Date.parse(value) / 1000 : value
  const { member, ...others } = value
  if (Array.isArray(member) && Object.keys(others).length === 0) return plain(member, name)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, key)]))
}

function isTime(value: unknown, name: string): value is string {
  return (
    typeof value === 'string' &&
    /(?:Date|Expiration|Timestamp|ValidUntil)$/.test(name) &&
    /^\d{4}-\d\d-\d\dT/.test(value)
  )
}
