import type { CloudCall, CloudContext, Principal } from '#cloud/call.ts'
import { settingsOf } from '../settings.ts'
import { conditionContext, mergedContext, type ConditionContext, type RequestContext } from '../policy/context.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import { evaluate, type AccessRequest } from '../policy/evaluate.ts'
import { explain } from '../policy/explain.ts'
import { isGrantedByAcl } from '../s3/access/acl-grants.ts'
import { isRestricted } from '../s3/access/public-access.ts'
import { requestContext, s3Context, sqsContext } from './request-context.ts'
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
  if (principal?.type === 'root' && ALWAYS_ROOTS.has(action)) return { allowed: true }
  if (principal === null && isRestrictedBucket(call, resource)) return { allowed: false, message: 'Access Denied' }
  const request = accessRequest(call, { principal, action, resource, context })
  const verdict = evaluate(request, { ...policiesOf(call, principal), resource: resourcePolicy(call, resource) })
  if (verdict.allowed) return verdict
  if (
    !verdict.explicit &&
    (verdict.by === 'identity' || verdict.by === 'resource') &&
    action.startsWith('s3:') &&
    isGrantedByAcl(call, principal, action, resource)
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
    'aws:SourceAccount': settingsOf(context).accountId,
    'aws:SourceArn': source,
  })
  const request: AccessRequest = { requester: requesterOfService(service), action, resource, context: keys }
  const policies = { identity: [], boundary: null, session: null, resource: resourcePolicy(context, resource) }
  return evaluate(request, policies).allowed
}

/** Converts a query for the policy evaluation, adding every condition key that the request has. */
export function accessRequest(call: CloudCall, { principal, action, resource, context }: AccessQuery): AccessRequest {
  const requester = requesterOf(call, principal)
  const general = requestContext(call, principal, requester)
  const own = mergedContext(general, contextOfService(call, action, resource))
  return { requester, action, resource, context: mergedContext(own, conditionContext(context)) }
}

function contextOfService(call: CloudCall, action: string, resource: string): ConditionContext {
  if (action.startsWith('s3:')) return s3Context(call, action, resource)
  return action.startsWith('sqs:') ? sqsContext(call, resource) : conditionContext({})
}

/**
 * Returns whether RestrictPublicBuckets keeps anonymous requests out of a bucket, whatever its policy grants. There are
 * no requests of other accounts.
 */
function isRestrictedBucket({ rows }: CloudCall, resource: string): boolean {
  const bucket = rows.buckets.get(bucketNameOf(resource) ?? '')
  return bucket !== undefined && isRestricted(bucket)
}

function bucketNameOf(resource: string): string | undefined {
  return /^arn:aws:s3:::([^/]+)/.exec(resource)?.[1]
}

/** Returns the policy of the bucket or queue that an ARN belongs to; null when it has none. */
function resourcePolicy({ rows }: CloudContext, resource: string): Policy | null {
  const bucket = bucketNameOf(resource)
  const text =
    bucket === undefined ? rows.queues.find('arn', resource)?.attributes['Policy'] : rows.buckets.get(bucket)?.policy
  return text === undefined || text === null || text === '' ? null : storedPolicy(text)
}
