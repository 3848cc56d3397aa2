import { json, type Answer } from '#core/answer.ts'
import type { ChatCall } from '#chat/call.ts'
import { responseMetadataJson } from './response-metadata.ts'

/**
 * Returns the answer of a method that succeeded. `metadata` has members of `response_metadata`, such as `next_cursor`.
 */
export function ok(call: ChatCall, body: object = {}, metadata: object = {}): Answer {
  return json({ ok: true, ...body, ...responseMetadataJson(call, [], metadata) })
}
