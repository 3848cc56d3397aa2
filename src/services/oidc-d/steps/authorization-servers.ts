import { bareCode } from '#oauth/collections.ts'
import type { AtServer, OidcCall, OidcContext } from '#oidc-d/call.ts'
import { notFound } from '#oidc-d/errors.ts'
import { issuerOf } from '#oidc-d/json/server.ts'
import type { AuthorizationServer } from '#oidc-d/schema.ts'

// Steps that find the authorization server of a request.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/** A step that adds the organization's authorization server. */
export function loadOrganizationServer({ origin }: Pick<OidcContext, 'origin'>): AtServer {
  return { authorizationServer: null, issuer: origin }
}

/**
 * A step that loads the custom authorization server of the path.
 *
 * @throws 404, also for an inactive server.
 */
export function loadCustomServer(call: With<'authorizationServerId'>): AtServer {
  return atServer(call, call.params.authorizationServerId)
}

/** A step that loads the authorization server that issued the device code of a form. */
export function loadServerOfDevice(call: OidcCall): AtServer {
  const code = call.form().get('user_code') ?? ''
  const id = call.rows.oauthDevices.find('userCode', bareCode(code))?.server ?? ''
  return id === '' ? loadOrganizationServer(call) : atServer(call, id)
}

/**
 * Finds a custom authorization server by its id or its name. The issuer contains the one that was given, because
 * clients compare it with the URL they used.
 *
 * @throws 404.
 */
export function atServer(context: Pick<OidcContext, 'rows' | 'origin'>, named: string): AtServer {
  const server = context.rows.servers.get(named) ?? byName(context, named)
  if (server?.status !== 'ACTIVE') throw notFound('AuthorizationServer', named)
  return { authorizationServer: server, issuer: issuerOf(context, { id: encodeURIComponent(named) }) }
}

function byName({ rows }: Pick<OidcContext, 'rows'>, name: string): AuthorizationServer | undefined {
  return rows.servers.all().find((server) => server.name === name)
}
