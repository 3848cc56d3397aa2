import { DAY, MINUTE, SECOND } from '#core/duration.ts'
import { deleteAccessToken, storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import type { IssuedTokens, Person } from '#oauth/authorization.ts'
import type { Client, Clients } from '#oauth/clients/clients.ts'
import type { Members } from '#oauth/context.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken, wantsIdToken } from '#oauth/tokens/id-token.ts'
import type { Profile } from '#oauth/profile.ts'
import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { signingKey } from '#auth-saas/rules/instance-keys.ts'
import { idTokenClaims } from '#auth-saas/json/claims.ts'
import { identifierOf, userByIdentifier, fullNameOf } from '#auth-saas/rules/users/identifiers.ts'
import type { OAuthApplication } from '#auth-saas/schema/instance.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { SCOPE_WORDS } from './scopes.ts'

/** The part of a call or a command's context that the authorization server works with. */
export type SignInContext = Omit<AuthContext, 'emit'>

/**
 * The lifetime of access tokens and ID tokens.
 * https://clerk.com/docs/guides/configure/auth-strategies/oauth/how-clerk-implements-oauth
 */
const TOKEN_LIFETIME = DAY

/**
 * The authorization server of an instance, for its OAuth applications.
 * https://clerk.com/docs/guides/configure/auth-strategies/oauth/how-clerk-implements-oauth
 */
export const profile: Profile<SignInContext> = {
  registry: 'auth-saas.oauth_applications in the seed',
  clients: ({ rows }) => clientsOf(rows),
  people: ({ rows }) =>
    rows.users.page('newest', [], { offset: 0, limit: 100 }).rows.filter(signsIn).map(personOf(rows)),
  person({ rows }, handle) {
    const user = rows.users.get(handle) ?? userByIdentifier(rows, handle)
    return user === undefined || !signsIn(user) ? undefined : personOf(rows)(user)
  },
  active({ rows }, userId) {
    const user = rows.users.get(userId)
    return user !== undefined && signsIn(user)
  },

  responseTypeRequired: true,
  responseModes: ['query', 'form_post'],
  challengeMethods: ['S256'],
  challengeRequired: ({ rows }, { id }) => rows.oauthApplications.find('clientId', id)?.pkceRequired === true,
  redirectMatches: (uri, registered) => uri === registered,
  redirectUriAtAuthorization: 'required',
  prompts: ['none', 'login', 'consent'],
  scopesIn: (scope) => scope.split(' ').filter((each) => each !== ''),
  checkScopes({ rows }, { client, requested }) {
    const allowed = scopesOf(rows, client)
    const other = (requested ?? []).find((scope) => !allowed.includes(scope))
    if (other !== undefined) {
      throw new OAuthFailure('invalid_scope', `scope ${other} is not one of the application's: ${allowed.join(', ')}`)
    }
  },
  scopesGranted: ({ rows }, { client, requested }) => requested ?? scopesOf(rows, client),

  codeLifetime: 10 * MINUTE,
  createCode: ({ ids }) => ids.secret.base62(32),
  onCodeReuse: 'end its tokens',
  redirectUriAtToken: 'required',
  grantTypes: { authorization_code: authorizationCode, refresh_token: refreshToken },
  defaultGrantType: null,
  createAccessToken(context, granted) {
    const id = `oat_${context.ids.secret.base62(40)}`
    // The engine keeps the token under its text; the vendor also gives it an id.
    return storeAccessToken({ profile, context }, granted, {
      id,
      lifetime: TOKEN_LIFETIME,
      details: { id: `oat_${context.ids.hex(32)}` },
    })
  },
  endAccessToken: deleteAccessToken,
  refresh: {
    // The vendor's do not expire.
    lifetime: 3650 * DAY,
    appliesTo: (_context, { scopes }) => scopes.includes('offline_access'),
    create: ({ ids }) => ids.secret.base62(48),
    rotates: true,
    onReuse: 'end the family',
  },
  device: null,
  revocation: { authenticates: true, unknown: 'ok', accessToken: 'token', refreshToken: 'code' },
  introspection: {
    accessToken: (_context, { clientId, userId, scopes, createdAt, expiresAt }) => ({
      client_id: clientId,
      iat: Math.floor(createdAt / SECOND),
      exp: Math.floor(expiresAt / SECOND),
      scope: scopes.join(' '),
      sub: userId,
    }),
    refreshToken: (_context, { scopes, createdAt }, clientId, userId) => ({
      client_id: clientId,
      iat: Math.floor(createdAt / SECOND),
      scope: scopes.join(' '),
      sub: userId,
    }),
  },
  openId: {
    issuer: ({ origin }) => origin,
    isIssuer: ({ origin }, { iss }) => iss === origin,
    isSubject: ({ sub }, userId) => sub === userId,
    signingKey: () => signingKey,
    idTokenLifetime: TOKEN_LIFETIME,
    idTokenClaims: (context, granted, standard) =>
      idTokenClaims(context, context.rows.users.require(granted.grant.userId), granted, standard),
  },

  tokenMembers,
  errorMembers: ({ code, message, details }) => ({ error: code, error_description: message, ...details }),
}

function tokenMembers(issued: IssuedTokens, context: SignInContext): Members {
  const { accessToken, refreshToken: refresh, scopes } = issued
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME / SECOND,
    scope: scopes.join(' '),
    ...(refresh === null ? {} : { refresh_token: refresh }),
    ...(wantsIdToken(profile, issued) ? { id_token: idToken({ profile, context }, issued, { accessToken }) } : {}),
  }
}

function scopesOf(rows: Rows, { id }: Client): string[] {
  // Every client_id is accepted while no application is registered; such a client may ask for every scope.
  const scopes = rows.oauthApplications.find('clientId', id)?.scopes.split(' ') ?? Object.keys(SCOPE_WORDS)
  return scopes.filter((scope) => scope !== '')
}

function clientsOf(rows: Rows): Clients {
  return {
    list: () => rows.oauthApplications.all().map(clientOf),
    find(id) {
      const application = rows.oauthApplications.find('clientId', id)
      return application === undefined ? undefined : clientOf(application)
    },
  }
}

function clientOf({ clientId, clientSecret, name, redirectUris, isPublic }: OAuthApplication): Client {
  return { id: clientId, name, secret: isPublic ? null : clientSecret, redirectUris, public: isPublic }
}

function signsIn({ banned, locked, deprovisioned }: User): boolean {
  return !banned && !locked && deprovisioned !== true
}

const personOf =
  (rows: Rows) =>
  (user: User): Person => {
    const name = fullNameOf(user)
    const handle = identifierOf(rows, user) ?? user.id
    const address = rows.emailAddresses.get(user.primaryEmailAddressId)
    return { id: user.id, handle, name: name === '' ? handle : name, email: address?.emailAddress ?? null }
  }
