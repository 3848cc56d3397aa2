import { bareCode } from '../../oauth/collections.ts'
import type { AtServer, OidcCall, OidcContext } from './call.ts'
import { notFound } from './errors.ts'
import { issuerOf } from './json/server.ts'
import type { AuthorizationServer } from './schema.ts'

// Steps that find which authorization server a request is for.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/** A step for the paths of the organization's authorization server. */
export function organizationServer({ origin }: Pick<OidcContext, 'origin'>): AtServer {
  return { authorizationServer: null, issuer: origin }
}

/** A step that adds the custom authorization server of the path. Throws 404, for one that is not active too. */
export function customServer(call: With<'authorizationServerId'>): AtServer {
  return atServer(call, call.params.authorizationServerId)
}

/** A step that adds the authorization server to which the device belongs whose code a form has. */
export function serverOfDevice(call: OidcCall): AtServer {
  const code = call.form().get('user_code') ?? ''
  const id = call.rows.oauthDevices.find('userCode', bareCode(code))?.server ?? ''
  return id === '' ? organizationServer(call) : atServer(call, id)
}

/**
 * A custom authorization server by its id or its name; its issuer has what it was asked for by, so that clients find what they
 * expect. Throws 404.
 */
export function atServer(context: Pick<OidcContext, 'rows' | 'origin'>, named: string): AtServer {
  const server = context.rows.servers.get(named) ?? byName(context, named)
  if (server?.status !== 'ACTIVE') throw notFound('AuthorizationServer', named)
  return { authorizationServer: server, issuer: issuerOf(context, { id: encodeURIComponent(named) }) }
}

function byName({ rows }: Pick<OidcContext, 'rows'>, name: string): AuthorizationServer | undefined {
  return rows.servers.all().find((server) => server.name === name)
}
