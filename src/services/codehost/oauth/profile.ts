import { isLoopback } from '#core/hosts.ts'
import type { Client, Clients } from '#oauth/clients/clients.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { deviceCode } from '#oauth/grants/device-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import type { Authorization, Person } from '#oauth/authorization.ts'
import type { Profile } from '#oauth/profile.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { errorMembers } from './errors.ts'
import { SCOPE_WORDS } from './scope-words.ts'
import { normalise } from './scopes.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { OAuthApp } from '#codehost/schema/tokens.ts'
import type { App } from '#codehost/schema/apps.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'

/** The part of a call's or command's context that signing in needs. */
export type SignInContext = Pick<CodehostContext, 'rows' | 'clock' | 'ids'>

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens */
const USER_TOKEN_LIFETIME = 8 * HOUR
const REFRESH_TOKEN_LIFETIME = 184 * DAY

/**
 * The largest number of tokens of one user, app and set of scopes. A further one ends the oldest.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#creating-multiple-tokens-for-oauth-apps
 */
const TOKENS_ALIKE = 10

/**
 * GitHub's sign-in for OAuth apps and GitHub Apps.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const profile: Profile<SignInContext> = {
  registry: 'codehost.oauth_apps or codehost.apps in the seed',
  clients: ({ rows }) => clientsOf(rows),
  people: ({ rows }) => rows.accounts.list('byType', 'User').map((account) => personOf(rows, account)),
  person({ rows }, handle) {
    const account = rows.accounts.find('login', handle.toLowerCase())
    return account?.type === 'User' ? personOf(rows, account) : undefined
  },

  responseTypeRequired: false,
  challengeMethods: ['S256'],
  redirectMatches,
  redirectUriAtAuthorization: 'optional',
  scopesIn: (scope) => scope.split(/[\s,]+/).filter((each) => each !== ''),
  checkScopes({ rows }, { client, requested }) {
    // A GitHub App has permissions in place of scopes, so the scopes of its requests are ignored.
    if (requested === null || isGitHubApp(rows, client.id)) return
    const unknown = requested.filter((scope) => !Object.hasOwn(SCOPE_WORDS, scope))
    if (unknown.length > 0) {
      throw new OAuthFailure('invalid_scope', `The scopes requested are invalid: ${unknown.join(', ')}.`)
    }
  },
  scopesGranted: ({ rows }, { client, requested, before }) =>
    isGitHubApp(rows, client.id) ? [] : normalise(requested ?? before),

  codeLifetime: 10 * MINUTE,
  createCode: ({ ids }) => ids.secret.hex(20),
  redirectUriAtToken: 'optional',
  grantTypes: {
    authorization_code: authorizationCode,
    refresh_token: refreshToken,
    'urn:ietf:params:oauth:grant-type:device_code': deviceCode,
  },
  defaultGrantType: 'authorization_code',
  createAccessToken,
  endAccessToken: ({ rows }, token) => rows.tokens.get(token) !== undefined && rows.tokens.delete(token),
  refresh: {
    lifetime: REFRESH_TOKEN_LIFETIME,
    appliesTo: ({ rows }, { client }) => isGitHubApp(rows, client.id),
    create: ({ ids }) => `ghr_${ids.secret.base62(76)}`,
    rotates: true,
    onReuse: 'nothing',
  },
  device: {
    lifetime: 15 * MINUTE,
    interval: 5 * SECOND,
    // The vendor does not require a secret from devices.
    // https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#device-flow
    authenticates: false,
    createDeviceCode: ({ ids }) => ids.secret.hex(40),
    createUserCode: ({ ids }) => ids.secret.from('0123456789ABCDEF', 8).replace(/^.{4}/, '$&-'),
  },

  tokenMembers: ({ accessToken, refreshToken, scopes }) => ({
    access_token: accessToken,
    ...(refreshToken === null
      ? {}
      : {
          expires_in: USER_TOKEN_LIFETIME / SECOND,
          refresh_token: refreshToken,
          refresh_token_expires_in: REFRESH_TOKEN_LIFETIME / SECOND,
        }),
    scope: scopes.join(','),
    token_type: 'bearer',
  }),
  errorMembers,
}

/** Returns whether a client id belongs to a GitHub App: it is a seeded one's or has the form of a GitHub App's. */
function isGitHubApp(rows: Rows, clientId: string): boolean {
  if (rows.apps.find('clientId', clientId) !== undefined) return true
  return /^Iv(1\.|23)/.test(clientId) && rows.oauthApps.find('clientId', clientId) === undefined
}

/**
 * Compares a redirect URI by GitHub's documented rule: the host is the registered one or a subdomain of it, the port is
 * the same, and the path is the registered one or below it. A loopback address may have any port, since a native
 * application takes whichever is free.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#redirect-urls
 */
function redirectMatches(requested: string, registered: string): boolean {
  const from = new URL(requested)
  const to = new URL(registered)
  if (from.protocol !== to.protocol || from.username !== to.username || from.password !== to.password) return false
  if (from.hostname !== to.hostname && !from.hostname.endsWith(`.${to.hostname}`)) return false
  const anyPort = isLoopback(to.hostname) && from.hostname === to.hostname && !to.hostname.endsWith('localhost')
  if (from.port !== to.port && !anyPort) return false
  return from.pathname === to.pathname || from.pathname.startsWith(to.pathname.replace(/\/?$/, '/'))
}

function clientsOf(rows: Rows): Clients {
  const clientOf = ({ clientId, clientSecret, name, redirectUris }: OAuthApp): Client => ({
    id: clientId,
    name,
    secret: clientSecret,
    redirectUris,
  })
  return {
    list: () => [...rows.oauthApps.all().map(clientOf), ...rows.apps.all().map(appClientOf)],
    find(id) {
      const oauthApp = rows.oauthApps.find('clientId', id)
      if (oauthApp !== undefined) return clientOf(oauthApp)
      const app = rows.apps.find('clientId', id)
      return app === undefined ? undefined : appClientOf(app)
    },
  }
}

/** Returns a GitHub App as an OAuth client. A secret or callback address that the seed leaves out is not checked. */
function appClientOf({ clientId, clientSecret, name, callbackUrls }: App): Client {
  return { id: clientId, name, secret: clientSecret, redirectUris: callbackUrls.length === 0 ? null : callbackUrls }
}

function personOf(rows: Rows, { id, login, name, email }: Account): Person {
  const primary = rows.emails.referring('userId', id).find((each) => each.primary)
  return { id, handle: login, name: name ?? login, email: email ?? primary?.email ?? null }
}

function createAccessToken({ rows, clock, ids }: SignInContext, { client, grant, scopes }: Authorization): string {
  const userId = Number(grant.userId)
  const primary = rows.emails.referring('userId', userId).find((each) => each.primary)
  if (primary !== undefined && !primary.verified) {
    throw new OAuthFailure('access_denied', `${primary.email} is seeded with verified: false`, { culprit: 'user' })
  }
  const alike = rows.tokens.list('ofApp', userId, client.id).filter((token) => sameScopes(token.scopes, scopes))
  for (const token of alike.slice(0, Math.max(0, alike.length - TOKENS_ALIKE + 1))) rows.tokens.delete(token.id)
  const expires = isGitHubApp(rows, client.id)
  return rows.tokens.insert({
    id: `${expires ? 'ghu' : 'gho'}_${ids.secret.base62(36)}`,
    userId,
    scopes,
    clientId: client.id,
    expiresAt: expires ? clock.now() + USER_TOKEN_LIFETIME : null,
    createdAt: clock.now(),
  }).id
}

function sameScopes(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope))
}
