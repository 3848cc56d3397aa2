import type { Answer } from '../../../core/answer.ts'
import type { Route } from '../../../core/routes.ts'
import { html } from '../../../pages/html.ts'
import { isEmailAddress } from '../bodies.ts'
import { get, post, type AuthCall } from '../call.ts'
import { paramFormatInvalid } from '../errors.ts'
import { hashPassword, requirePassword } from '../rules/users/passwords.ts'
import { checkCode, succeeded } from '../rules/attempts/verifications.ts'
import {
  beginSignUp,
  completeIfReady,
  fillSignUp,
  prepareVerification,
  requireOpen,
} from '../rules/attempts/sign-up-attempts.ts'
import { settingsOf } from '../rules/settings.ts'
import { missingFields } from '../rules/attempts/sign-up-fields.ts'
import { findTicket } from '../rules/attempts/tickets.ts'
import type { SignUp } from '../schema/attempts.ts'
import {
  accountPage,
  attempt,
  codeBox,
  destinationOf,
  field,
  goOn,
  hiddenFields,
  sentenceOf,
  visitorOf,
  type Visitor,
} from './account.ts'
import { withToken } from './sign-in.ts'

function firstPage(
  call: AuthCall,
  visitor: Visitor,
  destination: string | null,
  problem: string | null = null,
  given = new URLSearchParams(),
): Answer {
  const { requiredFields } = settingsOf(call.rows)
  const text = (name: string): { value: string } => ({ value: given.get(name) ?? '' })
  const ticket = given.get('ticket')
  const content = html`<form method="post" action="?">
      ${hiddenFields(visitor, destination, ticket === null ? {} : { ticket })}
      ${field('first_name', 'First name', text('first_name'))} ${field('last_name', 'Last name', text('last_name'))}
      ${requiredFields.includes('username') && field('username', 'Username', text('username'))}
      ${ticket === null && field('email_address', 'Email address', { ...text('email_address'), autocomplete: 'email' })}
      ${requiredFields.includes('phone_number') && field('phone_number', 'Phone number', text('phone_number'))}
      ${field('password', 'Password', { type: 'password', autocomplete: 'new-password' })}
      <div class="actions"><button class="primary" name="step" value="details">Continue</button></div>
    </form>
    <p class="soft">Have an account? <a href="sign-in">Sign in</a></p>`
  return accountPage(call, visitor, { title: 'Sign up', content, problem, leadsTo: destination })
}

function codePage(
  call: AuthCall,
  visitor: Visitor,
  row: SignUp,
  destination: string | null,
  problem: string | null = null,
): Answer {
  const sent = row.emailVerification?.status === 'verified' ? row.phoneCode : row.emailCode
  const content = html`${sent !== null && codeBox(call, sent.to)}
    <form method="post" action="?">
      ${hiddenFields(visitor, destination, { attempt: row.id })}
      ${field('code', 'Code', { autocomplete: 'one-time-code' })}
      <div class="actions"><button class="primary" name="step" value="code">Continue</button></div>
    </form>`
  return accountPage(call, visitor, { title: 'Check your messages', content, problem, leadsTo: destination })
}

/** Goes on after a step: to the application, to the page for a code, or back to what is missing. */
function next(call: AuthCall, visitor: Visitor, before: SignUp, destination: string | null): Answer {
  const row = completeIfReady(call, before)
  if (row.status === 'complete') return goOn(call, visitor, destination)
  const missing = missingFields(call, row)
  if (missing.length > 0) return firstPage(call, visitor, destination, `${missing.join(', ')} must be included.`)
  const strategy = row.emailVerification?.status === 'verified' ? 'phone_code' : 'email_code'
  return codePage(call, visitor, prepareVerification(call, row, strategy), destination)
}

function withDetails(call: AuthCall, visitor: Visitor, form: URLSearchParams, destination: string | null): Answer {
  const text = (name: string): string | null => {
    const value = (form.get(name) ?? '').trim().slice(0, 256)
    return value === '' ? null : value
  }
  const filled = attempt(call, () => {
    const ticket = text('ticket')
    if (ticket === null) requireOpen(call)
    let row = beginSignUp(call, visitor.client)
    if (ticket !== null) row = withTicket(call, row, ticket)
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

function withTicket(call: AuthCall, row: SignUp, ticket: string): SignUp {
  const found = findTicket(call, ticket)
  if (found.kind === 'sign-in token') throw paramFormatInvalid('ticket', 'The ticket is not one of an invitation.')
  const changes =
    found.kind === 'invitation'
      ? { invitationId: found.row.id, publicMetadata: found.row.publicMetadata }
      : { organizationInvitationId: found.row.id }
  return call.rows.signUps.update(row.id, {
    emailAddress: found.row.emailAddress,
    emailVerification: succeeded(call, 'ticket'),
    ...changes,
  })
}

function withCode(call: AuthCall, visitor: Visitor, form: URLSearchParams, destination: string | null): Answer {
  const { rows } = call
  const row = rows.signUps.get(form.get('attempt'))
  if (row === undefined || row.clientId !== visitor.client.id) return firstPage(call, visitor, destination)
  const isPhone = row.emailVerification?.status === 'verified'
  const [verification, sent] = isPhone ? [row.phoneVerification, row.phoneCode] : [row.emailVerification, row.emailCode]
  const failure = checkCode(call, verification, sent, (form.get('code') ?? '').trim())
  if (failure !== null) return codePage(call, visitor, row, destination, sentenceOf(failure))
  const verified = succeeded(call, isPhone ? 'phone_code' : 'email_code')
  return next(
    call,
    visitor,
    rows.signUps.update(row.id, isPhone ? { phoneVerification: verified } : { emailVerification: verified }),
    destination,
  )
}

/** Signs up a person whom a social provider has named, and who has no account yet. */
function transfer(call: AuthCall, visitor: Visitor, destination: string | null): Answer {
  const before = call.rows.signIns.get(visitor.client.signInId)
  if (before?.identifier === null || before?.firstFactor?.status !== 'transferable')
    return firstPage(call, visitor, destination)
  const { strategy } = before.firstFactor
  const filled = attempt(call, () => {
    requireOpen(call)
    return fillSignUp(call, beginSignUp(call, visitor.client), {
      emailAddress: before.identifier,
      emailVerification: succeeded(call, `from_${strategy}`),
      externalProvider: strategy.replace(/^oauth_/, ''),
      externalVerification: succeeded(call, strategy),
    })
  })
  return 'problem' in filled
    ? firstPage(call, visitor, destination, filled.problem)
    : next(call, visitor, filled.done, destination)
}

/** The pages on which people sign up. */
export const signUpPages: readonly Route[] = [
  get('pages/signUp', '/sign-up', (call) => {
    const visitor = visitorOf(call)
    const destination = destinationOf(call, null)
    if (visitor.user !== null) return goOn(call, visitor, destination)
    if (call.query.get('transfer') === 'true') return transfer(call, visitor, destination)
    const ticket = call.query.get('__clerk_ticket')
    return firstPage(call, visitor, destination, null, new URLSearchParams(ticket === null ? {} : { ticket }))
  }),

  post('pages/submitSignUp', '/sign-up', (call) => {
    const form = call.form()
    const visitor = visitorOf(withToken(call, form))
    const destination = destinationOf(call, form)
    return form.get('step') === 'code'
      ? withCode(call, visitor, form, destination)
      : withDetails(call, visitor, form, destination)
  }),
]
