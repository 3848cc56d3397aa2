import { ENTERPRISE_SSO } from '#auth-saas/rules/enterprise/requests.ts'
import { beginSignIn } from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { signInToTransfer, transferToSignUp, transferToSignIn } from '#auth-saas/rules/attempts/social-attempts.ts'
import { takeInvitation } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import { redirect, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { isEmailAddress } from '#auth-saas/rules/users/addresses.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { paramFormatInvalid } from '#auth-saas/errors.ts'
import { hashPassword, requirePassword } from '#auth-saas/rules/users/passwords.ts'
import { checkCode, succeeded, begun } from '#auth-saas/rules/attempts/verifications.ts'
import {
  beginSignUp,
  completeIfReady,
  fillSignUp,
  prepareVerification,
  requireOpen,
} from '#auth-saas/rules/attempts/sign-up-attempts.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { missingFields } from '#auth-saas/rules/attempts/sign-up-fields.ts'
import type { SignUp } from '#auth-saas/schema/attempts.ts'
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
import { withToken } from './sign-in.ts'

function firstPage(
  call: AuthCall,
  visitor: Visitor,
  destination: string | null,
  problem: string | null = null,
  sent = new URLSearchParams(),
): Answer<string | null> {
  const { requiredFields } = settingsOf(call.rows)
  const text = (name: string): { value: string } => ({ value: sent.get(name) ?? '' })
  const ticket = sent.get('ticket')
  const content = html`<form method="post" action="?">
      ${hiddenFields(visitor, destination, ticket === null ? {} : { ticket })}
      ${field('first_name', 'First name', text('first_name'))} ${field('last_name', 'Last name', text('last_name'))}
      ${requiredFields.includes('username') && field('username', 'Username', text('username'))}
      ${ticket === null && field('email_address', 'Email address', { ...text('email_address'), autocomplete: 'email' })}
      ${requiredFields.includes('phone_number') && field('phone_number', 'Phone number', text('phone_number'))}
      ${field('password', 'Password', { type: 'password', autocomplete: 'new-password' })}
      <div class="actions"><button class="primary" name="step" value="details">Continue</button></div>
    </form>
    ${ticket === null && socialForm(call, visitor, destination)}
    <p class="soft">Have an account? <a href="sign-in">Sign in</a></p>`
  return accountPage(call, visitor, { title: 'Sign up', content, problem, leadsTo: destination })
}

/** Returns the page that asks for the code that was sent to the address, or else for that to the number. */
function verificationPage(
  call: AuthCall,
  visitor: Visitor,
  row: SignUp,
  destination: string | null,
  problem: string | null = null,
): Answer<string | null> {
  const sent = row.emailVerification?.status === 'verified' ? row.phoneCode : row.emailCode
  return codePage(call, visitor, {
    title: 'Check your messages',
    label: 'Code',
    attemptId: row.id,
    sentTo: sent?.to ?? null,
    destination,
    problem,
  })
}

/** Goes on after a step: to the application, to the page for a code, or back to what is missing. */
function next(call: AuthCall, visitor: Visitor, before: SignUp, destination: string | null): Answer<string | null> {
  const row = completeIfReady(call, before)
  if (row.status === 'complete') return redirectToApplication(call, visitor, destination)
  const missing = missingFields(call, row)
  if (missing.length > 0) return firstPage(call, visitor, destination, `${missing.join(', ')} must be included.`)
  const strategy = row.emailVerification?.status === 'verified' ? 'phone_code' : 'email_code'
  return verificationPage(call, visitor, prepareVerification(call, row, strategy), destination)
}

function withDetails(
  call: AuthCall,
  visitor: Visitor,
  form: URLSearchParams,
  destination: string | null,
): Answer<string | null> {
  const text = (name: string): string | null => {
    const value = (form.get(name) ?? '').trim().slice(0, 256)
    return value === '' ? null : value
  }
  const filled = attempt(call, () => {
    const ticket = text('ticket')
    if (ticket === null) requireOpen(call)
    let row = providerAttempt(call, visitor) ?? beginSignUp(call, visitor.client)
    if (ticket !== null) row = takeInvitation(call, row, ticket)
    const emailAddress = text('email_address')?.toLowerCase() ?? row.emailAddress
    if (emailAddress !== null && !isEmailAddress(emailAddress)) {
      throw paramFormatInvalid('email_address', 'Email address must be a valid email address.')
    }
    const password = text('password')
    if (password !== null) requirePassword(call, password)
    return fillSignUp(call, row, {
      emailAddress,
      phoneNumber: text('phone_number'),
      username: text('username')?.toLowerCase() ?? null,
      firstName: text('first_name'),
      lastName: text('last_name'),
      password: password === null ? null : hashPassword(call, password),
    })
  })
  if ('problem' in filled) return firstPage(call, visitor, destination, filled.problem, form)
  return next(call, visitor, filled.done, destination)
}

function withCode(
  call: AuthCall,
  visitor: Visitor,
  form: URLSearchParams,
  destination: string | null,
): Answer<string | null> {
  const { rows } = call
  const row = rows.signUps.get(form.get('attempt'))
  if (row === undefined || row.clientId !== visitor.client.id) return firstPage(call, visitor, destination)
  const isPhone = row.emailVerification?.status === 'verified'
  const [verification, sent] = isPhone ? [row.phoneVerification, row.phoneCode] : [row.emailVerification, row.emailCode]
  const failure = checkCode(call, verification, sent, (form.get('code') ?? '').trim())
  if (failure !== null) return verificationPage(call, visitor, row, destination, sentenceOf(failure))
  const verified = succeeded(call, isPhone ? 'phone_code' : 'email_code')
  return next(
    call,
    visitor,
    rows.signUps.update(row.id, isPhone ? { phoneVerification: verified } : { emailVerification: verified }),
    destination,
  )
}

/** Signs up a person whom a social provider has named, and who has no account yet. */
function transfer(call: AuthCall, visitor: Visitor, destination: string | null): Answer<string | null> {
  const before = signInToTransfer(call, visitor.client.id)
  if (before === undefined) return firstPage(call, visitor, destination)
  const filled = attempt(call, () => {
    if (before.firstFactor?.strategy !== ENTERPRISE_SSO) requireOpen(call)
    return transferToSignUp(call, beginSignUp(call, visitor.client), before)
  })
  return 'problem' in filled
    ? firstPage(call, visitor, destination, filled.problem)
    : next(call, visitor, filled.done, destination)
}

/** Begins to sign up at a social provider. */
function withProvider(
  call: AuthCall,
  visitor: Visitor,
  strategy: string,
  destination: string | null,
): Answer<string | null> {
  const row = attempt(call, () => {
    requireOpen(call)
    return call.rows.signUps.update(beginSignUp(call, visitor.client).id, {
      externalProvider: strategy.replace(/^oauth_/, ''),
      externalVerification: begun(call, strategy),
      redirectUrl: pageUrl(call, '/sign-up', visitor, destination),
    })
  })
  if ('problem' in row) return firstPage(call, visitor, destination, row.problem)
  return redirect(`${call.origin}/oauth/sign-up/${row.done.id}`, 303)
}

/** Returns the unfinished attempt of a visitor whom a social provider has named; undefined for none. */
function providerAttempt({ rows }: AuthCall, { client }: Visitor): SignUp | undefined {
  const row = rows.signUps.get(client.signUpId)
  const isNamed = (row?.externalVerification?.status ?? 'unverified') !== 'unverified'
  return isNamed && row?.status === 'missing_requirements' ? row : undefined
}

/**
 * Goes on after the page of a social provider: signs a person in who has an account already, or asks for what is
 * missing.
 */
function afterProvider(
  call: AuthCall,
  visitor: Visitor,
  row: SignUp,
  destination: string | null,
): Answer<string | null> {
  if (row.externalVerification?.status !== 'transferable') return next(call, visitor, row, destination)
  const signedIn = attempt(call, () => transferToSignIn(call, beginSignIn(call, visitor.client), row))
  if ('problem' in signedIn) return firstPage(call, visitor, destination, signedIn.problem)
  if (signedIn.done.status === 'complete') return redirectToApplication(call, visitor, destination)
  return redirect(pageUrl(call, '/sign-in', visitor, destination), 303)
}

/** The pages on which people sign up. */
export const signUpPages: readonly Route[] = [
  get('pages/signUp', '/sign-up', (call) => {
    const visitor = visitorOf(call)
    const destination = destinationOf(call, null)
    if (visitor.user !== null) return redirectToApplication(call, visitor, destination)
    if (call.query.get('transfer') === 'true') return transfer(call, visitor, destination)
    const atProvider = providerAttempt(call, visitor)
    if (atProvider !== undefined) return afterProvider(call, visitor, atProvider, destination)
    const ticket = call.query.get('__clerk_ticket')
    return firstPage(call, visitor, destination, null, new URLSearchParams(ticket === null ? {} : { ticket }))
  }),

  post('pages/submitSignUp', '/sign-up', (call) => {
    const form = call.form()
    const visitor = visitorOf(withToken(call, form))
    const destination = destinationOf(call, form)
    const strategy = form.get('strategy')
    if (strategy !== null && settingsOf(call.rows).socialProviders.includes(strategy)) {
      return withProvider(call, visitor, strategy, destination)
    }
    return form.get('step') === 'code'
      ? withCode(call, visitor, form, destination)
      : withDetails(call, visitor, form, destination)
  }),
]
