import { Failure } from '#core/errors.ts'
import { json, redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { oauthFailure, secretKeyRequired } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'
import { connectPage } from '#payments/pages/connect.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { addConnectCode, addKeys, disconnect, exchangeCode, findConnection } from '#payments/rules/connect/oauth.ts'
import type { ConnectCode, Connection } from '#payments/schema/connect-records.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The OAuth by which a platform connects accounts. https://docs.stripe.com/connect/oauth-reference */
export const oauthRoutes = [
  get('oauth/authorize', '/oauth/authorize', (call) => show(call, 'standard')),
  post('oauth/authorize/answer', '/oauth/authorize', (call) => decide(call, 'standard')),
  get('oauth/express', '/express/oauth/authorize', (call) => show(call, 'express')),
  post('oauth/express/answer', '/express/oauth/authorize', (call) => decide(call, 'express')),
  post('oauth/token', '/oauth/token', (call) => {
    requireSecretKey(call)
    const granted = grantOf(call)
    if (granted instanceof Failure) return answerFailure(granted, call)
    const { connection, scope } = granted
    const { secret, publishable } = addKeys(call, connection, scope)
    return json({
      access_token: secret,
      livemode: false,
      refresh_token: connection.id,
      token_type: 'bearer',
      stripe_publishable_key: publishable,
      stripe_user_id: connection.account,
      scope,
    })
  }),
  post('oauth/deauthorize', '/oauth/deauthorize', (call) => {
    requireSecretKey(call)
    const form = call.form()
    const account = form.get('stripe_user_id')
    if (account === null) throw oauthFailure(400, 'invalid_request', 'No stripe_user_id provided')
    disconnect(call, clientIdOf(form.get('client_id')), account)
    return json({ stripe_user_id: account })
  }),
]

function requireSecretKey({ principal }: PaymentsCall): void {
  if (principal?.kind === 'publishable') throw secretKeyRequired()
}

/** @throws `invalid_client` for what is no client id of the vendor's. */
function clientIdOf(id: string | null): string {
  if (id !== null && /^ca_\w+$/.test(id)) return id
  throw oauthFailure(401, 'invalid_client', `No such application: '${id ?? ''}'`)
}

/** A connection, and what new keys of it may do. */
interface Grant {
  readonly connection: Connection
  readonly scope: Connection['scope']
}

/** Returns what a request for a token is granted; a failure for a code that was used before. */
function grantOf(call: PaymentsCall): Grant | Failure {
  const form = call.form()
  const type = form.get('grant_type')
  const required = (name: string): string => {
    const value = form.get(name)
    if (value === null) throw oauthFailure(400, 'invalid_request', `No ${name} specified`)
    return value
  }
  if (type === 'authorization_code') {
    const connection = exchangeCode(call, required('code'))
    return connection instanceof Failure ? connection : { connection, scope: connection.scope }
  }
  if (type !== 'refresh_token') {
    throw oauthFailure(400, 'unsupported_grant_type', `Unsupported grant type: ${required('grant_type')}`)
  }
  const connection = findConnection(call, required('refresh_token'))
  const scope = form.get('scope') ?? connection.scope
  if (scope !== 'read_only' && scope !== connection.scope) {
    throw oauthFailure(400, 'invalid_scope', `The scope ${scope} is more than the account has agreed to.`)
  }
  return { connection, scope: scope === 'read_only' ? 'read_only' : 'read_write' }
}

/** The request of a platform for access to an account. */
interface Asked {
  readonly application: string
  readonly redirectUri: URL
  /** The parameters of every answer. */
  readonly state: Readonly<Record<string, string>>
  readonly scope: ConnectCode['scope']
  /** The name of what is wrong, and a sentence; null for nothing. */
  readonly problem: readonly [string, string] | null
}

/** Returns what an address asks for; null where there is no place to answer. */
function askedBy({ query }: PaymentsCall, type: ConnectCode['type']): Asked | null {
  const application = query.get('client_id') ?? ''
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!/^ca_\w+$/.test(application) || !URL.canParse(redirectUri)) return null
  const scope = query.get('scope') ?? (type === 'express' ? 'read_write' : 'read_only')
  const state = query.get('state')
  return {
    application,
    redirectUri: new URL(redirectUri),
    state: state === null ? {} : { state },
    scope: scope === 'read_write' ? 'read_write' : 'read_only',
    problem:
      query.get('response_type') !== 'code'
        ? ['unsupported_response_type', 'The only supported response type is code']
        : scope === 'read_write' || scope === 'read_only'
          ? null
          : ['invalid_scope', `Invalid scope: ${scope}`],
  }
}

const UNKNOWN = 'No application matches the supplied client identifier, or the redirect URI is no URL.'

function show(call: PaymentsCall, type: ConnectCode['type']): Answer {
  const asked = askedBy(call, type)
  if (asked === null) return missingPage(UNKNOWN, 'Connect', 400)
  if (asked.problem !== null) return refused(asked, asked.problem)
  return connectPage({
    platform: merchantName(call, call.rows.platform.get()),
    email: call.query.get('stripe_user[email]'),
    mayWrite: asked.scope === 'read_write',
    action: call.mountPath + call.path + call.search,
    leadsTo: asked.redirectUri.href,
  })
}

function decide(call: PaymentsCall, type: ConnectCode['type']): Answer {
  const asked = askedBy(call, type)
  if (asked === null) return missingPage(UNKNOWN, 'Connect', 400)
  if (asked.problem !== null) return refused(asked, asked.problem)
  if (call.form().get('outcome') !== 'connect') {
    return refused(asked, ['access_denied', 'The user denied your request'])
  }
  const { application, scope } = asked
  const country = /^[A-Z]{2}$/.exec(call.query.get('stripe_user[country]') ?? '')?.[0]
  const code = addConnectCode(call, {
    application,
    country: country ?? call.rows.accounts.require(call.rows.platform.get()).country,
    email: call.query.get('stripe_user[email]'),
    scope,
    type,
  })
  return back(asked, { scope, code })
}

const refused = (asked: Asked, [error, description]: readonly [string, string]): Answer =>
  back(asked, { error, error_description: description })

/** Goes back to the platform with the result. */
function back({ redirectUri, state }: Asked, result: Readonly<Record<string, string>>): Answer {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...result, ...state })) url.searchParams.set(name, value)
  return redirect(url.href, 303)
}
