import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, notFound } from '#auth-saas/errors.ts'
import type { BackendVerification } from '#auth-saas/schema/attempts.ts'
import { commonFields } from '../common-fields.ts'
import { sendCode } from '../messages.ts'
import { begun, checkCode, MOST_ATTEMPTS, withAttempt } from './verifications.ts'

// Codes that an application's server sends and checks, for a sign-in that it drives itself.

/** Sends a code to an address or a number, with a verification of its own. Earlier ones of it stay as they are. */
export function beginBackendVerification(
  context: AuthContext,
  { id: identifierId, to }: { readonly id: string; readonly to: string },
): BackendVerification {
  const strategy = to.includes('@') ? 'email_code' : 'phone_code'
  return context.rows.backendVerifications.insert({
    id: commonFields(context, 'ver').id,
    identifierId,
    to,
    verification: begun(context, strategy),
    code: sendCode(context, to),
  })
}

/**
 * Finds a verification of an address or a number.
 *
 * @throws 404 for an unknown one, and for one of another identifier; 400 for one that has succeeded.
 */
export function findOpenVerification(
  { rows }: Pick<AuthContext, 'rows'>,
  identifierId: string,
  id: string,
): BackendVerification {
  const row = rows.backendVerifications.get(id)
  if (row === undefined || row.identifierId !== identifierId) throw notFound(`No verification was found with id ${id}`)
  if (row.verification.status !== 'verified') return row
  const sentence = 'This verification has already been verified.'
  throw clerkFailure(400, 'verification_already_verified', 'already verified', sentence)
}

/** Checks a code. A wrong or late one is no failure: the status of the verification tells it. */
export function attemptBackendVerification(
  context: AuthContext,
  { id, to, code: sent, verification }: BackendVerification,
  code: string,
): BackendVerification {
  const { rows, clock } = context
  const isLate = verification.expireAt !== null && verification.expireAt <= clock.now()
  if (isLate) return rows.backendVerifications.update(id, { verification: { ...verification, status: 'expired' } })
  if ((verification.attempts ?? 0) >= MOST_ATTEMPTS) return rows.backendVerifications.require(id)
  const tried = withAttempt(verification)
  const isRight = checkCode(context, verification, { code: sent, to }, code) === null
  const status = isRight ? 'verified' : tried.attempts === MOST_ATTEMPTS ? 'failed' : 'unverified'
  return rows.backendVerifications.update(id, { verification: { ...tried, status } })
}
