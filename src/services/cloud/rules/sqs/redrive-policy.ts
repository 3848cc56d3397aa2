import type { Rows } from '#cloud/call.ts'
import { invalidValue } from '#cloud/errors/sqs.ts'
import { shownValue } from '#cloud/protocols/json-text.ts'
import type { Queue } from '#cloud/schema/sqs.ts'
import { parseObject } from './attribute-rules.ts'

/** The dead-letter queue of a queue, and the number of receives before messages go there. */
export interface RedrivePolicy {
  readonly deadLetterTargetArn: string
  readonly maxReceiveCount: number
}

/**
 * Parses the RedrivePolicy attribute; null for an empty text.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html
 *
 * @throws Failure `InvalidParameterValue`
 */
export function parseRedrivePolicy(text: string): RedrivePolicy | null {
  if (text === '') return null
  const refuse = (reason: string) => invalidValue('RedrivePolicy', text, reason)
  const policy = parseObject(text)
  if (policy === null) throw refuse('Redrive policy is not a valid JSON map.')
  const { deadLetterTargetArn, maxReceiveCount } = policy
  for (const [name, value] of Object.entries({ deadLetterTargetArn, maxReceiveCount })) {
    if (value === undefined || value === null) {
      throw refuse(`Redrive policy does not contain mandatory attribute: ${name}.`)
    }
  }
  const count = typeof maxReceiveCount === 'string' ? Number(maxReceiveCount) : maxReceiveCount
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 1000) {
    throw refuse(
      `Invalid value for maxReceiveCount: ${shownValue(maxReceiveCount)}, valid values are from 1 to 1000 both inclusive.`,
    )
  }
  if (typeof deadLetterTargetArn !== 'string' || !/^arn:[^:]+:sqs:[^:]*:\d{12}:[^:]+$/.test(deadLetterTargetArn)) {
    throw refuse('Invalid value for deadLetterTargetArn.')
  }
  return { deadLetterTargetArn, maxReceiveCount: count }
}

/** Returns the policy's text as the vendor returns it, with the count as a number. */
export function redrivePolicyText(text: string): string {
  const policy = parseObject(text)
  return typeof policy?.['maxReceiveCount'] === 'string'
    ? JSON.stringify({ ...policy, maxReceiveCount: Number(policy['maxReceiveCount']) })
    : text
}

/**
 * Checks that the dead-letter queue of a policy exists, has the right type, and allows this source.
 *
 * @throws Failure `InvalidParameterValue`
 */
export function checkDeadLetterTarget(rows: Rows, source: Pick<Queue, 'arn' | 'fifo'>, text: string): void {
  const policy = parseRedrivePolicy(text)
  if (policy === null) return
  const refuse = (reason: string) => invalidValue('RedrivePolicy', text, reason)
  const target = rows.queues.find('arn', policy.deadLetterTargetArn)
  // A region knows its own queues only: the fourth part of an ARN is the region.
  if (target === undefined || target.region !== source.arn.split(':')[3]) {
    throw refuse('Dead letter target does not exist.')
  }
  if (target.fifo !== source.fifo) throw refuse('Dead-letter queue must be same type of queue as the source.')
  if (!canDeadLetterFrom(target, source.arn)) {
    throw refuse('Dead letter target does not allow this queue as a source, by its RedriveAllowPolicy.')
  }
}

/** Returns whether the RedriveAllowPolicy of a dead-letter queue accepts messages of a source queue. */
export function canDeadLetterFrom(target: Queue, sourceArn: string): boolean {
  const policy = parseObject(target.attributes['RedriveAllowPolicy'] ?? '')
  if (policy === null || policy['redrivePermission'] === 'allowAll') return true
  const sources = policy['sourceQueueArns']
  return policy['redrivePermission'] === 'byQueue' && Array.isArray(sources) && sources.includes(sourceArn)
}

/**
 * Checks a RedriveAllowPolicy.
 *
 * @throws `InvalidParameterValue`.
 */
export function checkRedriveAllowPolicy(text: string): void {
  if (text === '') return
  const refuse = (reason: string) => invalidValue('RedriveAllowPolicy', text, reason)
  const policy = parseObject(text)
  if (policy === null) throw refuse('Redrive allow policy is not a valid JSON map.')
  const permission = policy['redrivePermission']
  const sources = policy['sourceQueueArns']
  if (permission !== 'allowAll' && permission !== 'denyAll' && permission !== 'byQueue') {
    throw refuse('Value of redrivePermission must be one of allowAll, denyAll and byQueue.')
  }
  if (permission !== 'byQueue') {
    if (sources !== undefined) throw refuse('sourceQueueArns can be specified only when redrivePermission is byQueue.')
  } else if (!Array.isArray(sources) || sources.length < 1 || sources.length > 10) {
    throw refuse('sourceQueueArns must have between 1 and 10 ARNs.')
  }
}
