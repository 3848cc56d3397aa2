import * as v from 'valibot'
import { structure, text } from '#chat/rules/arguments.ts'
import type { ChatCall, Actor } from '#chat/call.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { SLACKBOT } from '#chat/rules/people.ts'
import { newId } from '#chat/rules/new-id.ts'
import { checkRecurrence, reminderTime } from '#chat/rules/reminders.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { Reminder } from '#chat/schema/people.ts'

const ONE = v.object({ reminder: text, team_id: v.optional(text) })
const WRITE = { scopes: ['reminders:write'], tokens: ['user'], missing: 'missing_argument', args: ONE } as const

/** The methods of reminders, which people have and bots do not. */
export const remindersRoutes = [
  ...method(
    'reminders.add',
    {
      scopes: ['reminders:write'],
      tokens: ['user'],
      missing: 'missing_argument',
      args: v.object({
        text,
        time: text,
        user: v.optional(text),
        recurrence: v.optional(structure),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, clock, principal } = call
      const user = rows.users.get(args.user ?? principal.user.id)
      if (user === undefined) throw slackFailure('user_not_found')
      if (user.id === SLACKBOT) throw slackFailure('cannot_add_slackbot')
      if (user.botId !== null) throw slackFailure('cannot_add_bot')
      // The vendor ended reminders for other people in 2023.
      if (user.id !== principal.user.id) throw slackFailure('cannot_add_others')
      const { time, recurrence: ofWords } = reminderTime(call, user, args.time)
      const recurrence = checkRecurrence(args.recurrence) ?? ofWords
      const id = newId(call, 'Rm')
      const reminder = rows.reminders.insert({
        id,
        number: rows.numbers.next(),
        creatorId: principal.user.id,
        userId: user.id,
        text: args.text,
        time,
        completedAt: 0,
        recurrence,
      })
      call.schedule(time * 1000 - clock.now(), 'remind', { id })
      return ok(call, { reminder: reminderJson(reminder) })
    },
  ),

  ...method('reminders.complete', WRITE, (call) => {
    const { rows, clock } = call
    const { id, recurrence } = findReminder(call, call.args.reminder)
    if (recurrence !== null) throw slackFailure('cannot_complete_recurring')
    rows.reminders.update(id, { completedAt: seconds(clock.now()) })
    return ok(call)
  }),

  ...method('reminders.delete', WRITE, (call) => {
    call.rows.reminders.delete(findReminder(call, call.args.reminder).id)
    return ok(call)
  }),

  ...method('reminders.info', { ...WRITE, scopes: ['reminders:read'] }, (call) =>
    ok(call, { reminder: reminderJson(findReminder(call, call.args.reminder)) }),
  ),

  ...method(
    'reminders.list',
    { scopes: ['reminders:read'], tokens: ['user'], args: v.object({ team_id: v.optional(text) }) },
    (call) => {
      const reminders = call.rows.reminders.list('byUser', call.principal.user.id)
      return ok(call, { reminders: reminders.map(reminderJson) })
    },
  ),
]

function findReminder({ rows, principal }: ChatCall & { readonly principal: Actor }, id: string): Reminder {
  const reminder = rows.reminders.get(id)
  if (reminder?.userId !== principal.user.id) throw slackFailure('not_found')
  return reminder
}

/**
 * A reminder as the vendor writes it; one that recurs has no times.
 * https://docs.slack.dev/reference/methods/reminders.add
 */
function reminderJson({ id, creatorId, userId, text: words, time, completedAt, recurrence }: Reminder): object {
  const times = recurrence === null ? { time, complete_ts: completedAt } : {}
  return { id, creator: creatorId, user: userId, text: words, recurring: recurrence !== null, ...times }
}
