import { warningsOf } from '#chat/rules/arguments.ts'
import type { ChatCall } from '#chat/call.ts'

/**
 * Returns the members `warning` and `response_metadata` of an answer: the warnings about the request, messages, and
 * `metadata`.
 */
export function responseMetadataJson(call: ChatCall, messages: readonly string[] = [], metadata: object = {}) {
  const warnings = warningsOf(call)
  const all = {
    ...metadata,
    ...(messages.length === 0 ? {} : { messages }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
  return {
    ...(warnings.length === 0 ? {} : { warning: warnings.join(',') }),
    ...(Object.keys(all).length === 0 ? {} : { response_metadata: all }),
  }
}
