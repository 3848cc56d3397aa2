import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Trigger } from '#chat/schema/app.ts'

/**
 * The lifetime of a trigger, in milliseconds.
 * https://docs.slack.dev/interactivity/handling-user-interaction#modal_responses
 */
const LIFETIME = 3000

/** Makes a trigger, with which the app may open a modal for the person who has interacted, for three seconds. */
export function createTrigger(
  { rows, clock, ids }: ChatContext,
  fields: Pick<Trigger, 'appId' | 'userId' | 'viewId'>,
): Trigger {
  const id = `${ids.from('123456789', 12)}.${ids.from('123456789', 12)}.${ids.secret.hex(32)}`
  return rows.triggers.insert({ ...fields, id, expiresAt: clock.now() + LIFETIME, used: false })
}

/**
 * Returns a live trigger of an app and marks it as used.
 *
 * @throws `invalid_trigger_id`, `exchanged_trigger_id` for one that was used, and `expired_trigger_id`; or the `words`.
 */
export function useTrigger(
  { rows, clock }: ChatContext,
  appId: string | null,
  id: string,
  words: Readonly<Record<'invalid' | 'used' | 'expired', string>> = VIEW_WORDS,
): Trigger {
  const trigger = rows.triggers.get(id)
  if (trigger === undefined || trigger.appId !== appId) throw slackFailure(words.invalid)
  if (trigger.used) throw slackFailure(words.used)
  if (clock.now() > trigger.expiresAt) throw slackFailure(words.expired)
  return rows.triggers.update(id, { used: true })
}

/** Returns a trigger that has not expired; undefined for any other. */
export function liveTrigger({ rows, clock }: ChatContext, id: string): Trigger | undefined {
  const trigger = rows.triggers.get(id)
  return trigger === undefined || clock.now() > trigger.expiresAt ? undefined : trigger
}

const VIEW_WORDS = { invalid: 'invalid_trigger_id', used: 'exchanged_trigger_id', expired: 'expired_trigger_id' }
