import type { CloudCall, CloudContext, Principal } from '#cloud/call.ts'
import { conditionContext, mergedContext, type ConditionContext, type RequestContext } from '../policy/context.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import { evaluate, type AccessRequest } from '../policy/evaluate.ts'
import { explain } from '../policy/explain.ts'
import { isGrantedByAcl, isGrantedToAccount } from '../s3/access/acl-grants.ts'
import { isOnOwnUpload } from '../s3/access/initiator.ts'
import { isRestricted } from '../s3/access/public-access.ts'
import { requestContext, s3Context, sqsContext } from './request-context.ts'
import { foreignObject, resourceAccountId, s3Resource } from './resource-owner.ts'
import { policiesOf, requesterOf, requesterOfService } from './requester.ts'

/** A principal, an action and a resource that policies decide about. */
export interface AccessQuery {
  /** Null for an anonymous request. */
  readonly principal: Principal | null
  readonly action: string
  readonly resource: string
  readonly context: RequestContext
}

/** The decision of the policies; `message` is the vendor's sentence for a denied request. */
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly message: string }

/**
 * The actions on a bucket that root may perform even when the bucket's policy denies everything. Without them such a
 * policy could never be changed.
 */
const ALWAYS_ROOTS = new Set(['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy'])

/**
 * Decides whether a principal may perform an action, by its own policies and those of the bucket or queue. Root may do
 * everything that no resource policy denies; other principals need a policy that allows the action.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function decide(call: CloudCall, { principal, action, resource, context }: AccessQuery): Decision {
  const isOwner = principal !== null && principal.accountId === resourceAccountId(call.rows, resource)
  if (isOwner && principal.type === 'root' && ALWAYS_ROOTS.has(action)) return { allowed: true }
  if (!isOwner && isRestrictedBucket(call, resource)) return { allowed: false, message: 'Access Denied' }
  const request = accessRequest(call, { principal, action, resource, context })
  const { resourceAccountId: ownerId } = request
  const isForeign = principal !== null && ownerId !== null && principal.accountId !== ownerId
  const verdict = evaluate(request, {
    ...policiesOf(call, principal),
    resource: applicableResourcePolicy(call, request),
    grantedByAcl: isForeign && action.startsWith('s3:') && isGrantedToAccount(call, principal, action, resource),
  })
  if (verdict.allowed) return verdict
  if (
    !verdict.explicit &&
    (verdict.by === 'identity' || verdict.by === 'resource') &&
    action.startsWith('s3:') &&
    (isGrantedByAcl(call, principal, action, resource) || isOnOwnUpload(call, principal, action))
  ) {
    return { allowed: true }
  }
  return { allowed: false, message: principal === null ? 'Access Denied' : explain(request, verdict) }
}

/** An action that an AWS service wants to perform by itself. */
export interface ServiceAccessQuery {
  /** `s3.amazonaws.com` */
  readonly service: string
  readonly action: string
  readonly resource: string
  /** The ARN of the resource on whose behalf the service acts: a bucket. */
  readonly source: string
}

/**
 * Returns whether a resource's policy lets an AWS service perform an action. Only that policy counts, because services
 * have no policies of their own. https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export function decideForService(context: CloudContext, question: ServiceAccessQuery): boolean {
  const { service, action, resource, source } = question
  const now = context.clock.now()
  const keys = conditionContext({
    'aws:CurrentTime': new Date(now).toISOString(),
    'aws:EpochTime': Math.floor(now / 1000),
    'aws:PrincipalIsAWSService': true,
    'aws:PrincipalServiceName': service,
    'aws:SecureTransport': true,
    'aws:SourceAccount': resourceAccountId(context.rows, source),
    'aws:SourceArn': source,
  })
  const requester = requesterOfService(service)
  const request: AccessRequest = { requester, action, resource, context: keys, resourceAccountId: null }
  const policies = { identity: [], boundary: null, session: null, resource: resourcePolicy(context, resource) }
  return evaluate(request, policies).allowed
}

/** Converts a query for the policy evaluation, adding every condition key that the request has. */
export function accessRequest(call: CloudCall, { principal, action, resource, context }: AccessQuery): AccessRequest {
  const requester = requesterOf(call, principal)
  const foreign = foreignObject(call.rows, action, resource, call.query.get('versionId'))
  const ownerId = foreign?.ownerId ?? resourceAccountId(call.rows, resource)
  const general = requestContext(call, principal, requester, ownerId)
  const own = mergedContext(general, contextOfService(call, action, resource))
  const all = mergedContext(own, conditionContext(context))
  return { requester, action, resource, context: all, resourceAccountId: ownerId }
}

function contextOfService(call: CloudCall, action: string, resource: string): ConditionContext {
  if (action.startsWith('s3:')) return s3Context(call, action, resource)
  return action.startsWith('sqs:') ? sqsContext(call, resource) : conditionContext({})
}

/**
 * Returns whether RestrictPublicBuckets keeps anonymous requests and those of other accounts out of a bucket, whatever
 * its policy grants.
 */
function isRestrictedBucket({ rows }: CloudCall, resource: string): boolean {
  const bucket = s3Resource(rows, resource)?.bucket
  return bucket !== undefined && isRestricted(bucket)
}

/**
 * Returns the policy of a bucket or queue as far as it applies to a request. A bucket's policy can deny, and not allow,
 * what is done with an object of another account. Some actions on a queue are for its own account alone.
 */
function applicableResourcePolicy(
  call: CloudCall,
  { requester, action, resource, resourceAccountId: owner }: AccessRequest,
): Policy | null {
  const policy = resourcePolicy(call, resource)
  const isAnothersObject = owner !== resourceAccountId(call.rows, resource)
  const isReserved = OF_OWN_ACCOUNT.has(action) && requester.accountId !== owner
  if (policy === null || (!isAnothersObject && !isReserved)) return policy
  return { ...policy, statements: policy.statements.filter(({ effect }) => effect === 'Deny') }
}

/**
 * The actions on queues that cannot be granted to another account.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-customer-managed-policy-examples.html
 */
const OF_OWN_ACCOUNT = new Set([
  'sqs:AddPermission',
  'sqs:CancelMessageMoveTask',
  'sqs:CreateQueue',
  'sqs:DeleteQueue',
  'sqs:ListMessageMoveTasks',
  'sqs:ListQueues',
  'sqs:ListQueueTags',
  'sqs:RemovePermission',
  'sqs:SetQueueAttributes',
  'sqs:StartMessageMoveTask',
  'sqs:TagQueue',
  'sqs:UntagQueue',
])

/** Returns the policy of the bucket or queue that an ARN belongs to; null when it has none. */
function resourcePolicy({ rows }: CloudContext, resource: string): Policy | null {
  const bucket = s3Resource(rows, resource)?.bucket
  const text = bucket === undefined ? rows.queues.find('arn', resource)?.attributes['Policy'] : bucket.policy
  return text === undefined || text === null || text === '' ? null : storedPolicy(text)
}
