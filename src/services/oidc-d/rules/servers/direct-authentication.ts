import { SECOND } from '#core/duration.ts'
import { Failure } from '#core/errors.ts'
import type { Client } from '#oauth/clients/clients.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import type { AuthenticatorKey, DirectSignIn, Factor, OutOfBandChallenge, User } from '#oidc-d/schema.ts'
import { challenge, challengeOf, checkAnswer, recordVerification, resultOf } from '../factors/challenges.ts'
import { activeFactors } from '../factors/factors.ts'
import { kindOf } from '../factors/types.ts'
import { enrolledBy, factorFor, type MethodType } from '../interactions/authenticators.ts'

// Authenticators that an application asks for itself, without a page.
// https://developer.okta.com/docs/guides/configure-direct-auth-grants/

/** The values of `grant_type` of direct authentication. */
export const DIRECT_GRANTS = {
  otp: 'urn:okta:params:oauth:grant-type:otp',
  oob: 'urn:okta:params:oauth:grant-type:oob',
  mfaOtp: 'http://auth0.com/oauth/grant-type/mfa-otp',
  mfaOob: 'http://auth0.com/oauth/grant-type/mfa-oob',
} as const

/** How long a sign-in or a challenge waits. Milliseconds. */
const LIFETIME = 300 * SECOND

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Keeps the sign-in of a person who has given the right password, until the second authenticator is proved. */
export function keepSignIn(context: SignInContext, client: Client, user: User): DirectSignIn {
  const { rows, ids, clock } = context
  return rows.directSignIns.insert({
    id: ids.secret.from(BASE64URL, 20),
    clientId: client.id,
    userId: user.id,
    server: serverOf(context),
    expiresAt: clock.now() + LIFETIME,
  })
}

/**
 * Finds the sign-in of an `mfa_token`.
 *
 * @throws OAuthFailure invalid_grant for one that is unknown, another client's, of another server, or expired.
 */
export function findSignIn(context: SignInContext, client: Client, token: string): DirectSignIn {
  const found = context.rows.directSignIns.get(token)
  if (found === undefined || !isOf(context, client, found)) throw invalid('mfa_token', token)
  return found
}

/**
 * Finds the challenge of an `oob_code`.
 *
 * @throws OAuthFailure invalid_grant for one that is unknown, another client's, of another server, or expired.
 */
export function findChallenge(context: SignInContext, client: Client, code: string): OutOfBandChallenge {
  const found = context.rows.outOfBandChallenges.get(code)
  if (found === undefined || !isOf(context, client, found)) throw invalid('oob_code', code)
  return found
}

function isOf(context: SignInContext, client: Client, row: DirectSignIn | OutOfBandChallenge): boolean {
  return row.clientId === client.id && row.server === serverOf(context) && row.expiresAt > context.clock.now()
}

function invalid(parameter: string, value: string): OAuthFailure {
  return new OAuthFailure('invalid_grant', `${parameter} ${value} is unknown here, or has expired`, {
    problem: { reason: 'unknown', parameter },
  })
}

/** Returns the key of a server: the id of a custom server, an empty text for the organization's. */
function serverOf({ authorizationServer }: SignInContext): string {
  return authorizationServer?.id ?? ''
}

/** The channels on which people can be challenged, by the names of their methods. */
const CHANNELS: readonly MethodType[] = ['push', 'sms', 'voice', 'email']

/**
 * Challenges a person on a channel.
 *
 * @param mfaToken The sign-in whose second authenticator it is; null where it is the first.
 * @throws OAuthFailure invalid_request for an unknown channel, invalid_grant for a person who has none.
 */
export function challengeOutOfBand(
  context: SignInContext,
  client: Client,
  user: User,
  { channel, mfaToken }: { readonly channel: string; readonly mfaToken: string | null },
): OutOfBandChallenge {
  const method = CHANNELS.find((each) => each === channel)
  if (method === undefined) {
    const problem = { reason: 'malformed', parameter: 'channel_hint' } as const
    throw new OAuthFailure('invalid_request', `channel_hint is ${channel}; expected ${CHANNELS.join(' or ')}`, {
      problem,
    })
  }
  const enrolled = enrolledBy(context, user).find(({ methods }) => methods.includes(method))
  if (enrolled === undefined) throw wrongCredentials(`${user.profile.login} cannot be reached by ${channel}`)
  const factor = factorFor(context, user, enrolled, method)
  challenge(context, factor, LIFETIME)
  const { rows, ids, clock } = context
  return rows.outOfBandChallenges.insert({
    id: ids.secret.from(BASE64URL, 34),
    clientId: client.id,
    userId: user.id,
    server: serverOf(context),
    factorId: factor.id,
    authenticator: enrolled.key,
    mfaToken,
    expiresAt: clock.now() + LIFETIME,
  })
}

/**
 * Proves a code of an authenticator application; returns which one.
 *
 * @throws OAuthFailure invalid_grant when it is none of the person's.
 */
export function proveOtp(context: SignInContext, user: User, otp: string): AuthenticatorKey {
  const applications = activeFactors(context, user).filter(({ factorType }) => factorType === 'token:software:totp')
  const proved = applications.find((factor) => isAnswered(context, factor, otp))
  if (proved === undefined) throw wrongCredentials(`otp is no code of an application of ${user.profile.login}`)
  recordVerification(context, proved)
  return kindOf(proved).authenticator === 'okta_verify' ? 'okta_verify' : 'google_otp'
}

/**
 * Proves the answer to a challenge: the code that the person was sent, or the approval on the device. The challenge is
 * used up then.
 *
 * @throws OAuthFailure authorization_pending, access_denied, invalid_grant
 */
export function proveOutOfBand(
  context: SignInContext,
  asked: OutOfBandChallenge,
  parameters: Readonly<Record<string, string>>,
): AuthenticatorKey {
  const { rows } = context
  const factor = rows.factors.require(asked.factorId)
  if (factor.factorType === 'push') requireApproval(context, factor)
  else if (!isAnswered(context, factor, requireParameter(parameters, 'binding_code'))) {
    throw wrongCredentials('binding_code is not the code that was sent')
  }
  recordVerification(context, factor)
  rows.outOfBandChallenges.delete(asked.id)
  return asked.authenticator
}

function requireApproval(context: SignInContext, factor: Factor): void {
  const sent = challengeOf(context, factor)
  const result = sent === undefined ? 'TIMEOUT' : resultOf(context, sent)
  if (sent === undefined || result === 'TIMEOUT') throw wrongCredentials('the device did not answer in time')
  if (result === 'WAITING') {
    const text =
      'No user response received on the out-of-band authenticator yet. Continue polling to wait for a response.'
    throw new OAuthFailure('authorization_pending', text, { problem: { reason: 'missing', parameter: 'oob_code' } })
  }
  context.rows.factorChallenges.delete(sent.id)
  if (result === 'SUCCESS') return
  throw new OAuthFailure('access_denied', 'the person has rejected the question on the device', {
    problem: { reason: 'cancelled' },
  })
}

/** Returns whether an answer is the right one, which uses it up. */
function isAnswered(context: SignInContext, factor: Factor, answer: string): boolean {
  try {
    checkAnswer(context, factor, answer)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Creates the failure for a person who has not proved who they are. */
export function wrongCredentials(message: string): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, { culprit: 'user' })
}
