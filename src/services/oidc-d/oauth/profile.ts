import { MINUTE, SECOND } from '#core/duration.ts'
import { deleteAccessToken, storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import { DEVICE_GRANT } from '#oauth/grants/device.ts'
import { deviceMembers } from '#oauth/endpoints/device.ts'
import { clientCredentials } from '#oauth/grants/client-credentials.ts'
import { deviceCode } from '#oauth/grants/device-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken, wantsIdToken } from '#oauth/tokens/id-token.ts'
import { signJwt } from '#oauth/jwt/jwt.ts'
import type { ClientAuthorization, Authorization, Person } from '#oauth/authorization.ts'
import type { Members } from '#oauth/context.ts'
import type { Profile } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { accessTokenClaimsJson, idTokenClaimsJson } from '#oidc-d/json/claims.ts'
import { clientsOf } from '#oidc-d/rules/apps/oauth-clients.ts'
import { errorBody, errorMembers, errorPage } from './errors.ts'
import { allowAccess, type Access } from '#oidc-d/rules/servers/access-policies.ts'
import { checkAuthorizationRequest } from '#oidc-d/rules/servers/authorization-requests.ts'
import {
  authorizationCodeGrant,
  interactionCodeGrant,
  isInteraction,
} from '#oidc-d/rules/servers/interaction-code-grant.ts'
import { redirectMatches } from '#oidc-d/rules/servers/redirect-uris.ts'
import { directGrants } from '#oidc-d/rules/servers/direct-grants.ts'
import { TOKEN_EXCHANGE, tokenExchange } from '#oidc-d/rules/servers/token-exchange.ts'
import { passwordGrant } from '#oidc-d/rules/servers/password-grant.ts'
import { redeemSessionToken, recordSignIn } from '#oidc-d/rules/users/sign-in.ts'
import { checkScopes, clientScopes, scopesGranted, scopesToConsent } from '#oidc-d/rules/servers/token-scopes.ts'
import { appEntity, recordEvent, userEntity } from '#oidc-d/rules/system-log/entries.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type { User } from '#oidc-d/schema.ts'
import { introspection } from './introspection.ts'
import { checkPossession, provedRequest } from './proofs.ts'
import { activeKey, otherKeys } from './signing.ts'
import { hookedAccessToken, hookedIdToken } from './token-hook.ts'
import { tokenTypeOf } from '#oidc-d/rules/tokens/bound-keys.ts'
import { endpointsOf } from '#oidc-d/rules/servers/endpoints.ts'

const ID_TOKEN_LIFETIME = 60 * MINUTE
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The OAuth profile of Okta, for the organization's authorization server and for custom ones.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
 */
export const profile: Profile<SignInContext> = {
  registry: 'oidc-d.apps in the seed',
  serverId: serverOf,
  clients: ({ rows }) => clientsOf(rows),
  people: ({ rows }) => rows.users.list('byLife', 'live').filter(signsIn).map(personOf),
  person({ rows }, handle) {
    const user = findUser(rows, handle)
    return user === undefined || !signsIn(user) ? undefined : personOf(user)
  },
  active({ rows }, userId) {
    const status = rows.users.get(userId)?.status
    return status !== undefined && status !== 'SUSPENDED' && status !== 'DEPROVISIONED'
  },

  responseTypeRequired: true,
  responseTypes: ['code', 'id_token', 'token', 'code id_token', 'code token', 'id_token token', 'code id_token token'],
  responseModes: ['query', 'fragment', 'form_post', 'okta_post_message'],
  prompts: ['none', 'login', 'consent', 'enroll_authenticator'],
  challengeMethods: ['S256'],
  // checkAuthorizationRequest requires it with the vendor's wording.
  challengeRequired: () => false,
  redirectMatches,
  redirectUriAtAuthorization: 'required',
  scopesIn: (scope) => [...new Set(scope.split(' '))].filter((each) => each !== ''),
  checkScopes: (context, { requested }) => checkScopes(context, requested),
  scopesGranted,
  scopesToConsent,
  checkRequest: checkAuthorizationRequest,
  checkPerson(context, client, person, parameters) {
    const requested = parameters['scope'] === undefined ? null : profile.scopesIn(parameters['scope'])
    const scopes = scopesGranted(context, { requested, parameters })
    allowAccess(context, { clientId: client.id, userId: String(person.id), scopes, grantType: grantTypeOf(parameters) })
    const { rows } = context
    const app = rows.apps.find('clientId', client.id)
    const actor = userEntity(rows.users.require(String(person.id)))
    if (app !== undefined) recordEvent(context, 'user.authentication.sso', { actor, target: [appEntity(app)] })
  },
  signedIn: (context, person) => void recordSignIn(context, context.rows.users.require(person.id)),
  presentedSignIn(context, { sessionToken }) {
    const redeemed = sessionToken === undefined ? undefined : redeemSessionToken(context, sessionToken)
    // An invalid session token counts as none: the page is shown, or `prompt=none` fails.
    return redeemed && { handle: redeemed.user.profile.login, authTime: context.clock.now() }
  },

  codeLifetime: 5 * MINUTE,
  createCode: ({ ids }) => ids.secret.from(BASE64URL, 43),
  onCodeReuse: 'end its tokens',
  redirectUriAtToken: 'required',
  clientAuthentication: {
    methods: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none'],
    audiences: (context) => [context.issuer, ...Object.values(endpointsOf(context))],
    longestAssertion: 60 * MINUTE,
  },
  grantTypes: {
    authorization_code: authorizationCodeGrant,
    interaction_code: interactionCodeGrant,
    refresh_token: refreshToken,
    client_credentials: clientCredentials,
    password: passwordGrant,
    [DEVICE_GRANT]: deviceCode,
    [TOKEN_EXCHANGE]: tokenExchange,
    ...directGrants,
  },
  defaultGrantType: null,
  tokenRequest: provedRequest,
  checkPossession,
  createAccessToken,
  endAccessToken: deleteAccessToken,
  clientCredentials: {
    scopes: clientScopes,
    createAccessToken,
    tokenMembers: (context, { scopes }, accessToken) => accessTokenMembers(context, accessToken, scopes),
  },
  refresh: {
    lifetime: refreshLifetime,
    slides: true,
    appliesTo: ({ rows }, { client, scopes }) =>
      scopes.includes('offline_access') &&
      rows.apps.find('clientId', client.id)?.client?.grantTypes.includes('refresh_token') !== false,
    create: ({ ids }) => ids.secret.from(BASE64URL, 43),
    rotates: ({ rows }, { id }) => rows.apps.find('clientId', id)?.client?.refreshToken?.rotationType === 'ROTATE',
    endsAccessToken: false,
    grace: ({ rows }, { id }) => (rows.apps.find('clientId', id)?.client?.refreshToken?.leeway ?? 0) * SECOND,
    onReuse: 'end the family',
  },
  device: {
    lifetime: 10 * MINUTE,
    interval: 5 * SECOND,
    createDeviceCode: ({ ids }) => ids.secret.uuid(),
    createUserCode: ({ ids }) => ids.secret.from('BCDFGHJKLMNPQRSTVWXZ', 8),
    members: (context, device) => deviceMembers(context, device, `${context.origin}/activate`),
  },
  revocation: { authenticates: true, unknown: 'ok', accessToken: 'token', refreshToken: 'code' },
  introspection,
  logout: { idTokenHint: 'required' },
  pushed: { lifetime: MINUTE },
  openId: {
    issuer: ({ issuer }) => issuer,
    isIssuer: ({ issuer }, { iss }) => iss === issuer,
    isSubject: ({ sub }, userId) => sub === userId,
    signingKey: activeKey,
    otherKeys,
    idTokenLifetime: ID_TOKEN_LIFETIME,
    idTokenClaims(context, granted, standard) {
      const user = context.rows.users.require(granted.grant.userId)
      const claims = idTokenClaimsJson(context, granted, user, `ID.${context.ids.from(BASE64URL, 43)}`, standard)
      if (context.tokenHook == null) return claims
      const { rule } = allowAccess(context, accessOf(granted))
      return hookedIdToken(context, granted, rule, { claims, lifetime: ID_TOKEN_LIFETIME })
    },
  },

  tokenMembers(issued, context) {
    const { accessToken, refreshToken: refresh, scopes } = issued
    return {
      ...accessTokenMembers(context, accessToken, scopes),
      ...(refresh === null ? {} : { refresh_token: refresh }),
      ...(wantsIdToken(profile, issued) ? { id_token: idToken({ profile, context }, issued, { accessToken }) } : {}),
    }
  },
  errorMembers,
  errorBody,
  errorStatus: ({ code }) => (code === 'invalid_client' ? 401 : code === 'mfa_required' ? 403 : 400),
  errorPage,
}

/** Returns the key of a server: the id of a custom server, an empty text for the organization's. */
function serverOf({ authorizationServer }: SignInContext): string {
  return authorizationServer?.id ?? ''
}

/** Returns true for a user who may sign in: an active one. A user whose password has expired must change it first. */
function signsIn({ status }: User): boolean {
  return status === 'ACTIVE'
}

function personOf({ id, profile: { login, email, firstName, lastName, displayName } }: User): Person {
  const names = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return { id, handle: login, name: typeof displayName === 'string' ? displayName : names || login, email }
}

/**
 * Creates an access token for a grant if the policies still allow it, as the hook of the policy rule wants it.
 *
 * @throws OAuthFailure access_denied.
 */
function createAccessToken(context: SignInContext, granted: Authorization | ClientAuthorization): string {
  const { accessToken, rule } = allowAccess(context, accessOf(granted))
  const jti = `AT.${context.ids.from(BASE64URL, 43)}`
  const { claims, lifetime } = hookedAccessToken(context, granted, rule, {
    claims: accessTokenClaimsJson(context, granted, jti, accessToken),
    lifetime: accessToken,
  })
  // The vendor marks tokens of the organization's server, which only it reads, by their type.
  const id = signJwt(
    claims,
    activeKey(context),
    context.authorizationServer === null ? { typ: 'application/okta-internal-at+jwt' } : {},
  )
  return storeAccessToken({ profile, context }, granted, { id, lifetime, details: { claims } })
}

function accessTokenMembers(context: SignInContext, accessToken: string, scopes: readonly string[]): Members {
  const token = context.rows.oauthAccessTokens.require(accessToken)
  const { createdAt, expiresAt } = token
  return {
    token_type: tokenTypeOf(token),
    expires_in: (expiresAt - createdAt) / SECOND,
    access_token: accessToken,
    scope: scopes.join(' '),
  }
}

/**
 * Returns the remaining lifetime of a refresh token in milliseconds, limited by its idle time and its whole lifetime.
 */
function refreshLifetime(context: SignInContext, granted: Authorization): number {
  const { refreshToken: whole, refreshWindow } = allowAccess(context, accessOf(granted))
  if (whole === null) return refreshWindow
  const now = context.clock.now()
  return Math.min(refreshWindow, (granted.authTime ?? now) + whole - now)
}

function accessOf(granted: Authorization | ClientAuthorization): Access {
  const { client, scopes } = granted
  if (!('grant' in granted)) return { clientId: client.id, userId: null, scopes, grantType: 'client_credentials' }
  return {
    clientId: client.id,
    userId: String(granted.grant.userId),
    scopes,
    grantType: grantTypeOf(granted.parameters),
  }
}

/**
 * Returns the grant type, in the terms of policy rules, of an authorization request, a password grant or a device
 * grant.
 */
function grantTypeOf(parameters: Authorization['parameters']): string {
  const { response_type: responseType, grant_type: grantType } = parameters
  if (isInteraction(parameters)) return 'interaction_code'
  if (grantType !== undefined) return grantType
  if (responseType === undefined) return DEVICE_GRANT
  return responseType.split(' ').includes('code') ? 'authorization_code' : 'implicit'
}
