import { ownMember } from '#core/objects.ts'
import type { Identified } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidAction } from '#cloud/errors/sqs.ts'
import { queryParameters, queryService, TARGETS } from '#cloud/protocols/wire.ts'
import { refuseOptions } from './cross-origin.ts'
import { s3Operation } from '#cloud/protocols/s3/operation.ts'

/**
 * Returns the service and operation of a request: `sqs:SendMessage` by its X-Amz-Target (AWS JSON), `iam:CreateUser` by
 * its Action (query protocol, whose parameters become `params`), otherwise an operation of S3.
 */
export function identify(call: CloudCall): Identified | null {
  const target = call.header('x-amz-target')
  if (target !== undefined) {
    const [prefix = '', action = ''] = target.split('.')
    const service = ownMember(TARGETS, prefix)
    return service === undefined ? null : { operation: `${service}:${action}`, params: {} }
  }
  const parameters = queryParameters(call)
  const service = queryService(call, parameters)
  if (parameters === null || service === null) {
    // The vendor's own host of SQS has no buckets.
    if (call.host === 'sqs') return null
    // A preflight has been answered before; other OPTIONS requests are refused as a preflight would be.
    if (call.method === 'OPTIONS') refuseOptions(call)
    return s3Operation(call)
  }
  const action = parameters.get('Action') ?? ''
  if (service === 'sqs' && call.path !== '/' && WITHOUT_QUEUE.has(action)) throw invalidAction(action)
  return { operation: `${service}:${action}`, params: Object.fromEntries(parameters) }
}

/** The actions of SQS that a queue's own URL does not answer. */
const WITHOUT_QUEUE = new Set(['CreateQueue', 'ListQueues'])
