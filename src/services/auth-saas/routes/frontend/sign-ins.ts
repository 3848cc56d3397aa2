import { signUpToTransfer, transferToSignIn } from '#auth-saas/rules/attempts/social-attempts.ts'
import { signInByTicket } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import type { Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, clerkFailure, strategyInvalid } from '#auth-saas/errors.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import { sendLink } from '#auth-saas/rules/attempts/email-links.ts'
import { hashPassword, requirePassword } from '#auth-saas/rules/users/passwords.ts'
import { current } from '#auth-saas/rules/sessions/sessions.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import {
  afterFirst,
  beginSignIn,
  checkFirst,
  checkSecond,
  completeSignIn,
  nameUser,
  passFirst,
  prepareFirst,
  prepareSecond,
  recordFailure,
} from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { begun, succeeded } from '#auth-saas/rules/attempts/verifications.ts'
import { revokeSessions, updateUser } from '#auth-saas/rules/users/users.ts'
import type { SignIn } from '#auth-saas/schema/attempts.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { touched } from '#auth-saas/rules/common-fields.ts'
import { answered, browserOf, fields, read, refused, type Browser, requiredField } from './browser.ts'
import { signInJson } from '#auth-saas/json/frontend/client.ts'

/** An attempt of the browser that sends a request. */
interface Attempt {
  readonly browser: Browser
  readonly attempt: SignIn
}

const loadAttempt = (call: AuthCall): Attempt => {
  const browser = browserOf(call)
  const id = call.params['sign_in_id'] ?? ''
  const attempt = call.rows.signIns.get(id)
  if (attempt === undefined || attempt.clientId !== browser.client.id) throw noSuch('sign in', id)
  return { browser, attempt }
}

/**
 * Returns the user of an attempt.
 *
 * @throws 400 for an attempt that names none yet.
 */
function userOf({ rows }: AuthCall, { userId }: SignIn): User {
  const user = rows.users.get(userId)
  if (user !== undefined) return user
  throw clerkFailure(
    400,
    'client_state_invalid',
    'Invalid action',
    "We were unable to complete this action because the client doesn't have a valid state.",
  )
}

function shown(call: AuthCall, { client, token }: Browser, attempt: SignIn): Answer {
  return answered(call, signInJson(call, attempt), client.id, token)
}

/** @throws 400 where a client can have one session only, and has it. */
function requireSignedOut(call: AuthCall, { client }: Browser): void {
  const { rows } = call
  if (!settingsOf(rows).singleSession) return
  const sessions = rows.sessions.referring('clientId', client.id)
  if (!sessions.some((session) => current(call, session).status === 'active')) return
  throw clerkFailure(400, 'session_exists', 'Session already exists', "You're already signed in.")
}

/** Checks a first factor. A wrong one is refused, but counts. */
function attemptFirst(call: AuthCall, browser: Browser, attempt: SignIn, strategy: string, secret: string): Answer {
  const user = userOf(call, attempt)
  const failure = checkFirst(call, attempt, user, strategy, secret)
  if (failure === null) return shown(call, browser, passFirst(call, attempt, strategy))
  recordFailure(call, attempt, 'firstFactor')
  return refused(call, failure)
}

/** @throws 422 for a social provider that the instance does not offer. */
export function requireSocialProvider(call: AuthCall, strategy: string): void {
  if (settingsOf(call.rows).socialProviders.includes(strategy)) return
  const sentence = `The strategy ${strategy} is not enabled for this instance.`
  throw clerkFailure(422, 'form_param_value_invalid', 'is invalid', sentence, { param_name: 'strategy' })
}

/** Begins to sign in at a social provider. */
function socialAttempt(call: AuthCall, attempt: SignIn, strategy: string): SignIn {
  const form = fields(call)
  requireSocialProvider(call, strategy)
  return call.rows.signIns.update(attempt.id, {
    firstFactor: begun(call, strategy),
    redirectUrl: form.get('redirect_url'),
    completeUrl: form.get('action_complete_redirect_url'),
  })
}

/** The first factors for which something is sent. */
const PREPARED = ['email_code', 'phone_code', 'email_link', 'reset_password_email_code', 'reset_password_phone_code']

/**
 * Sends the code or the link of a first factor.
 *
 * @throws 400 for a strategy that sends nothing.
 */
function prepareFactor(call: AuthCall, attempt: SignIn, strategy: string, form: URLSearchParams): SignIn {
  if (!PREPARED.includes(strategy)) throw strategyInvalid()
  const to = receiverOf(call, userOf(call, attempt), strategy, form)
  if (strategy !== 'email_link') return prepareFirst(call, attempt, strategy, to)
  sendLink(call, { to, kind: 'sign-in', recordId: attempt.id, redirectUrl: form.get('redirect_url') })
  return call.rows.signIns.update(attempt.id, { firstFactor: begun(call, strategy), ...touched(call) })
}

/** The routes of attempts to sign in. */
export const signInsRoutes: readonly Route[] = [
  post('frontend/createSignIn', '/v1/client/sign_ins', (call) => {
    const form = fields(call)
    const browser = browserOf(call)
    requireSignedOut(call, browser)
    const attempt = beginSignIn(call, browser.client)
    const strategy = form.get('strategy')
    const [ticket, identifier, password] = [form.get('ticket'), form.get('identifier'), form.get('password')]
    const before = form.get('transfer') === 'true' ? signUpToTransfer(call, browser.client.id) : undefined
    if (before !== undefined) return shown(call, browser, transferToSignIn(call, attempt, before))
    if (ticket !== null) return shown(call, browser, signInByTicket(call, attempt, ticket))
    if (strategy?.startsWith('oauth_') === true) return shown(call, browser, socialAttempt(call, attempt, strategy))
    if (identifier === null) return shown(call, browser, attempt)
    const identified = nameUser(call, attempt, identifier, userByIdentifier(call.rows, identifier))
    if (password !== null) return attemptFirst(call, browser, identified, 'password', password)
    if (strategy !== null && PREPARED.includes(strategy)) {
      return shown(call, browser, prepareFactor(call, identified, strategy, form))
    }
    return shown(call, browser, identified)
  }),

  get('frontend/getSignIn', '/v1/client/sign_ins/:sign_in_id', loadAttempt, (call) =>
    read(signInJson(call, call.attempt)),
  ),

  post('frontend/prepareFirstFactor', '/v1/client/sign_ins/:sign_in_id/prepare_first_factor', loadAttempt, (call) => {
    const { browser, attempt } = call
    const form = fields(call)
    const strategy = requiredField(form, 'strategy')
    if (strategy.startsWith('oauth_')) return shown(call, browser, socialAttempt(call, attempt, strategy))
    return shown(call, browser, prepareFactor(call, attempt, strategy, form))
  }),

  post('frontend/attemptFirstFactor', '/v1/client/sign_ins/:sign_in_id/attempt_first_factor', loadAttempt, (call) => {
    const form = fields(call)
    const strategy = requiredField(form, 'strategy')
    if (strategy === 'ticket')
      return shown(call, call.browser, signInByTicket(call, call.attempt, requiredField(form, 'ticket')))
    return attemptFirst(
      call,
      call.browser,
      call.attempt,
      strategy,
      requiredField(form, strategy === 'password' ? 'password' : 'code'),
    )
  }),

  post('frontend/prepareSecondFactor', '/v1/client/sign_ins/:sign_in_id/prepare_second_factor', loadAttempt, (call) => {
    const user = userOf(call, call.attempt)
    return shown(call, call.browser, prepareSecond(call, call.attempt, receiverOf(call, user, 'second', fields(call))))
  }),

  post('frontend/attemptSecondFactor', '/v1/client/sign_ins/:sign_in_id/attempt_second_factor', loadAttempt, (call) => {
    const { attempt, browser, rows } = call
    const form = fields(call)
    const strategy = requiredField(form, 'strategy')
    const failure = checkSecond(call, attempt, userOf(call, attempt), strategy, requiredField(form, 'code'))
    if (failure !== null) {
      recordFailure(call, attempt, 'secondFactor')
      return refused(call, failure)
    }
    const verified = rows.signIns.update(attempt.id, { secondFactor: succeeded(call, strategy), secondCode: null })
    return shown(call, browser, completeSignIn(call, verified))
  }),

  post('frontend/resetPassword', '/v1/client/sign_ins/:sign_in_id/reset_password', loadAttempt, (call) => {
    const { attempt, browser, clock } = call
    const form = fields(call)
    const user = userOf(call, attempt)
    if (attempt.status !== 'needs_new_password') {
      throw clerkFailure(400, 'verification_not_sent', 'Verification not sent', 'Verify the reset code first.')
    }
    const password = requiredField(form, 'password')
    requirePassword(call, password)
    const changes = {
      password: hashPassword(call, password),
      passwordUpdatedAt: clock.now(),
      passwordCompromised: false,
    }
    const changed = updateUser(call, user.id, changes)
    if (form.get('sign_out_of_other_sessions') === 'true') revokeSessions(call, user.id)
    return shown(call, browser, afterFirst(call, attempt, changed))
  }),
]

/**
 * Returns the address or number to which a code goes: the one that the form names, else the primary one.
 *
 * @throws 422 for none.
 */
export function receiverOf(call: Pick<AuthCall, 'rows'>, user: User, strategy: string, form: URLSearchParams): string {
  const { rows } = call
  if (strategy.endsWith('email_code') || strategy === 'email_link') {
    const address = rows.emailAddresses.get(form.get('email_address_id') ?? user.primaryEmailAddressId)
    if (address?.userId === user.id) return address.emailAddress
  } else if (strategy.endsWith('phone_code') || strategy === 'second') {
    const own = rows.phoneNumbers.referring('userId', user.id)
    const fallback =
      strategy === 'second' ? own.find((each) => each.reservedForSecondFactor)?.id : user.primaryPhoneNumberId
    const number = rows.phoneNumbers.get(form.get('phone_number_id') ?? fallback)
    if (number?.userId === user.id) return number.phoneNumber
  }
  throw clerkFailure(
    422,
    'strategy_for_user_invalid',
    'Invalid verification strategy',
    'The verification strategy is not valid for this account',
    {
      param_name: 'strategy',
    },
  )
}
