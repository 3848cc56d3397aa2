import { MINUTE } from '#core/duration.ts'
import { isTotpCode } from '#core/totp.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import { wrongPasscode } from '#oidc-d/errors.ts'
import type { Factor, FactorChallenge, SentCode } from '#oidc-d/schema.ts'
import { recordEvent, userEntity } from '../system-log/entries.ts'

/** The lifetime of a challenge, in milliseconds, unless the request names another. */
const LIFETIME = 5 * MINUTE

const MISMATCH = "Your passcode doesn't match our records. Please try again."

/** Returns whether a factor is proved by a code that is sent to the person, or by the person's device. */
export function isChallenged({ factorType }: Pick<Factor, 'factorType'>): boolean {
  return factorType === 'push' || isSent(factorType)
}

function isSent(factorType: string): factorType is SentCode['channel'] {
  return factorType === 'sms' || factorType === 'call' || factorType === 'email'
}

/** Sends a code to the person, or a question to the person's device; the last one counts. */
export function challenge(context: RecordContext, factor: Factor, lifetime: number = LIFETIME): FactorChallenge {
  const { rows, ids, clock } = context
  const { factorType } = factor
  for (const { id } of rows.factorChallenges.list('byFactor', factor.id)) rows.factorChallenges.delete(id)
  const code = isSent(factorType) ? ids.secret.from('0123456789', factorType === 'call' ? 5 : 6) : null
  if (isSent(factorType) && code !== null) {
    const { phoneNumber, email } = factor.profile ?? {}
    rows.sentCodes.insert({
      channel: factorType,
      to: String(phoneNumber ?? email),
      code,
      ...(factorType === 'email' ? { factorId: factor.id } : {}),
      sentAt: clock.now(),
      seen: false,
    })
  }
  return rows.factorChallenges.insert({
    id: `mst${ids.base62(17)}`,
    factorId: factor.id,
    code,
    result: 'WAITING',
    expiresAt: clock.now() + lifetime,
  })
}

/** The outcome of a click on the link of a mail. */
export type LinkOutcome = 'proved' | 'stale' | 'expired'

/**
 * Answers the challenge of a factor by the link of its mail: the application that polls goes on then. Only the link of
 * the last mail counts.
 */
export function answerByLink(context: RecordContext, factorId: string, code: string): LinkOutcome {
  const { rows } = context
  const factor = rows.factors.get(factorId)
  const sent = factor === undefined ? undefined : challengeOf(context, factor)
  if (sent === undefined || sent.code !== code) return 'stale'
  if (resultOf(context, sent) === 'TIMEOUT') return 'expired'
  rows.factorChallenges.update(sent.id, { result: 'SUCCESS' })
  return 'proved'
}

/** Returns the last challenge of a factor, or undefined. */
export function challengeOf({ rows }: Pick<RecordContext, 'rows'>, factor: Factor): FactorChallenge | undefined {
  return rows.factorChallenges.list('byFactor', factor.id).at(-1)
}

/** Returns the result of a challenge, which ends with time. */
export function resultOf(
  { clock }: Pick<RecordContext, 'clock'>,
  { result, expiresAt }: FactorChallenge,
): FactorChallenge['result'] | 'TIMEOUT' {
  return result === 'WAITING' && expiresAt <= clock.now() ? 'TIMEOUT' : result
}

/**
 * Checks the answer of a person to a factor, and uses its code up.
 *
 * @throws 403 for a wrong answer, and for a code that was used or has expired.
 */
export function checkAnswer(context: RecordContext, factor: Factor, answer: string): Factor {
  const { rows, clock } = context
  const { factorType, secret, lastCode } = factor
  if (factorType === 'question') {
    // The vendor ignores the case of the answer.
    if (answer.toLowerCase() !== secret.toLowerCase()) throw wrongPasscode(MISMATCH)
  } else if (factorType === 'token:software:totp') {
    if (answer === lastCode) {
      throw wrongPasscode('Each code can only be used once. Please wait for a new code and try again.')
    }
    if (!isTotpCode(context, secret, answer)) throw wrongPasscode(MISMATCH)
    return rows.factors.update(factor.id, { lastCode: answer, lastVerified: clock.now() })
  } else {
    redeemCode(context, factor, answer)
  }
  return rows.factors.update(factor.id, { lastVerified: clock.now() })
}

function redeemCode(context: RecordContext, factor: Factor, code: string): void {
  const sent = challengeOf(context, factor)
  if (sent === undefined || sent.code !== code) throw wrongPasscode(MISMATCH)
  if (resultOf(context, sent) === 'TIMEOUT') throw wrongPasscode('Your token has expired.')
  context.rows.factorChallenges.delete(sent.id)
}

/** Records that a person has verified a factor. */
export function recordVerification(context: RecordContext, factor: Factor): void {
  const user = userEntity(context.rows.users.require(factor.userId))
  recordEvent(context, 'user.authentication.auth_via_mfa', { actor: user, target: [user] })
}
