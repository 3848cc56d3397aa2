import type { Id } from '#core/store.ts'
import type { Person } from '#oauth/authorization.ts'
import type { Rows, SignInContext } from '#oidc-c/call.ts'
import { CONSUMERS } from '#oidc-c/schema/identifiers.ts'
import type { User } from '#oidc-c/schema.ts'
import { isAt, tenantFor } from './tenants.ts'

/** Returns the account with this address, user principal name or object id, or undefined. */
export function userByName({ users }: Rows, handle: string): User | undefined {
  const name = handle.toLowerCase()
  return users.find('userPrincipalName', name) ?? users.find('mail', name) ?? users.get(name)
}

/** Returns whether an account can sign in at the authority of the request. */
export function canSignIn({ rows, authority }: SignInContext, user: User): boolean {
  return user.accountEnabled && isAt(rows, authority, user)
}

/** Returns whether `domain_hint` allows an account. It only filters the page's list. */
export function isOfDomain({ tenants }: Rows, user: User, hint: string | undefined): boolean {
  if (hint === undefined || hint === '') return true
  if (hint === 'consumers') return user.tenantId === CONSUMERS
  if (hint === 'organizations') return user.tenantId !== CONSUMERS
  return tenants.get(user.tenantId)?.domains.includes(hint.toLowerCase()) === true
}

/** Returns an account as it is in the tenant of its tokens; `code` is the code from which they stem, or null. */
export function accountFor(context: SignInContext, userId: Id, code: string | null): User {
  const user = context.rows.users.require(userId)
  return { ...user, tenantId: tenantFor(context, user, code) }
}

/** Returns an account as pages show it. */
export function personOf({ id, mail, userPrincipalName, displayName }: User): Person {
  return { id, handle: mail ?? userPrincipalName, name: displayName, email: mail }
}
