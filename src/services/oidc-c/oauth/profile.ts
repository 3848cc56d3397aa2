import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import { deleteAccessToken } from '#oauth/tokens/access-tokens.ts'
import type { OAuthDevice } from '#oauth/collections.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { clientCredentials } from '#oauth/grants/client-credentials.ts'
import { deviceCode } from '#oauth/grants/device-code.ts'
import type { GrantTypeOf } from '#oauth/profile.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken, wantsIdToken } from '#oauth/tokens/id-token.ts'
import type { Authorization, IssuedTokens, ScopeRequest } from '#oauth/authorization.ts'
import type { Members } from '#oauth/context.ts'
import type { Profile } from '#oauth/profile.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import {
  ACCESS_TOKEN_LIFETIME,
  applicationScopes,
  createAccessToken,
  createApplicationToken,
  subjectFor,
} from './access-tokens.ts'
import { accountFor, canSignIn, userByName, isOfDomain, personOf } from '#oidc-c/rules/accounts.ts'
import { clientsOf } from '#oidc-c/rules/applications.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { idTokenClaimsJson } from '#oidc-c/json/claims.ts'
import { issuerOf } from '#oidc-c/rules/issuers.ts'
import { errorBody, errorMembers, errorStatus, errorPage } from './errors.ts'
import { onBehalfOf } from '#oidc-c/rules/on-behalf-of.ts'
import { passwordGrant } from '#oidc-c/rules/password-grant.ts'
import { redirectMatches } from '#oidc-c/rules/redirect-uris.ts'
import {
  checkConsent,
  checkCrossOrigin,
  checkSpaLifetime,
  checkTenant,
  refreshedScopes,
} from '#oidc-c/rules/redemption.ts'
import { requireResource } from '#oidc-c/rules/resources.ts'
import { grantedScopes, isSignInScope, permissionsIn, targetOf, wordsOf } from '#oidc-c/rules/scopes.ts'
import type { User } from '#oidc-c/schema.ts'
import { ID_TOKEN_KEY } from './signing.ts'
import { missing } from '#oidc-c/errors/sts.ts'
import { authorityNamed, recordTenant } from '#oidc-c/rules/tenants.ts'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Exchanges a code for tokens, at the tenant of the person. */
const codeGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { context } = server
  const { client } = identified
  checkCrossOrigin(context, client)
  const code = context.rows.oauthCodes.get(parameters['code'])
  const grant = context.rows.oauthGrants.get(code?.grantId)
  if (code !== undefined && grant?.clientId === client.id) {
    checkTenant(context, grant, code.id)
    checkConsent(context, client.id, grant.scopes, parameters)
  }
  return authorizationCode(server, identified, parameters)
}

/** Exchanges a refresh token for tokens, at the tenant of the person. */
const refreshGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { context } = server
  const { client } = identified
  checkCrossOrigin(context, client)
  const token = context.rows.oauthRefreshTokens.get(parameters['refresh_token'])
  const grant = context.rows.oauthGrants.get(token?.grantId)
  if (token !== undefined && grant?.clientId === client.id) {
    checkTenant(context, grant, token.origin)
    checkSpaLifetime(context, client, token.id)
  }
  return refreshToken(server, identified, parameters)
}

/**
 * Exchanges a device code for tokens, at the tenant of the person, because the page for the user code has no tenant.
 */
const deviceGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { context } = server
  const device = context.rows.oauthDevices.get(parameters['device_code'])
  const grant = context.rows.oauthGrants.get(device?.grantId)
  if (grant?.clientId === identified.client.id) checkTenant(context, grant, device?.id ?? null)
  return deviceCode(server, identified, parameters)
}

/**
 * The authorization server of Microsoft Entra ID.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow and
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 */
export const profile: Profile<SignInContext> = {
  registry: 'oidc-c.oauth_clients in the seed',
  clients: ({ rows }) => clientsOf(rows),
  people(context, parameters) {
    const here = context.rows.users.list('byPosition').filter((user) => canSignIn(context, user))
    const hinted = here.filter((user) => isOfDomain(context.rows, user, parameters?.['domain_hint']))
    return (hinted.length === 0 ? here : hinted).map(personOf)
  },
  person(context, handle) {
    const user = userByName(context.rows, handle)
    return user === undefined || !canSignIn(context, user) ? undefined : personOf(user)
  },
  active: ({ rows }, userId) => rows.users.get(userId)?.accountEnabled === true,

  responseTypeRequired: true,
  responseTypes: ['code', 'id_token', 'code id_token', 'id_token token', 'token', 'code token', 'code id_token token'],
  responseModes: ['query', 'fragment', 'form_post'],
  prompts: ['none', 'login', 'consent', 'select_account', 'create'],
  challengeMethods: ['plain', 'S256'],
  redirectMatches,
  redirectUriAtAuthorization: 'optional',
  scopesIn: wordsOf,
  checkScopes,
  scopesGranted: (context, { requested, parameters }) => grantedScopes(context, requested ?? [], parameters),
  responseMembers(context, { request, person }) {
    const user = accountFor(context, person.id, null)
    return {
      ...(request.parameters['client_info'] === '1' ? { client_info: clientInfo(user) } : {}),
      session_state: context.ids.uuid(),
    }
  },

  codeLifetime: 10 * MINUTE,
  createCode(context) {
    const { secret } = context.ids
    return recordTenant(context, `1.A${secret.from(BASE64URL, 90)}.${secret.from(BASE64URL, 120)}`)
  },
  redirectUriAtToken: 'required',
  clientAuthentication: {
    methods: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    audiences: assertionAudiences,
  },
  grantTypes: {
    authorization_code: codeGrant,
    refresh_token: refreshGrant,
    client_credentials: clientCredentials,
    'urn:ietf:params:oauth:grant-type:device_code': deviceGrant,
    device_code: deviceGrant,
    'urn:ietf:params:oauth:grant-type:jwt-bearer': onBehalfOf,
    password: passwordGrant,
  },
  defaultGrantType: null,
  createAccessToken,
  endAccessToken: deleteAccessToken,
  clientCredentials: {
    scopes: applicationScopes,
    createAccessToken: createApplicationToken,
    tokenMembers: (context, { scopes }, accessToken) => ({
      token_type: 'Bearer',
      ...expiry(context),
      ...(context.version === 1 ? { resource: (scopes[0] ?? '').replace(/\/\.default$/, '') } : {}),
      access_token: accessToken,
    }),
  },
  refresh: {
    lifetime: 90 * DAY,
    // A refresh always issues another refresh token, whatever scopes it requests.
    appliesTo: (_context, { scopes, by }) => by === 'refresh_token' || scopes.includes('offline_access'),
    create: ({ ids }) => `1.A${ids.secret.from(BASE64URL, 90)}.${ids.secret.from(BASE64URL, 300)}`,
    rotates: true,
    endsAccessToken: false,
    // The vendor issues a new refresh token each time and does not revoke the old one.
    grace: Number.POSITIVE_INFINITY,
    onReuse: 'nothing',
    scopes: refreshedScopes,
  },
  device: {
    lifetime: 15 * MINUTE,
    interval: 5 * SECOND,
    createDeviceCode: (context) => recordTenant(context, `D${context.ids.secret.from(BASE64URL, 200)}`),
    createUserCode: ({ ids }) => ids.secret.from('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 9),
    members: deviceMembers,
  },
  logout: { idTokenHint: 'optional' },
  openId: {
    // Version 1 endpoints always grant openid.
    appliesTo: ({ scopes }) => scopes.includes('openid'),
    issuer: (context, { grant, origin }) =>
      issuerOf(context, accountFor(context, grant.userId, origin).tenantId, context.version),
    isIssuer: (context, { iss, tid }) =>
      ([1, 2] as const).some((version) => iss === issuerOf(context, String(tid), version)),
    signingKey: () => ID_TOKEN_KEY,
    idTokenLifetime: HOUR,
    idTokenClaims: (context, granted, standard) =>
      idTokenClaimsJson(
        subjectFor(context, granted, context.version),
        granted.scopes,
        standard,
        requestedAuthTime(granted, standard),
      ),
  },

  tokenMembers,
  errorMembers,
  errorBody,
  errorStatus,
  errorPage,
}

/**
 * Returns the members of a token answer.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#successful-response-2
 */
function tokenMembers(issued: IssuedTokens, context: SignInContext): Members {
  const { accessToken, refreshToken: refresh, request, client, grant, parameters, origin } = issued
  const target = targetOf(context, client.id, issued.scopes, request, parameters)
  const user = accountFor(context, grant.userId, origin)
  return {
    token_type: 'Bearer',
    scope: (context.version === 1 ? target.permissions.filter((each) => !isSignInScope(each)) : target.scopes).join(
      ' ',
    ),
    ...expiry(context),
    ...(context.version === 1 ? { resource: target.resource.name } : {}),
    access_token: accessToken,
    ...(refresh === null ? {} : { refresh_token: refresh }),
    ...(wantsIdToken(profile, issued) ? { id_token: idToken({ profile, context }, issued, { accessToken }) } : {}),
    ...(request['client_info'] === '1' ? { client_info: clientInfo(user) } : {}),
  }
}

/** Returns the lifetime of an access token; version 1 endpoints have text, and points in time as well. */
function expiry({ clock, version }: SignInContext): Members {
  const seconds = ACCESS_TOKEN_LIFETIME / SECOND
  if (version === 2) return { expires_in: seconds, ext_expires_in: seconds }
  const now = Math.floor(clock.now() / SECOND)
  return {
    expires_in: String(seconds),
    ext_expires_in: String(seconds),
    expires_on: String(now + seconds),
    not_before: String(now),
  }
}

function checkScopes(context: SignInContext, { client, requested, parameters }: ScopeRequest): void {
  if (context.version === 1) {
    requireResource(context, parameters['resource'] ?? 'https://graph.microsoft.com')
    return
  }
  if (requested === null || requested.length === 0) throw missing('scope')
  permissionsIn(context, requested, client.id)
}

function requestedAuthTime(
  { parameters }: Authorization,
  { auth_time: authTime }: StandardClaims,
): Readonly<Record<string, number>> {
  return parameters['max_age'] === undefined || authTime === undefined ? {} : { auth_time: authTime }
}

/**
 * Returns the members of the answer that begins a device flow.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-device-code#device-authorization-response
 */
function deviceMembers({ clock, urls }: SignInContext, device: OAuthDevice): Members {
  const page = urls.of('/devicelogin')
  return {
    user_code: device.userCode,
    device_code: device.id,
    verification_uri: page,
    expires_in: Math.ceil((device.expiresAt - clock.now()) / SECOND),
    interval: device.interval / SECOND,
    message: `To sign in, use a web browser to open the page ${page} and enter the code ${device.userCode} to authenticate.`,
  }
}

/** Returns the audiences that a client assertion may have: every endpoint of the tenant, under each of its names. */
function assertionAudiences({ origin, rows, authority }: SignInContext): string[] {
  const tenant = authority.tenant
  const names = [authority.name, 'common', 'organizations', ...(tenant === null ? [] : [tenant.id, ...tenant.domains])]
  const known = names.filter((name) => authorityNamed(rows, name) !== undefined)
  return known.flatMap((name) => [
    `${origin}/${name}/oauth2/v2.0/token`,
    `${origin}/${name}/oauth2/token`,
    `${origin}/${name}/v2.0`,
    `${origin}/${name}/`,
  ])
}

/** Returns the id of an account for clients that send `client_info=1`; MSAL names its accounts by it. */
function clientInfo({ id, tenantId }: User): string {
  return Buffer.from(JSON.stringify({ uid: id, utid: tenantId })).toString('base64url')
}
