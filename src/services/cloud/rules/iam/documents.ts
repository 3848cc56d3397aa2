import type { Work } from '../../call.ts'
import { limitExceeded, malformedPolicyDocument } from '../../errors-iam.ts'
import { settingsOf } from '../../settings.ts'
import { InvalidPolicy, validIdentityPolicy, validTrustPolicy } from '../policy/validate.ts'

/** Checks a policy for an identity. Throws `MalformedPolicyDocument` in the vendor's words. */
export function checkPolicy(document: string): void {
  orMalformed(() => validIdentityPolicy(document))
}

/** Checks a managed policy, its size too. Throws `MalformedPolicyDocument` or `LimitExceeded`. */
export function checkManagedPolicy(document: string): void {
  checkPolicy(document)
  if (sizeOf(document) > 6144) throw limitExceeded('Cannot exceed quota for PolicySize: 6144')
}

/** Checks a trust policy, its size and those it names. Throws `MalformedPolicyDocument` or `LimitExceeded`. */
export function checkTrustPolicy(work: Pick<Work, 'store' | 'rows'>, document: string): void {
  orMalformed(() => validTrustPolicy(document, (arn) => principalExists(work, arn)))
  if (sizeOf(document) > 2048) throw limitExceeded('Cannot exceed quota for ACLSizePerRole: 2048')
}

/** How much of its quota a policy takes: all but white space. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export function sizeOf(document: string): number {
  return document.replaceAll(/\s/g, '').length
}

/** Whether a user or role of this account is there; those of others are taken to be. */
function principalExists(work: Pick<Work, 'store' | 'rows'>, arn: string): boolean {
  const [, kind, account, rest = ''] =
    /^arn:aws:(?:iam|sts)::\d{12}:(root|user|role|assumed-role|federated-user)()(?:\/(.*))?$/.exec(arn) ?? []
  if (!arn.includes(`::${settingsOf(work).accountId}:`) || account === undefined) return true
  if (kind === 'user') return work.rows.users.find('name', lastOf(rest))?.path === pathOf(rest)
  if (kind === 'role') return work.rows.roles.find('name', lastOf(rest))?.path === pathOf(rest)
  if (kind === 'assumed-role')
    return work.rows.roles.find('name', (rest.split('/')[0] ?? '').toLowerCase()) !== undefined
  return true
}

function lastOf(rest: string): string {
  return rest.slice(rest.lastIndexOf('/') + 1).toLowerCase()
}

function pathOf(rest: string): string {
  return `/${rest.slice(0, rest.lastIndexOf('/') + 1)}`
}

function orMalformed(check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (error instanceof InvalidPolicy) throw malformedPolicyDocument(error.message)
    throw error
  }
}
