import { deleteAccessToken, storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import type { Client, Clients } from '#oauth/clients/clients.ts'
import { deviceMembers } from '#oauth/endpoints/device.ts'
import { DEVICE_GRANT } from '#oauth/grants/device.ts'
import { deviceCode } from '#oauth/grants/device-code.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken, wantsIdToken } from '#oauth/tokens/id-token.ts'
import type { Authorization, IssuedTokens, Person } from '#oauth/authorization.ts'
import type { Members } from '#oauth/context.ts'
import type { Profile } from '#oauth/profile.ts'
import { ALL_SCOPES } from '#deployhost/auth.ts'
import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { createToken } from '#deployhost/rules/accounts.ts'
import { configurationOf } from '#deployhost/rules/configurations.ts'
import type { Integration, User } from '#deployhost/schema.ts'
import { SCOPE_WORDS } from './scopes.ts'
import { SIGNING_KEY } from './signing.ts'
import { idTokenClaims } from './id-token-claims.ts'
import { SECOND, MINUTE, HOUR, DAY } from '#core/duration.ts'

/** The part of a call or a command's context that sign-in works with. */
export type SignInContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids' | 'origin' | 'urls'>

/** The lifetime of access tokens and ID tokens, in milliseconds. https://vercel.com/docs/sign-in-with-vercel/tokens */
const TOKEN_LIFETIME = HOUR

/**
 * The vendor's command line, which signs in by the device flow and keeps no secret.
 * https://vercel.com/docs/cli/login
 */
const COMMAND_LINE: Client = {
  id: 'cl_HYyOPBNtFMfHhaUn9L4QPfTZz6TP47bp',
  name: 'Vercel CLI',
  secret: null,
  redirectUris: [],
  public: true,
}

/** The authorization server of Vercel. https://vercel.com/docs/sign-in-with-vercel/authorization-server-api */
export const profile: Profile<SignInContext> = {
  registry: 'deployhost.integrations in the seed',
  clients: ({ rows }) => clientsOf(rows),
  people: ({ rows }) => rows.users.list('bySortKey').map(personOf),
  person({ rows }, handle) {
    const user = rows.users.find('username', handle.toLowerCase()) ?? rows.users.find('email', handle.toLowerCase())
    return user === undefined ? undefined : personOf(user)
  },

  responseTypeRequired: false,
  challengeMethods: ['S256'],
  redirectMatches: (redirectUri, registered) => redirectUri === registered,
  redirectUriAtAuthorization: 'required',
  scopesIn: (scope) => scope.split(/\s+/).filter((each) => each !== ''),
  // Unknown scopes are dropped, not refused; a request without scopes gets all of them.
  checkScopes: () => undefined,
  scopesGranted: (_context, { client, requested }) => {
    const known = Object.keys(SCOPE_WORDS)
    // The command line asks for the scopes about the user only, and may do all that the user may.
    if (client.id === COMMAND_LINE.id)
      return known.filter((scope) => requested?.includes(scope) !== false || ALL_SCOPES.includes(scope))
    return requested === null ? known : requested.filter((scope) => known.includes(scope))
  },

  codeLifetime: 10 * MINUTE,
  createCode: ({ ids }) => ids.secret.base62(24),
  redirectUriAtToken: 'optional',
  grantTypes: { authorization_code: authorizationCode, refresh_token: refreshToken, [DEVICE_GRANT]: deviceCode },
  defaultGrantType: 'authorization_code',
  createAccessToken(context, granted) {
    const value = insertToken(context, granted, context.clock.now() + TOKEN_LIFETIME)
    return storeAccessToken({ profile, context }, granted, { id: value, lifetime: TOKEN_LIFETIME })
  },
  endAccessToken,
  refresh: {
    lifetime: 30 * DAY,
    appliesTo: (_context, { scopes }) => scopes.includes('offline_access'),
    create: ({ ids }) => ids.secret.base62(48),
    rotates: true,
    onReuse: 'end the family',
  },
  device: {
    lifetime: 10 * MINUTE,
    interval: 5 * SECOND,
    authenticates: false,
    createDeviceCode: ({ ids }) => ids.secret.base62(48),
    createUserCode: ({ ids }) => ids.secret.from('BCDFGHJKLMNPQRSTVWXZ', 8).replace(/^.{4}/, '$&-'),
    members: (context, device) => deviceMembers(context, device, context.urls.of('/oauth/device')),
  },
  revocation: { authenticates: true, unknown: 'ok', accessToken: 'token', refreshToken: 'code' },
  introspection: {
    accessToken: (_context, { clientId, userId, expiresAt }) => ({
      client_id: clientId,
      sub: userId,
      exp: Math.floor(expiresAt / SECOND),
    }),
    refreshToken: (_context, { expiresAt }, clientId, userId) => ({
      client_id: clientId,
      sub: userId,
      exp: Math.floor(expiresAt / SECOND),
    }),
  },
  openId: {
    issuer: ({ origin }) => origin,
    isIssuer: ({ origin }, { iss }) => iss === origin,
    signingKey: () => SIGNING_KEY,
    idTokenLifetime: TOKEN_LIFETIME,
    idTokenClaims: ({ rows, ids }, granted, standard) =>
      idTokenClaims(rows.users.require(granted.grant.userId), granted.scopes, standard, ids.uuid()),
  },

  tokenMembers,
  errorMembers: ({ code, message, details }) => ({ error: code, error_description: message, ...details }),
}

/**
 * The token endpoint for integrations: the token does not expire, and the answer names the installation.
 * https://vercel.com/docs/integrations/vercel-api-integrations#exchange-code-for-access-token
 */
export const integrationProfile: Profile<SignInContext> = {
  ...profile,
  grantTypes: { authorization_code: authorizationCode },
  createAccessToken: (context, granted) => insertToken(context, granted, null),
  refresh: null,
  tokenMembers: (issued, context) => {
    const configuration = configurationOf(context, issued.client, context.rows.users.require(issued.grant.userId))
    return {
      token_type: 'Bearer',
      access_token: issued.accessToken,
      installation_id: configuration.id,
      user_id: configuration.userId,
      // The OAuth engine has no null members; the route adds `team_id: null`.
      ...(configuration.teamId === null ? {} : { team_id: configuration.teamId }),
    }
  },
}

function insertToken(
  context: SignInContext,
  { client, grant, scopes }: Authorization,
  expiresAt: number | null,
): string {
  const user = context.rows.users.require(grant.userId)
  return createToken(context, user, {
    name: client.name,
    type: 'oauth2-token',
    clientId: client.id,
    scopes: scopes.filter((scope) => ALL_SCOPES.includes(scope)),
    expiresAt,
  }).value
}

function endAccessToken(context: SignInContext, value: string): void {
  deleteAccessToken(context, value)
  const token = context.rows.tokens.find('value', value)
  if (token !== undefined) context.rows.tokens.delete(token.id)
}

function tokenMembers(issued: IssuedTokens, context: SignInContext): Members {
  const { accessToken, refreshToken: refresh, scopes } = issued
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(wantsIdToken(profile, issued) ? { id_token: idToken({ profile, context }, issued, { accessToken }) } : {}),
    expires_in: TOKEN_LIFETIME / SECOND,
    scope: scopes.join(' '),
    ...(refresh === null ? {} : { refresh_token: refresh }),
  }
}

function clientsOf(rows: Rows): Clients {
  const clientOf = ({ clientId, clientSecret, name, redirectUris }: Integration) => ({
    id: clientId,
    name,
    secret: clientSecret,
    redirectUris,
  })
  return {
    list: () => rows.integrations.all().map(clientOf),
    find(id) {
      if (id === COMMAND_LINE.id) return COMMAND_LINE
      const integration = rows.integrations.find('clientId', id)
      return integration === undefined ? undefined : clientOf(integration)
    },
  }
}

function personOf({ id, username, name, email }: User): Person {
  return { id, handle: username, name: name ?? username, email }
}
