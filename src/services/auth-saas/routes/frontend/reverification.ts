import type { Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { post, type AuthCall } from '#auth-saas/call.ts'
import { paramInvalid, strategyInvalid } from '#auth-saas/errors.ts'
import { verificationJson } from '#auth-saas/json/verification.ts'
import { Failure } from '#core/errors.ts'
import { requestNonce } from '#auth-saas/json/passkey.ts'
import { challengeFor, checkPasskey, PASSKEY, relyingParty } from '#auth-saas/rules/passkeys/passkeys.ts'
import { begun, succeeded, withAttempt, type Check } from '#auth-saas/rules/attempts/verifications.ts'
import { checkFactor, requireUsable, type FactorAnswer } from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { signInFactors } from '#auth-saas/rules/attempts/sign-in-factors.ts'
import { sendCode } from '#auth-saas/rules/messages.ts'
import { hasSecondFactor } from '#auth-saas/rules/users/second-factors.ts'
import type { SessionVerification, SentCode } from '#auth-saas/schema/attempts.ts'
import type { Verification } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { answerChange, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { formOf, requiredField } from './form.ts'
import {
  loadOwnSession,
  requireActiveOwnSession,
  type OwnSession,
  type ContinuedVerification,
  loadReverification,
} from '#auth-saas/steps/frontend/sessions.ts'
import { frontendSessionJson } from '#auth-saas/json/frontend/client.ts'
import { receiverOf } from '#auth-saas/rules/attempts/receivers.ts'

// Reverification: a signed-in user proves again who they are, before a sensitive action.
// https://clerk.com/docs/guides/secure/reverification

const LEVELS = ['first_factor', 'second_factor', 'multi_factor'] as const

function shown(call: AuthCall & OwnSession, row: SessionVerification): Answer {
  const { rows } = call
  const session = rows.sessions.require(call.session.id)
  const { first, second } = signInFactors(call, rows.users.require(session.userId))
  const isSecond = row.level !== 'first_factor'
  const body = {
    object: 'session_reverification',
    id: row.verificationId,
    status: row.status,
    level: row.level,
    session: frontendSessionJson(call, session),
    supported_first_factors: first.filter(isRepeatable),
    supported_second_factors: isSecond ? second : null,
    first_factor_verification:
      row.firstFactor?.strategy === PASSKEY
        ? { ...verificationJson(row.firstFactor), ...requestNonce(call, session.id, session.userId) }
        : verificationJson(row.firstFactor),
    second_factor_verification: verificationJson(row.secondFactor),
  }
  return answerChange(call, body, session.clientId)
}

/** Returns whether a first factor can be proved by somebody who is signed in. */
function isRepeatable(factor: object): boolean {
  const { strategy } = factor as { readonly strategy: string } // every factor has one
  return strategy === 'password' || strategy === 'email_code' || strategy === 'phone_code' || strategy === PASSKEY
}

function levelOf(text: string): SessionVerification['level'] {
  const level = LEVELS.find((each) => each === text)
  if (level === undefined) throw paramInvalid('level', `level must be one of ${LEVELS.join(', ')}.`)
  return level
}

/** Records the factors of a verification that is complete: the ages in the session's tokens begin again. */
function pass(
  call: AuthCall & ContinuedVerification,
  which: 'firstFactor' | 'secondFactor',
  strategy: string,
): SessionVerification {
  const { rows, clock, session, verification } = call
  const goesOn = which === 'firstFactor' && verification.level === 'multi_factor'
  const hasSecond = hasSecondFactor(call, rows.users.require(session.userId))
  const changed = rows.sessionVerifications.update(session.id, {
    [which]: succeeded(call, strategy),
    status: goesOn && hasSecond ? 'needs_second_factor' : 'complete',
  })
  const at = which === 'firstFactor' ? { firstFactorAt: clock.now() } : { secondFactorAt: clock.now() }
  rows.sessions.update(session.id, { ...at, ...updatedNow(call) })
  return changed
}

function prepareStep(call: AuthCall & ContinuedVerification, which: 'first' | 'second'): Answer {
  const { rows, session } = call
  const form = formOf(call)
  const strategy = requiredField(form, 'strategy')
  if (!isRepeatable({ strategy }) || strategy === 'password') throw strategyInvalid()
  if (strategy === PASSKEY && which === 'first') {
    challengeFor(call, session.id, relyingParty(call))
    return shown(call, rows.sessionVerifications.update(session.id, { firstFactor: begun(call, strategy) }))
  }
  const user = rows.users.require(session.userId)
  const to = receiverOf(call, user, which === 'second' ? 'second' : strategy, form)
  const code: SentCode = { code: sendCode(call, to), to }
  const factor = begun(call, strategy)
  const changes =
    which === 'first' ? { firstFactor: factor, firstCode: code } : { secondFactor: factor, secondCode: code }
  return shown(call, rows.sessionVerifications.update(session.id, changes))
}

/** Checks the password, the code or the passkey of a form. */
function checkAnswer(
  call: AuthCall & ContinuedVerification,
  answer: Omit<FactorAnswer, 'secret'>,
  form: URLSearchParams,
): Check {
  const { strategy, user } = answer
  if (strategy === PASSKEY) {
    const checked = checkPasskey(call, call.session.id, user.id, requiredField(form, 'public_key_credential'))
    return checked instanceof Failure ? checked : null
  }
  return checkFactor(call, { ...answer, secret: requiredField(form, strategy === 'password' ? 'password' : 'code') })
}

function attemptStep(call: AuthCall & ContinuedVerification, which: 'first' | 'second'): Answer {
  const { rows, session, verification: row } = call
  const form = formOf(call)
  const strategy = requiredField(form, 'strategy')
  const user = rows.users.require(session.userId)
  requireUsable(call, user)
  const [factor, sent]: readonly [Verification | null, SentCode | null] =
    which === 'first' ? [row.firstFactor, row.firstCode] : [row.secondFactor, row.secondCode]
  const failure = checkAnswer(call, { user, strategy, factor, sent }, form)
  const name = which === 'first' ? 'firstFactor' : 'secondFactor'
  if (failure === null) return shown(call, pass(call, name, strategy))
  if (factor !== null) {
    rows.sessionVerifications.update(session.id, { [name]: withAttempt(factor) })
  }
  return answerRefusal(call, failure)
}

const PATH = '/v1/client/sessions/:session_id/verify'

/** The routes of reverification. */
export const reverificationRoutes: readonly Route[] = [
  post('frontend/startVerification', PATH, loadOwnSession, requireActiveOwnSession, (call) => {
    const { rows, session } = call
    const level = levelOf(formOf(call).get('level') ?? 'second_factor')
    const hasSecond = hasSecondFactor(call, rows.users.require(session.userId))
    const row = {
      verificationId: commonFields(call, 'sver').id,
      // A user without a second factor proves the first one instead.
      level: hasSecond ? level : ('first_factor' as const),
      status:
        hasSecond && level === 'second_factor' ? ('needs_second_factor' as const) : ('needs_first_factor' as const),
      firstFactor: null,
      secondFactor: null,
      firstCode: null,
      secondCode: null,
    }
    if (rows.sessionVerifications.get(session.id) === undefined) {
      return shown(call, rows.sessionVerifications.insert({ id: session.id, ...row }))
    }
    return shown(call, rows.sessionVerifications.update(session.id, row))
  }),
  post(
    'frontend/prepareVerificationFirst',
    `${PATH}/prepare_first_factor`,
    loadOwnSession,
    requireActiveOwnSession,
    loadReverification,
    (call) => prepareStep(call, 'first'),
  ),
  post(
    'frontend/attemptVerificationFirst',
    `${PATH}/attempt_first_factor`,
    loadOwnSession,
    requireActiveOwnSession,
    loadReverification,
    (call) => attemptStep(call, 'first'),
  ),
  post(
    'frontend/prepareVerificationSecond',
    `${PATH}/prepare_second_factor`,
    loadOwnSession,
    requireActiveOwnSession,
    loadReverification,
    (call) => prepareStep(call, 'second'),
  ),
  post(
    'frontend/attemptVerificationSecond',
    `${PATH}/attempt_second_factor`,
    loadOwnSession,
    requireActiveOwnSession,
    loadReverification,
    (call) => attemptStep(call, 'second'),
  ),
]
