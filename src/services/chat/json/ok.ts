import { json, type Answer } from '#core/answer.ts'
import type { ChatCall } from '#chat/call.ts'
import { responseMetadataJson } from './response-metadata.ts'

/** The members that a method answers with, beside those of every answer. */
type Ok<T> = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] } } & T

/**
 * Returns the answer of a method that succeeded. `metadata` has members of `response_metadata`, such as `next_cursor`.
 */
export function ok<T extends object = object>(call: ChatCall, body?: T, metadata: object = {}): Answer<Ok<T>> {
  return json({ ok: true, ...body, ...responseMetadataJson(call, [], metadata) } as Ok<T>) // without a body, T has no members
}
