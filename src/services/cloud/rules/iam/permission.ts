import type { CloudCall, CloudContext } from '#cloud/call.ts'
import { accessDenied } from '#cloud/errors/access.ts'
import { decide, decideForService, type ServiceAccessQuery } from './decide.ts'
import type { RequestContext } from '../policy/context.ts'
import { settingsOf } from '../settings.ts'

/**
 * Returns whether the principal may perform an action on a resource. Everything is allowed unless the seed sets
 * `enforce_iam`.
 *
 * @param action `s3:GetObject`
 * @param resource an ARN; `*` for actions without a resource
 */
export function isAllowed(call: CloudCall, action: string, resource: string, context: RequestContext = {}): boolean {
  if (!settingsOf(call).enforceIam) return true
  return decide(call, { principal: call.principal, action, resource, context }).allowed
}

/** @throws `AccessDenied` with the vendor's message when {@link isAllowed} returns false. */
export function requirePermission(
  call: CloudCall,
  action: string,
  resource: string,
  context: RequestContext = {},
): void {
  if (!settingsOf(call).enforceIam) return
  const decision = decide(call, { principal: call.principal, action, resource, context })
  if (!decision.allowed) throw accessDenied(call, decision.message)
}

/**
 * Returns whether an AWS service may perform an action on a resource, by the resource's policy. Everything is allowed
 * unless the seed sets `enforce_iam`.
 */
export function isServiceAllowed(context: CloudContext, question: ServiceAccessQuery): boolean {
  return !settingsOf(context).enforceIam || decideForService(context, question)
}
