import { postScheduled } from './rules/messages/scheduled.ts'
import { remind } from './rules/reminders.ts'

/** The functions of the timers that the collections declare. */
export const timers = { postScheduled, remind }
