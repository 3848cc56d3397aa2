import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { OneTimeToken, Recovery, RecoveryFactor, User } from '#oidc-d/schema.ts'
import { personJson } from './authentication.ts'
import { POST } from './links.ts'

// https://developer.okta.com/docs/reference/api/authn/#recovery-operations

/** Returns the answer to a recovery whose token was mailed. It is the same for strangers. */
export function mailedJson(recoveryType: Recovery['type']) {
  return { status: 'RECOVERY_CHALLENGE', factorResult: 'WAITING', factorType: 'EMAIL', recoveryType }
}

/** The parts of the answer to a recovery whose code was sent to a phone. */
interface Challenge {
  readonly stateToken: string
  readonly expiresAt: number
  readonly factorType: RecoveryFactor
  readonly recoveryType: Recovery['type']
}

/** Returns the answer to a recovery whose code was sent to a phone. It is the same for strangers. */
export function recoveryChallengeJson({ origin }: Pick<Site, 'origin'>, challenge: Challenge) {
  const { stateToken, expiresAt, factorType, recoveryType } = challenge
  const factor = `${origin}/api/v1/authn/recovery/factors/${factorType}`
  return {
    stateToken,
    expiresAt: date(expiresAt),
    status: 'RECOVERY_CHALLENGE',
    factorType,
    recoveryType,
    _links: {
      next: { name: 'verify', href: `${factor}/verify`, ...POST },
      cancel: { href: `${origin}/api/v1/authn/cancel`, ...POST },
      resend: { name: factorType.toLowerCase(), href: `${factor}/resend`, ...POST },
    },
  }
}

/** Returns the recovery token that an application which is trusted gets. */
export function recoveryTokenJson({ origin }: Pick<Site, 'origin'>, user: User, token: OneTimeToken) {
  return { recoveryToken: token.id, ...recoveryJson(origin, user, token, { name: 'recovery', step: 'token' }) }
}

/** Returns the state of a recovery in which the person has to answer the recovery question. */
export function recoveryQuestionJson({ origin }: Pick<Site, 'origin'>, user: User, token: OneTimeToken) {
  return { stateToken: token.id, ...recoveryJson(origin, user, token, { name: 'answer', step: 'answer' }) }
}

/** Returns what the answers to a recovery under way share; `next` is the step that follows. */
function recoveryJson(
  origin: string,
  user: User,
  { expiresAt, recovery }: OneTimeToken,
  next: { readonly name: string; readonly step: string },
) {
  return {
    expiresAt: date(expiresAt),
    status: 'RECOVERY',
    recoveryType: recovery?.type,
    _embedded: { user: withQuestion(user) },
    _links: {
      next: { name: next.name, href: `${origin}/api/v1/authn/recovery/${next.step}`, ...POST },
      cancel: { href: `${origin}/api/v1/authn/cancel`, ...POST },
    },
  }
}

/** Returns the answer to a person whose account was unlocked. They still have to sign in. */
export function unlockedJson(user: User) {
  return { status: 'SUCCESS', recoveryType: 'UNLOCK', _embedded: { user: personJson(user) } }
}

function withQuestion(user: User) {
  const { recoveryQuestion } = user
  return {
    ...personJson(user),
    ...(recoveryQuestion === null ? {} : { recovery_question: { question: recoveryQuestion.question } }),
  }
}
