import type { OidcCall } from '#oidc-d/call.ts'
import { notFound } from '#oidc-d/errors.ts'
import { found } from '#oidc-d/rules/records.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type { App, AuthorizationServer, Group, GroupRule, User } from '#oidc-d/schema.ts'

// Steps that load the record that a path names.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/**
 * A step that loads the user of the path: by id, login, the part of the login before the @, or `me`.
 *
 * @throws 404.
 */
export function loadUser({ rows, params, principal }: With<'userId'>): { readonly user: User } {
  const user = params.userId === 'me' ? (principal?.user ?? undefined) : findUser(rows, params.userId)
  if (user === undefined) throw notFound('User', params.userId)
  return { user }
}

/**
 * A step that loads the group of the path.
 *
 * @throws 404.
 */
export function loadGroup({ rows, params }: With<'groupId'>): { readonly group: Group } {
  return { group: found('UserGroup', params.groupId, rows.groups.get(params.groupId)) }
}

/**
 * A step that loads the group rule of the path.
 *
 * @throws 404.
 */
export function loadGroupRule({ rows, params }: With<'groupRuleId'>): { readonly groupRule: GroupRule } {
  return { groupRule: found('GroupRule', params.groupRuleId, rows.groupRules.get(params.groupRuleId)) }
}

/**
 * A step that loads the app of the path.
 *
 * @throws 404.
 */
export function loadApp({ rows, params }: With<'appId'>): { readonly app: App } {
  return { app: found('AppInstance', params.appId, rows.apps.get(params.appId)) }
}

/**
 * A step that loads the custom authorization server of the path.
 *
 * @throws 404.
 */
export function loadServer({ rows, params }: With<'authServerId'>): { readonly server: AuthorizationServer } {
  return { server: found('AuthorizationServer', params.authServerId, rows.servers.get(params.authServerId)) }
}
