import * as v from 'valibot'
import { MINUTE } from '#core/duration.ts'
import { json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { invalidSession, invalidToken, notFound } from '#oidc-d/errors.ts'
import { mailedJson, recoveryChallengeJson, recoveryTokenJson, unlockedJson } from '#oidc-d/json/recovery.ts'
import { recoveryMeansFor } from '#oidc-d/rules/policies/evaluation.ts'
import { changeState, createOneTimeToken, findOneTimeToken } from '#oidc-d/rules/users/one-time-tokens.ts'
import {
  checkRecoveryAnswer,
  checkRecoveryCode,
  findRecovering,
  mailRecovery,
  resendCode,
  textRecovery,
  trustedRecovery,
  unlockOwn,
} from '#oidc-d/rules/users/recovery.ts'
import type { OneTimeToken, Recovery, User } from '#oidc-d/schema.ts'
import { loadSignIn } from '#oidc-d/steps/authentication.ts'
import { answerState } from './authentication-states.ts'

const { post } = routesFor<OidcCall>()

const RecoveryInput = v.object({
  username: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  factorType: v.optional(v.pipe(v.string(), v.toUpperCase(), v.picklist(['EMAIL', 'SMS', 'CALL']))),
})
const RecoveryTokenInput = v.object({ recoveryToken: v.string() })
const CodeInput = v.object({ stateToken: v.string(), passCode: v.string() })
const StateTokenInput = v.object({ stateToken: v.string() })
const AnswerInput = v.object({ stateToken: v.string(), answer: v.string() })

/**
 * The recovery of passwords and accounts by the people themselves.
 * https://developer.okta.com/docs/reference/api/authn/#recovery-operations
 */
export const recoveryRoutes = [
  post('authn/recover-password', '/api/v1/authn/recovery/password', body(RecoveryInput), (call) =>
    begin(call, 'PASSWORD'),
  ),
  post('authn/unlock-account', '/api/v1/authn/recovery/unlock', body(RecoveryInput), (call) => begin(call, 'UNLOCK')),
  post('authn/recovery-token', '/api/v1/authn/recovery/token', body(RecoveryTokenInput), (call) => {
    const token = findOneTimeToken(call, 'recovery', call.body.recoveryToken)
    if (token === undefined) throw invalidToken()
    const user = call.rows.users.require(token.userId)
    call.rows.oneTimeTokens.delete(token.id)
    const { recovery } = token
    // A user whose password an administrator has reset has nothing else to prove.
    if (recovery === undefined)
      return answerState(call, user, createOneTimeToken(call, 'state', user, 'PASSWORD_RESET'))
    return proceed(call, user, createOneTimeToken(call, 'state', user, 'RECOVERY', { recovery }))
  }),
  post(
    'authn/verify-recovery-factor',
    '/api/v1/authn/recovery/factors/:factorType/verify',
    body(CodeInput),
    loadSignIn,
    (call) => {
      requireChallenge(call.token, call.params.factorType)
      checkRecoveryCode(call, call.token, call.body.passCode)
      return proceed(call, call.user, changeState(call, call.token, 'RECOVERY', null))
    },
  ),
  post(
    'authn/resend-recovery-factor',
    '/api/v1/authn/recovery/factors/:factorType/resend',
    body(StateTokenInput),
    loadSignIn,
    (call) => {
      requireChallenge(call.token, call.params.factorType)
      return answerChallenge(call, resendCode(call, call.user, call.token))
    },
  ),
  post('authn/recovery-answer', '/api/v1/authn/recovery/answer', body(AnswerInput), loadSignIn, (call) => {
    const { token, user } = call
    if (token.status !== 'RECOVERY') throw notFound('Transaction', token.id)
    checkRecoveryAnswer(user, call.body.answer)
    return complete(call, user, token)
  }),
]

/** Begins a recovery: by a message to the person, or by a token for an application that is trusted. */
function begin(
  call: OidcCall & { readonly body: v.InferOutput<typeof RecoveryInput> },
  recoveryType: Recovery['type'],
): Answer {
  const { username, factorType } = call.body
  if (factorType === undefined) {
    if (call.principal === null) throw invalidSession()
    return json(recoveryTokenJson(call, ...trustedRecovery(call, username, recoveryType)))
  }
  const user = findRecovering(call, username, recoveryType, factorType)
  if (factorType === 'EMAIL') {
    if (user !== undefined) mailRecovery(call, user, recoveryType)
    return json(mailedJson(recoveryType))
  }
  const token = user === undefined ? undefined : textRecovery(call, user, recoveryType, factorType)
  if (token !== undefined) return answerChallenge(call, token)
  // An unknown person gets a token of no recovery, so that the answer does not tell who has an account.
  const stateToken = `00${call.ids.secret.base62(40)}`
  return json(
    recoveryChallengeJson(call, { stateToken, expiresAt: call.clock.now() + 5 * MINUTE, factorType, recoveryType }),
  )
}

function answerChallenge(call: OidcCall, { id, expiresAt, recovery }: OneTimeToken): Answer {
  const { factor, type } = recovery ?? { factor: null, type: 'PASSWORD' }
  return json(
    recoveryChallengeJson(call, { stateToken: id, expiresAt, factorType: factor ?? 'SMS', recoveryType: type }),
  )
}

/** Asks for the recovery question where the policy does, or goes on to the end. */
function proceed(call: OidcCall, user: User, token: OneTimeToken): Answer {
  const { asksQuestion } = recoveryMeansFor(call, user, token.recovery?.type ?? 'PASSWORD')
  return asksQuestion ? answerState(call, user, token) : complete(call, user, token)
}

/** Ends a recovery: the account is unlocked, or the person chooses another password. */
function complete(call: OidcCall, user: User, token: OneTimeToken): Answer {
  if (token.recovery?.type !== 'UNLOCK')
    return answerState(call, user, changeState(call, token, 'PASSWORD_RESET', null))
  call.rows.oneTimeTokens.delete(token.id)
  return json(unlockedJson(unlockOwn(call, user)))
}

function requireChallenge({ status, recovery, id }: OneTimeToken, factorType: string): void {
  if (status !== 'RECOVERY_CHALLENGE' || recovery?.factor !== factorType.toUpperCase()) {
    throw notFound('Transaction', id)
  }
}
