import { json, type Answer } from '#core/answer.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { mediaType } from '#docdb/rules/admin/version.ts'

/**
 * Answers an object in the media type that the client has asked for. `envelope` puts the status beside the content, for
 * clients that cannot read it, and `pretty` indents the text.
 * https://www.mongodb.com/docs/atlas/api/atlas-admin-api-ref/
 */
export function answerAdmin<T extends object>(
  call: DocdbCall,
  value: T,
  status = 200,
  headers: Record<string, string> = {},
): Answer<T> {
  // The type is that of the content: an envelope is for the few clients that ask for one.
  const enveloped = (isTrue(call, 'envelope') ? envelope(value, status) : value) as T
  const answer = json(enveloped, status, { 'content-type': mediaType(call), ...headers })
  return isTrue(call, 'pretty') ? { ...answer, body: JSON.stringify(enveloped, null, 2) } : answer
}

/** Puts the status beside the content; a list has its members beside it, as it is an envelope already. */
function envelope(value: object, status: number) {
  return 'results' in value ? { status, ...value } : { status, content: value }
}

/** Returns whether a query parameter is `true`. */
function isTrue({ query }: Pick<DocdbCall, 'query'>, name: string): boolean {
  return query.get(name) === 'true'
}
