import type { Rows } from '#cloud/call.ts'
import type { Tag } from '#cloud/schema/iam.ts'
import { checkPolicy } from './documents.ts'
import { defaultVersion, policyOfArn } from './find.ts'

/** The policy parameters of a request for a session. */
export interface SessionPolicies {
  readonly Policy?: string | undefined
  readonly PolicyArns: readonly { readonly arn: string }[]
}

/**
 * Returns the documents of a session's policies as they are when the session begins; null when there are none.
 *
 * @throws `MalformedPolicyDocument`.
 */
export function sessionPolicies(rows: Rows, { Policy, PolicyArns }: SessionPolicies): string[] | null {
  if (Policy === undefined && PolicyArns.length === 0) return null
  if (Policy !== undefined) checkPolicy(Policy)
  const managed = PolicyArns.map(({ arn }) => defaultVersion(rows, policyOfArn(rows, arn)).document)
  return Policy === undefined ? managed : [Policy, ...managed]
}

/**
 * Returns the vendor's PackedPolicySize: the share of a session's size quota that is used, in percent; undefined when
 * the session carries neither policies nor tags.
 */
export function packedSize(
  policy: string | undefined,
  arns: SessionPolicies['PolicyArns'],
  tags: readonly Tag[],
): number | undefined {
  if (policy === undefined && arns.length === 0 && tags.length === 0) return undefined
  const letters =
    (policy?.replaceAll(/\s/g, '').length ?? 0) +
    arns.reduce((sum, { arn }) => sum + arn.length, 0) +
    tags.reduce((sum, { key, value }) => sum + key.length + value.length, 0)
  return Math.min(100, Math.ceil((letters / 2048) * 100))
}
