import { json, type Answer } from '#core/answer.ts'

/**
 * Returns an answer in AWS JSON 1.0, by default `{}`. https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
 */
export function jsonAnswer(value: object = {}): Answer {
  return json(value, 200, { 'content-type': 'application/x-amz-json-1.0' })
}
