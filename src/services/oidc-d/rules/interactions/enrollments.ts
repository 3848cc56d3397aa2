import type { RecordContext, SignInContext } from '#oidc-d/call.ts'
import type { AuthenticatorKey, Interaction, User } from '#oidc-d/schema.ts'
import { challenge, challengeOf, checkAnswer, resultOf } from '../factors/challenges.ts'
import { activateFactor, enrollFactor, type FactorInput } from '../factors/factors.ts'
import { endSessions } from '../users/lifecycle.ts'
import { setPassword } from '../users/users.ts'
import { kindOfMethod, keyOfAuthenticator, methodsOf } from './authenticators.ts'
import { challengedFactor, proceedWith, required, type Credentials } from './challenges.ts'
import { changeInteraction, goTo, requirePerson, requireStep } from './interactions.ts'
import { enrollableBy } from './authenticators.ts'
import { advance, requiredEnrollments, toEnroll } from './progress.ts'
import { operationNotAllowed, recoveryNotAllowed } from './refusals.ts'

/** The authenticator that a person chooses to enroll, as a body names it. */
export interface AuthenticatorToEnroll {
  readonly id: string
  readonly methodType?: string | undefined
  readonly phoneNumber?: string | undefined
}

/** Returns the authenticators that the person of an interaction may enroll now. */
export function enrollable(context: RecordContext, interaction: Interaction): readonly AuthenticatorKey[] {
  if (interaction.userId === null) return []
  const user = context.rows.users.require(interaction.userId)
  const wanted = toEnroll(context, interaction, user)
  return wanted.length > 0 ? wanted : enrollableBy(context, user, { required: false })
}

/** Returns whether the person of an interaction may leave out what is left to do. */
export function maySkip(context: RecordContext, interaction: Interaction): boolean {
  if (interaction.step === 'renew password') return true
  if (interaction.userId === null || interaction.purpose !== 'register') return false
  const user = context.rows.users.require(interaction.userId)
  return requiredEnrollments(context, interaction, user).length === 0
}

/**
 * Chooses an authenticator to enroll, and sends its first code where it has one.
 *
 * @throws InteractionRefusal and Failure for one that the person may not enroll, and an invalid number.
 */
export function chooseToEnroll(
  context: RecordContext,
  interaction: Interaction,
  { id, methodType, phoneNumber }: AuthenticatorToEnroll,
): Interaction {
  requireStep(interaction, 'select to enroll', 'choose method to enroll', 'enroll', 'approve enrollment')
  const user = requirePerson(context, interaction)
  const key = keyOfAuthenticator(context, id)
  if (key === undefined || !enrollable(context, interaction).includes(key)) throw operationNotAllowed()
  if (key === 'okta_password' || key === 'security_question') return goTo(context, interaction, 'enroll', key)
  if (key === 'phone_number' && phoneNumber === undefined) {
    return goTo(context, interaction, 'choose method to enroll', key)
  }
  return beginEnrollment(context, interaction, user, { key, methodType, phoneNumber })
}

function beginEnrollment(
  context: RecordContext,
  interaction: Interaction,
  user: User,
  chosen: {
    readonly key: AuthenticatorKey
    readonly methodType: string | undefined
    readonly phoneNumber: string | undefined
  },
): Interaction {
  const { key, methodType, phoneNumber } = chosen
  // Okta Verify is enrolled as a device, which approves sign-ins.
  const first = key === 'okta_verify' ? 'push' : methodsOf(key)[0]
  const method = methodsOf(key).find((each) => each === methodType) ?? first
  const kind = method === undefined ? undefined : kindOfMethod(key, method)
  if (kind === undefined) throw operationNotAllowed()
  const { factorType, provider } = kind
  const profile = phoneNumber === undefined ? {} : { profile: { phoneNumber } }
  const factor = enrollFactor(context, user, { factorType, provider, ...profile })
  if (factorType !== 'token:software:totp') challenge(context, factor)
  return goTo(context, interaction, factorType === 'push' ? 'approve enrollment' : 'enroll', key, factor.id)
}

/**
 * Enrolls the authenticator of an interaction with what the person has sent, and goes on.
 *
 * @throws InteractionRefusal and Failure for a wrong code, an unsuitable password, and an invalid question.
 */
export function enrollAuthenticator(
  context: SignInContext,
  interaction: Interaction,
  credentials: Credentials,
): Interaction {
  const user = requirePerson(context, interaction)
  const { authenticator } = interaction
  if (authenticator === null) throw operationNotAllowed()
  if (authenticator === 'okta_password') setPassword(context, user, required(credentials, 'passcode'))
  else if (authenticator === 'security_question') enrollFactor(context, user, questionFrom(credentials))
  else {
    const factor = challengedFactor(context, interaction)
    activateFactor(context, checkAnswer(context, factor, required(credentials, 'passcode')))
  }
  return proceedWith(context, interaction, authenticator)
}

function questionFrom({ question, questionKey, answer }: Credentials): FactorInput {
  const profile = { question: questionKey ?? 'custom', questionText: question, answer }
  return { factorType: 'question', provider: 'OKTA', profile }
}

/** Looks whether the person has approved the enrollment on the device, and goes on when they have. */
export function pollEnrollment(context: SignInContext, interaction: Interaction): Interaction {
  requireStep(interaction, 'enroll', 'approve enrollment')
  const factor = challengedFactor(context, interaction)
  const asked = challengeOf(context, factor)
  const isProved = asked !== undefined && resultOf(context, asked) === 'SUCCESS'
  if (!isProved || interaction.authenticator === null) return interaction
  if (factor.status === 'PENDING_ACTIVATION') activateFactor(context, factor)
  return proceedWith(context, interaction, interaction.authenticator)
}

/**
 * Leaves out the authenticators that the person may enroll, or a new password, and goes on.
 *
 * @throws InteractionRefusal while the policy requires one.
 */
export function skipStep(context: SignInContext, interaction: Interaction): Interaction {
  requireStep(
    interaction,
    'select to enroll',
    'choose method to enroll',
    'enroll',
    'approve enrollment',
    'renew password',
  )
  if (!maySkip(context, interaction)) throw operationNotAllowed()
  return advance(context, changeInteraction(context, interaction, { hasSkipped: true }))
}

/**
 * Sets the new password of a person whose old one is forgotten or has expired, and goes on with the sign-in.
 *
 * @throws InteractionRefusal and Failure for an unsuitable password.
 */
export function choosePassword(
  context: SignInContext,
  interaction: Interaction,
  credentials: Credentials,
): Interaction {
  const user = requirePerson(context, interaction)
  if (user.status === 'SUSPENDED' || user.status === 'DEPROVISIONED') throw recoveryNotAllowed()
  const known = setPassword(context, user, required(credentials, 'passcode'))
  if (credentials.revokeSessions === true) endSessions(context, known, { tokens: true })
  const changed = changeInteraction(context, interaction, { purpose: 'sign in' })
  return proceedWith(context, changed, 'okta_password')
}
