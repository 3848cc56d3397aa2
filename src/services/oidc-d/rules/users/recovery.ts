import { MINUTE } from '#core/duration.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import { forgotPasswordNotAllowed, unlockNotAllowed, wrongAnswer, wrongPasscode } from '#oidc-d/errors.ts'
import type { LogEventType, OneTimeToken, Recovery, RecoveryFactor, User, UserStatus } from '#oidc-d/schema.ts'
import { recoveryMeansFor } from '../policies/evaluation.ts'
import { recordEvent, userEntity } from '../system-log/entries.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { findUser, setStatus } from './users.ts'

// A person who has forgotten the password, or is locked out, proves who they are in another way.
// https://developer.okta.com/docs/reference/api/authn/#recovery-operations

/** The statuses of the users who may recover something. */
const RECOVERABLE: Readonly<Record<Recovery['type'], readonly UserStatus[]>> = {
  PASSWORD: ['ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED', 'LOCKED_OUT'],
  UNLOCK: ['LOCKED_OUT'],
}

/**
 * Returns the user who may recover something by a factor; undefined for one that there is not, which a stranger must
 * not find out.
 *
 * @throws 403 when the policy does not allow it.
 */
export function findRecovering(
  context: RecordContext,
  username: string,
  type: Recovery['type'],
  factor: RecoveryFactor,
): User | undefined {
  const user = findUser(context.rows, username)
  if (user === undefined || !RECOVERABLE[type].includes(user.status)) return undefined
  const { isAllowed, factors } = recoveryMeansFor(context, user, type)
  if (isAllowed && factors.includes(factor)) return user
  throw notAllowed(type)
}

/**
 * Returns the token with which an application that is trusted lets a user recover something.
 *
 * @throws 403 for a user who may not, or whom nothing but an administrator can help.
 */
export function trustedRecovery(
  context: RecordContext,
  username: string,
  type: Recovery['type'],
): [User, OneTimeToken] {
  const user = findUser(context.rows, username)
  if (user === undefined || !RECOVERABLE[type].includes(user.status)) throw notAllowed(type)
  if (!recoveryMeansFor(context, user, type).isAllowed) throw notAllowed(type)
  return [user, createOneTimeToken(context, 'recovery', user, null, { recovery: { type, factor: null, code: null } })]
}

function notAllowed(type: Recovery['type']): Error {
  if (type === 'PASSWORD') return forgotPasswordNotAllowed()
  return unlockNotAllowed('The policy lets only an administrator unlock the account.')
}

const SENT: Readonly<Record<RecoveryFactor, Readonly<Record<Recovery['type'], LogEventType>>>> = {
  EMAIL: {
    PASSWORD: 'system.email.password_reset.sent_message',
    UNLOCK: 'system.email.account_unlock.sent_message',
  },
  SMS: { PASSWORD: 'system.sms.send_password_reset_message', UNLOCK: 'system.sms.send_account_unlock_message' },
  CALL: { PASSWORD: 'system.voice.send_password_reset_call', UNLOCK: 'system.voice.send_account_unlock_call' },
}

/** Mails a user a recovery token. */
export function mailRecovery(context: RecordContext, user: User, type: Recovery['type']): void {
  const lifetime = recoveryMeansFor(context, user, type).mailLifetime * MINUTE
  const recovery: Recovery = { type, factor: 'EMAIL', code: null }
  const { id } = createOneTimeToken(context, 'recovery', user, null, { recovery, lifetime })
  send(context, user, { channel: 'email', to: user.profile.email, code: id }, SENT.EMAIL[type])
}

/** Sends a code to the phone of a user; undefined for a user without a phone. */
export function textRecovery(
  context: RecordContext,
  user: User,
  type: Recovery['type'],
  factor: 'SMS' | 'CALL',
): OneTimeToken | undefined {
  const to = phoneOf(context, user)
  if (to === null) return undefined
  const code = context.ids.secret.from('0123456789', factor === 'CALL' ? 5 : 6)
  send(context, user, { channel: factor === 'SMS' ? 'sms' : 'call', to, code }, SENT[factor][type])
  const recovery: Recovery = { type, factor, code }
  return createOneTimeToken(context, 'state', user, 'RECOVERY_CHALLENGE', { recovery })
}

/** Sends another code for a recovery under way; only that one counts from then on. */
export function resendCode(context: RecordContext, user: User, token: OneTimeToken): OneTimeToken {
  const { recovery } = token
  const to = phoneOf(context, user)
  if (recovery === undefined || to === null || recovery.factor === 'EMAIL' || recovery.factor === null) return token
  const code = context.ids.secret.from('0123456789', recovery.factor === 'CALL' ? 5 : 6)
  const channel = recovery.factor === 'SMS' ? 'sms' : 'call'
  send(context, user, { channel, to, code }, SENT[recovery.factor][recovery.type])
  return context.rows.oneTimeTokens.update(token.id, { recovery: { ...recovery, code } })
}

function send(
  context: RecordContext,
  user: User,
  message: { readonly channel: 'sms' | 'call' | 'email'; readonly to: string; readonly code: string },
  eventType: LogEventType,
): void {
  context.rows.sentCodes.insert({ ...message, sentAt: context.clock.now(), seen: false })
  recordEvent(context, eventType, { target: [userEntity(user)] })
}

/** Returns the number of the phone that a user has enrolled, or else that of the profile; null for none. */
function phoneOf({ rows }: RecordContext, user: User): string | null {
  const phones = rows.factors.list('byUser', user.id).filter(({ status }) => status === 'ACTIVE')
  const enrolled = phones.map(({ profile }) => profile?.['phoneNumber']).find((each) => typeof each === 'string')
  const number = enrolled ?? user.profile['mobilePhone']
  return typeof number === 'string' && number !== '' ? number : null
}

/**
 * Checks the code that a person has got on the phone, and uses it up.
 *
 * @throws 403 for a wrong code.
 */
export function checkRecoveryCode({ rows }: RecordContext, { id, recovery }: OneTimeToken, code: string): void {
  if (recovery?.code == null || recovery.code !== code) {
    throw wrongPasscode("Your passcode doesn't match our records. Please try again.")
  }
  rows.oneTimeTokens.update(id, { recovery: { ...recovery, code: null } })
}

/**
 * Checks the answer to the recovery question, in any case of its letters.
 *
 * @throws 403 for a wrong answer.
 */
export function checkRecoveryAnswer({ recoveryQuestion }: Pick<User, 'recoveryQuestion'>, answer: string): void {
  if (recoveryQuestion?.answer.toLowerCase() !== answer.toLowerCase()) throw wrongAnswer()
}

/** Unlocks the account of a user who has proved who they are. */
export function unlockOwn(context: RecordContext, user: User): User {
  const actor = userEntity(user)
  recordEvent(context, 'user.account.unlock', { actor, target: [actor] })
  return setStatus(context, user, 'ACTIVE', { failedSignIns: 0 })
}
