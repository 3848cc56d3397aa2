import type { RecordContext, SignInContext } from '#oidc-d/call.ts'
import type { Interaction, User } from '#oidc-d/schema.ts'
import { recoveryMeansFor } from '../policies/evaluation.ts'
import { authenticatePrimarily, maySignIn } from '../users/sign-in.ts'
import { findUser } from '../users/users.ts'
import { enrolledBy } from './authenticators.ts'
import { changeInteraction, goTo, requirePerson } from './interactions.ts'
import { advance } from './progress.ts'
import { recoveryNotAllowed, signInFailed, unknownPerson, unlockingNotAllowed, wrongPassword } from './refusals.ts'

/** The form of the first step. */
export interface Identification {
  readonly identifier: string
  /** Undefined where the policy asks for any authenticator first. */
  readonly password: string | undefined
  readonly rememberMe: boolean
}

/**
 * Identifies the person of an interaction, and checks the password where it came along.
 *
 * @throws InteractionRefusal
 */
export function identify(
  context: SignInContext,
  interaction: Interaction,
  { identifier, password, rememberMe }: Identification,
): Interaction {
  const begun = changeInteraction(context, interaction, { rememberMe })
  if (password !== undefined) {
    const outcome = authenticatePrimarily(context, identifier, password)
    if (outcome.kind === 'refused' || outcome.kind === 'locked out') throw signInFailed()
    const known = changeInteraction(context, begun, { userId: outcome.user.id, proved: ['okta_password'] })
    return advance(context, known)
  }
  const user = findUser(context.rows, identifier)
  if (user === undefined) throw unknownPerson(identifier)
  if (!maySignIn(context, user)) throw signInFailed()
  return advance(context, changeInteraction(context, begun, { userId: user.id }))
}

/**
 * Checks the password of the person of an interaction.
 *
 * @throws InteractionRefusal
 */
export function provePassword(context: RecordContext, user: User, password: string): void {
  const { kind } = authenticatePrimarily(context, user.profile.login, password)
  if (kind === 'refused' || kind === 'locked out') throw wrongPassword()
}

/**
 * Begins the recovery of a password: of the person of the interaction, or of one who has yet to be named.
 *
 * @throws InteractionRefusal
 */
export function beginRecovery(context: RecordContext, interaction: Interaction): Interaction {
  const changed = changeInteraction(context, interaction, { purpose: 'recover', proved: [] })
  if (changed.userId === null) return goTo(context, changed, 'identify for recovery')
  return selectForRecovery(context, changed, requirePerson(context, changed))
}

/**
 * Names the person whose password is recovered.
 *
 * @throws InteractionRefusal for an unknown one, and one who may not.
 */
export function identifyForRecovery(context: RecordContext, interaction: Interaction, identifier: string): Interaction {
  const user = findUser(context.rows, identifier)
  if (user === undefined) throw unknownPerson(identifier)
  return selectForRecovery(context, changeInteraction(context, interaction, { userId: user.id }), user)
}

/** Lets the person choose one of the authenticators by which the policy lets them recover their password. */
function selectForRecovery(context: RecordContext, interaction: Interaction, user: User): Interaction {
  if (recoveryAuthenticators(context, user, 'PASSWORD').length === 0) throw recoveryNotAllowed()
  return goTo(context, interaction, 'select')
}

/** Returns the authenticators by which the policy lets a person recover a password, or unlock an account. */
export function recoveryAuthenticators(context: RecordContext, user: User, type: 'PASSWORD' | 'UNLOCK') {
  const { isAllowed, factors } = recoveryMeansFor(context, user, type)
  if (!isAllowed || !RECOVERABLE.includes(user.status)) return []
  const phone = factors.includes('SMS') || factors.includes('CALL')
  return enrolledBy(context, user).filter(
    ({ key }) => (key === 'okta_email' && factors.includes('EMAIL')) || (key === 'phone_number' && phone),
  )
}

const RECOVERABLE: readonly User['status'][] = ['ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED', 'LOCKED_OUT']

/**
 * Names the person whose account is unlocked.
 *
 * @throws InteractionRefusal for an unknown one, one who is not locked out, and one who may not.
 */
export function identifyForUnlocking(
  context: RecordContext,
  interaction: Interaction,
  identifier: string,
): { readonly user: User; readonly interaction: Interaction } {
  const user = findUser(context.rows, identifier)
  const means = user === undefined ? [] : recoveryAuthenticators(context, user, 'UNLOCK')
  if (user?.status !== 'LOCKED_OUT' || means.length === 0) throw unlockingNotAllowed()
  return { user, interaction: changeInteraction(context, interaction, { userId: user.id, purpose: 'unlock' }) }
}
