import type { CloudContext } from '#cloud/call.ts'
import { limitExceeded, malformedPolicyDocument } from '#cloud/errors/iam.ts'
import { accountOfArn } from '../account.ts'
import { InvalidPolicy, validIdentityPolicy, validManagedPolicy, validTrustPolicy } from '../policy/validate.ts'

/**
 * Checks an inline policy, or that of a session.
 *
 * @throws `MalformedPolicyDocument` with the vendor's reason.
 */
export function checkPolicy(document: string): void {
  checkDocument(() => validIdentityPolicy(document))
}

/**
 * Checks a managed policy and its size.
 *
 * @throws `MalformedPolicyDocument` or `LimitExceeded`.
 */
export function checkManagedPolicy(document: string): void {
  checkDocument(() => validManagedPolicy(document))
  if (sizeOf(document) > 6144) throw limitExceeded('Cannot exceed quota for PolicySize: 6144')
}

/**
 * Checks a trust policy, its size and its principals.
 *
 * @throws `MalformedPolicyDocument` or `LimitExceeded`.
 */
export function checkTrustPolicy(context: Pick<CloudContext, 'rows'>, document: string): void {
  checkDocument(() => validTrustPolicy(document, (arn) => principalExists(context, arn)))
  if (sizeOf(document) > 2048) throw limitExceeded('Cannot exceed quota for ACLSizePerRole: 2048')
}

/**
 * Returns the size of a policy as quotas count it: without white space.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 */
export function sizeOf(document: string): number {
  return document.replaceAll(/\s/g, '').length
}

/** Returns whether a user or role of a known account exists. Principals of other accounts are assumed to exist. */
export function principalExists({ rows }: Pick<CloudContext, 'rows'>, arn: string): boolean {
  const [, kind, rest = ''] = /^arn:[\w-]+:(?:iam|sts)::\d{12}:(user|role|assumed-role)\/(.*)$/.exec(arn) ?? []
  const account = accountOfArn(arn).replace(':sts:', ':iam:')
  if (kind === undefined || rows.accounts.get(account) === undefined) return true
  if (kind === 'user') return rows.users.find('name', account, lastOf(rest))?.path === pathOf(rest)
  if (kind === 'role') return rows.roles.find('name', account, lastOf(rest))?.path === pathOf(rest)
  return rows.roles.find('name', account, (rest.split('/')[0] ?? '').toLowerCase()) !== undefined
}

function lastOf(rest: string): string {
  return rest.slice(rest.lastIndexOf('/') + 1).toLowerCase()
}

function pathOf(rest: string): string {
  return `/${rest.slice(0, rest.lastIndexOf('/') + 1)}`
}

function checkDocument(check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (error instanceof InvalidPolicy) throw malformedPolicyDocument(error.message)
    throw error
  }
}
