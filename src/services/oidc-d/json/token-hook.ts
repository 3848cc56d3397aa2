import type { Authorization, ClientAuthorization } from '#oauth/authorization.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { requestIdOf } from '#oidc-d/errors/ids.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { HookedToken, HookedTokens } from '#oidc-d/rules/hooks/token-hooks.ts'
import { TOKEN_HOOK, type JsonObject, type PolicyRule, type User } from '#oidc-d/schema.ts'
import { personJson } from './authentication.ts'

/** Returns the part of a token that a token hook is told of, from all of its claims; the lifetime is in seconds. */
export function hookedTokenJson(
  { iat: _iat, exp: _exp, scp: _scp, at_hash: _at, c_hash: _c, ...claims }: JsonObject,
  lifetime: number,
): HookedToken {
  return { claims, token: { lifetime: { expiration: lifetime } } }
}

/**
 * Returns what a token hook is sent.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/InlineHook/#tag/InlineHook/operation/createTokenInlineHook
 */
export function tokenHookRequestJson(
  context: SignInContext,
  granted: Authorization | ClientAuthorization,
  rule: PolicyRule,
  { access, identity }: HookedTokens,
): JsonObject {
  const { origin, clock, path = '', rows } = context
  const user = 'grant' in granted ? rows.users.require(granted.grant.userId) : null
  return {
    source: `${origin}${path}`,
    eventId: requestIdOf(context).slice(0, 22),
    eventTime: date(clock.now()),
    eventTypeVersion: '1.0',
    cloudEventVersion: '0.1',
    contentType: 'application/json',
    eventType: TOKEN_HOOK,
    data: {
      context: {
        request: requestJson(context),
        protocol: protocolJson(context, granted),
        ...(user === null ? {} : { user: userJson(context, user) }),
        policy: { id: rule.policyId, rule: { id: rule.id } },
      },
      ...(identity === null ? {} : { identity }),
      ...(access === null ? {} : { access: { ...access, scopes: scopesJson(context, granted.scopes) } }),
    },
  }
}

function requestJson(context: SignInContext) {
  const { origin, path = '', search = '', method = 'POST', clientAddress = null } = context
  return {
    id: requestIdOf(context),
    method,
    url: { value: `${origin}${path}${search}` },
    ipAddress: clientAddress,
  }
}

function protocolJson({ issuer, rows }: SignInContext, granted: Authorization | ClientAuthorization) {
  const { client, request } = granted
  const asked = 'grant' in granted ? { ...granted.parameters, ...request } : request
  const { client_secret: _secret, client_assertion: _assertion, code: _code, password: _password, ...shown } = asked
  const isPublic = rows.apps.find('clientId', client.id)?.client?.tokenEndpointAuthMethod === 'none'
  return {
    type: 'OAUTH2.0',
    request: { ...shown, client_id: client.id },
    issuer: { uri: issuer },
    client: { id: client.id, name: client.name, type: isPublic ? 'PUBLIC' : 'CONFIDENTIAL' },
  }
}

function userJson({ origin }: SignInContext, user: User) {
  const self = `${origin}/api/v1/users/${user.id}`
  return {
    ...personJson(user),
    _links: { groups: { href: `${self}/groups` }, factors: { href: `${self}/factors` } },
  }
}

function scopesJson({ rows, authorizationServer }: SignInContext, scopes: readonly string[]) {
  const idOf = (name: string) =>
    authorizationServer === null ? undefined : rows.scopes.find('name', authorizationServer.id, name)?.id
  return Object.fromEntries(scopes.map((name) => [name, { id: idOf(name) ?? name, action: 'GRANT' }]))
}
