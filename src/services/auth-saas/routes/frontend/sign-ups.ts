import { connectionFor } from '#auth-saas/rules/enterprise/connections.ts'
import { beginEnterprise, ENTERPRISE_SSO } from '#auth-saas/rules/enterprise/requests.ts'
import { takeInvitation } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import { signInToTransfer, transferToSignUp } from '#auth-saas/rules/attempts/social-attempts.ts'
import type { Answer } from '#core/answer.ts'
import { defined } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { isEmailAddress, isPhoneNumber, normalizedPhoneNumber } from '#auth-saas/rules/users/addresses.ts'
import { get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, paramFormatInvalid, paramMissing, clerkFailure } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { sendLink } from '#auth-saas/rules/attempts/email-links.ts'
import { hashPassword, requirePassword } from '#auth-saas/rules/users/passwords.ts'
import { checkCode, begun, succeeded, withAttempt } from '#auth-saas/rules/attempts/verifications.ts'
import {
  beginSignUp,
  completeIfReady,
  fillSignUp,
  prepareVerification,
  requireOpen,
} from '#auth-saas/rules/attempts/sign-up-attempts.ts'
import type { SignUp } from '#auth-saas/schema/attempts.ts'
import { answerChange, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { afterSignIn, browserOf, type Browser } from '#auth-saas/rules/sessions/browsers.ts'
import { formOf, metadataOf } from './form.ts'
import { backendSignUpJson, signUpJson } from '#auth-saas/json/frontend/attempts.ts'
import { loadSignUp } from '#auth-saas/steps/frontend/attempts.ts'

function shown(call: AuthCall, browser: Browser, attempt: SignUp): Answer {
  const { client, token } = attempt.status === 'complete' ? afterSignIn(call, browser) : browser
  return answerChange(call, signUpJson(call, attempt), client.id, token)
}

/**
 * Returns the changes of an attempt that a form asks for. An empty text empties the field.
 *
 * @throws 422 for malformed ones.
 */
function changesOf(call: AuthCall, form: URLSearchParams): Partial<SignUp> {
  const text = (name: string): string | null | undefined => {
    const value = form.get(name)
    return value === null ? undefined : value === '' ? null : value.slice(0, 256)
  }
  const emailAddress = text('email_address')?.trim().toLowerCase()
  if (emailAddress !== undefined && !isEmailAddress(emailAddress)) {
    throw paramFormatInvalid('email_address', 'email_address must be a valid email address.')
  }
  const phone = text('phone_number')
  const phoneNumber = phone === undefined || phone === null ? phone : normalizedPhoneNumber(phone)
  if (typeof phoneNumber === 'string' && !isPhoneNumber(phoneNumber)) {
    throw paramFormatInvalid(
      'phone_number',
      'phone_number must be a valid phone number according to E.164 international standard.',
    )
  }
  const password = form.get('password')
  if (password !== null && password !== '') requirePassword(call, password)
  return defined({
    emailAddress,
    phoneNumber,
    username: text('username')?.toLowerCase(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    locale: text('locale'),
    password: password === null || password === '' ? undefined : hashPassword(call, password),
    unsafeMetadata: metadataOf(form, 'unsafe_metadata'),
    legalAcceptedAt: form.get('legal_accepted') === 'true' ? call.clock.now() : undefined,
  })
}

/** Begins to sign up at a social provider. */
function social(call: AuthCall, attempt: SignUp, strategy: string): SignUp {
  const form = formOf(call)
  return call.rows.signUps.update(attempt.id, {
    externalProvider: strategy.replace(/^oauth_/, ''),
    externalVerification: begun(call, strategy),
    redirectUrl: form.get('redirect_url'),
    completeUrl: form.get('action_complete_redirect_url'),
  })
}

/**
 * Begins to sign up at the identity provider of a company.
 *
 * @throws 422 for an address that is of no company.
 */
function withCompany(call: AuthCall, attempt: SignUp): SignUp {
  const form = formOf(call)
  const connection = connectionFor(call.rows, attempt.emailAddress ?? form.get('identifier') ?? '')
  if (connection === undefined) {
    const sentence = 'There is no enterprise connection for the domain of this address.'
    throw clerkFailure(422, 'enterprise_sso_sign_up_connection_missing', 'connection missing', sentence)
  }
  return call.rows.signUps.update(attempt.id, {
    externalProvider: ENTERPRISE_SSO,
    externalVerification: beginEnterprise(call, 'sign-up', attempt.id, connection),
    redirectUrl: form.get('redirect_url'),
    completeUrl: form.get('action_complete_redirect_url'),
  })
}

/**
 * Sends a link to the address of an attempt.
 *
 * @throws 422 for an attempt without one.
 */
function withLink(call: AuthCall, attempt: SignUp): SignUp {
  const { id: recordId, emailAddress: to } = attempt
  if (to === null) throw paramMissing('email_address')
  sendLink(call, { to, kind: 'sign-up', recordId, redirectUrl: formOf(call).get('redirect_url') })
  return call.rows.signUps.update(recordId, { emailVerification: begun(call, 'email_link') })
}

/** The routes of attempts to sign up. */
export const signUpsRoutes: readonly Route[] = [
  post('frontend/createSignUp', '/v1/client/sign_ups', (call) => {
    const form = formOf(call)
    const browser = browserOf(call)
    const [ticket, strategy] = [form.get('ticket'), form.get('strategy')]
    const before = form.get('transfer') === 'true' ? signInToTransfer(call, browser.client.id) : undefined
    // The people of a company are let in by its identity provider.
    const isOfCompany = strategy === ENTERPRISE_SSO || before?.firstFactor?.strategy === ENTERPRISE_SSO
    if (ticket === null && !isOfCompany) requireOpen(call)
    let attempt = beginSignUp(call, browser.client)
    if (before !== undefined) attempt = transferToSignUp(call, attempt, before)
    if (ticket !== null) attempt = takeInvitation(call, attempt, ticket)
    attempt = fillSignUp(call, attempt, changesOf(call, form))
    if (strategy?.startsWith('oauth_') === true) attempt = social(call, attempt, strategy)
    if (strategy === ENTERPRISE_SSO) attempt = withCompany(call, attempt)
    return shown(call, browser, completeIfReady(call, attempt))
  }),

  get('frontend/getSignUp', '/v1/client/sign_ups/:sign_up_id', loadSignUp, (call) =>
    answerChange(call, signUpJson(call, call.attempt), call.browser.client.id),
  ),

  patch('frontend/updateSignUp', '/v1/client/sign_ups/:sign_up_id', loadSignUp, (call) => {
    const attempt = fillSignUp(call, call.attempt, changesOf(call, formOf(call)))
    return shown(call, call.browser, completeIfReady(call, attempt))
  }),

  post('frontend/prepareVerification', '/v1/client/sign_ups/:sign_up_id/prepare_verification', loadSignUp, (call) => {
    const strategy = formOf(call).get('strategy')
    if (strategy === null) throw paramMissing('strategy')
    const attempt = strategy.startsWith('oauth_')
      ? social(call, call.attempt, strategy)
      : strategy === ENTERPRISE_SSO
        ? withCompany(call, call.attempt)
        : strategy === 'email_link'
          ? withLink(call, call.attempt)
          : prepareVerification(call, call.attempt, strategy)
    return shown(call, call.browser, attempt)
  }),

  post('frontend/attemptVerification', '/v1/client/sign_ups/:sign_up_id/attempt_verification', loadSignUp, (call) => {
    const { attempt, browser, rows } = call
    const form = formOf(call)
    const isPhone = form.get('strategy') === 'phone_code'
    const [verification, sent] = isPhone
      ? [attempt.phoneVerification, attempt.phoneCode]
      : [attempt.emailVerification, attempt.emailCode]
    const failure = checkCode(call, verification, sent, form.get('code') ?? '')
    const name = isPhone ? 'phoneVerification' : 'emailVerification'
    if (failure !== null) {
      if (verification !== null) {
        rows.signUps.update(attempt.id, { [name]: withAttempt(verification) })
      }
      return answerRefusal(call, failure)
    }
    const verified = rows.signUps.update(attempt.id, { [name]: succeeded(call, isPhone ? 'phone_code' : 'email_code') })
    return shown(call, browser, completeIfReady(call, verified))
  }),
]

/** The operation of the backend API about attempts to sign up. */
export const signUpAttemptsRoutes: readonly Route[] = [
  get('GetSignUp', '/v1/sign_ups/:id', (call) => {
    const attempt = call.rows.signUps.get(call.params.id)
    if (attempt === undefined) throw noSuch('sign up', call.params.id)
    return json(backendSignUpJson(call, attempt))
  }),

  patch('UpdateSignUp', '/v1/sign_ups/:id', (call) => {
    const attempt = call.rows.signUps.get(call.params.id)
    if (attempt === undefined) throw noSuch('sign up', call.params.id)
    if (attempt.status === 'complete') {
      const sentence = 'The sign-up cannot be updated because it is complete.'
      throw clerkFailure(403, 'sign_up_cannot_be_updated', 'Sign-up cannot be updated', sentence)
    }
    const externalId = formOf(call).get('external_id')
    return json(backendSignUpJson(call, fillSignUp(call, attempt, externalId === null ? {} : { externalId })))
  }),
]
