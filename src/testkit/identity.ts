import { HOUR, MINUTE } from '#core/duration.ts'
import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import { defineService } from '#core/define-service.ts'
import type { CallOf, ContextOf } from '#core/service.ts'
import { collection } from '#core/store.ts'
import { deleteAccessToken, storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import { BearerFailure } from '#oauth/endpoints/bearer.ts'
import type { Client } from '#oauth/clients/clients.ts'
import { oauthCollections } from '#oauth/collections.ts'
import { deviceAnswer, deviceAuthorization, deviceMembers, devicePage } from '#oauth/endpoints/device.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { clientCredentials } from '#oauth/grants/client-credentials.ts'
import { deviceCode } from '#oauth/grants/device-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken, wantsIdToken } from '#oauth/tokens/id-token.ts'
import { publicJwk, signJwt, type Claims, type PublicKey, type SigningKey } from '#oauth/jwt/jwt.ts'
import { p256, rsaOne } from '#oauth/jwt/keys.ts'
import type { ClientAuthorization, Authorization, Person } from '#oauth/authorization.ts'
import type { Profile } from '#oauth/profile.ts'
import { authorizationAnswer, authorizationPage, endSessionEndpoint, type Provider } from '#oauth/endpoints/browser.ts'
import {
  introspectionEndpoint,
  pushedAuthorizationEndpoint,
  revocationEndpoint,
  tokenEndpoint,
  userinfoEndpoint,
} from '#oauth/endpoints/client.ts'

interface User {
  readonly id: string
  readonly name: string
  readonly suspended: boolean
}

/** A client of the seed; JSON. */
interface SeedClient {
  readonly id: string
  readonly secret: string | null
  readonly public: boolean
  readonly keys: readonly PublicKey[] | null
  readonly grantTypes: readonly string[] | null
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
}

const collections = {
  ...oauthCollections,
  users: collection<User>()({}),
  clients: collection<SeedClient>()({}),
}

type IdentityContext = ContextOf<typeof collections>
type IdentityCall = CallOf<typeof collections, { readonly name: string }>
/** The context of the authorization server that the path names. */
type ServerContext = Pick<IdentityContext, 'rows' | 'clock' | 'ids' | 'origin'> & { readonly server: string }

const SCOPES = ['openid', 'email', 'offline_access', 'read', 'write']
const KEY: SigningKey = { alg: 'RS256', kid: 'identity-1', pair: rsaOne }
const issuerOf = ({ origin, server }: Pick<ServerContext, 'origin' | 'server'>) => `${origin}/${server}`
const seconds = (at: number): number => Math.floor(at / 1000)

const profile: Profile<ServerContext> = {
  registry: 'identity.clients in the seed',
  serverId: ({ server }) => server,
  clients: ({ rows }) => ({
    list: () => rows.clients.all().map(clientOf),
    find(id) {
      const client = rows.clients.get(id)
      return client === undefined ? undefined : clientOf(client)
    },
  }),
  people: ({ rows }) =>
    rows.users
      .all()
      .filter((user) => !user.suspended)
      .map(personOf),
  person({ rows }, handle) {
    const user = rows.users.get(handle)
    return user === undefined || user.suspended ? undefined : personOf(user)
  },
  active: ({ rows }, id) => rows.users.get(id)?.suspended === false,
  responseTypeRequired: true,
  responseTypes: ['code', 'code id_token', 'id_token', 'code token', 'id_token token', 'code id_token token'],
  responseModes: ['query', 'fragment', 'form_post'],
  prompts: ['none', 'login', 'consent', 'select_account'],
  challengeMethods: ['S256'],
  redirectMatches: (uri, registered) => uri === registered,
  redirectUriAtAuthorization: 'optional',
  scopesIn: (scope) => scope.split(' ').filter((each) => each !== ''),
  checkScopes(_context, { requested }) {
    const unknown = (requested ?? []).filter((scope) => !SCOPES.includes(scope))
    if (unknown.length > 0) throw new OAuthFailure('invalid_scope', `scope ${unknown.join(' ')} does not exist`)
  },
  scopesGranted: (_context, { requested, before }) => requested ?? before,
  checkPerson(_context, client, person) {
    if (client.id === 'only-bob' && person.id !== 'bob') {
      throw new OAuthFailure('access_denied', `${person.handle} is not assigned to ${client.id}`)
    }
  },
  presentedSignIn({ clock }, { session_token: token }) {
    if (token === undefined) return undefined
    if (token !== 'session-of-ann') throw new OAuthFailure('login_required', 'session_token is not good')
    return { handle: 'ann', authTime: clock.now() - HOUR }
  },
  responseMembers: (_context, { first }) => ({ first: String(first) }),
  codeLifetime: 5 * MINUTE,
  createCode: ({ ids }) => ids.secret.base62(30),
  onCodeReuse: 'end its tokens',
  redirectUriAtToken: 'required',
  clientAuthentication: {
    methods: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'],
    audiences: (context) => [issuerOf(context), `${issuerOf(context)}/token`],
  },
  grantTypes: {
    authorization_code: authorizationCode,
    refresh_token: refreshToken,
    client_credentials: clientCredentials,
    'urn:ietf:params:oauth:grant-type:device_code': deviceCode,
  },
  defaultGrantType: null,
  createAccessToken,
  endAccessToken: deleteAccessToken,
  clientCredentials: {
    scopes(_context, { requested }) {
      const excess = (requested ?? []).filter((scope) => scope !== 'read' && scope !== 'write')
      if (excess.length === 0) return requested ?? ['read']
      throw new OAuthFailure('invalid_scope', `scope ${excess.join(' ')} is for people`)
    },
    createAccessToken,
    tokenMembers: (_context, { scopes }, accessToken) => ({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: scopes.join(' '),
    }),
  },
  refresh: {
    lifetime: 30 * 24 * HOUR,
    appliesTo: (_context, { scopes }) => scopes.includes('offline_access'),
    create: ({ ids }) => ids.secret.base62(40),
    rotates: true,
    endsAccessToken: false,
    onReuse: 'end the family',
  },
  device: {
    lifetime: 15 * MINUTE,
    interval: 5000,
    createDeviceCode: ({ ids }) => ids.secret.hex(40),
    createUserCode: ({ ids }) => ids.secret.from('BCDFGHJKLMNPQRSTVWXZ', 8).replace(/^.{4}/, '$&-'),
    members: (context, device) => deviceMembers(context, device, `${issuerOf(context)}/device`),
  },
  revocation: { authenticates: true, unknown: 'ok', accessToken: 'token', refreshToken: 'code' },
  introspection: {
    accessToken: (context, { clientId, scopes, userId, expiresAt, createdAt }) => ({
      scope: scopes.join(' '),
      client_id: clientId,
      token_type: 'Bearer',
      exp: seconds(expiresAt),
      iat: seconds(createdAt),
      sub: userId ?? clientId,
      iss: issuerOf(context),
    }),
    refreshToken: (_context, { scopes, expiresAt }, clientId, userId) => ({
      scope: scopes.join(' '),
      client_id: clientId,
      exp: seconds(expiresAt),
      sub: userId,
    }),
    otherToken: (_context, value) => (value === 'other-token' ? { token_type: 'other' } : null),
  },
  logout: { idTokenHint: 'required' },
  pushed: { lifetime: MINUTE },
  openId: {
    issuer: issuerOf,
    isIssuer: (context, { iss }) => iss === issuerOf(context),
    isSubject: ({ sub }, userId) => sub === userId,
    signingKey: () => KEY,
    idTokenLifetime: HOUR,
    idTokenClaims: (_context, { grant, scopes }, standard) => ({
      ...standard,
      sub: grant.userId,
      ...claimsOf(String(grant.userId), scopes),
    }),
  },
  tokenMembers: (issued, context) => ({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: issued.scopes.join(' '),
    ...(issued.refreshToken === null ? {} : { refresh_token: issued.refreshToken }),
    ...(wantsIdToken(profile, issued) ? { id_token: idToken({ profile, context }, issued, issued) } : {}),
  }),
  errorMembers: ({ code, message, details }) => ({ error: code, error_description: message, ...details }),
  errorBody: ({ code, message, details }) => ({
    error: code,
    error_description: message,
    ...details,
    error_codes: [1],
  }),
}

function createAccessToken(context: ServerContext, granted: Authorization | ClientAuthorization): string {
  const iat = seconds(context.clock.now())
  const claims = {
    iss: issuerOf(context),
    aud: 'api',
    sub: 'grant' in granted ? granted.grant.userId : granted.client.id,
    jti: context.ids.hex(16),
    iat,
    exp: iat + 3600,
    scope: granted.scopes.join(' '),
  }
  const id = signJwt(claims, KEY, { typ: 'at+jwt' })
  return storeAccessToken({ profile, context }, granted, { id, lifetime: HOUR, details: { jti: claims.jti } })
}

function claimsOf(user: string, scopes: readonly string[]): Claims {
  return scopes.includes('email') ? { email: `${user}@example.com`, email_verified: true } : {}
}

function clientOf({ id, secret, keys, grantTypes, redirectUris, postLogoutRedirectUris, ...more }: SeedClient): Client {
  const known = { ...(keys === null ? {} : { keys }), ...(grantTypes === null ? {} : { grantTypes }) }
  return { id, name: id, secret, public: more.public, redirectUris, postLogoutRedirectUris, ...known }
}

function personOf({ id, name }: User): Person {
  return { id, handle: id, name, email: null }
}

const provider: Provider<ServerContext> = {
  service: { id: 'identity', title: 'OAuth 2.0 and OpenID Connect' },
  profile,
  words: (scope) => `Have ${scope}`,
  seededAt: 'identity.users',
}

const { get, post } = routesFor<IdentityCall>()

/** A step that adds the authorization server that the path names. */
const server = ({ params }: { readonly params: { readonly server: string } }) => {
  if (params.server !== 'main' && params.server !== 'other') throw new Failure(404, `no server ${params.server}`)
  return { server: params.server }
}

const userinfo = userinfoEndpoint<ServerContext>(provider, {
  claims(_call, { userId, scopes }) {
    if (userId === null) throw new BearerFailure(403, 'insufficient_scope', 'the token is of no person')
    return { sub: userId, ...claimsOf(String(userId), scopes) }
  },
})
const logout = endSessionEndpoint(provider)

function discovery({ origin, server: id }: Pick<ServerContext, 'origin' | 'server'>): Answer {
  const issuer = issuerOf({ origin, server: id })
  return json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    revocation_endpoint: `${issuer}/revoke`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    introspection_endpoint: `${issuer}/introspect`,
    device_authorization_endpoint: `${issuer}/device/code`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: profile.responseTypes,
    response_modes_supported: profile.responseModes,
    grant_types_supported: Object.keys(profile.grantTypes),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: profile.clientAuthentication?.methods,
    code_challenge_methods_supported: profile.challengeMethods,
  })
}

/**
 * A provider with all features of the engine and two authorization servers, `/main` and `/other`, for the engine's
 * tests.
 */
export const identity = defineService({
  id: 'identity',
  port: 4901,
  title: 'OAuth 2.0 and OpenID Connect',
  seed: v.strictObject({
    users: v.optional(v.array(v.strictObject({ id: v.string(), name: v.string() })), []),
    clients: v.optional(
      v.array(
        v.strictObject({
          id: v.string(),
          secret: v.optional(v.string()),
          public: v.optional(v.boolean(), false),
          keys: v.optional(v.array(v.record(v.string(), v.string()))),
          grant_types: v.optional(v.array(v.string())),
          redirect_uris: v.array(v.string()),
          post_logout_redirect_uris: v.optional(v.array(v.string()), []),
        }),
      ),
      [],
    ),
  }),
  starter: 'users:\n  - id: ada\n    name: Ada\n',
  collections,
  applySeed({ rows }, { users, clients }) {
    for (const user of users) rows.users.insert({ ...user, suspended: false })
    for (const { id, secret, keys, grant_types, redirect_uris, post_logout_redirect_uris, ...more } of clients) {
      rows.clients.insert({
        id,
        secret: secret ?? null,
        public: more.public,
        keys: keys ?? null,
        grantTypes: grant_types ?? null,
        redirectUris: redirect_uris,
        postLogoutRedirectUris: post_logout_redirect_uris,
      })
    }
  },
  authenticate: () => null,
  dialect: {
    failure: ({ status, message }) => json({ error: message }, status),
    unknownRoute: (hint) => new Failure(501, hint),
    internal: (error) => new Failure(500, String(error)),
    malformed: (reason) => new Failure(400, reason),
    invalid: () => new Failure(400, 'invalid'),
  },
  routes: [
    get('discovery', '/:server/.well-known/openid-configuration', server, discovery),
    get('keys', '/:server/keys', () =>
      json({ keys: [publicJwk(rsaOne, 'identity-1'), publicJwk(p256, 'identity-2')] }),
    ),
    get('authorize', '/:server/authorize', server, authorizationPage(provider)),
    post('authorize/answer', '/:server/authorize', server, authorizationAnswer(provider)),
    post('token', '/:server/token', server, tokenEndpoint(provider)),
    post('revoke', '/:server/revoke', server, revocationEndpoint(provider)),
    post('par', '/:server/par', server, pushedAuthorizationEndpoint(provider)),
    post('introspect', '/:server/introspect', server, introspectionEndpoint(provider)),
    get('userinfo', '/:server/userinfo', server, userinfo),
    post('userinfo/post', '/:server/userinfo', server, userinfo),
    post('device/code', '/:server/device/code', server, deviceAuthorization(provider)),
    get('device', '/:server/device', server, devicePage(provider)),
    post('device/answer', '/:server/device', server, deviceAnswer(provider)),
    get('logout', '/:server/logout', server, logout),
    post('logout/post', '/:server/logout', server, logout),
  ],
  commands: {
    suspend({ rows }: IdentityContext, { id }: { readonly id: string }) {
      rows.users.update(id, { suspended: true })
      return { id }
    },
  },
  env: (url) => ({ IDENTITY_ISSUER: `${url}/main` }),
})
