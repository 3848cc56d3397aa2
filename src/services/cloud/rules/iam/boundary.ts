import type { CloudCall } from '#cloud/call.ts'
import { findPolicy } from './find.ts'

/**
 * Returns the ARN of a permissions boundary; null when none was sent.
 *
 * @throws `NoSuchEntity` when the policy does not exist.
 */
export function boundaryOf(call: CloudCall, arn: string | undefined): string | null {
  return arn === undefined ? null : findPolicy(call, arn, 'does not exist or is not attachable.').arn
}
