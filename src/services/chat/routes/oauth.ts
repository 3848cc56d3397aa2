import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { routesFor } from '#core/routes.ts'
import type { Parameters } from '#oauth/context.ts'
import type { OAuthRequest } from '#oauth/collections.ts'
import { OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import type { Profile } from '#oauth/profile.ts'
import { authorizationAnswer, authorizationPage, type Provider } from '#oauth/endpoints/browser.ts'
import { redeem } from '#oauth/grants/redeem.ts'
import type { ChatCall } from '#chat/call.ts'
import { identityClaims } from '#chat/json/identity.ts'
import { installationJson } from '#chat/json/installation.ts'
import { method, openMethod } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import {
  CHANNEL,
  describeScope,
  errorWord,
  exchangeToken,
  profile,
  SIGNING_KEY,
  signInProfile,
  type SignInContext,
} from '#chat/oauth/profile.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { installLeave, requestApp } from '#chat/rules/app-approvals.ts'
import type { AppScope } from '#chat/schema/app-approvals.ts'
import { canSee } from '#chat/rules/conversations/find.ts'
import { logAccess } from '#chat/rules/logs.ts'
import { postWebhookMessage, uninstall } from '#chat/rules/install.ts'

const { get, post } = routesFor<ChatCall>()

const installer: Provider<SignInContext> = {
  service: { id: 'chat', title: 'Slack Web API' },
  profile,
  words: describeScope,
  seededAt: 'chat.users',
  choices({ rows }, { scopes }) {
    if (scopes?.includes('incoming-webhook') !== true) return []
    const channels = rows.conversations.list('byNumber').filter(({ kind, archived }) => kind === 'public' && !archived)
    const options = channels.map(({ id, name }) => ({ value: id, words: `#${name}` }))
    return [{ name: CHANNEL, label: 'Where should it post?', options }]
  },
  chosen(call, { request, client, person, form }) {
    const { rows } = call
    requireLeave(call, client.id, String(person.id), scopesAsked(request))
    if (request.scopes?.includes('incoming-webhook') !== true) return
    const chosen = rows.conversations.get(form.get(CHANNEL) ?? undefined)
    const isOpen = chosen !== undefined && canSee({ rows }, chosen, String(person.id))
    // A form without a choice, of a client without a page, means the first channel.
    const channel = isOpen ? chosen : rows.conversations.list('byNumber').find(({ kind }) => kind === 'public')
    if (channel === undefined) return
    rows.oauthRequests.update(request.id, { parameters: { ...request.parameters, [CHANNEL]: channel.id } })
  },
}

const signIn: Provider<SignInContext> = {
  ...installer,
  profile: signInProfile,
  words: describeScope,
  chosen: () => undefined,
}

function scopesAsked({ scopes, parameters }: OAuthRequest): readonly AppScope[] {
  const asUser = (parameters['user_scope'] ?? '').split(/[\s,]+/).filter((each) => each !== '')
  return [
    ...(scopes ?? []).map((name) => ({ name, tokenType: 'bot' as const })),
    ...asUser.map((name) => ({ name, tokenType: 'user' as const })),
  ]
}

/**
 * Shows a page in place of an installation that an administrator of the organization has to approve first, or has
 * restricted. The page of the former has made the request.
 */
function requireLeave(call: SignInContext, clientId: string, userId: string, scopes: readonly AppScope[]): void {
  const app = call.rows.apps.find('client', clientId)
  const user = call.rows.users.get(userId)
  if (app === undefined || user === undefined) return
  switch (installLeave(call.rows, app, user, scopes)) {
    case 'granted':
      return
    case 'restricted':
      throw new RequestRefused(403, 'This app is restricted', `An administrator has restricted ${app.name}.`, [
        'admin.apps.clearResolution or admin.apps.approve ends the restriction.',
      ])
    case 'to be requested': {
      const { id } = requestApp(call, app, user, scopes)
      throw new RequestRefused(200, 'Your request was sent', `An administrator has to approve ${app.name} first.`, [
        `admin.apps.approve approves the request ${id}; then the app can be installed.`,
      ])
    }
  }
}

const anyArguments = v.record(v.string(), v.unknown())

/** The installation of apps, Sign in with Slack, and the rotation of tokens. */
export const oauthRoutes = [
  get('oauth.v2.authorize', '/oauth/v2/authorize', authorizationPage(installer)),
  post('oauth.v2.authorize', '/oauth/v2/authorize', signInAnswer(installer)),
  get('openid.connect.authorize', '/openid/connect/authorize', authorizationPage(signIn)),
  post('openid.connect.authorize', '/openid/connect/authorize', signInAnswer(signIn)),

  ...openMethod('oauth.v2.access', anyArguments, (call) => {
    const before = call.rows.incomingWebhooks.size
    const { access_token: record } = tokensFor(call, profile, call.args)
    if (call.rows.incomingWebhooks.size > before) postWebhookMessage(call, Number(record))
    return ok(call, installationJson(call, Number(record)))
  }),

  // Turns a token that does not expire into one that rotates.
  // https://docs.slack.dev/reference/methods/oauth.v2.exchange
  ...openMethod('oauth.v2.exchange', anyArguments, (call) => exchange(call, textsOf(call.args))),

  ...openMethod('openid.connect.token', anyArguments, (call) => ok(call, tokensFor(call, signInProfile, call.args))),

  ...method('openid.connect.userInfo', { scopes: ['openid'], tokens: ['user'], args: anyArguments }, (call) =>
    ok(call, identityClaims(call, call.principal.user, call.principal.scopes)),
  ),

  ...method(
    'apps.uninstall',
    { scopes: [], args: v.object({ client_id: v.string(), client_secret: v.string() }) },
    (call) => {
      const { args, principal } = call
      const app = call.rows.apps.find('client', args.client_id)
      if (app === undefined) throw slackFailure('invalid_client_id')
      if (app.clientSecret !== args.client_secret) throw slackFailure('bad_client_secret')
      if (principal.app?.id !== app.id) throw slackFailure('client_id_token_mismatch')
      uninstall(call, app)
      return ok(call)
    },
  ),

  get('openid.connect.keys', '/openid/connect/keys', () =>
    json({ keys: [publicJwk(SIGNING_KEY.pair, SIGNING_KEY.kid)] }),
  ),
  get('openid.connect.discovery', '/.well-known/openid-configuration', ({ urls }) => json(discovery(urls.api))),
]

/** Answers the form of the page, and records the person's sign-in when the answer has a code. */
function signInAnswer(provider: Provider<SignInContext>): (call: ChatCall) => Answer<string | null> {
  const answerForm = authorizationAnswer(provider)
  return (call) => {
    const answer = answerForm(call)
    const { location = '' } = answer.headers ?? {}
    const person = provider.profile.person(call, call.form().get('user') ?? '')
    if (person !== undefined && /[?&]code=/.test(location)) {
      logAccess(call, String(person.id), call.header('user-agent') ?? '')
    }
    return answer
  }
}

/**
 * Redeems a code or a refresh token.
 *
 * @throws the vendor's failure.
 */
function tokensFor(call: ChatCall, server: Profile<SignInContext>, args: Readonly<Record<string, unknown>>) {
  const header = call.header('authorization')
  const parameters = textsOf(args)
  const code = call.rows.oauthCodes.get(parameters['code'])
  // A code of Sign in with Slack does not install an app, and a code of an installation does not sign in.
  if (code !== undefined && code.scopes.includes('openid') !== (server === signInProfile)) {
    throw slackFailure('oauth_authorization_url_mismatch')
  }
  const credential = header === undefined ? null : credentials(header)
  try {
    const basic = credential?.scheme === 'basic' ? credential : null
    return redeem({ profile: server, context: call }, { parameters, credentials: basic })
  } catch (error) {
    if (error instanceof OAuthFailure) throw slackFailure(errorWord(error), { error_description: error.message })
    throw error
  }
}

function textsOf(args: Readonly<Record<string, unknown>>): Parameters {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    ),
  )
}

function discovery(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/openid/connect/authorize`,
    token_endpoint: `${origin}/api/openid.connect.token`,
    userinfo_endpoint: `${origin}/api/openid.connect.userInfo`,
    jwks_uri: `${origin}/openid/connect/keys`,
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: ['form_post'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['sub', 'auth_time', 'iss'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  }
}

function exchange(call: ChatCall, parameters: Parameters): ReturnType<typeof ok> {
  const { rows } = call
  const { client_id: clientId = '', client_secret: secret, token: value } = parameters
  const app = rows.apps.find('client', clientId)
  if (app === undefined) throw slackFailure('invalid_client_id')
  if (app.clientSecret !== secret) throw slackFailure('bad_client_secret')
  const token = rows.tokens.get(value)
  if (token === undefined || token.appId !== app.id || token.userId === null) throw slackFailure('invalid_token')
  if (token.expiresAt !== null || token.exchanged) throw slackFailure('token_already_exchanged')
  if (token.revoked) throw slackFailure('authorization_not_found')
  if (!app.rotatesTokens) throw slackFailure('token_rotation_not_enabled')
  return ok(call, installationJson(call, exchangeToken(call, app, token)))
}
