import { MINUTE } from '#core/duration.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import type { User } from '#oidc-d/schema.ts'
import { isBlocked } from '../network-zones.ts'
import { enrollsAtSignIn, signOnFor } from '../policies/evaluation.ts'
import { activeFactors } from './factors.ts'
import { enrollmentOf, FACTOR_KINDS, kindOf, type FactorKind } from './types.ts'

// The states of a sign-in after the password. https://developer.okta.com/docs/reference/api/authn/

/** The next state of a sign-in. */
export type NextState = 'SUCCESS' | 'MFA_REQUIRED' | 'MFA_ENROLL' | 'REFUSED'

/** Returns the state after the right password: the policies refuse it, or ask for a factor or an enrollment. */
export function stateAfterPassword(context: RecordContext, user: User, deviceToken: string | null): NextState {
  const { isAllowed, requiresFactor } = signOnFor(context, user)
  if (!isAllowed || isBlocked(context)) return 'REFUSED'
  if (!requiresFactor || isRemembered(context, user, deviceToken)) return stateAfterFactor(context, user)
  if (activeFactors(context, user).length > 0) return 'MFA_REQUIRED'
  return allowedKinds(context, user).length > 0 ? 'MFA_ENROLL' : 'REFUSED'
}

/** Returns the state after a factor: an enrollment, while the policy requires one that is missing. */
export function stateAfterFactor(context: RecordContext, user: User): NextState {
  const { requiresFactor } = signOnFor(context, user)
  const asks = enrollsAtSignIn(context, user, requiresFactor)
  return asks && requiredKinds(context, user).length > 0 ? 'MFA_ENROLL' : 'SUCCESS'
}

/** Returns the kinds of factors that a user may enroll and has not. */
export function allowedKinds(context: RecordContext, user: User): readonly FactorKind[] {
  const active = activeFactors(context, user).map(kindOf)
  return FACTOR_KINDS.filter((kind) => !active.includes(kind) && enrollmentOf(context, user, kind) !== 'NOT_ALLOWED')
}

/** Returns the kinds of which the policy requires one more: those of authenticators of which the user has none. */
export function requiredKinds(context: RecordContext, user: User): readonly FactorKind[] {
  const active = activeFactors(context, user).map((factor) => kindOf(factor).authenticator)
  return FACTOR_KINDS.filter(
    (kind) => !active.includes(kind.authenticator) && enrollmentOf(context, user, kind) === 'REQUIRED',
  )
}

/** Remembers the device on which a user has verified a factor, for as long as the policy says. */
export function rememberDevice(context: RecordContext, user: User, deviceToken: string): void {
  const { rows, clock } = context
  const { factorLifetime } = signOnFor(context, user)
  if (factorLifetime === 0) return
  const id = `${user.id}.${deviceToken}`
  rows.rememberedDevices.delete(id)
  rows.rememberedDevices.insert({ id, userId: user.id, expiresAt: clock.now() + factorLifetime * MINUTE })
}

function isRemembered({ rows, clock }: RecordContext, { id }: User, deviceToken: string | null): boolean {
  if (deviceToken === null) return false
  const device = rows.rememberedDevices.get(`${id}.${deviceToken}`)
  return device !== undefined && device.expiresAt > clock.now()
}
