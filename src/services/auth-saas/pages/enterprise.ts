import { deflateRawSync } from 'node:zlib'
import { redirect, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { errorPage } from '#pages/error.ts'
import { page } from '#pages/layout.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { connectionFor, serviceProviderOf } from '#auth-saas/rules/enterprise/connections.ts'
import { signInByEnterprise, signUpByEnterprise } from '#auth-saas/rules/attempts/enterprise-attempts.ts'
import { isEmailAddress } from '#auth-saas/rules/users/addresses.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import type {
  EnterpriseConnection,
  EnterprisePerson,
  EnterpriseRequest,
  EnterpriseTestRun,
} from '#auth-saas/schema/enterprise.ts'
import { loadConnection } from '#auth-saas/steps/enterprise-connections.ts'
import { beginTestRun, endTestRun, type TestOutcome } from '#auth-saas/rules/enterprise/test-runs.ts'
import {
  answeredParameters,
  challengeOf,
  loadEndpoints,
  loadIdentityProvider,
  loadPerson,
  loadResponse,
  type NamedPerson,
  type ProviderProblem,
} from '#auth-saas/steps/enterprise.ts'
import {
  authnRequest,
  serviceProviderMetadata,
  type IdentityProvider,
  type ReadResponse,
} from '#auth-saas/rules/saml/saml.ts'
import { beginEnterprise } from '#auth-saas/rules/enterprise/requests.ts'
import { beginSignIn } from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { browserOf } from '#auth-saas/rules/sessions/browsers.ts'
import { noSuch } from '#auth-saas/errors.ts'
import { attempt, destinationOf, pageUrl, SERVICE, withBrowser } from './account.ts'
import { backFrom } from './social.ts'

const GONE = 'The attempt to sign in is unknown: the instance was reset, or the address is not complete.'

function refusal(message: string, status = 400): Answer<string | null> {
  const title = status === 404 ? 'Not found' : 'The identity provider cannot be asked'
  return errorPage({ service: SERVICE, status, title, message, remedies: ['Begin to sign in again.'] })
}

function attemptOf({ rows }: AuthCall, { kind, attemptId }: EnterpriseRequest): SignIn | SignUp | undefined {
  if (kind === 'test') return undefined
  return kind === 'sign-in' ? rows.signIns.get(attemptId) : rows.signUps.get(attemptId)
}

/** Stores the person whom the provider has named, goes on with the attempt, and leads back to the application. */
function complete(call: AuthCall, request: EnterpriseRequest, person: EnterprisePerson): Answer<string | null> {
  const { rows } = call
  const before = attemptOf(call, request)
  if (before === undefined) return refusal(GONE, 404)
  rows.enterpriseRequests.update(request.id, { person })
  const done = attempt(call, () =>
    request.kind === 'sign-in'
      ? signInByEnterprise(call, rows.signIns.require(request.attemptId))
      : signUpByEnterprise(call, rows.signUps.require(request.attemptId)),
  )
  return 'problem' in done ? refusal(done.problem) : backFrom(call, done.done)
}

/** Ends the test run of a request, and leads to the page of its result; undefined for a request of an attempt. */
function endTest(
  call: AuthCall,
  { kind, attemptId }: EnterpriseRequest,
  outcome: TestOutcome,
  sent: EnterpriseTestRun['sent'] = {},
): Answer<string | null> | undefined {
  if (kind !== 'test') return undefined
  const { connectionId, id, token } = endTestRun(call, call.rows.enterpriseTestRuns.require(attemptId), outcome, sent)
  const path = `/v1/enterprise_connections/${connectionId}/test_runs/${id}`
  return redirect(`${call.urls.of(path)}?token=${token}`, 303, { 'cache-control': 'no-store' })
}

/** The page of the result of a test run. */
function testRunPage({ name }: EnterpriseConnection, run: EnterpriseTestRun): Answer<string | null> {
  const title = { pending: 'The test is not done', success: 'The test succeeded', failed: 'The test failed' }[
    run.status
  ]
  const { person } = run
  const names = [person?.firstName, person?.lastName].filter((each) => typeof each === 'string').join(' ')
  return page({
    service: SERVICE,
    title,
    content: html`<h1>${title}</h1>
      <p class="soft">This is a test of ${name}. It has signed nobody in.</p>
      ${person !== null && html`<p>${person.emailAddress}${names !== '' && html` (${names})`}, id ${person.providerUserId}</p>`}
      <ul class="list">
        ${run.logs.map(({ message }) => html`<li>${message}</li>`)}
      </ul>`,
  })
}

/** Signs in a person whose provider has begun, where the connection allows that. */
function beginAtProvider(
  call: AuthCall,
  connection: EnterpriseConnection,
  person: EnterprisePerson,
): Answer<string | null> {
  if (connection.saml?.allowIdpInitiated !== true) {
    return refusal('The response answers no request, and the connection does not let its provider begin.')
  }
  const { rows } = call
  const browser = browserOf(call)
  const { id } = beginSignIn(call, browser.client)
  const redirectUrl = pageUrl(call, '/sign-in', browser, destinationOf(call, null))
  rows.signIns.update(id, {
    identifier: person.emailAddress,
    firstFactor: beginEnterprise(call, 'sign-in', id, connection),
    redirectUrl,
  })
  const request = rows.enterpriseRequests.find('attemptId', id)
  return request === undefined ? refusal(GONE, 404) : withBrowser(call, complete(call, request, person), browser.token)
}

/** Returns the address with which somebody began to sign in or up; null for none. */
function hintOf(call: AuthCall, request: EnterpriseRequest): string | null {
  const attempted = attemptOf(call, request)
  if (attempted === undefined) return null
  return 'identifier' in attempted ? attempted.identifier : attempted.emailAddress
}

/** Leads the browser to a provider of SAML with a request, by the redirect binding. */
function toProvider(call: AuthCall, request: EnterpriseRequest, { ssoUrl }: IdentityProvider): Answer<string | null> {
  const { saml } = call.rows.enterpriseConnections.require(request.connectionId)
  const xml = authnRequest({
    id: `_${request.id}`,
    ssoUrl: ssoUrl ?? '',
    ...serviceProviderOf(call, saml?.id ?? ''),
    forceAuthn: saml?.forceAuthn ?? false,
    subject: hintOf(call, request),
    now: call.clock.now(),
  })
  const target = new URL(ssoUrl ?? '')
  target.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'))
  target.searchParams.set('RelayState', request.id)
  return redirect(target.href, 303, { 'cache-control': 'no-store' })
}

/** Goes on with the attempt whose provider has led the browser back. */
function callback(call: AuthCall & NamedPerson): Answer<string | null> {
  const { rows, person, tokens } = call
  const parameters = answeredParameters(call)
  const request = rows.enterpriseRequests.get(parameters.get('state'))
  if (request === undefined) return refusal(GONE, 404)
  const error = parameters.get('error_description') ?? parameters.get('error')
  const problem = { problem: error ?? 'The identity provider has sent no code.' }
  const tested = endTest(call, request, error === null ? (person ?? problem) : problem, tokens)
  if (tested !== undefined) return tested
  const before = attemptOf(call, request)
  if (before === undefined) return refusal(GONE, 404)
  if (parameters.get('error') !== null) return backFrom(call, before)
  if (person === null) return refusal('The identity provider has sent no code.')
  if ('problem' in person) return refusal(person.problem)
  return complete(call, request, person)
}

/** The page that stands in for a provider which the connection does not name, such as one of SAML. */
function standInPage(
  call: AuthCall,
  { name, domains }: EnterpriseConnection,
  problem: string | null = null,
): Answer<string | null> {
  const { rows } = call
  const people = rows.emailAddresses.page('newest', [], { offset: 0, limit: 200 }).rows
  const own = people.filter(({ emailAddress }) => domains.some((domain) => emailAddress.endsWith(`@${domain}`)))
  return page({
    service: SERVICE,
    title: `Sign in to ${name}`,
    content: html`<h1>Sign in to ${name}</h1>
      <p class="soft">This page stands in for the identity provider of ${domains.join(', ')}.</p>
      ${problem !== null && html`<p class="reason" role="alert">${problem}</p>`}
      <form method="post" action="?">
        <div class="actions">
          ${own
            .slice(0, 20)
            .map(
              ({ emailAddress }) =>
                html`<button class="quiet" name="email" value="${emailAddress}">${emailAddress}</button> `,
            )}
        </div>
      </form>
      <h2>Someone else</h2>
      <form method="post" action="?">
        <label for="email">Email address</label>
        <input id="email" name="email" type="email" autocomplete="off" />
        <div class="actions">
          <button class="primary">Continue</button>
          <button class="quiet" name="decision" value="deny" formnovalidate>Cancel</button>
        </div>
      </form>`,
  })
}

/** Returns what the response of a provider of SAML says, for a test run. */
function testOutcomeOf(read: ReadResponse | ProviderProblem): TestOutcome {
  return 'problem' in read ? read : read.person
}

/** The pages of enterprise single sign-on, and the address to which providers lead back. */
export const enterprisePages: readonly Route[] = [
  get('pages/enterprise', '/oauth/enterprise/:attempt_id', loadEndpoints, loadIdentityProvider, (call) => {
    const { rows, params, endpoints, urls, provider } = call
    const request = rows.enterpriseRequests.find('attemptId', params.attempt_id)
    if (request === undefined) return refusal(GONE, 404)
    const connection = rows.enterpriseConnections.require(request.connectionId)
    if (provider !== null) {
      if (!('problem' in provider)) return toProvider(call, request, provider)
      return endTest(call, request, provider) ?? refusal(provider.problem)
    }
    if (endpoints === null) return standInPage(call, connection)
    if ('problem' in endpoints) return endTest(call, request, endpoints) ?? refusal(endpoints.problem)
    const target = new URL(endpoints.authorization)
    const hint = hintOf(call, request)
    const parameters = {
      client_id: connection.oidc?.clientId ?? '',
      redirect_uri: urls.of('/v1/oauth_callback'),
      response_type: 'code',
      scope: endpoints.posts ? 'openid email name' : 'openid email profile',
      ...(endpoints.posts ? { response_mode: 'form_post' } : {}),
      state: request.id,
      nonce: request.nonce,
      code_challenge: challengeOf(request.codeVerifier),
      code_challenge_method: 'S256',
      ...(hint === null ? {} : { login_hint: hint }),
    }
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
    return redirect(target.href, 303, { 'cache-control': 'no-store' })
  }),

  post('pages/submitEnterprise', '/oauth/enterprise/:attempt_id', loadIdentityProvider, (call) => {
    const { rows, params, provider } = call
    const request = rows.enterpriseRequests.find('attemptId', params.attempt_id)
    if (request === undefined) return refusal(GONE, 404)
    const before = attemptOf(call, request)
    const connection = rows.enterpriseConnections.require(request.connectionId)
    // Only the stand-in has this form: a provider that the connection names is asked itself.
    if (
      provider !== null ||
      (connection.oidc !== null && (connection.oidc.discoveryUrl ?? connection.oidc.authUrl) !== null)
    ) {
      return refusal('The identity provider of this connection decides who signs in.')
    }
    const form = call.form()
    if (form.get('decision') === 'deny') {
      const denied = endTest(call, request, { problem: 'access_denied' })
      return denied ?? (before === undefined ? refusal(GONE, 404) : backFrom(call, before))
    }
    const emailAddress = (form.get('email') ?? '').trim().toLowerCase()
    if (!isEmailAddress(emailAddress)) return standInPage(call, connection, 'Enter an email address.')
    const isOwn = connection.domains.some((domain) => emailAddress.endsWith(`@${domain}`))
    if (request.kind === 'test' ? !isOwn : connectionFor(rows, emailAddress)?.id !== connection.id) {
      return standInPage(call, connection, `${emailAddress} is not an address of ${connection.domains.join(', ')}.`)
    }
    const person = { providerUserId: emailAddress, emailAddress, firstName: null, lastName: null }
    return endTest(call, request, person) ?? complete(call, request, person)
  }),

  get(
    'frontend/initEnterpriseConnectionTestRun',
    '/v1/enterprise_connections/:connection_id/init_test_run',
    loadConnection,
    (call) => {
      const run = beginTestRun(call, call.connection, call.query.get('ticket'))
      return redirect(call.urls.of(`/oauth/enterprise/${run.id}`), 301, { 'cache-control': 'no-store' })
    },
  ),

  get(
    'frontend/getEnterpriseConnectionTestRunResult',
    '/v1/enterprise_connections/:connection_id/test_runs/:test_run_id',
    loadConnection,
    (call) => {
      const { rows, params, connection, query } = call
      const run = rows.enterpriseTestRuns.get(params.test_run_id)
      if (run === undefined || run.connectionId !== connection.id || run.token !== query.get('token')) {
        throw noSuch('test run', params.test_run_id)
      }
      return testRunPage(connection, run)
    },
  ),

  get('frontend/oauthCallback', '/v1/oauth_callback', loadPerson, callback),
  // Apple posts its answer.
  post('frontend/postOauthCallback', '/v1/oauth_callback', loadPerson, callback),

  get('frontend/samlMetadata', '/v1/saml/metadata/:file', (call) => {
    const id = call.params.file.replace(/\.xml$/, '')
    if (call.rows.enterpriseConnections.find('samlId', id) === undefined) throw noSuch('SAML connection', id)
    return {
      status: 200,
      headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
      body: serviceProviderMetadata(serviceProviderOf(call, id)),
    }
  }),

  post('frontend/acs', '/v1/saml/acs/:saml_connection_id', loadResponse, (call) => {
    const { rows, read, connection } = call
    const form = call.form()
    const [response, state] = [form.get('SAMLResponse') ?? '', form.get('RelayState') ?? '']
    const sent = { saml_response: response, relay_state: state }
    const request = rows.enterpriseRequests.get('problem' in read ? state : (read.inResponseTo ?? '').slice(1))
    const isOther = request !== undefined && request.connectionId !== connection.id
    const tested = request === undefined || isOther ? undefined : endTest(call, request, testOutcomeOf(read), sent)
    if (tested !== undefined) return tested
    if (!connection.active) return refusal('The connection is not active.')
    if ('problem' in read) return refusal(read.problem)
    const { inResponseTo, person } = read
    if (inResponseTo === null) return beginAtProvider(call, connection, person)
    const before = request === undefined ? undefined : attemptOf(call, request)
    if (request === undefined || before === undefined) return refusal(GONE, 404)
    if (isOther) return refusal('The response is for another connection.')
    if (request.person !== null) return refusal('The response was used already.')
    return complete(call, request, person)
  }),
]
