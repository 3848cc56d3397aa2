import { MINUTE } from '#core/duration.ts'
import * as v from 'valibot'
import { ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import type { ChatContext } from '#chat/call.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { User } from '#chat/schema/people.ts'

/** The longest snooze: 48 hours, in minutes. */
const LONGEST = 2880

/** The methods of Do Not Disturb. */
export const dndRoutes = [
  ...method(
    'dnd.info',
    { scopes: ['dnd:read'], args: v.object({ user: v.optional(text), team_id: v.optional(text) }) },
    (call) => {
      const { rows, args, principal } = call
      const user = rows.users.get(args.user ?? principal.user.id)
      if (user === undefined) throw slackFailure('user_not_found')
      return ok(call, { ...NO_SCHEDULE, ...(user.id === principal.user.id ? snoozeJson(call, user) : {}) })
    },
  ),

  ...method(
    'dnd.teamInfo',
    { scopes: ['dnd:read'], args: v.object({ users: v.optional(ids), team_id: v.optional(text) }) },
    (call) => {
      const { rows, args } = call
      const { users = [] } = args
      if (users.length === 0) throw slackFailure('no_users_provided')
      if (users.length > 50) throw slackFailure('too_many_users')
      const known = users.filter((id) => rows.users.get(id) !== undefined)
      return ok(call, { users: Object.fromEntries(known.map((id) => [id, NO_SCHEDULE])) })
    },
  ),

  ...method(
    'dnd.setSnooze',
    { scopes: ['dnd:write'], tokens: ['user'], args: v.object({ num_minutes: optionalInteger }) },
    (call) => {
      const { rows, args, clock, principal } = call
      const { num_minutes: minutes } = args
      if (minutes === undefined) throw slackFailure('missing_duration')
      if (minutes <= 0) throw slackFailure('snooze_failed')
      if (minutes > LONGEST) throw slackFailure('too_long')
      const user = rows.users.update(principal.user.id, { snoozeUntil: clock.now() + minutes * MINUTE })
      call.emit({ kind: 'dnd_updated', user })
      return ok(call, { ...snoozeJson(call, user), snooze_is_indefinite: false })
    },
  ),

  ...method('dnd.endSnooze', { scopes: ['dnd:write'], tokens: ['user'], args: v.object({}) }, (call) => {
    const { rows, principal } = call
    if (!isSnoozed(call, principal.user)) throw slackFailure('snooze_not_active')
    const user = rows.users.update(principal.user.id, { snoozeUntil: null })
    call.emit({ kind: 'dnd_updated', user })
    return ok(call, { ...NO_SCHEDULE, snooze_enabled: false })
  }),

  ...method('dnd.endDnd', { scopes: ['dnd:write'], tokens: ['user'], args: v.object({}) }, (call) => {
    const { rows, principal } = call
    const user = rows.users.update(principal.user.id, { snoozeUntil: null })
    call.emit({ kind: 'dnd_updated', user })
    return ok(call)
  }),
]

/** The vendor's answer for a user without a schedule of quiet hours, which nobody has here. */
const NO_SCHEDULE = { dnd_enabled: false, next_dnd_start_ts: 1, next_dnd_end_ts: 1 }

function isSnoozed({ clock }: Pick<ChatContext, 'clock'>, { snoozeUntil }: User): boolean {
  return snoozeUntil !== null && snoozeUntil > clock.now()
}

/** The snooze of a user, as the user sees it. */
function snoozeJson(context: Pick<ChatContext, 'clock'>, user: User): object {
  const { snoozeUntil } = user
  if (snoozeUntil === null || !isSnoozed(context, user)) return { snooze_enabled: false }
  const remaining = Math.ceil((snoozeUntil - context.clock.now()) / 1000)
  return { snooze_enabled: true, snooze_endtime: seconds(snoozeUntil), snooze_remaining: remaining }
}
