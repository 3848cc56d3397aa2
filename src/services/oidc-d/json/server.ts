import { DAY } from '#core/duration.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import type { Site } from '#oidc-d/call.ts'
import { keysOf } from '#oidc-d/oauth/signing.ts'
import { issuerOf } from '#oidc-d/rules/servers/endpoints.ts'
import {
  DEFAULT_SERVER,
  type AuthorizationServer,
  type Claim,
  type Policy,
  type PolicyRule,
  type Scope,
} from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { POST } from './links.ts'

/** Returns a custom authorization server. */
export function serverJson(site: Pick<Site, 'origin'>, server: AuthorizationServer) {
  const self = `${site.origin}/api/v1/authorizationServers/${server.id}`
  const issuer = issuerOf(site, server)
  const step = server.status === 'ACTIVE' ? 'deactivate' : 'activate'
  const metadata = (name: string, path: string) => ({
    name,
    href: `${issuer}/.well-known/${path}`,
    hints: { allow: ['GET'] },
  })
  return {
    id: server.id,
    name: server.name,
    description: server.description,
    audiences: server.audiences,
    issuer,
    issuerMode: server.issuerMode,
    status: server.status,
    created: date(server.created),
    lastUpdated: date(server.lastUpdated),
    credentials: {
      signing: {
        kid: keysOf(server)[0].kid,
        rotationMode: server.rotationMode,
        lastRotated: date(server.rotated),
        ...(server.rotationMode === 'AUTO' ? { nextRotation: date(server.rotated + 90 * DAY) } : {}),
      },
    },
    default: server.id === DEFAULT_SERVER,
    _links: {
      rotateKey: { href: `${self}/credentials/lifecycle/keyRotate`, ...POST },
      metadata: [
        metadata('oauth-authorization-server', 'oauth-authorization-server'),
        metadata('openid-configuration', 'openid-configuration'),
      ],
      keys: { href: `${self}/credentials/keys`, hints: { allow: ['GET'] } },
      claims: { href: `${self}/claims`, hints: { allow: ['GET', 'POST'] } },
      policies: { href: `${self}/policies`, hints: { allow: ['GET', 'POST'] } },
      self: { href: self, hints: { allow: ['GET', 'DELETE', 'PUT'] } },
      scopes: { href: `${self}/scopes`, hints: { allow: ['GET', 'POST'] } },
      [step]: { href: `${self}/lifecycle/${step}`, ...POST },
    },
  }
}

/** Returns the keys of a server: the active one and the next one. */
export function serverKeysJson({ origin }: Pick<Site, 'origin'>, server: AuthorizationServer) {
  return keysOf(server).map(({ kid, pair }, at) => ({
    status: at === 0 ? 'ACTIVE' : 'NEXT',
    ...publicJwk(pair, kid),
    _links: {
      self: {
        href: `${origin}/api/v1/authorizationServers/${server.id}/credentials/keys/${kid}`,
        hints: { allow: ['GET'] },
      },
    },
  }))
}

/** Returns a scope of a server. */
export function scopeJson({ origin }: Pick<Site, 'origin'>, scope: Scope) {
  return {
    id: scope.id,
    name: scope.name,
    ...(scope.displayName === null ? {} : { displayName: scope.displayName }),
    ...(scope.description === null ? {} : { description: scope.description }),
    system: scope.system,
    metadataPublish: scope.metadataPublish,
    consent: scope.consent,
    optional: scope.optional,
    apiResourceId: null,
    default: scope.default,
    _links: {
      self: {
        href: `${origin}/api/v1/authorizationServers/${scope.serverId}/scopes/${scope.id}`,
        hints: { allow: ['GET', 'PUT', 'DELETE'] },
      },
    },
  }
}

/** Returns a claim of a server. */
export function claimJson({ origin }: Pick<Site, 'origin'>, claim: Claim) {
  return {
    id: claim.id,
    name: claim.name,
    status: claim.status,
    claimType: claim.claimType,
    valueType: claim.valueType,
    value: claim.value,
    ...(claim.groupFilterType === null ? {} : { group_filter_type: claim.groupFilterType }),
    conditions: { scopes: claim.scopes },
    system: claim.system,
    alwaysIncludeInToken: claim.alwaysIncludeInToken,
    apiResourceId: null,
    _links: {
      self: {
        href: `${origin}/api/v1/authorizationServers/${claim.serverId}/claims/${claim.id}`,
        hints: { allow: ['GET', 'PUT', 'DELETE'] },
      },
    },
  }
}

/** Returns a policy of a server. */
export function policyJson({ origin }: Pick<Site, 'origin'>, policy: Policy) {
  const self = `${origin}/api/v1/authorizationServers/${policy.serverId}/policies/${policy.id}`
  const step = policy.status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    id: policy.id,
    type: 'OAUTH_AUTHORIZATION_POLICY',
    status: policy.status,
    name: policy.name,
    description: policy.description,
    priority: policy.priority,
    system: policy.system,
    conditions: { clients: { include: policy.clients } },
    created: date(policy.created),
    lastUpdated: date(policy.lastUpdated),
    _links: {
      self: { href: self, hints: { allow: ['GET', 'PUT', 'DELETE'] } },
      rules: { href: `${self}/rules`, hints: { allow: ['GET', 'POST'] } },
      [step]: { href: `${self}/lifecycle/${step}`, ...POST },
    },
  }
}

/** Returns a rule of a policy. */
export function policyRuleJson({ origin }: Pick<Site, 'origin'>, { serverId }: Policy, rule: PolicyRule) {
  const self = `${origin}/api/v1/authorizationServers/${serverId}/policies/${rule.policyId}/rules/${rule.id}`
  const step = rule.status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    id: rule.id,
    status: rule.status,
    name: rule.name,
    priority: rule.priority,
    created: date(rule.created),
    lastUpdated: date(rule.lastUpdated),
    system: rule.system,
    conditions: rule.conditions,
    actions: {
      token: {
        accessTokenLifetimeMinutes: rule.accessTokenLifetime,
        refreshTokenLifetimeMinutes: rule.refreshTokenLifetime,
        refreshTokenWindowMinutes: rule.refreshTokenWindow,
        ...(rule.inlineHookId == null ? {} : { inlineHook: { id: rule.inlineHookId } }),
      },
    },
    _links: {
      self: { href: self, hints: { allow: ['GET', 'PUT', 'DELETE'] } },
      [step]: { href: `${self}/lifecycle/${step}`, ...POST },
    },
    type: 'RESOURCE_ACCESS',
  }
}
