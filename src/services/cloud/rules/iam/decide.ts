import type { RequestContext } from '../../authorize.ts'
import type { CloudCall } from '../../call.ts'
import type { Principal } from '../../principal.ts'
import { settingsOf } from '../../settings.ts'
import { conditionContext, mergedContext, type ConditionContext } from '../policy/context.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import { evaluate, type AccessRequest } from '../policy/evaluate.ts'
import { explain } from '../policy/explain.ts'
import { requestContext, s3Context, sqsContext } from './request-context.ts'
import { policiesOf, requesterOf, requesterOfService } from './requester.ts'

/** What is asked of the policies. */
export interface Question {
  /** Who asks; null for a stranger. */
  readonly principal: Principal | null
  readonly action: string
  readonly resource: string
  readonly context: RequestContext
}

/** What the policies say; `message` is the vendor's sentence for a refusal. */
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly message: string }

/** What the root user of an account may do to a bucket even where its policy denies everything: it could never be changed otherwise. */
const ALWAYS_ROOTS = new Set(['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy'])

/**
 * What the policies say to a question: those of who asks, and those of the bucket or the queue. The account itself may do
 * everything that no policy of a resource denies; nobody else may do what no policy allows.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function decide(call: CloudCall, { principal, action, resource, context }: Question): Decision {
  if (principal?.type === 'root' && ALWAYS_ROOTS.has(action)) return { allowed: true }
  const request = accessRequest(call, { principal, action, resource, context })
  const verdict = evaluate(request, { ...policiesOf(call, principal), resource: resourcePolicy(call, resource) })
  if (verdict.allowed) return verdict
  return { allowed: false, message: principal === null ? 'Access Denied' : explain(request, verdict) }
}

/** What is asked of the policy of a resource when a service wants something of it by itself. */
export interface ServiceQuestion {
  /** `s3.amazonaws.com` */
  readonly service: string
  readonly action: string
  readonly resource: string
  /** The ARN of what the service does it for: a bucket. */
  readonly source: string
}

/**
 * Whether the policy of a resource lets a service do something to it. Nothing else can: a service has no policies of its own.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export function decideForService(call: CloudCall, { service, action, resource, source }: ServiceQuestion): boolean {
  const now = call.clock.now()
  const context = conditionContext({
    'aws:CurrentTime': new Date(now).toISOString(),
    'aws:EpochTime': Math.floor(now / 1000),
    'aws:PrincipalIsAWSService': true,
    'aws:PrincipalServiceName': service,
    'aws:SecureTransport': true,
    'aws:SourceAccount': settingsOf(call).accountId,
    'aws:SourceArn': source,
  })
  const request: AccessRequest = { requester: requesterOfService(service), action, resource, context }
  const policies = { identity: [], boundary: null, session: null, resource: resourcePolicy(call, resource) }
  return evaluate(request, policies).allowed
}

/** A question as the policies understand it: with every condition key that the request has. */
export function accessRequest(call: CloudCall, { principal, action, resource, context }: Question): AccessRequest {
  const requester = requesterOf(call, principal)
  const general = requestContext(call, principal, requester)
  const own = mergedContext(general, contextOfService(call, action, resource))
  return { requester, action, resource, context: mergedContext(own, conditionContext(context)) }
}

function contextOfService(call: CloudCall, action: string, resource: string): ConditionContext {
  if (action.startsWith('s3:')) return s3Context(call, action, resource)
  return action.startsWith('sqs:') ? sqsContext(call, resource) : conditionContext({})
}

/** The policy of the bucket or the queue that an ARN is about; null where there is none. */
function resourcePolicy({ rows }: CloudCall, resource: string): Policy | null {
  const bucket = /^arn:aws:s3:::([^/]+)/.exec(resource)?.[1]
  const text =
    bucket === undefined ? rows.queues.find('arn', resource)?.attributes['Policy'] : rows.buckets.get(bucket)?.policy
  return text === undefined || text === null || text === '' ? null : storedPolicy(text)
}
