import { s3Arn } from '../arn.ts'
import type { CloudCall, CloudContext } from '#cloud/call.ts'
import { malformedPolicy, publicAccessBlocked } from '#cloud/errors/s3.ts'
import { parseJsonText, shownValue } from '#cloud/protocols/json-text.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { principalExists } from '../../iam/documents.ts'
import { storedPolicy } from '../../policy/document.ts'
import type { PrincipalElement } from '../../policy/principals.ts'
import { isPublicPolicy } from '../../policy/public.ts'
import { resourceTypesOf, type S3ResourceType } from '../../policy/s3-actions.ts'
import { isAwsPrincipal, isServicePrincipal } from '../../policy/validate.ts'
import { isBlocked } from './public-access.ts'

/** A bucket that need not exist yet. */
type BucketName = Pick<Bucket, 'id' | 'region'>

/** A statement before it was parsed. */
interface RawStatement {
  readonly Effect?: unknown
  readonly Resource?: unknown
  readonly NotResource?: unknown
}

/**
 * Checks the policy of a bucket.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-policy-language-overview.html
 *
 * @throws `MalformedPolicy` for one that is not well-formed, belongs to another bucket, names an unknown action or
 * principal, or has an action that applies to none of the statement's resources.
 */
export function checkBucketPolicy(context: Pick<CloudContext, 'rows'>, bucket: BucketName, text: string): void {
  const statements = statementsOf(text)
  if (statements === null) throw malformedPolicy("Policies must be valid JSON and the first byte must be '{'")
  if (statements.length === 0) throw malformedPolicy('Missing required field Statement')
  for (const statement of statements) checkStatement(statement, bucket)
  // A policy that cannot be parsed would have no effect under `enforce_iam`.
  const policy = storedPolicy(text)
  if (policy === null) throw malformedPolicy('Invalid policy syntax.')
  for (const { principal, actions, resources } of policy.statements) {
    if (principal !== null) checkPrincipal(context, principal.element)
    checkActions(actions.patterns, resources?.negated === false ? resources.patterns : null, bucket)
  }
}

/** @throws `AccessDenied` for a public policy when the bucket's public access block forbids them. */
export function checkPublicPolicy(call: CloudCall, bucket: Bucket, policy: string): void {
  if (!isBlocked(bucket, 'BlockPublicPolicy') || !isPublic(policy)) return
  const principal = call.principal?.arn ?? null
  throw publicAccessBlocked('BlockPublicPolicy', principal, 's3:PutBucketPolicy', s3Arn(bucket))
}

function checkStatement(statement: RawStatement, bucket: BucketName): void {
  if (statement.Effect !== 'Allow' && statement.Effect !== 'Deny') {
    throw malformedPolicy(`Invalid effect: ${shownValue(statement.Effect)}`)
  }
  if (!('Principal' in statement) && !('NotPrincipal' in statement))
    throw malformedPolicy('Missing required field Principal')
  if (!('Action' in statement) && !('NotAction' in statement)) throw malformedPolicy('Missing required field Action')
  const resources = [statement.Resource ?? statement.NotResource ?? []].flat()
  if (resources.length === 0) throw malformedPolicy('Missing required field Resource')
  const isOwn = (resource: unknown): boolean => typeof resource === 'string' && typesOf(resource, bucket).length > 0
  if (!resources.every(isOwn)) throw malformedPolicy('Policy has invalid resource')
}

/** Returns the types of resource that a pattern can stand for; none for those of another bucket. */
function typesOf(resource: string, bucket: BucketName): readonly S3ResourceType[] {
  const arn = s3Arn(bucket)
  if (resource === '*') return ['bucket', 'object']
  if (resource === arn) return ['bucket']
  const rest = resource.startsWith(arn) ? resource.slice(arn.length) : ''
  if (rest.startsWith('/')) return ['object']
  return /^[*?]/.test(rest) ? ['bucket', 'object'] : []
}

function checkPrincipal(context: Pick<CloudContext, 'rows'>, element: PrincipalElement): void {
  const exists = (arn: string): boolean => principalExists(context, arn)
  for (const [kind, ids] of Object.entries(element)) {
    const isValid = ids.length > 0 && ids.every((id) => id === '*' || isPrincipal(kind, id, exists))
    if (!isValid) throw malformedPolicy('Invalid principal in policy')
  }
}

function isPrincipal(kind: string, id: string, exists: (arn: string) => boolean): boolean {
  switch (kind) {
    case 'AWS':
      return isAwsPrincipal(id, exists) || ORIGIN_ACCESS_IDENTITY.test(id)
    case 'Service':
      return isServicePrincipal(id)
    case 'CanonicalUser':
      return /^[\da-f]{64}([\da-f]{32})?$/.test(id)
    default:
      return id !== ''
  }
}

/**
 * The ARN of a CloudFront origin access identity.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
 */
const ORIGIN_ACCESS_IDENTITY =
  /^arn:[\w-]+:iam::cloudfront:user\/CloudFront[ _]Origin[ _]Access[ _]Identity[ _][A-Z0-9]+$/

/** Checks the actions of a statement; `resources` is null for a statement that excludes its resources. */
function checkActions(actions: readonly string[], resources: readonly string[] | null, bucket: BucketName): void {
  const types = new Set(resources?.flatMap((resource) => typesOf(resource, bucket)) ?? ['bucket', 'object'])
  for (const action of actions) {
    const applicable = [...resourceTypesOf(action)]
    if (applicable.length === 0) throw malformedPolicy('Policy has invalid action')
    if (!applicable.some((type) => types.has(type))) {
      throw malformedPolicy('Action does not apply to any resource(s) in statement')
    }
  }
}

/** Returns whether a policy grants something to everyone. */
export function isPublic(text: string): boolean {
  const policy = storedPolicy(text)
  return policy !== null && isPublicPolicy(policy)
}

/** Returns the statements of a document; null when it is not a JSON object. */
function statementsOf(text: string): readonly RawStatement[] | null {
  const document = text.startsWith('{') ? parseJsonText(text) : undefined
  if (typeof document !== 'object' || document === null) return null
  const { Statement } = document as { readonly Statement?: unknown } // an object
  return [Statement ?? []].flat().filter((each): each is RawStatement => typeof each === 'object' && each !== null)
}
