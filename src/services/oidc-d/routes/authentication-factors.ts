import * as v from 'valibot'
import type { Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { accessDenied, notFound } from '#oidc-d/errors.ts'
import {
  challenge,
  checkAnswer,
  isChallenged,
  recordVerification,
  challengeOf,
  resultOf,
} from '#oidc-d/rules/factors/challenges.ts'
import { activateFactor, enrollFactor } from '#oidc-d/rules/factors/factors.ts'
import { rememberDevice, requiredKinds, stateAfterFactor } from '#oidc-d/rules/factors/sign-in.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import { changeState } from '#oidc-d/rules/users/one-time-tokens.ts'
import type { Factor, OneTimeToken, User } from '#oidc-d/schema.ts'
import { loadSignIn, loadSignInFactor } from '#oidc-d/steps/authentication.ts'
import { afterPassword, answerState, finishSignIn } from './authentication-states.ts'

const { post } = routesFor<OidcCall>()

const FACTOR = '/api/v1/authn/factors/:factorId'

const StateTokenInput = v.object({ stateToken: v.string() })

const EnrollmentInput = v.object({
  stateToken: v.string(),
  factorType: v.string(),
  provider: v.optional(v.string(), 'OKTA'),
  profile: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
})

const AnswerInput = v.object({
  stateToken: v.string(),
  passCode: v.optional(v.string()),
  answer: v.optional(v.string()),
  rememberDevice: v.optional(v.boolean()),
})

/**
 * Second factors in a sign-in.
 * https://developer.okta.com/docs/reference/api/authn/#multifactor-authentication-operations
 */
export const authenticationFactorsRoutes = [
  post('authn/enroll-factor', '/api/v1/authn/factors', body(EnrollmentInput), loadSignIn, (call) => {
    requireState(call.token, 'MFA_ENROLL')
    const factor = enrollFactor(call, call.user, call.body)
    if (factor.status === 'ACTIVE') return afterFactor(call, factor)
    if (isChallenged(factor)) challenge(call, factor)
    return answerState(call, call.user, changeState(call, call.token, 'MFA_ENROLL_ACTIVATE', factor))
  }),
  post(
    'authn/activate-factor',
    `${FACTOR}/lifecycle/activate`,
    body(AnswerInput),
    loadSignIn,
    loadSignInFactor,
    (call) => {
      requireState(call.token, 'MFA_ENROLL_ACTIVATE')
      if (call.factor.factorType === 'push') {
        challenge(call, call.factor)
        return answerState(call, call.user, call.token)
      }
      const { passCode = '' } = call.body
      return afterFactor(call, activateFactor(call, checkAnswer(call, call.factor, passCode)))
    },
  ),
  post(
    'authn/poll-factor-activation',
    `${FACTOR}/lifecycle/activate/poll`,
    body(StateTokenInput),
    loadSignIn,
    loadSignInFactor,
    (call) => {
      requireState(call.token, 'MFA_ENROLL_ACTIVATE')
      return call.factor.status === 'ACTIVE' ? afterFactor(call, call.factor) : answerState(call, call.user, call.token)
    },
  ),
  post(
    'authn/resend-factor-activation',
    `${FACTOR}/lifecycle/resend`,
    body(StateTokenInput),
    loadSignIn,
    loadSignInFactor,
    (call) => {
      requireState(call.token, 'MFA_ENROLL_ACTIVATE')
      challenge(call, call.factor)
      return answerState(call, call.user, call.token)
    },
  ),
  post('authn/verify-factor', `${FACTOR}/verify`, body(AnswerInput), loadSignIn, loadSignInFactor, (call) => {
    const { factor, token, body, user } = call
    if (token.status !== 'MFA_CHALLENGE') requireState(token, 'MFA_REQUIRED')
    const answer = body.passCode ?? body.answer
    if (answer !== undefined) {
      const verified = checkAnswer(call, factor, answer)
      return afterVerification(call, verified)
    }
    const asked = challengeOf(call, factor)
    const isPolled = factor.factorType === 'push' && token.factorId === factor.id && asked !== undefined
    if (isPolled && resultOf(call, asked) === 'SUCCESS') return afterVerification(call, factor)
    if (isChallenged(factor) && !isPolled) challenge(call, factor)
    return answerState(call, user, changeState(call, token, 'MFA_CHALLENGE', factor))
  }),
  post(
    'authn/resend-challenge',
    `${FACTOR}/verify/resend`,
    body(StateTokenInput),
    loadSignIn,
    loadSignInFactor,
    (call) => {
      requireState(call.token, 'MFA_CHALLENGE')
      challenge(call, call.factor)
      return answerState(call, call.user, call.token)
    },
  ),
  post('authn/previous', '/api/v1/authn/previous', body(StateTokenInput), loadSignIn, (call) => {
    const { token, user } = call
    if (token.status === 'MFA_CHALLENGE') return answerState(call, user, changeState(call, token, 'MFA_REQUIRED', null))
    requireState(token, 'MFA_ENROLL_ACTIVATE')
    return answerState(call, user, changeState(call, token, 'MFA_ENROLL', null))
  }),
  post('authn/skip', '/api/v1/authn/skip', body(StateTokenInput), loadSignIn, (call) => {
    const { token, user } = call
    if (token.status === 'PASSWORD_WARN') {
      call.rows.oneTimeTokens.delete(token.id)
      return afterPassword(call, user, token.deviceToken ?? null)
    }
    requireState(token, 'MFA_ENROLL')
    if (requiredKinds(call, user).length > 0 || token.factorId == null) throw accessDenied()
    return finishSignIn(call, user, token)
  }),
]

type SigningIn = OidcCall & { readonly user: User; readonly token: OneTimeToken }

/** Goes on after a factor was verified, and remembers the device where the person wishes it. */
function afterVerification(
  call: SigningIn & { body: { rememberDevice?: boolean | undefined } },
  factor: Factor,
): Answer {
  recordVerification(call, factor)
  const { deviceToken = null } = call.token
  const isWished = call.body.rememberDevice ?? readFlag(call, 'rememberDevice', false)
  if (isWished && deviceToken !== null) rememberDevice(call, call.user, deviceToken)
  return afterFactor(call, factor)
}

/** Signs the person in, or asks for the enrollment that the policy requires beside. */
function afterFactor(call: SigningIn, factor: Factor): Answer {
  const { user, token } = call
  if (stateAfterFactor(call, user) === 'SUCCESS') return finishSignIn(call, user, { ...token, factorId: factor.id })
  return answerState(call, user, changeState(call, token, 'MFA_ENROLL', factor))
}

function requireState({ status, id }: OneTimeToken, expected: string): void {
  if (status !== expected) throw notFound('Transaction', id)
}
