import type { CloudCall, Principal } from '#cloud/call.ts'
import { settingsOf } from './settings.ts'

// An account is written as the beginning of the ARNs of its IAM entities: `arn:aws:iam::123456789012`. It has the
// partition too, because the same twelve digits are another account in another partition.

/** The account of the vendor's own policies. In other partitions their ARNs differ, and they are the same. */
export const AWS_ACCOUNT = 'arn:aws:iam::aws'

/** The partitions beside `aws`, by the beginning of their regions. */
const PARTITIONS = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
] as const

/**
 * Returns the partition of a region: `aws-cn` for `cn-north-1`.
 * https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html
 */
export function partitionOf(region: string): string {
  for (const [start, partition] of PARTITIONS) if (region.startsWith(start)) return partition
  return 'aws'
}

/** Returns the end of the names of the hosts of a region. */
export function dnsSuffix(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}

/** Returns an account of a region's partition. */
export function accountIn(region: string, accountId: string): string {
  return `arn:${partitionOf(region)}:iam::${accountId}`
}

/** Returns the twelve digits of an account, or of the account of another ARN; empty for an ARN without one. */
export function accountIdOf(arn: string): string {
  return arn.split(':')[4] ?? ''
}

/** Returns the account of an ARN of IAM: all of it before the resource. */
export function accountOfArn(arn: string): string {
  return arn.split(':', 5).join(':')
}

/** Returns the account that a request acts in: that of its principal; for an anonymous request that of the seed. */
export function accountOf(call: Pick<CloudCall, 'rows'> & { readonly principal?: Principal | null }): string {
  if (call.principal) return call.principal.account
  const { region, accountId } = settingsOf(call)
  return accountIn(region, accountId)
}

/** Returns the twelve digits of the account that a request acts in. */
export function ownAccountId(call: Pick<CloudCall, 'rows'> & { readonly principal?: Principal | null }): string {
  return call.principal?.accountId ?? settingsOf(call).accountId
}
