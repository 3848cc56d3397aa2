import type { AuthCall, AuthContext } from '#auth-saas/call.ts'
import { ownMembershipJson } from '../organization.ts'
import { externalAccountJson, ownUserJson } from '../user.ts'
import type { ExternalAccount, User } from '#auth-saas/schema/people.ts'
import { attemptVerificationJson, ACCOUNT_EXISTS } from './attempts.ts'

/** Returns a user with the memberships, as the browser's library needs them. */
export function frontendUserJson(context: AuthContext, user: User) {
  const memberships = context.rows.memberships.list('ofUser', user.id)
  const { create_organizations_limit: limit, ...own } = ownUserJson(context, user)
  return {
    ...own,
    // Left out where the user has no limit of their own.
    ...(limit === null ? {} : { create_organizations_limit: limit }),
    organization_memberships: memberships.map((row) => ownMembershipJson(context, row)),
  }
}

/** Returns an external account of the user, with the page of the provider for one that is being connected. */
export function ownExternalAccountJson(call: AuthCall, row: ExternalAccount) {
  return {
    ...externalAccountJson(row),
    verification: {
      ...attemptVerificationJson(call, row.verification, { url: `/oauth/connect/${row.id}` }),
      ...(row.verification.status === 'failed' ? { error: ACCOUNT_EXISTS } : {}),
    },
  }
}
