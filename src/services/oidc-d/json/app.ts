import type { Site } from '#oidc-d/call.ts'
import { createHash } from 'node:crypto'
import { ORG_KEY } from '#oidc-d/oauth/signing.ts'
import { appPolicyOf, systemPolicy } from '#oidc-d/rules/policies/app-policies.ts'
import { signingKeyOf } from '#oidc-d/rules/apps/keys.ts'
import { activeSecrets, usesSecret } from '#oidc-d/rules/apps/client-secrets.ts'
import type { App, ClientKey, ClientSecret, JsonObject, OidcClient } from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { ORGANIZATION_ID } from '#oidc-d/rules/identifiers.ts'

/** The parts of an app that not every answer has. */
interface AppParts {
  readonly embedded?: JsonObject | null
  readonly secret?: boolean
}

/**
 * Returns an app; `embedded` becomes its `_embedded` member. Only the answers to its creation and replacement have the
 * secret of its client; afterwards `credentials/secrets` lists the secrets.
 */
export function appJson(site: Site, app: App, { embedded = null, secret = false }: AppParts = {}) {
  const { origin } = site
  const self = `${origin}/api/v1/apps/${app.id}`
  // The apps that the vendor made itself, such as `bookmark`, have one sign-in link of this name.
  const link = app.client === null && !app.name.startsWith('backlot_') ? 'login' : `${app.name}_link`
  const { appLinks = { [link]: true } } = app.visibility
  const policies = `${origin}/api/v1/policies`
  const [policy, enrollment] = [appPolicyOf(site, app), systemPolicy(site, 'PROFILE_ENROLLMENT')]
  return {
    id: app.id,
    orn: `orn:okta:idp:${ORGANIZATION_ID}:apps:${app.name}:${app.id}`,
    name: app.name,
    label: app.label,
    status: app.status,
    lastUpdated: date(app.lastUpdated),
    created: date(app.created),
    accessibility: app.accessibility,
    visibility: { ...app.visibility, appLinks },
    features: app.features,
    signOnMode: app.signOnMode,
    credentials: {
      ...shownCredentials(app.credentials),
      ...(app.client === null
        ? signingJson(site, app)
        : { signing: { kid: ORG_KEY.kid }, oauthClient: clientCredentialsJson(site, app, app.client, secret) }),
    },
    settings: settingsJson(app),
    ...(app.profile === null ? {} : { profile: app.profile }),
    ...(embedded === null ? {} : { _embedded: embedded }),
    _links: {
      uploadLogo: { href: `${self}/logo`, hints: { allow: ['POST'] } },
      appLinks: [{ name: link, href: `${origin}/home/${app.name}/${app.id}`, type: 'text/html' }],
      ...(enrollment === undefined ? {} : { profileEnrollment: { href: `${policies}/${enrollment.id}` } }),
      policies: { href: `${self}/policies`, hints: { allow: ['PUT'] } },
      groups: { href: `${self}/groups` },
      logo: [{ name: 'medium', href: `${origin}/assets/img/logos/default.png`, type: 'image/png' }],
      ...(app.client === null || !usesSecret(app.client)
        ? {}
        : { clientCredentials: [{ name: 'secrets', href: `${self}/credentials/secrets` }] }),
      ...(policy === undefined ? {} : { accessPolicy: { href: `${policies}/${policy.id}` } }),
      users: { href: `${self}/users` },
      ...(app.status === 'ACTIVE'
        ? { deactivate: { href: `${self}/lifecycle/deactivate` } }
        : { activate: { href: `${self}/lifecycle/activate` } }),
    },
  }
}

function settingsJson(app: App) {
  return {
    app: {},
    notifications: { vpn: { network: { connection: 'DISABLED' }, message: null, helpUrl: null } },
    manualProvisioning: false,
    implicitAssignment: false,
    emOptInStatus: 'NONE',
    ...app.settings,
    notes: { admin: null, enduser: null, ...(app.settings['notes'] as JsonObject | undefined) }, // checked on its way in
    ...(app.client === null ? {} : { oauthClient: clientSettingsJson(app.client) }),
  }
}

/** Returns the key with which an app that has one signs its assertions: the one that it was given, or its first. */
function signingJson(site: Site, app: App): { readonly signing?: { readonly kid: string } } {
  const kid = signingKeyOf(site, app)
  return kid === undefined ? {} : { signing: { kid } }
}

/** Returns the credentials that are kept without what nobody may read again: the shared password. */
function shownCredentials({ password: _password, ...credentials }: JsonObject): JsonObject {
  return credentials
}

function clientCredentialsJson(site: Site, app: App, client: OidcClient, withSecret: boolean) {
  const secret = withSecret && usesSecret(client) ? activeSecrets(site, app.id).at(-1) : undefined
  return {
    autoKeyRotation: client.autoKeyRotation ?? true,
    client_id: client.clientId,
    ...(secret === undefined ? {} : { client_secret: secret.value }),
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    pkce_required: client.pkceRequired,
  }
}

function clientSettingsJson(client: OidcClient) {
  return {
    client_uri: null,
    logo_uri: null,
    redirect_uris: client.redirectUris ?? [],
    ...(client.postLogoutRedirectUris.length === 0 ? {} : { post_logout_redirect_uris: client.postLogoutRedirectUris }),
    response_types: client.responseTypes,
    grant_types: client.grantTypes,
    application_type: client.applicationType,
    consent_method: client.consentMethod,
    issuer_mode: 'DYNAMIC',
    ...(client.refreshToken === null
      ? {}
      : { refresh_token: { rotation_type: client.refreshToken.rotationType, leeway: client.refreshToken.leeway } }),
    ...(client.keys.length === 0 ? {} : { jwks: { keys: client.keys.map(keyInSettingsJson) } }),
    idp_initiated_login: { mode: 'DISABLED', default_scope: [] },
    wildcard_redirect: client.wildcardRedirect ?? 'DISABLED',
    dpop_bound_access_tokens: client.dpopBound ?? false,
    participate_slo: false,
    ...client.more,
  }
}

function keyInSettingsJson({ id, status, jwk }: ClientKey) {
  const { kty, kid, use = null, ...rest } = jwk
  return { kty, id, status, ...(kid === undefined ? {} : { kid }), use, ...rest }
}

/** Returns a key of a client. */
export function clientKeyJson({ origin }: Pick<Site, 'origin'>, app: App, key: ClientKey) {
  const self = `${origin}/api/v1/apps/${app.id}/credentials/jwks/${key.id}`
  return {
    id: key.id,
    ...key.jwk,
    status: key.status,
    created: date(key.created),
    lastUpdated: date(key.lastUpdated),
    _links: lifecycleLinks(self, key.status),
  }
}

/**
 * Returns a secret of a client.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationSSOPublicKeys/
 */
export function clientSecretJson({ origin }: Pick<Site, 'origin'>, secret: ClientSecret) {
  const self = `${origin}/api/v1/apps/${secret.appId}/credentials/secrets/${secret.id}`
  return {
    id: secret.id,
    created: date(secret.created),
    lastUpdated: date(secret.lastUpdated),
    secret_hash: createHash('sha256').update(secret.value).digest('base64url').slice(0, 22),
    client_secret: secret.value,
    status: secret.status,
    _links: lifecycleLinks(self, secret.status),
  }
}

/** Returns the links of a key or secret: an active one can be deactivated, an inactive one activated or deleted. */
function lifecycleLinks(self: string, status: ClientKey['status']) {
  const step = status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    [step]: { href: `${self}/lifecycle/${step}`, hints: { allow: ['POST'] } },
    ...(status === 'ACTIVE' ? {} : { delete: { href: self, hints: { allow: ['DELETE'] } } }),
  }
}
