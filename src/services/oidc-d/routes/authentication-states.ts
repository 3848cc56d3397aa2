import { json, type Answer } from '#core/answer.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { accessDenied } from '#oidc-d/errors.ts'
import {
  factorActivationJson,
  factorChallengeJson,
  factorEnrollmentJson,
  factorRequiredJson,
} from '#oidc-d/json/authentication-factors.ts'
import { passwordNeededJson, passwordWarningJson, successJson } from '#oidc-d/json/authentication.ts'
import { recoveryQuestionJson } from '#oidc-d/json/recovery.ts'
import { challengeOf } from '#oidc-d/rules/factors/challenges.ts'
import { activeFactors } from '#oidc-d/rules/factors/factors.ts'
import { allowedKinds, requiredKinds, stateAfterPassword } from '#oidc-d/rules/factors/sign-in.ts'
import { enrollmentOf } from '#oidc-d/rules/factors/types.ts'
import { passwordRequirementsFor, signOnFor } from '#oidc-d/rules/policies/evaluation.ts'
import { createOneTimeToken } from '#oidc-d/rules/users/one-time-tokens.ts'
import { createSessionToken, daysUntilExpiry, recordSignIn } from '#oidc-d/rules/users/sign-in.ts'
import type { OneTimeToken, User } from '#oidc-d/schema.ts'

/** Answers with the state of a sign-in: what the person must do next. */
export function answerState(call: OidcCall, user: User, token: OneTimeToken): Answer {
  const factor = token.factorId == null ? undefined : call.rows.factors.get(token.factorId)
  const challenge = factor === undefined ? undefined : challengeOf(call, factor)
  const signOn = signOnFor(call, user)
  switch (token.status) {
    case 'MFA_REQUIRED':
      return json(factorRequiredJson(call, user, token, { factors: activeFactors(call, user), signOn }))
    case 'MFA_ENROLL':
      return json(factorEnrollmentJson(call, user, token, enrollmentIn(call, user, token)))
    case 'MFA_CHALLENGE':
      if (factor !== undefined) return json(factorChallengeJson(call, user, token, { factor, challenge, signOn }))
      break
    case 'MFA_ENROLL_ACTIVATE':
      if (factor !== undefined) return json(factorActivationJson(call, user, token, { factor, challenge }))
      break
    case 'PASSWORD_WARN': {
      const daysLeft = daysUntilExpiry(call, user) ?? 0
      return json(passwordWarningJson(call, user, token, { ...passwordRequirementsFor(call, user), daysLeft }))
    }
    case 'RECOVERY':
      return json(recoveryQuestionJson(call, user, token))
    default:
      break
  }
  return json(passwordNeededJson(call, user, token, passwordRequirementsFor(call, user)))
}

function enrollmentIn(call: OidcCall, user: User, token: OneTimeToken) {
  const kinds = allowedKinds(call, user).map((kind) => ({ ...kind, enrollment: enrollmentOf(call, user, kind) }))
  // A person who has proved a factor already may leave the others out.
  return { kinds, maySkip: token.factorId != null && requiredKinds(call, user).length === 0 }
}

/** Ends a sign-in: the person is signed in, and the state token is used up. */
export function finishSignIn(call: OidcCall, user: User, token: OneTimeToken | null): Answer {
  if (token !== null) call.rows.oneTimeTokens.delete(token.id)
  const signedIn = recordSignIn(call, user)
  return json(successJson(call, signedIn, createSessionToken(call, signedIn, token?.factorId ?? null)))
}

/** Goes on after the right password: signs the user in, or answers with what the policies ask for beside it. */
export function afterPassword(call: OidcCall, user: User, deviceToken: string | null): Answer {
  const state = stateAfterPassword(call, user, deviceToken)
  if (state === 'REFUSED') throw accessDenied()
  if (state === 'SUCCESS') return finishSignIn(call, user, null)
  return answerState(call, user, createOneTimeToken(call, 'state', user, state, { deviceToken }))
}
