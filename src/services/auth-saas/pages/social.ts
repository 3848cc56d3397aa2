import { signInAtProvider, signUpAtProvider } from '#auth-saas/rules/attempts/social-attempts.ts'
import { redirect, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { errorPage } from '#pages/error.ts'
import { page } from '#pages/layout.ts'
import { isEmailAddress } from '#auth-saas/rules/users/addresses.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { nameOf } from '#auth-saas/rules/social-providers.ts'
import { applicationUrl, deviceUrl } from '#auth-saas/rules/application-url.ts'
import { completeConnection } from '#auth-saas/rules/users/external-accounts.ts'
import { identifierOf } from '#auth-saas/rules/users/identifiers.ts'
import type { ExternalAccount } from '#auth-saas/schema/people.ts'
import { renewNativeToken } from '#auth-saas/rules/sessions/clients.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import { attempt, SERVICE } from './account.ts'

/** The page of a social provider: the people of this instance, and a field for anybody else. */
function providerPage(
  call: AuthCall,
  strategy: string,
  redirectUrl: string | null,
  problem: string | null = null,
): Answer<string | null> {
  const { rows } = call
  const people = rows.users.page('newest', [], { offset: 0, limit: 20 }).rows
  const addresses = people.flatMap((user) => {
    const address = identifierOf(rows, user)
    return address?.includes('@') === true ? [address] : []
  })
  return page({
    service: SERVICE,
    title: `Continue with ${nameOf(strategy)}`,
    content: html`<h1>Continue with ${nameOf(strategy)}</h1>
      ${problem !== null && html`<p class="reason" role="alert">${problem}</p>`}
      <form method="post" action="?">
        <div class="actions">
          ${addresses.map((each) => html`<button class="quiet" name="email" value="${each}">${each}</button> `)}
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
    ...(redirectUrl === null ? {} : { leadsTo: redirectUrl }),
  })
}

function unknownAttempt(): Answer<string | null> {
  const message = 'The attempt to sign in is unknown: the instance was reset, or the address is not complete.'
  return errorPage({
    service: SERVICE,
    status: 404,
    title: 'Not found',
    message,
    remedies: ['Begin to sign in again.'],
  })
}

function back(call: AuthCall, redirectUrl: string | null): Answer<string | null> {
  return redirect(applicationUrl(redirectUrl)?.href ?? `${call.origin}/sign-in`, 303, { 'cache-control': 'no-store' })
}

/** Leads back to the application of an attempt. One on a device fetches its new token by the nonce in the address. */
export function backFrom(
  call: AuthCall,
  { clientId, createdSessionId, redirectUrl }: SignIn | SignUp,
): Answer<string | null> {
  const { rows, ids } = call
  const target = rows.clients.get(clientId)?.isNative === true ? deviceUrl(redirectUrl) : undefined
  if (target === undefined) return back(call, redirectUrl)
  if (createdSessionId !== null) {
    const nonce = ids.secret.base62(32)
    renewNativeToken(call, clientId, nonce)
    target.searchParams.set('created_session_id', createdSessionId)
    target.searchParams.set('rotating_token_nonce', nonce)
  }
  return redirect(target.href, 303, { 'cache-control': 'no-store' })
}

function emailOf(form: URLSearchParams): string | null {
  const email = (form.get('email') ?? '').trim().toLowerCase()
  return isEmailAddress(email) ? email : null
}

/** Returns the external account with this id, while it is being connected; null otherwise. */
function beingConnected({ rows }: AuthCall, id: string): ExternalAccount | null {
  const account = rows.externalAccounts.get(id)
  return account?.verification.status === 'unverified' ? account : null
}

const NO_ADDRESS = 'Enter an email address.'

/** The pages that stand in for those of social providers. */
export const socialPages: readonly Route[] = [
  get('pages/providerSignIn', '/oauth/sign-in/:sign_in_id', (call) => {
    const row = call.rows.signIns.get(call.params.sign_in_id)
    if (row?.firstFactor === null || row === undefined) return unknownAttempt()
    return providerPage(call, row.firstFactor.strategy, row.redirectUrl)
  }),

  post('pages/submitProviderSignIn', '/oauth/sign-in/:sign_in_id', (call) => {
    const row = call.rows.signIns.get(call.params.sign_in_id)
    if (row?.firstFactor === null || row === undefined) return unknownAttempt()
    const form = call.form()
    if (form.get('decision') === 'deny') return backFrom(call, row)
    const email = emailOf(form)
    if (email === null) return providerPage(call, row.firstFactor.strategy, row.redirectUrl, NO_ADDRESS)
    const done = attempt(call, () => signInAtProvider(call, row, email))
    if ('problem' in done) return providerPage(call, row.firstFactor.strategy, row.redirectUrl, done.problem)
    return backFrom(call, done.done)
  }),

  get('pages/providerConnect', '/oauth/connect/:external_account_id', (call) => {
    const row = beingConnected(call, call.params.external_account_id)
    return row === null ? unknownAttempt() : providerPage(call, row.verification.strategy, row.connectUrl)
  }),

  post('pages/submitProviderConnect', '/oauth/connect/:external_account_id', (call) => {
    const row = beingConnected(call, call.params.external_account_id)
    if (row === null) return unknownAttempt()
    const form = call.form()
    if (form.get('decision') === 'deny') return back(call, row.connectUrl)
    const email = emailOf(form)
    if (email === null) return providerPage(call, row.verification.strategy, row.connectUrl, NO_ADDRESS)
    completeConnection(call, row, email)
    return back(call, row.connectUrl)
  }),

  get('pages/providerSignUp', '/oauth/sign-up/:sign_up_id', (call) => {
    const row = call.rows.signUps.get(call.params.sign_up_id)
    if (row?.externalVerification === null || row === undefined) return unknownAttempt()
    return providerPage(call, row.externalVerification.strategy, row.redirectUrl)
  }),

  post('pages/submitProviderSignUp', '/oauth/sign-up/:sign_up_id', (call) => {
    const row = call.rows.signUps.get(call.params.sign_up_id)
    if (row?.externalVerification === null || row === undefined) return unknownAttempt()
    const form = call.form()
    if (form.get('decision') === 'deny') return backFrom(call, row)
    const email = emailOf(form)
    if (email === null) return providerPage(call, row.externalVerification.strategy, row.redirectUrl, NO_ADDRESS)
    const done = attempt(call, () => signUpAtProvider(call, row, email))
    if ('problem' in done) return providerPage(call, row.externalVerification.strategy, row.redirectUrl, done.problem)
    return backFrom(call, done.done)
  }),
]
