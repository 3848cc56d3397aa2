import { isDeepStrictEqual } from 'node:util'
import type { RecordContext } from '#oidc-d/call.ts'
import { notAllowedWhileActive, validationFailed } from '#oidc-d/errors.ts'
import type { EventHook } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { changerOf } from '../records.ts'
import { eventHookEntity, recordEvent } from '../system-log/entries.ts'

/** The members of an event hook that a body sets. */
export type EventHookFields = Pick<EventHook, 'name' | 'description' | 'eventTypes' | 'filter' | 'channel'> &
  Partial<Pick<EventHook, 'status' | 'verified'>>

/** The most event hooks that are active and verified. https://developer.okta.com/docs/concepts/event-hooks/ */
const MOST = 25

/** Creates an event hook. It is active, and gets events once it is verified. */
export function createEventHook(context: RecordContext, fields: EventHookFields): EventHook {
  const now = context.clock.now()
  const hook = context.rows.eventHooks.insert({
    id: createId(context, 'who'),
    verified: false,
    ...fields,
    status: 'ACTIVE',
    created: now,
    createdBy: changerOf(context),
    lastUpdated: now,
  })
  recordEvent(context, 'event_hook.created', { target: [eventHookEntity(hook)] })
  return hook
}

/** Replaces an event hook. With another channel it has to be verified again. */
export function replaceEventHook(context: RecordContext, hook: EventHook, fields: EventHookFields): EventHook {
  const verified = hook.verified && isDeepStrictEqual(fields.channel, hook.channel)
  const changes = { ...fields, verified, lastUpdated: context.clock.now() }
  const replaced = context.rows.eventHooks.update(hook.id, changes)
  recordEvent(context, 'event_hook.updated', { target: [eventHookEntity(replaced)] })
  return replaced
}

/** Activates or deactivates an event hook. */
export function setEventHookStatus(context: RecordContext, hook: EventHook, status: EventHook['status']): EventHook {
  const changed = context.rows.eventHooks.update(hook.id, { status, lastUpdated: context.clock.now() })
  const step = status === 'ACTIVE' ? 'event_hook.activated' : 'event_hook.deactivated'
  recordEvent(context, step, { target: [eventHookEntity(changed)] })
  return changed
}

/**
 * Records that the receiver of a hook has answered the challenge.
 *
 * @throws 400 for an inactive hook, and when as many hooks as there may be get events.
 */
export function markVerified(context: RecordContext, hook: EventHook): EventHook {
  const { rows, clock } = context
  if (hook.status === 'INACTIVE') throw validationFailed('eventHook', 'Only an active event hook can be verified')
  if (!hook.verified && rows.eventHooks.count('byStatus', 'ACTIVE', true) >= MOST) {
    throw validationFailed('eventHook', `There are ${MOST} active and verified event hooks, which is the most`)
  }
  const verified = rows.eventHooks.update(hook.id, { verified: true, lastUpdated: clock.now() })
  recordEvent(context, 'event_hook.verified', { target: [eventHookEntity(verified)] })
  return verified
}

/**
 * Deletes an event hook.
 *
 * @throws 400 for an active one.
 */
export function deleteEventHook(context: RecordContext, hook: EventHook): void {
  if (hook.status === 'ACTIVE') throw notAllowedWhileActive('eventHook')
  context.rows.eventHooks.delete(hook.id)
  recordEvent(context, 'event_hook.deleted', { target: [eventHookEntity(hook)] })
}
