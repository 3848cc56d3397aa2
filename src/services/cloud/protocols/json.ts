import { json, type Answer } from '#core/answer.ts'

/**
 * Returns an answer in AWS JSON 1.0, by default `{}`. https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
 */
export function jsonAnswer<T extends object = Record<never, never>>(value?: T): Answer<T> {
  return json((value ?? {}) as T, 200, { 'content-type': 'application/x-amz-json-1.0' })
}
