import { DAY, MINUTE, SECOND } from '#core/duration.ts'
import { ownMember } from '#core/objects.ts'
import type { Authorization, IssuedTokens, Person } from '#oauth/authorization.ts'
import type { Client, Clients } from '#oauth/clients/clients.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { authorizationCode } from '#oauth/grants/authorization-code.ts'
import { refreshToken } from '#oauth/grants/refresh-token.ts'
import { idToken } from '#oauth/tokens/id-token.ts'
import { issue, recordGrant } from '#oauth/tokens/issue.ts'
import type { SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne } from '#oauth/jwt/keys.ts'
import type { Profile } from '#oauth/profile.ts'
import type { ChatContext, Rows } from '#chat/call.ts'
import { identityClaims } from '#chat/json/identity.ts'
import { addWebhook, botOf, grantToken, recordInstallation, ROTATING_LIFETIME } from '#chat/rules/install.ts'
import { createApp } from '#chat/rules/apps.ts'
import { people } from '#chat/rules/people.ts'
import type { App, Token, User } from '#chat/schema/people.ts'
import { ALL_SCOPES } from '#chat/rules/scopes.ts'
import { SCOPE_WORDS } from './scope-words.ts'

/** The part of a call's or command's context that signing in needs. */
export type SignInContext = Pick<ChatContext, 'rows' | 'clock' | 'ids' | 'origin' | 'urls' | 'emit'>

const FOREVER = 10 * 365 * DAY

/** The prefix of the person's scopes (`user_scope`) in a grant, which also has those of the bot. */
const AS_USER = 'user:'

/** The field of the page, and the parameter of the request, with the channel of an incoming webhook. */
export const CHANNEL = 'backlot_channel'

/** The key that signs ID tokens; its public part is in the key set. */
export const SIGNING_KEY = { alg: 'RS256', kid: 'backlot-chat', pair: rsaOne } as const satisfies SigningKey

/** Describes a granted scope for the consent page. */
export function describeScope(scope: string): string {
  if (!scope.startsWith(AS_USER)) return ownMember(SCOPE_WORDS, scope) ?? scope
  const bare = scope.slice(AS_USER.length)
  return `On your behalf: ${ownMember(SCOPE_WORDS, bare) ?? bare}`
}

/** The installation of apps. https://docs.slack.dev/authentication/installing-with-oauth */
export const profile: Profile<SignInContext> = {
  registry: 'chat.oauth_apps in the seed',
  clients: ({ rows }) => clientsOf(rows),
  people: (context) => people(context).map(personOf),
  person(context, handle) {
    const name = handle.toLowerCase()
    const found = people(context).find(
      (user) => user.name === name || user.id === handle || user.profile.email?.toLowerCase() === name,
    )
    return found === undefined ? undefined : personOf(found)
  },

  responseTypeRequired: false,
  challengeMethods: ['S256'],
  redirectMatches: (requested, registered) =>
    requested === registered || requested.startsWith(`${registered.replace(/\/$/, '')}/`),
  redirectUriAtAuthorization: 'optional',
  scopesIn: split,
  checkScopes(context, { client, requested, parameters }) {
    const { bot, user } = requestedScopes(context, client, requested, parameters)
    const unknown = [...bot, ...user].filter((scope) => !Object.hasOwn(SCOPE_WORDS, scope))
    if (unknown.length > 0) throw new OAuthFailure('invalid_scope', `unknown scopes: ${unknown.join(', ')}`)
    if (bot.length + user.length === 0) throw new OAuthFailure('invalid_scope', 'send scope or user_scope')
  },
  scopesGranted(context, { client, requested, parameters }) {
    const { bot, user } = requestedScopes(context, client, requested, parameters)
    return [...bot, ...user.map((scope) => AS_USER + scope)]
  },

  codeLifetime: 10 * MINUTE,
  createCode: ({ ids }) => `${ids.from('123456789', 12)}.${ids.from('123456789', 13)}.${ids.secret.hex(64)}`,
  redirectUriAtToken: 'optional',
  grantTypes: { authorization_code: authorizationCode, refresh_token: refreshToken },
  defaultGrantType: 'authorization_code',
  createAccessToken,
  endAccessToken: ({ rows }, token) => {
    if (rows.tokens.get(token) !== undefined) rows.tokens.update(token, { revoked: true })
  },
  refresh: {
    lifetime: FOREVER,
    appliesTo: ({ rows }, { client }) => rows.apps.find('client', client.id)?.rotatesTokens === true,
    create: ({ ids }) => `xoxe-1-${ids.secret.base62(146)}`,
    rotates: true,
    endsAccessToken: false,
    onReuse: 'nothing',
  },
  device: null,
  tokenMembers: recordTokens,
  // The vendor sends the word alone. The description helps the reader of a failing test.
  errorMembers: ({ code, message }) => ({ error: code, error_description: message }),
  errorBody: (failure) => ({ ok: false, error: errorWord(failure) }),
  errorStatus: () => 200,
}

/** Sign in with Slack. https://docs.slack.dev/authentication/sign-in-with-slack */
export const signInProfile: Profile<SignInContext> = {
  ...profile,
  responseTypeRequired: true,
  scopesIn: (scope) => scope.split(/[\s,]+/).filter((each) => each !== ''),
  checkScopes(_context, { requested }) {
    const unknown = (requested ?? []).filter((scope) => !OPENID.includes(scope))
    if (unknown.length > 0 || requested?.includes('openid') !== true) {
      throw new OAuthFailure(
        'invalid_scope',
        `scope is ${(requested ?? []).join(' ')}; expected openid, and of ${OPENID.join(', ')} only`,
      )
    }
  },
  scopesGranted: (_context, { requested }) => requested ?? ['openid'],
  createAccessToken: (context, { client, grant, scopes }) =>
    grantToken(context, appOf(context, client), { userId: String(grant.userId) }, scopes).id,
  openId: {
    issuer: ({ urls }) => urls.api,
    isIssuer: ({ urls }, { iss }) => iss === urls.api,
    signingKey: () => SIGNING_KEY,
    idTokenLifetime: 5 * MINUTE,
    idTokenClaims: (context, { grant, scopes }, standard) => ({
      ...standard,
      ...identityClaims(context, context.rows.users.require(String(grant.userId)), scopes),
    }),
  },
  tokenMembers(issued, context) {
    const { accessToken, refreshToken: renewal } = issued
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      id_token: idToken({ profile: signInProfile, context }, issued, { accessToken }),
      ...(renewal === null ? {} : { refresh_token: renewal, expires_in: ROTATING_LIFETIME / SECOND }),
    }
  },
}

const OPENID = ['openid', 'email', 'profile']

function split(scopes: string): readonly string[] {
  return scopes.split(/[\s,]+/).filter((each) => each !== '')
}

/** Returns the scopes that a request asks for; those of the app when it asks for none. */
function requestedScopes(
  { rows }: SignInContext,
  client: Client,
  requested: readonly string[] | null,
  { user_scope: asUser = '' }: Readonly<Record<string, string>>,
): { readonly bot: readonly string[]; readonly user: readonly string[] } {
  const bot = requested ?? []
  const user = split(asUser)
  const app = rows.apps.find('client', client.id)
  if (bot.length + user.length > 0 || app === undefined) return { bot, user }
  return { bot: app.scopes, user: app.userScopes }
}

/** Returns the app of a client. Makes one for a client that is not registered, which a seed without apps accepts. */
function appOf(context: SignInContext, { id, name, secret }: Client): App {
  const input = { clientId: id, clientSecret: secret ?? '', name, userScopes: ALL_SCOPES }
  return context.rows.apps.find('client', id) ?? createApp(context, input)
}

/**
 * Makes the token of the bot when the grant has scopes for a bot, else the token of the person. Returns its literal
 * value.
 */
function createAccessToken(context: SignInContext, { client, grant, scopes }: Authorization): string {
  const app = appOf(context, client)
  const ofBot = scopes.filter((scope) => !scope.startsWith(AS_USER))
  const bare = scopes.map((scope) => scope.replace(AS_USER, ''))
  recordInstallation(context, app, String(grant.userId), bare)
  if (ofBot.length > 0) return grantToken(context, app, { bot: botOf(context, app) }, ofBot).id
  const ofUser = scopes.map((scope) => scope.slice(AS_USER.length))
  return grantToken(context, app, { userId: String(grant.userId) }, ofUser).id
}

/**
 * Records the tokens and the webhook of an authorization, from which `installationJson` writes the vendor's answer. The
 * answer has members that the OAuth engine does not know, so `access_token` is the id of the record here.
 */
function recordTokens(issued: IssuedTokens, context: SignInContext): { readonly access_token: string } {
  const { rows } = context
  const { client, grant, scopes, parameters, accessToken, by } = issued
  const app = appOf(context, client)
  const asUser = scopes.filter((scope) => scope.startsWith(AS_USER))
  const hasBoth = asUser.length > 0 && asUser.length < scopes.length
  const ofUser =
    hasBoth && by !== 'refresh_token'
      ? issue({ profile: secondTokenProfile, context }, { ...issued, scopes: asUser }, { withoutSecret: false })
      : null
  const channelId = parameters[CHANNEL]
  const wantsWebhook = scopes.includes('incoming-webhook') && channelId !== undefined && by !== 'refresh_token'
  const webhook = wantsWebhook ? addWebhook(context, app, botOf(context, app), channelId, String(grant.userId)) : null
  const record = rows.issuedTokens.insert({
    appId: app.id,
    userId: String(grant.userId),
    token: accessToken,
    refreshToken: issued.refreshToken,
    userToken: ofUser?.accessToken ?? null,
    userRefreshToken: ofUser?.refreshToken ?? null,
    webhookId: webhook?.id ?? null,
    isRefresh: by === 'refresh_token',
  })
  return { access_token: String(record.id) }
}

/** Replaces a token that does not expire by one that rotates, and returns the id of the record. */
export function exchangeToken(context: SignInContext, app: App, token: Token): number {
  const { rows } = context
  rows.tokens.update(token.id, { revoked: true, exchanged: true })
  const client = { id: app.clientId, name: app.name, secret: app.clientSecret, redirectUris: null }
  const installer = rows.installations.find('app', app.id)?.installerId ?? people(context)[0]?.id ?? ''
  const user = rows.users.require(token.kind === 'user' ? (token.userId ?? installer) : installer)
  const isUser = token.kind === 'user'
  const parameters: Readonly<Record<string, string>> = isUser ? { user_scope: token.scopes.join(' ') } : {}
  const server = { profile, context }
  const { grant, scopes } = recordGrant(server, personOf(user), {
    client,
    requested: isUser ? null : token.scopes,
    parameters,
  })
  const authorization = {
    client,
    grant,
    scopes,
    parameters,
    by: 'command',
    request: {},
    origin: null,
    authTime: null,
  } as const
  const { access_token: record } = recordTokens(issue(server, authorization, { withoutSecret: false }), context)
  return Number(record)
}

/**
 * The profile for the second token of an authorization. It makes no record, because the record of the first token has
 * the second.
 */
const secondTokenProfile: Profile<SignInContext> = {
  ...profile,
  tokenMembers: ({ accessToken }) => ({ access_token: accessToken }),
}

function clientsOf(rows: Rows): Clients {
  const clientOf = ({ clientId, clientSecret, name, redirectUris }: App): Client => ({
    id: clientId,
    name,
    secret: clientSecret,
    redirectUris: redirectUris.length === 0 ? null : redirectUris,
  })
  return {
    list: () => rows.apps.list('byNumber').map(clientOf),
    find(id) {
      const app = rows.apps.find('client', id)
      return app === undefined ? undefined : clientOf(app)
    },
  }
}

function personOf({ id, name, profile: { realName, email } }: User): Person {
  return { id, handle: name, name: realName, email }
}

/** The vendor's word for a failure of a token request. */
export function errorWord({ code, culprit, problem, message }: OAuthFailure): string {
  switch (culprit) {
    case 'code':
      return problem?.reason === 'used' ? 'code_already_used' : 'invalid_code'
    case 'redirect_uri':
      return 'bad_redirect_uri'
    case 'refresh_token':
      return 'invalid_refresh_token'
    case 'verifier':
      return 'invalid_code_verifier'
    default:
      break
  }
  if (code === 'invalid_client') return /secret/i.test(message) ? 'bad_client_secret' : 'invalid_client_id'
  if (code === 'unsupported_grant_type') return 'invalid_grant_type'
  return code === 'invalid_grant' ? 'invalid_code' : 'invalid_arguments'
}
