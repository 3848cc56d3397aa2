import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import { deleteAccessToken, storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import { clientsIn, type Client } from '#oauth/clients/clients.ts'
import { relayedOrigin } from '#oauth/authorization/relay.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { deviceCode } from '#oauth/grants/device-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken, wantsIdToken } from '#oauth/tokens/id-token.ts'
import type { Authorization, IssuedTokens, Person } from '#oauth/authorization.ts'
import type { Members, Parameters } from '#oauth/context.ts'
import type { Profile } from '#oauth/profile.ts'
import type { OpenIdProfile } from '#oauth/profile-parts.ts'
import type { Rows, SignInContext } from '#oidc-a/call.ts'
import { idTokenClaimsJson } from '#oidc-a/json/claims.ts'
import { errorMembers, errorStatus, errorPage } from './errors.ts'
import { jwtBearer } from './service-accounts.ts'
import { granted, isScope, longForm } from './scopes.ts'
import type { OAuthClient, User } from '#oidc-a/schema.ts'
import { signingKey } from './signing.ts'

/** The lifetime of access tokens and ID tokens. Milliseconds. */
const TOKEN_LIFETIME = HOUR

/** The values of `response_type`. Those with tokens are for code in pages. */
export const RESPONSE_TYPES = [
  'code',
  'token',
  'id_token',
  'code token',
  'code id_token',
  'token id_token',
  'code token id_token',
]

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The ID tokens of the vendor. */
export const openId: OpenIdProfile<SignInContext> = {
  issuer: ({ origin }) => origin,
  isIssuer: ({ origin }, { iss }) => iss === origin,
  signingKey: (context) => signingKey(context),
  idTokenLifetime: TOKEN_LIFETIME,
  idTokenClaims: ({ rows }, authorization, standard) =>
    idTokenClaimsJson(rows.users.require(authorization.grant.userId), authorization, standard),
}

/**
 * How Google signs people in. https://developers.google.com/identity/openid-connect/openid-connect and
 * https://developers.google.com/identity/protocols/oauth2/web-server
 */
export const profile: Profile<SignInContext> = {
  registry: 'oidc-a.oauth_clients in the seed',
  clients: ({ rows }) => clientsIn(rows.clients, clientOf),
  people: ({ rows }, parameters) =>
    rows.users
      .list('byPosition')
      .filter((user) => isOfDomain(user, parameters?.['hd']))
      .map(personOf),
  person({ rows }, handle) {
    const user = rows.users.find('email', handle.toLowerCase()) ?? rows.users.get(handle)
    return user === undefined ? undefined : personOf(user)
  },

  responseTypeRequired: true,
  responseTypes: RESPONSE_TYPES,
  responseModes: ['query', 'fragment', 'form_post'],
  prompts: ['none', 'consent', 'select_account', 'login'],
  challengeMethods: ['plain', 'S256'],
  redirectMatches: (uri, registered) => uri === registered || isPageOf(uri, registered),
  redirectUriAtAuthorization: 'required',
  // A client may use the short form of a scope in one request and the long form in the next.
  scopesIn: (scope) => scope.split(' ').flatMap((each) => (each === '' ? [] : [longForm(each)])),
  checkScopes: (_context, { requested }) => checkScopes(requested),
  scopesGranted(_context, { requested, before, parameters }) {
    const now = granted(requested ?? [])
    return parameters['include_granted_scopes'] === 'true' ? [...new Set([...now, ...before])] : now
  },
  checkRequest: (_context, { parameters }) => checkAccessType(parameters),
  responseMembers: (context, { scopes, person, request }) => ({
    scope: scopes.join(' '),
    authuser: '0',
    ...hostedDomainOf(context.rows, person.id),
    prompt: request.parameters['prompt'] ?? 'none',
    iss: context.origin,
  }),
  active: ({ rows }, userId) => rows.users.get(userId) !== undefined,

  codeLifetime: 10 * MINUTE,
  createCode: ({ ids }) => `4/0A${ids.secret.from(BASE64URL, 70)}`,
  onCodeReuse: 'end its tokens',
  redirectUriAtToken: 'required',
  clientAuthentication: { methods: ['client_secret_post', 'client_secret_basic'] },
  grantTypes: {
    authorization_code: authorizationCode,
    refresh_token: refreshToken,
    'urn:ietf:params:oauth:grant-type:device_code': deviceCode,
  },
  assertionGrants: { 'urn:ietf:params:oauth:grant-type:jwt-bearer': jwtBearer },
  defaultGrantType: null,
  createAccessToken: (context, authorization) =>
    storeAccessToken({ profile, context }, authorization, {
      id: `ya29.a0${context.ids.secret.from(BASE64URL, 160)}`,
      lifetime: TOKEN_LIFETIME,
      details: { access_type: isOffline(authorization) ? 'offline' : 'online' },
    }),
  endAccessToken: deleteAccessToken,
  refresh: {
    lifetime: 183 * DAY,
    slides: true,
    limit: 100,
    appliesTo: getsRefreshToken,
    create: ({ ids }) => `1//0${ids.secret.from(BASE64URL, 98)}`,
    rotates: false,
    onReuse: 'nothing',
  },
  device: {
    lifetime: 30 * MINUTE,
    interval: 5 * SECOND,
    createDeviceCode: ({ ids }) => `AH-1${ids.secret.from(BASE64URL, 96)}`,
    createUserCode: ({ ids }) => ids.secret.from('BCDFGHJKLMNPQRSTVWXZ', 8).replace(/^.{4}/, '$&-'),
    // The vendor has verification_url in place of RFC 8628's verification_uri.
    members: ({ clock, urls }, device) => ({
      device_code: device.id,
      user_code: device.userCode,
      expires_in: Math.ceil((device.expiresAt - clock.now()) / SECOND),
      interval: device.interval / SECOND,
      verification_url: urls.of('/device'),
    }),
  },
  revocation: { authenticates: false, unknown: 'invalid_token', accessToken: 'grant', refreshToken: 'grant' },
  openId,

  tokenMembers,
  errorMembers,
  errorStatus,
  errorPage,
}

/** https://developers.google.com/identity/protocols/oauth2/web-server#exchange-authorization-code */
function tokenMembers(issued: IssuedTokens, context: SignInContext): Members {
  const { accessToken, refreshToken: refresh, scopes, by } = issued
  return {
    access_token: accessToken,
    expires_in: TOKEN_LIFETIME / SECOND,
    ...(refresh === null || by === 'refresh_token' ? {} : { refresh_token: refresh }),
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(wantsIdToken(profile, issued) ? { id_token: idToken({ profile, context }, issued, { accessToken }) } : {}),
  }
}

/**
 * Returns whether a client gets a refresh token: with `access_type=offline`, on the first approval and with
 * `prompt=consent`.
 */
function getsRefreshToken({ rows }: SignInContext, { by, parameters, grant }: Authorization): boolean {
  if (by === 'device_code') return true
  if (parameters['access_type'] !== 'offline') return false
  const prompts = parameters['prompt']?.split(' ') ?? []
  return prompts.includes('consent') || rows.oauthRefreshTokens.countReferring('grantId', grant.id) === 0
}

function isOffline({ parameters, by }: Authorization): boolean {
  return by === 'device_code' || parameters['access_type'] === 'offline'
}

function checkScopes(requested: readonly string[] | null): void {
  if (requested === null || requested.length === 0) {
    const problem = { reason: 'missing', parameter: 'scope' } as const
    throw new OAuthFailure('invalid_request', 'scope is missing; expected openid, email or profile', { problem })
  }
  const invalid = requested.filter((scope) => !isScope(scope))
  if (invalid.length === 0) return
  const valid = requested.filter(isScope)
  throw new OAuthFailure(
    'invalid_scope',
    `Some requested scopes were invalid. {valid=[${valid.join(', ')}], invalid=[${invalid.join(', ')}]}`,
  )
}

function checkAccessType({ access_type: type, include_granted_scopes: include }: Parameters): void {
  const malformed = (parameter: string, value: string, expected: string): OAuthFailure =>
    new OAuthFailure('invalid_request', `${parameter} is ${value}; expected ${expected}`, {
      problem: { reason: 'malformed', parameter },
    })
  if (type !== undefined && type !== 'online' && type !== 'offline') {
    throw malformed('access_type', type, 'online or offline')
  }
  if (include !== undefined && include !== 'true' && include !== 'false') {
    throw malformed('include_granted_scopes', include, 'true or false')
  }
}

/**
 * Returns whether `hd` allows an account: one of that organization, or with `*` of any. It only filters the page's
 * list.
 */
function isOfDomain({ hostedDomain }: User, domain: string | undefined): boolean {
  if (domain === undefined || domain === '') return true
  return domain === '*' ? hostedDomain !== null : hostedDomain === domain.toLowerCase()
}

function hostedDomainOf(rows: Rows, id: Person['id']): Members {
  const domain = rows.users.get(id)?.hostedDomain ?? null
  return domain === null ? {} : { hd: domain }
}

/** Returns whether a redirect_uri names a page, and a registered address or origin is at the origin of that page. */
function isPageOf(uri: string, registered: string): boolean {
  const origin = relayedOrigin(uri)
  return origin !== null && origin === (relayedOrigin(registered) ?? new URL(registered).origin)
}

function clientOf({ id, name, secret, redirectUris, pages }: OAuthClient): Client {
  return { id, name, secret, redirectUris: redirectUris === null ? null : [...redirectUris, ...pages] }
}

function personOf({ id, email, name }: User): Person {
  return { id, handle: email, name, email }
}
