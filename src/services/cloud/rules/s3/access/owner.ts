import { createHash } from 'node:crypto'
import type { Settings } from '../../settings.ts'

/**
 * Returns the canonical user id of the account: 64 hexadecimal digits.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/finding-canonical-user-id.html
 */
export function canonicalUserId({ accountId }: Pick<Settings, 'accountId'>): string {
  return createHash('sha256').update(`account ${accountId}`).digest('hex')
}
