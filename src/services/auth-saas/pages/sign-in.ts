import { connectionFor } from '#auth-saas/rules/enterprise/connections.ts'
import { beginEnterprise } from '#auth-saas/rules/enterprise/requests.ts'
import type { EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'
import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import { isOfUser, signInByTicket } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import { type Answer, redirect } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { receiverOf } from '#auth-saas/rules/attempts/receivers.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import { endSession } from '#auth-saas/rules/sessions/sessions.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import {
  beginSignIn,
  checkFirst,
  checkSecond,
  completeSignIn,
  nameUser,
  passFirst,
  prepareFirst,
  recordFailure,
} from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { begun, succeeded } from '#auth-saas/rules/attempts/verifications.ts'
import { signInFactors } from '#auth-saas/rules/attempts/sign-in-factors.ts'
import { findTicket } from '#auth-saas/rules/attempts/tickets.ts'
import type { SignIn } from '#auth-saas/schema/attempts.ts'
import { passkeyForm, PASSKEY_SCRIPT } from './passkeys.ts'
import {
  accountPage,
  attempt,
  codePage,
  destinationOf,
  field,
  redirectToApplication,
  hiddenFields,
  sentenceOf,
  visitorOf,
  type Visitor,
  pageUrl,
  socialForm,
} from './account.ts'

function firstPage(
  call: AuthCall,
  visitor: Visitor,
  destination: string | null,
  problem: string | null = null,
  identifier = '',
): Answer<string | null> {
  const query = destination === null ? '' : `?redirect_url=${encodeURIComponent(destination)}`
  const content = html`<form method="post" action="?">
      ${hiddenFields(visitor, destination)}
      ${field('identifier', 'Email address, phone number or username', { value: identifier, autocomplete: 'username' })}
      ${field('password', 'Password', { type: 'password', autocomplete: 'current-password' })}
      <div class="actions">
        <button class="primary" name="step" value="password">Continue</button>
        <button class="quiet" name="step" value="send-code">Send me a code</button>
      </div>
    </form>
    ${passkeyForm(call, visitor, 'get', destination)} ${socialForm(call, visitor, destination)}
    <p class="soft">No account? <a href="sign-up${query}">Sign up</a></p>`
  return accountPage(call, visitor, {
    title: 'Sign in',
    content,
    problem,
    leadsTo: destination,
    script: PASSKEY_SCRIPT,
  })
}

/** Returns the page that asks for the code of the first factor, or for that of the second. */
function factorPage(
  call: AuthCall,
  visitor: Visitor,
  row: SignIn,
  destination: string | null,
  problem: string | null = null,
): Answer<string | null> {
  const isSecond = row.status === 'needs_second_factor'
  return codePage(call, visitor, {
    title: isSecond ? 'Two-step verification' : 'Check your messages',
    label: isSecond ? 'Code of your authenticator app, or a backup code' : 'Code',
    attemptId: row.id,
    sentTo: (isSecond ? row.secondCode : row.firstCode)?.to ?? null,
    destination,
    problem,
  })
}

/** Goes on after a step: to the application, or to the page for the next factor. */
function next(call: AuthCall, visitor: Visitor, row: SignIn, destination: string | null): Answer<string | null> {
  return row.status === 'complete'
    ? redirectToApplication(call, visitor, destination)
    : factorPage(call, visitor, row, destination)
}

function withPassword(
  call: AuthCall,
  visitor: Visitor,
  form: URLSearchParams,
  destination: string | null,
): Answer<string | null> {
  const identifier = form.get('identifier') ?? ''
  const identified = attempt(call, () =>
    nameUser(call, beginSignIn(call, visitor.client), identifier, userByIdentifier(call.rows, identifier)),
  )
  if ('problem' in identified) return firstPage(call, visitor, destination, identified.problem, identifier)
  const row = identified.done
  const user = call.rows.users.require(row.userId ?? '')
  const failure = checkFirst(call, row, user, 'password', form.get('password') ?? '')
  if (failure === null) return next(call, visitor, passFirst(call, row, 'password'), destination)
  recordFailure(call, row, 'firstFactor')
  return firstPage(call, visitor, destination, sentenceOf(failure), identifier)
}

function withSentCode(
  call: AuthCall,
  visitor: Visitor,
  form: URLSearchParams,
  destination: string | null,
): Answer<string | null> {
  const identifier = form.get('identifier') ?? ''
  const sent = attempt(call, () => {
    const user = userByIdentifier(call.rows, identifier)
    const row = nameUser(call, beginSignIn(call, visitor.client), identifier, user)
    const factors = signInFactors(call, user).first as readonly { readonly strategy: string }[]
    const isNumber = /^[+\d(]/.test(identifier) && factors.some(({ strategy }) => strategy === 'phone_code')
    const strategy = isNumber ? 'phone_code' : 'email_code'
    return prepareFirst(
      call,
      row,
      strategy,
      receiverOf(call, call.rows.users.require(row.userId ?? ''), strategy, new URLSearchParams()),
    )
  })
  if ('problem' in sent) return firstPage(call, visitor, destination, sent.problem, identifier)
  return factorPage(call, visitor, sent.done, destination)
}

function withCode(
  call: AuthCall,
  visitor: Visitor,
  form: URLSearchParams,
  destination: string | null,
): Answer<string | null> {
  const { rows } = call
  const row = rows.signIns.get(form.get('attempt'))
  if (row === undefined || row.clientId !== visitor.client.id || row.userId === null)
    return firstPage(call, visitor, destination)
  const user = rows.users.require(row.userId)
  const code = (form.get('code') ?? '').trim()
  const isSecond = row.status === 'needs_second_factor'
  const strategy = isSecond
    ? user.backupCodes.includes(code)
      ? 'backup_code'
      : row.secondCode === null
        ? 'totp'
        : 'phone_code'
    : (row.firstFactor?.strategy ?? '')
  const failure = isSecond ? checkSecond(call, row, user, strategy, code) : checkFirst(call, row, user, strategy, code)
  if (failure !== null) {
    recordFailure(call, row, isSecond ? 'secondFactor' : 'firstFactor')
    return factorPage(call, visitor, row, destination, sentenceOf(failure))
  }
  if (!isSecond) return next(call, visitor, passFirst(call, row, strategy), destination)
  const verified = rows.signIns.update(row.id, { secondFactor: succeeded(call, strategy) })
  return next(call, visitor, completeSignIn(call, verified), destination)
}

function withProvider(
  call: AuthCall,
  visitor: Visitor,
  strategy: string,
  destination: string | null,
): Answer<string | null> {
  const row = beginSignIn(call, visitor.client)
  const redirectUrl = pageUrl(call, '/sign-in', visitor, destination)
  call.rows.signIns.update(row.id, { firstFactor: begun(call, strategy), redirectUrl })
  return redirect(`${call.origin}/oauth/sign-in/${row.id}`, 303)
}

/** Leads a person whose address is of a company to the company's identity provider. */
function withCompany(
  call: AuthCall,
  visitor: Visitor,
  form: URLSearchParams,
  { connection, destination }: { connection: EnterpriseConnection; destination: string | null },
): Answer<string | null> {
  const row = beginSignIn(call, visitor.client)
  call.rows.signIns.update(row.id, {
    identifier: form.get('identifier'),
    firstFactor: beginEnterprise(call, 'sign-in', row.id, connection),
    redirectUrl: pageUrl(call, '/sign-in', visitor, destination),
  })
  return redirect(`${call.origin}/oauth/enterprise/${row.id}`, 303)
}

/** Signs a user in by a ticket. The ticket of somebody who has no account yet leads to the page to sign up. */
function withTicket(
  call: AuthCall,
  visitor: Visitor,
  ticket: string,
  destination: string | null,
): Answer<string | null> {
  const signedIn = attempt(call, () =>
    isOfUser(call, findTicket(call, ticket)) ? signInByTicket(call, beginSignIn(call, visitor.client), ticket) : null,
  )
  if ('problem' in signedIn) return firstPage(call, visitor, destination, signedIn.problem)
  return signedIn.done === null
    ? redirect(`${call.origin}/sign-up${call.search}`, 303)
    : redirectToApplication(call, visitor, destination)
}

/** The pages on which people sign in and out. */
export const signInPages: readonly Route[] = [
  get('pages/signIn', '/sign-in', (call) => {
    const visitor = visitorOf(call)
    const destination = destinationOf(call, null)
    const ticket = call.query.get('__clerk_ticket')
    if (ticket !== null) return withTicket(call, visitor, ticket, destination)
    if (visitor.user !== null) return redirectToApplication(call, visitor, destination)
    const before = call.rows.signIns.get(visitor.client.signInId)
    if (before?.firstFactor?.status === 'transferable') {
      return redirect(`${pageUrl(call, '/sign-up', visitor, destination)}&transfer=true`, 303)
    }
    if (before?.status === 'needs_second_factor') return factorPage(call, visitor, before, destination)
    return firstPage(call, visitor, destination)
  }),

  post('pages/submitSignIn', '/sign-in', (call) => {
    const form = call.form()
    const visitor = visitorOf(withToken(call, form))
    const destination = destinationOf(call, form)
    const strategy = form.get('strategy')
    if (strategy !== null && settingsOf(call.rows).socialProviders.includes(strategy))
      return withProvider(call, visitor, strategy, destination)
    const connection = connectionFor(call.rows, form.get('identifier') ?? '')
    if (connection !== undefined) return withCompany(call, visitor, form, { connection, destination })
    if (form.get('step') === 'send-code') return withSentCode(call, visitor, form, destination)
    if (form.get('step') === 'code') return withCode(call, visitor, form, destination)
    return withPassword(call, visitor, form, destination)
  }),

  get('pages/signOut', '/sign-out', (call) => {
    const visitor = visitorOf(call)
    const destination = destinationOf(call, null)
    const content = html`<form method="post" action="?">
      ${hiddenFields(visitor, destination)}
      <div class="actions"><button class="primary">Sign out</button></div>
    </form>`
    return accountPage(call, visitor, { title: 'Sign out', content, leadsTo: destination })
  }),

  post('pages/submitSignOut', '/sign-out', (call) => {
    const form = call.form()
    const visitor = visitorOf(withToken(call, form))
    for (const session of call.rows.sessions.referring('clientId', visitor.client.id)) {
      if (isSignedIn(session)) endSession(call, session, 'removed')
    }
    return redirectToApplication(call, visitor, destinationOf(call, form) ?? `${call.origin}/sign-in`)
  }),
]

/** Lets the form of a page name its browser, in place of the query. */
export function withToken(call: AuthCall, form: URLSearchParams): AuthCall {
  const token = form.get('__clerk_db_jwt')
  if (token !== null && !call.query.has('__clerk_db_jwt')) call.query.set('__clerk_db_jwt', token)
  return call
}
