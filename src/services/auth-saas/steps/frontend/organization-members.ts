import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch, clerkFailure } from '#auth-saas/errors.ts'
import type { MembershipRequest } from '#auth-saas/schema/organizations.ts'
import type { Member } from './organization-access.ts'

/**
 * Adds the request for membership that the path names.
 *
 * @throws 404 for one of another organization.
 */
export const loadMembershipRequest = (call: AuthCall & Member): { readonly request: MembershipRequest } => {
  const request = call.rows.membershipRequests.get(call.params['request_id'])
  if (request === undefined || request.organizationId !== call.organization.id) {
    throw noSuch('membership request', call.params['request_id'] ?? '')
  }
  return { request }
}

/** @throws 400 for a request that was accepted or rejected already. */
export function requirePendingRequest({ request }: { readonly request: MembershipRequest }): void {
  if (request.status === 'pending') return
  throw clerkFailure(400, 'bad_request', 'not pending', `The membership request is already ${request.status}.`)
}
