import type { RecordContext, SignInContext } from '#oidc-d/call.ts'
import type { AuthenticatorKey, Factor, Interaction, User } from '#oidc-d/schema.ts'
import { challenge, challengeOf, checkAnswer, recordVerification, resultOf } from '../factors/challenges.ts'
import { checkRecoveryAnswer } from '../users/recovery.ts'
import {
  enrolledBy,
  factorFor,
  keyOfAuthenticator,
  type EnrolledAuthenticator,
  type MethodType,
} from './authenticators.ts'
import { identifyForUnlocking, provePassword, recoveryAuthenticators } from './identification.ts'
import { changeInteraction, goTo, requirePerson, requireStep } from './interactions.ts'
import { advance } from './progress.ts'
import { fieldMissing, operationNotAllowed, pushRejected } from './refusals.ts'

/** The authenticator that a person chooses, and its method, as a body names them. */
export interface ChosenAuthenticator {
  readonly id: string
  readonly methodType?: string | undefined
}

/** The answer of a person to a challenge. */
export interface Credentials {
  readonly passcode?: string | undefined
  readonly totp?: string | undefined
  readonly answer?: string | undefined
  readonly questionKey?: string | undefined
  readonly question?: string | undefined
  /** True to sign the person out of all other browsers and apps, with a new password. */
  readonly revokeSessions?: boolean | undefined
}

/** Returns the authenticators that the person of an interaction may choose next. */
export function choosable(context: RecordContext, interaction: Interaction): readonly EnrolledAuthenticator[] {
  if (interaction.userId === null) return []
  const user = context.rows.users.require(interaction.userId)
  if (interaction.purpose === 'recover') return recoveryAuthenticators(context, user, 'PASSWORD')
  if (interaction.purpose === 'unlock') return recoveryAuthenticators(context, user, 'UNLOCK')
  return enrolledBy(context, user).filter(({ key }) => !interaction.proved.includes(key))
}

/**
 * Chooses an authenticator: sends the code, or asks for the method where there are several or the person has yet to
 * agree.
 *
 * @throws InteractionRefusal for one that the person cannot use.
 */
export function chooseAuthenticator(
  context: RecordContext,
  interaction: Interaction,
  { id, methodType }: ChosenAuthenticator,
): Interaction {
  requireStep(interaction, 'select', 'choose method', 'challenge', 'approve')
  const user = requirePerson(context, interaction)
  const key = keyOfAuthenticator(context, id)
  const chosen = choosable(context, interaction).find((each) => each.key === key)
  if (chosen === undefined) throw operationNotAllowed()
  if (chosen.key === 'okta_password') return goTo(context, interaction, 'challenge', chosen.key)
  const method = chosen.methods.find((each) => each === methodType)
  const isAsked = chosen.key === 'okta_email' || chosen.key === 'phone_number' || chosen.methods.length > 1
  if (method === undefined && isAsked) return goTo(context, interaction, 'choose method', chosen.key)
  return challengeBy(context, interaction, user, chosen, method)
}

function challengeBy(
  context: RecordContext,
  interaction: Interaction,
  user: User,
  chosen: EnrolledAuthenticator,
  method: MethodType | undefined,
): Interaction {
  const factor = factorFor(context, user, chosen, method)
  const isPush = factor.factorType === 'push'
  if (isPush || chosen.key === 'okta_email' || chosen.key === 'phone_number') challenge(context, factor)
  return goTo(context, interaction, isPush ? 'approve' : 'challenge', chosen.key, factor.id)
}

/**
 * Chooses the account to unlock, and the authenticator by which the person proves that it is theirs.
 *
 * @throws InteractionRefusal
 */
export function chooseForUnlocking(
  context: RecordContext,
  before: Interaction,
  identifier: string,
  chosen: ChosenAuthenticator,
): Interaction {
  requireStep(before, 'unlock')
  const { interaction } = identifyForUnlocking(context, before, identifier)
  return chooseAuthenticator(context, goTo(context, interaction, 'select'), chosen)
}

/**
 * Checks the answer to the challenge of an interaction, and goes on.
 *
 * @throws InteractionRefusal and Failure for a wrong answer.
 */
export function answerChallenge(
  context: SignInContext,
  interaction: Interaction,
  credentials: Credentials,
): Interaction {
  const user = requirePerson(context, interaction)
  const { authenticator } = interaction
  if (authenticator === null) throw operationNotAllowed()
  if (authenticator === 'okta_password') provePassword(context, user, required(credentials, 'passcode'))
  else proveFactor(context, challengedFactor(context, interaction), credentials)
  return proceedWith(context, interaction, authenticator)
}

function proveFactor(context: RecordContext, factor: Factor, credentials: Credentials): void {
  const { passcode, totp, answer } = credentials
  const given = factor.factorType === 'question' ? answer : (passcode ?? totp)
  if (given === undefined) throw fieldMissing(factor.factorType === 'question' ? 'answer' : 'passcode')
  if (factor.factorType === 'question') checkQuestion(context, factor, given)
  else checkAnswer(context, factor, given)
  recordVerification(context, factor)
}

/** Checks the answer to a security question, which is worded in another way than a wrong code. */
function checkQuestion(context: RecordContext, factor: Factor, answer: string): void {
  checkRecoveryAnswer({ recoveryQuestion: { question: '', answer: factor.secret } }, answer)
  checkAnswer(context, factor, answer)
}

/** Returns the factor that is challenged. */
export function challengedFactor({ rows }: RecordContext, { factorId }: Interaction): Factor {
  const factor = rows.factors.get(factorId ?? undefined)
  if (factor === undefined) throw operationNotAllowed()
  return factor
}

/** Records that the person has proved an authenticator, and goes on. */
export function proceedWith(context: SignInContext, interaction: Interaction, key: AuthenticatorKey): Interaction {
  const proved = [...interaction.proved.filter((each) => each !== key), key]
  return advance(context, changeInteraction(context, interaction, { proved }))
}

/** Sends another code, or asks the device again. */
export function resendChallenge(context: RecordContext, interaction: Interaction): Interaction {
  requireStep(interaction, 'challenge', 'approve', 'enroll', 'approve enrollment')
  challenge(context, challengedFactor(context, interaction))
  return interaction
}

/**
 * Looks whether the person has answered elsewhere: on the device, or by the link in the mail. Goes on when they have.
 *
 * @throws InteractionRefusal when they have rejected it.
 */
export function pollChallenge(context: SignInContext, interaction: Interaction): Interaction {
  requireStep(interaction, 'challenge', 'approve')
  const factor = challengedFactor(context, interaction)
  const asked = challengeOf(context, factor)
  const result = asked === undefined ? 'WAITING' : resultOf(context, asked)
  if (result === 'REJECTED') {
    if (asked !== undefined) context.rows.factorChallenges.delete(asked.id)
    throw pushRejected()
  }
  if (result !== 'SUCCESS' || asked === undefined || interaction.authenticator === null) return interaction
  context.rows.factorChallenges.delete(asked.id)
  recordVerification(context, factor)
  return proceedWith(context, interaction, interaction.authenticator)
}

/**
 * Returns a member of the credentials.
 *
 * @throws InteractionRefusal when it is missing.
 */
export function required(credentials: Credentials, name: 'passcode'): string {
  const value = credentials[name]
  if (value === undefined || value === '') throw fieldMissing(name)
  return value
}
