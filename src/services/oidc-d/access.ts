import type { Id } from '../../core/store.ts'
import type { OidcCall } from './call.ts'
import { notFound, validationFailed } from './errors.ts'
import { findUser } from './rules/users.ts'
import type { App, AuthorizationServer, Group, User } from './schema.ts'

// Steps that find what a path names, and what queries are read with.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/** A step that adds the user of the path: by id, login, what stands before the @ of it, or `me`. Throws 404. */
export function user({ rows, params, principal }: With<'userId'>): { readonly user: User } {
  const found = params.userId === 'me' ? (principal?.user ?? undefined) : findUser(rows, params.userId)
  if (found === undefined) throw notFound('User', params.userId)
  return { user: found }
}

/** A step that adds the group of the path. Throws 404. */
export function group({ rows, params }: With<'groupId'>): { readonly group: Group } {
  return { group: found('UserGroup', params.groupId, rows.groups.get(params.groupId)) }
}

/** A step that adds the app of the path. Throws 404. */
export function app({ rows, params }: With<'appId'>): { readonly app: App } {
  return { app: found('AppInstance', params.appId, rows.apps.get(params.appId)) }
}

/** A step that adds the custom authorization server of the path. Throws 404. */
export function server({ rows, params }: With<'authServerId'>): { readonly server: AuthorizationServer } {
  return { server: found('AuthorizationServer', params.authServerId, rows.servers.get(params.authServerId)) }
}

/** The row, if there is one. Throws 404. */
export function found<R extends { readonly id: Id }>(kind: string, id: string, row: R | undefined): R {
  if (row === undefined) throw notFound(kind, id)
  return row
}

/** A yes or no of the query. Throws 400 for anything else. */
export function flag({ query }: Pick<OidcCall, 'query'>, name: string, byDefault: boolean): boolean {
  const given = query.get(name)
  if (given === null || given === '') return byDefault
  if (given !== 'true' && given !== 'false') throw validationFailed(name, `${name}: ${given} is neither true nor false`)
  return given === 'true'
}
