import { createHash } from 'node:crypto'

/**
 * Returns the canonical user id of an account: 64 hexadecimal digits.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/finding-canonical-user-id.html
 */
export function canonicalUserId({ accountId }: { readonly accountId: string }): string {
  return createHash('sha256').update(`account ${accountId}`).digest('hex')
}
