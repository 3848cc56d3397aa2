import type { CloudCall } from './call.ts'
import { accessDenied } from './errors-access.ts'
import { decide, decideForService, type ServiceQuestion } from './rules/iam/decide.ts'
import { settingsOf } from './settings.ts'

/** Condition keys of a request and their values: `{ 's3:prefix': 'photos/' }`. */
export type RequestContext = Readonly<Record<string, string | readonly string[]>>

/**
 * Whether the principal may do an action to a resource: everything, unless the seed says `enforce_iam`.
 *
 * @param action `s3:GetObject`
 * @param resource an ARN; `*` for actions that are about none
 */
export function isAllowed(call: CloudCall, action: string, resource: string, context: RequestContext = {}): boolean {
  if (!settingsOf(call).enforceIam) return true
  return decide(call, { principal: call.principal, action, resource, context }).allowed
}

/** Throws `AccessDenied`, in the vendor's words, where {@link isAllowed} says no. */
export function authorize(call: CloudCall, action: string, resource: string, context: RequestContext = {}): void {
  if (!settingsOf(call).enforceIam) return
  const decision = decide(call, { principal: call.principal, action, resource, context })
  if (!decision.allowed) throw accessDenied(call, decision.message)
}

/** Whether a service of the vendor may do an action to a resource: what the policy of the resource says, where policies decide. */
export function isServiceAllowed(call: CloudCall, question: ServiceQuestion): boolean {
  return !settingsOf(call).enforceIam || decideForService(call, question)
}
