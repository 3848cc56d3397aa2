import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import { deleteAccessToken, storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import { clientsIn, type Client } from '#oauth/clients/clients.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken } from '#oauth/tokens/id-token.ts'
import type { Approval, AuthorizationRequest, IssuedTokens, Person } from '#oauth/authorization.ts'
import type { Members } from '#oauth/context.ts'
import type { Profile } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-b/call.ts'
import { newToken } from '#oidc-b/schema/identifiers.ts'
import { idTokenClaimsJson } from '#oidc-b/json/claims.ts'
import { firstUserJson } from '#oidc-b/json/user.ts'
import { errorMembers, errorStatus, errorPage } from './errors.ts'
import { checkClientSecret } from '#oidc-b/rules/client-secret.ts'
import { sharedWith } from '#oidc-b/rules/sharing.ts'
import type { OAuthClient, User } from '#oidc-b/schema.ts'
import { EVERY_SCOPE, isScope } from './scopes.ts'
import { signingKey } from './signing.ts'

/** The lifetime of access tokens. Milliseconds. */
export const TOKEN_LIFETIME = HOUR

/** The lifetime of refresh tokens, which do not expire in practice. Milliseconds. */
const REFRESH_TOKEN_LIFETIME = 1000 * 365 * DAY

/**
 * How Apple signs people in. https://developer.apple.com/documentation/signinwithapplerestapi
 */
export const profile: Profile<SignInContext> = {
  registry: 'oidc-b.oauth_clients in the seed',
  clients: ({ rows }) => clientsIn(rows.clients, clientOf),
  people: ({ rows }) => rows.users.list('byPosition').map(personOf),
  person({ rows }, handle) {
    const user = rows.users.find('email', handle.toLowerCase())
    return user === undefined ? undefined : personOf(user)
  },

  responseTypeRequired: true,
  responseTypes: ['code', 'code id_token'],
  responseModes: ['query', 'fragment', 'form_post', 'web_message'],
  challengeMethods: ['S256'],
  redirectMatches: (uri, registered) => uri === registered,
  redirectUriAtAuthorization: 'required',
  scopesIn: (scope) => scope.split(' ').filter((each) => each !== ''),
  checkScopes: (_context, { requested }) => checkScopes(requested ?? []),
  scopesGranted: (_context, { requested }) => requested ?? [],
  checkRequest: (_context, request) => checkRequest(request),
  responseMembers: userMember,
  active: ({ rows }, userId) => rows.users.get(userId) !== undefined,

  codeLifetime: 5 * MINUTE,
  createCode: ({ ids }) => newToken(ids.secret, 'c'),
  redirectUriAtToken: 'required',
  clientAuthentication: { methods: ['client_secret_post'], checkSecret: checkClientSecret },
  grantTypes: { authorization_code: authorizationCode, refresh_token: refreshToken },
  defaultGrantType: null,
  createAccessToken: (context, authorization) =>
    storeAccessToken({ profile, context }, authorization, {
      id: newToken(context.ids.secret, 'a'),
      lifetime: TOKEN_LIFETIME,
    }),
  endAccessToken: deleteAccessToken,
  refresh: {
    lifetime: REFRESH_TOKEN_LIFETIME,
    appliesTo: () => true,
    create: ({ ids }) => newToken(ids.secret, 'r'),
    rotates: false,
    onReuse: 'nothing',
  },
  device: null,
  // Revoking either token revokes the whole grant: at the next sign-in the person is asked as on the first.
  revocation: { authenticates: true, unknown: 'ok', accessToken: 'grant', refreshToken: 'grant' },
  openId: {
    appliesTo: () => true,
    issuer: ({ origin }) => origin,
    isIssuer: ({ origin }, { iss }) => iss === origin,
    signingKey: () => signingKey,
    idTokenLifetime: DAY,
    nonceOptional: true,
    idTokenClaims(context, authorization, standard) {
      const { client, grant } = authorization
      const user = context.rows.users.require(grant.userId)
      return idTokenClaimsJson(user, sharedWith(context, client.id, user), authorization, standard)
    },
  },

  tokenMembers,
  errorMembers,
  errorStatus,
  errorPage,
}

/** https://developer.apple.com/documentation/signinwithapplerestapi/tokenresponse */
function tokenMembers(issued: IssuedTokens, context: SignInContext): Members {
  const { accessToken, refreshToken: refresh, by } = issued
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME / SECOND,
    ...(refresh === null || by === 'refresh_token' ? {} : { refresh_token: refresh }),
    id_token: idToken({ profile, context }, issued, { accessToken }),
  }
}

/** Returns `user`, as JSON, on the first sign-in only: later the application does not get the name. */
function userMember(context: SignInContext, { client, person, scopes, first: isFirst }: Approval): Members {
  if (!isFirst) return {}
  const user = context.rows.users.require(person.id)
  const first = firstUserJson(user, sharedWith(context, client.id, user), scopes)
  return first === null ? {} : { user: JSON.stringify(first) }
}

function checkScopes(requested: readonly string[]): void {
  const unknown = requested.filter((scope) => !isScope(scope))
  if (unknown.length === 0) return
  throw new OAuthFailure('invalid_scope', `scope has ${unknown.join(' ')}; expected some of ${EVERY_SCOPE.join(' ')}`)
}

function checkRequest({ parameters, scopes, responseMode }: AuthorizationRequest): void {
  const mode = parameters['response_mode']
  const personal = (scopes ?? []).filter((scope) => scope === 'name' || scope === 'email')
  if (personal.length === 0 || responseMode === 'form_post' || responseMode === 'web_message') return
  throw invalid(
    'response_mode must be form_post when name or email scope is requested. ' +
      `scope has ${personal.join(' ')}, and response_mode is ${mode ?? `missing, which means ${responseMode}`}`,
    mode === undefined ? 'missing' : 'malformed',
    'response_mode',
  )
}

function invalid(message: string, reason: 'missing' | 'malformed', parameter: string): OAuthFailure {
  return new OAuthFailure('invalid_request', message, { problem: { reason, parameter } })
}

/** The client has no `secret`: its secrets are JWTs, which `checkSecret` verifies with the registered key. */
function clientOf({ id, name, redirectUris }: OAuthClient): Client {
  return { id, name, secret: null, redirectUris }
}

function personOf({ id, email, name }: User): Person {
  return { id, handle: email, name, email }
}
