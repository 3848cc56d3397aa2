import type { Rows } from '../../call.ts'
import { findPolicy } from './find.ts'

/** The ARN of a policy that is to bound permissions; null for none. Throws `NoSuchEntity` where there is no such policy. */
export function boundaryOf(rows: Rows, arn: string | undefined): string | null {
  return arn === undefined ? null : findPolicy(rows, arn, 'does not exist or is not attachable.').arn
}
