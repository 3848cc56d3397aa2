import type { Condition } from './conditions.ts'
import type { Policy, Statement } from './document.ts'

/**
 * The condition keys by which a statement for everyone is limited to fixed callers.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html#access-control-block-public-access-policy-status
 */
const LIMITING_KEYS = new Set(
  [
    'aws:PrincipalAccount',
    'aws:PrincipalArn',
    'aws:PrincipalOrgID',
    'aws:PrincipalOrgPaths',
    'aws:SourceAccount',
    'aws:SourceArn',
    'aws:SourceIp',
    'aws:SourceOwner',
    'aws:SourceVpc',
    'aws:SourceVpce',
    'aws:userid',
    's3:DataAccessPointAccount',
    's3:DataAccessPointArn',
    's3:x-amz-server-side-encryption-aws-kms-key-id',
  ].map((key) => key.toLowerCase()),
)

/** The operators that require the value of a key, without `IfExists` and quantifiers. */
const REQUIRING = new Set(['stringequals', 'stringequalsignorecase', 'stringlike', 'arnequals', 'arnlike', 'ipaddress'])

/** Returns whether a bucket policy grants something to everyone, as S3 Block Public Access understands it. */
export function isPublicPolicy({ statements }: Policy): boolean {
  return statements.some(
    (statement) => statement.effect === 'Allow' && isForEveryone(statement) && !statement.conditions.some(isLimiting),
  )
}

function isForEveryone({ principal }: Statement): boolean {
  if (principal === null) return false
  return principal.negated || Object.values(principal.element).some((ids) => ids.includes('*'))
}

function isLimiting({ operator, key, values }: Condition): boolean {
  return (
    REQUIRING.has(operator.toLowerCase()) &&
    LIMITING_KEYS.has(key.toLowerCase()) &&
    values.every((each) => isFixed(each))
  )
}

/** A fixed value has no wildcard and no variable, and as a range of addresses is not all of them. */
function isFixed(value: string): boolean {
  return !/[*?]|\$\{/.test(value) && !value.endsWith('/0')
}
