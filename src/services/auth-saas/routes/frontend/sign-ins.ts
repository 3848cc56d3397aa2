import { connectionFor } from '#auth-saas/rules/enterprise/connections.ts'
import { beginEnterprise, ENTERPRISE_SSO } from '#auth-saas/rules/enterprise/requests.ts'
import type { EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'
import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import { signUpToTransfer, transferToSignIn } from '#auth-saas/rules/attempts/social-attempts.ts'
import { isOfActor, signInByTicket } from '#auth-saas/rules/attempts/ticket-attempts.ts'
import type { Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, strategyForUserInvalid, strategyInvalid } from '#auth-saas/errors.ts'
import { Failure } from '#core/errors.ts'
import {
  challengeFor,
  checkPasskey,
  PASSKEY,
  relyingParty,
  requirePasskeys,
} from '#auth-saas/rules/passkeys/passkeys.ts'
import { identifierOf, userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import {
  challengeDevice,
  requireTrustedDevices,
  TRUSTED_DEVICE,
  useDevice,
} from '#auth-saas/rules/users/trusted-devices.ts'
import {
  challengeWallet,
  findWallet,
  isWeb3,
  normalizedWallet,
  requireSignature,
} from '#auth-saas/rules/web3/wallets.ts'
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
  requireUsable,
} from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { begun, succeeded } from '#auth-saas/rules/attempts/verifications.ts'
import { revokeSessions, updateUser } from '#auth-saas/rules/users/users.ts'
import type { SignIn } from '#auth-saas/schema/attempts.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { answerChange, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { afterSignIn, browserOf, type Browser } from '#auth-saas/rules/sessions/browsers.ts'
import { formOf, requiredField } from './form.ts'
import { signInJson } from '#auth-saas/json/frontend/attempts.ts'
import { loadSignIn } from '#auth-saas/steps/frontend/attempts.ts'
import { requireSocialProvider } from '#auth-saas/rules/social-providers.ts'
import { receiverOf } from '#auth-saas/rules/attempts/receivers.ts'

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

function shown(call: AuthCall, browser: Browser, attempt: SignIn): Answer {
  const { client, token } = attempt.status === 'complete' ? afterSignIn(call, browser) : browser
  return answerChange(call, signInJson(call, attempt), client.id, token)
}

/** @throws 400 where a client can have one session only, and has it. */
function requireSignedOut(call: AuthCall, { client }: Browser): void {
  const { rows } = call
  if (!settingsOf(rows).singleSession) return
  const sessions = rows.sessions.referring('clientId', client.id)
  if (!sessions.some((session) => isSignedIn(current(call, session)))) return
  throw clerkFailure(400, 'session_exists', 'Session already exists', "You're already signed in.")
}

/** Checks a first factor. A wrong one is refused, but counts. */
function attemptFirst(call: AuthCall, browser: Browser, attempt: SignIn, strategy: string, secret: string): Answer {
  const user = userOf(call, attempt)
  const failure = checkFirst(call, attempt, user, strategy, secret)
  if (failure === null) return shown(call, browser, passFirst(call, attempt, strategy))
  recordFailure(call, attempt, 'firstFactor')
  return answerRefusal(call, failure)
}

/** Asks for a passkey: of the user of the attempt, or of anybody. */
function passkeyAttempt(call: AuthCall, { id }: SignIn): SignIn {
  requirePasskeys(call)
  challengeFor(call, id, relyingParty(call))
  return call.rows.signIns.update(id, { firstFactor: begun(call, PASSKEY), status: 'needs_first_factor' })
}

/** Signs in with a passkey, which also says who signs in. */
function attemptPasskey(call: AuthCall, browser: Browser, attempt: SignIn, credential: string): Answer {
  const { rows } = call
  const checked = checkPasskey(call, attempt.id, attempt.userId, credential)
  if (checked instanceof Failure) {
    recordFailure(call, attempt, 'firstFactor')
    return answerRefusal(call, checked)
  }
  const user = rows.users.require(checked.userId)
  requireUsable(call, user)
  const identifier = attempt.identifier ?? identifierOf(rows, user)
  const named = rows.signIns.update(attempt.id, { userId: user.id, identifier })
  return shown(call, browser, passFirst(call, named, PASSKEY))
}

/** Asks a trusted device, which also says who signs in. */
function deviceAttempt(call: AuthCall, attempt: SignIn, deviceId: string): SignIn {
  requireTrustedDevices(call)
  const { rows } = call
  const device = rows.trustedDevices.get(deviceId)
  const isOther = attempt.userId !== null && attempt.userId !== device?.userId
  if (device?.status !== 'active' || isOther) throw noSuch('trusted device', deviceId)
  const user = rows.users.require(device.userId)
  requireUsable(call, user)
  challengeDevice(call, attempt.id, device)
  return rows.signIns.update(attempt.id, {
    userId: user.id,
    identifier: attempt.identifier ?? identifierOf(rows, user),
    firstFactor: begun(call, TRUSTED_DEVICE),
    status: 'needs_first_factor',
  })
}

/** Signs in with the signature of a trusted device. A wrong one is refused, but counts. */
function attemptDevice(call: AuthCall, browser: Browser, attempt: SignIn, form: URLSearchParams): Answer {
  const signed = { clientData: requiredField(form, 'client_data'), signature: requiredField(form, 'signature') }
  try {
    useDevice(call, attempt.id, requiredField(form, 'trusted_device_id'), signed)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    recordFailure(call, attempt, 'firstFactor')
    return answerRefusal(call, error)
  }
  return shown(call, browser, passFirst(call, attempt, TRUSTED_DEVICE))
}

/** Asks a wallet of the user of an attempt for a signature: the one that the form or the identifier names. */
function walletAttempt(call: AuthCall, attempt: SignIn, strategy: string, form: URLSearchParams): SignIn {
  const { rows } = call
  const user = userOf(call, attempt)
  const named = rows.web3Wallets.find('web3Wallet', normalizedWallet(attempt.identifier ?? ''))
  const wallet = findWallet(call, user.id, form.get('web3_wallet_id') ?? named?.id ?? user.primaryWeb3WalletId ?? '')
  return rows.signIns.update(attempt.id, { firstFactor: challengeWallet(call, attempt.id, wallet, strategy) })
}

/** Signs in with the signature of a wallet. A wrong one is refused, but counts. */
function attemptWallet(call: AuthCall, browser: Browser, attempt: SignIn, strategy: string, signature: string): Answer {
  try {
    requireSignature(call, attempt.id, signature)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    recordFailure(call, attempt, 'firstFactor')
    return answerRefusal(call, error)
  }
  return shown(call, browser, passFirst(call, attempt, strategy))
}

/** Begins to sign in at a social provider. */
function socialAttempt(call: AuthCall, attempt: SignIn, strategy: string): SignIn {
  const form = formOf(call)
  requireSocialProvider(call, strategy)
  return call.rows.signIns.update(attempt.id, {
    firstFactor: begun(call, strategy),
    redirectUrl: form.get('redirect_url'),
    completeUrl: form.get('action_complete_redirect_url'),
  })
}

/**
 * Returns the connection of the company whose address somebody signs in with; undefined for any other identifier.
 *
 * @throws 422 where the company's provider is asked for, and there is none.
 */
function connectionOf(
  { rows }: AuthCall,
  identifier: string | null,
  strategy: string | null,
): EnterpriseConnection | undefined {
  const connection = identifier === null ? undefined : connectionFor(rows, identifier)
  if (connection === undefined && strategy === ENTERPRISE_SSO) throw strategyForUserInvalid()
  return connection
}

/** Names the person of an attempt who signs in at a company, and may have no account yet. */
function nameEmployee(call: AuthCall, { id }: SignIn, identifier: string): SignIn {
  const user = userByIdentifier(call.rows, identifier)
  if (user !== undefined) requireUsable(call, user)
  return call.rows.signIns.update(id, { identifier, userId: user?.id ?? null, status: 'needs_first_factor' })
}

/** Begins to sign in at the identity provider of a company. */
function enterpriseAttempt(call: AuthCall, { id }: SignIn, connection: EnterpriseConnection): SignIn {
  const form = formOf(call)
  return call.rows.signIns.update(id, {
    firstFactor: beginEnterprise(call, 'sign-in', id, connection),
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
  return call.rows.signIns.update(attempt.id, { firstFactor: begun(call, strategy), ...updatedNow(call) })
}

/** The routes of attempts to sign in. */
export const signInsRoutes: readonly Route[] = [
  post('frontend/createSignIn', '/v1/client/sign_ins', (call) => {
    const form = formOf(call)
    const browser = browserOf(call)
    if (!isOfActor(call, form.get('ticket'))) requireSignedOut(call, browser)
    const attempt = beginSignIn(call, browser.client)
    const strategy = form.get('strategy')
    const [ticket, identifier, password] = [form.get('ticket'), form.get('identifier'), form.get('password')]
    const before = form.get('transfer') === 'true' ? signUpToTransfer(call, browser.client.id) : undefined
    if (before !== undefined) return shown(call, browser, transferToSignIn(call, attempt, before))
    if (ticket !== null) return shown(call, browser, signInByTicket(call, attempt, ticket))
    if (strategy?.startsWith('oauth_') === true) return shown(call, browser, socialAttempt(call, attempt, strategy))
    const connection = connectionOf(call, identifier, strategy)
    if (connection !== undefined) {
      if (password !== null) throw strategyForUserInvalid()
      const named = nameEmployee(call, attempt, identifier ?? '')
      const isBegun = strategy === ENTERPRISE_SSO
      return shown(call, browser, isBegun ? enterpriseAttempt(call, named, connection) : named)
    }
    if (strategy === TRUSTED_DEVICE && identifier === null) {
      return shown(call, browser, deviceAttempt(call, attempt, requiredField(form, 'trusted_device_id')))
    }
    if (identifier === null && strategy === PASSKEY) return shown(call, browser, passkeyAttempt(call, attempt))
    if (identifier === null) return shown(call, browser, attempt)
    const identified = nameUser(call, attempt, identifier, userByIdentifier(call.rows, identifier))
    if (password !== null) return attemptFirst(call, browser, identified, 'password', password)
    if (strategy === PASSKEY) return shown(call, browser, passkeyAttempt(call, identified))
    if (strategy !== null && isWeb3(strategy)) {
      return shown(call, browser, walletAttempt(call, identified, strategy, form))
    }
    if (strategy !== null && PREPARED.includes(strategy)) {
      return shown(call, browser, prepareFactor(call, identified, strategy, form))
    }
    return shown(call, browser, identified)
  }),

  get('frontend/getSignIn', '/v1/client/sign_ins/:sign_in_id', loadSignIn, (call) =>
    answerChange(call, signInJson(call, call.attempt), call.browser.client.id),
  ),

  post('frontend/prepareFirstFactor', '/v1/client/sign_ins/:sign_in_id/prepare_first_factor', loadSignIn, (call) => {
    const { browser, attempt } = call
    const form = formOf(call)
    const strategy = requiredField(form, 'strategy')
    const connection = connectionOf(call, attempt.identifier, strategy)
    if (connection !== undefined) {
      if (strategy !== ENTERPRISE_SSO) throw strategyForUserInvalid()
      return shown(call, browser, enterpriseAttempt(call, attempt, connection))
    }
    if (strategy.startsWith('oauth_')) return shown(call, browser, socialAttempt(call, attempt, strategy))
    if (strategy === PASSKEY) return shown(call, browser, passkeyAttempt(call, attempt))
    if (strategy === TRUSTED_DEVICE) {
      return shown(call, browser, deviceAttempt(call, attempt, requiredField(form, 'trusted_device_id')))
    }
    if (isWeb3(strategy)) return shown(call, browser, walletAttempt(call, attempt, strategy, form))
    return shown(call, browser, prepareFactor(call, attempt, strategy, form))
  }),

  post('frontend/attemptFirstFactor', '/v1/client/sign_ins/:sign_in_id/attempt_first_factor', loadSignIn, (call) => {
    const form = formOf(call)
    const strategy = requiredField(form, 'strategy')
    if (strategy === 'ticket')
      return shown(call, call.browser, signInByTicket(call, call.attempt, requiredField(form, 'ticket')))
    if (connectionOf(call, call.attempt.identifier, strategy) !== undefined) throw strategyForUserInvalid()
    if (isWeb3(strategy)) {
      return attemptWallet(call, call.browser, call.attempt, strategy, requiredField(form, 'signature'))
    }
    if (strategy === TRUSTED_DEVICE) return attemptDevice(call, call.browser, call.attempt, form)
    if (strategy === PASSKEY) {
      return attemptPasskey(call, call.browser, call.attempt, requiredField(form, 'public_key_credential'))
    }
    return attemptFirst(
      call,
      call.browser,
      call.attempt,
      strategy,
      requiredField(form, strategy === 'password' ? 'password' : 'code'),
    )
  }),

  post('frontend/prepareSecondFactor', '/v1/client/sign_ins/:sign_in_id/prepare_second_factor', loadSignIn, (call) => {
    const user = userOf(call, call.attempt)
    return shown(call, call.browser, prepareSecond(call, call.attempt, receiverOf(call, user, 'second', formOf(call))))
  }),

  post('frontend/attemptSecondFactor', '/v1/client/sign_ins/:sign_in_id/attempt_second_factor', loadSignIn, (call) => {
    const { attempt, browser, rows } = call
    const form = formOf(call)
    const strategy = requiredField(form, 'strategy')
    const failure = checkSecond(call, attempt, userOf(call, attempt), strategy, requiredField(form, 'code'))
    if (failure !== null) {
      recordFailure(call, attempt, 'secondFactor')
      return answerRefusal(call, failure)
    }
    const verified = rows.signIns.update(attempt.id, { secondFactor: succeeded(call, strategy), secondCode: null })
    return shown(call, browser, completeSignIn(call, verified))
  }),

  post('frontend/resetPassword', '/v1/client/sign_ins/:sign_in_id/reset_password', loadSignIn, (call) => {
    const { attempt, browser, clock } = call
    const form = formOf(call)
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
