import type { AtServer, OidcContext } from '#oidc-d/call.ts'
import { notFound } from '#oidc-d/errors.ts'
import type { AuthorizationServer } from '#oidc-d/schema.ts'
import { issuerOf } from './endpoints.ts'

/** Returns the organization's authorization server. */
export function organizationServer({ origin }: Pick<OidcContext, 'origin'>): AtServer {
  return { authorizationServer: null, issuer: origin }
}

/**
 * Finds a custom authorization server by its id or its name. The issuer contains the one that was given, because
 * clients compare it with the URL they used.
 *
 * @throws 404.
 */
export function findCustomServer(context: Pick<OidcContext, 'rows' | 'origin'>, named: string): AtServer {
  const server = context.rows.servers.get(named) ?? byName(context, named)
  if (server?.status !== 'ACTIVE') throw notFound('AuthorizationServer', named)
  return { authorizationServer: server, issuer: issuerOf(context, { id: encodeURIComponent(named) }) }
}

function byName({ rows }: Pick<OidcContext, 'rows'>, name: string): AuthorizationServer | undefined {
  return rows.servers.all().find((server) => server.name === name)
}
