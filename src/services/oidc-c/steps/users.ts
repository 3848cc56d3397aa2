import type { OidcCall } from '#oidc-c/call.ts'
import { badRequest, noSuchObject } from '#oidc-c/errors.ts'
import { userByName } from '#oidc-c/rules/accounts.ts'
import { READ_BASIC, READ_ME, requirePermission, WRITE_ME, WRITE_USERS } from '#oidc-c/rules/users/permissions.ts'
import type { User } from '#oidc-c/schema.ts'
import type { GraphAccess } from './graph-access.ts'

/** A request to Graph with a valid token. */
export type GraphCall = OidcCall & GraphAccess

/**
 * A step that adds the user of the token.
 *
 * @throws Failure for an application's token.
 */
export function loadMe({ user }: GraphCall): { account: User } {
  if (user === null) throw badRequest('/me request is only valid with delegated authentication flow.')
  return { account: user }
}

/**
 * A step that adds the tenant's user with the object id or user principal name of the path.
 *
 * @throws Failure when there is none.
 */
export function loadUser({ rows, params, tenantId }: GraphCall & { readonly params: { readonly id: string } }): {
  account: User
} {
  const user = rows.users.get(params.id.toLowerCase()) ?? userByName(rows, params.id)
  const named = user !== undefined && [user.id, user.userPrincipalName.toLowerCase()].includes(params.id.toLowerCase())
  if (user === undefined || !named || user.tenantId !== tenantId) throw noSuchObject(params.id)
  return { account: user }
}

/** A step that refuses a token without the permission to read the user. */
export function requireRead({ token, user, account }: GraphCall & { readonly account: User }): void {
  requirePermission(token, user?.id === account.id ? READ_ME : READ_BASIC)
}

/** A step that refuses a token without the permission to change the user. */
export function requireWrite({ token, user, account }: GraphCall & { readonly account: User }): void {
  requirePermission(token, user?.id === account.id ? WRITE_ME : WRITE_USERS)
}

/** A step that refuses a token without the permission to change all users. */
export function requireWriteAll({ token }: GraphCall): void {
  requirePermission(token, WRITE_USERS)
}
