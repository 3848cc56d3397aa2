import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { issuerOf } from '#oidc-d/rules/servers/endpoints.ts'
import { userEntity } from '#oidc-d/rules/system-log/entries.ts'
import type { UserGrant } from '#oidc-d/rules/tokens/grants.ts'
import type { IssuedToken } from '#oidc-d/rules/tokens/refresh-tokens.ts'
import type { App, AppGrant, User } from '#oidc-d/schema.ts'
import { scopeJson } from './server.ts'

/** Returns a refresh token; `self` is the path at which it was asked for. With `scopes` it embeds its scopes. */
export function tokenJson(
  site: Site,
  { id, clientId, userId, token }: IssuedToken,
  self: string,
  { scopes = false } = {},
) {
  const { origin, rows } = site
  const server = token.server === '' ? undefined : rows.servers.get(token.server)
  const app = rows.apps.find('clientId', clientId)
  const embedded = token.scopes.flatMap((name) =>
    server === undefined ? [] : (rows.scopes.find('name', server.id, name) ?? []),
  )
  return {
    id,
    status: 'ACTIVE',
    created: date(token.createdAt),
    lastUpdated: date(token.createdAt),
    expiresAt: date(token.expiresAt),
    issuer: server === undefined ? origin : issuerOf(site, server),
    clientId,
    userId,
    scopes: token.scopes,
    ...(scopes ? { _embedded: { scopes: embedded.map((scope) => scopeJson(site, scope)) } } : {}),
    _links: {
      ...clientLinks(site, app),
      ...(server === undefined
        ? {}
        : { authorizationServer: { href: `${origin}/api/v1/authorizationServers/${server.id}`, title: server.name } }),
      self: { href: `${origin}${self}` },
      revoke: { href: `${origin}${self}`, hints: { allow: ['DELETE'] } },
      user: userLink(site, rows.users.require(userId)),
    },
  }
}

/** Returns the consent of a user to a scope. */
export function userGrantJson(site: Site, user: User, { id, grant, server, scope }: UserGrant) {
  const { origin, rows } = site
  return {
    id,
    status: 'ACTIVE',
    created: date(grant.createdAt),
    createdBy: { id: user.id, type: 'User' },
    lastUpdated: date(grant.updatedAt),
    issuer: issuerOf(site, server),
    clientId: grant.clientId,
    userId: user.id,
    scopeId: scope.id,
    source: 'END_USER',
    _links: {
      ...clientLinks(site, rows.apps.find('clientId', grant.clientId)),
      authorizationServer: { href: `${origin}/api/v1/authorizationServers/${server.id}`, title: server.name },
      scope: { href: `${origin}/api/v1/authorizationServers/${server.id}/scopes/${scope.id}`, title: scope.name },
      self: { href: `${origin}/api/v1/users/${user.id}/grants/${id}`, hints: { allow: ['GET', 'DELETE'] } },
      user: userLink(site, user),
    },
  }
}

/** Returns a scope of the management API that an app has; with `scope` it embeds the scope. */
export function appGrantJson(site: Site, app: App, grant: AppGrant, { scope = false } = {}) {
  const self = `${site.origin}/api/v1/apps/${app.id}/grants/${grant.id}`
  return {
    id: grant.id,
    status: 'ACTIVE',
    created: date(grant.created),
    createdBy: { id: grant.createdBy ?? app.id, type: grant.createdBy === null ? 'App' : 'User' },
    lastUpdated: date(grant.created),
    issuer: site.origin,
    clientId: app.client?.clientId ?? '',
    scopeId: grant.scopeId,
    source: 'ADMIN',
    ...(scope ? { _embedded: { scope: { id: grant.scopeId } } } : {}),
    _links: { ...clientLinks(site, app), self: { href: self, hints: { allow: ['GET', 'DELETE'] } } },
  }
}

/** Returns a client that a user has given consent or that has tokens for the user. */
export function userClientJson({ origin }: Pick<Site, 'origin'>, user: User, app: App) {
  const client = `${origin}/api/v1/users/${user.id}/clients/${app.client?.clientId ?? app.id}`
  return {
    client_id: app.client?.clientId ?? app.id,
    client_name: app.label,
    client_uri: app.client?.more['client_uri'] ?? null,
    logo_uri: app.client?.more['logo_uri'] ?? null,
    _links: {
      grants: { href: `${client}/grants`, hints: { allow: ['GET', 'DELETE'] } },
      tokens: { href: `${client}/tokens`, hints: { allow: ['GET', 'DELETE'] } },
    },
  }
}

function clientLinks({ origin }: Pick<Site, 'origin'>, app: App | undefined) {
  if (app === undefined) return {}
  return {
    app: { href: `${origin}/api/v1/apps/${app.id}`, title: app.label },
    client: { href: `${origin}/oauth2/v1/clients/${app.client?.clientId ?? app.id}`, title: app.label },
  }
}

function userLink({ origin }: Pick<Site, 'origin'>, user: User) {
  return { href: `${origin}/api/v1/users/${user.id}`, title: userEntity(user).displayName }
}
