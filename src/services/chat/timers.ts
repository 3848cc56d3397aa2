import { postScheduled } from './rules/messages/schedule.ts'
import { endConnection } from './routes/socket-mode.ts'
import { remind } from './rules/reminders.ts'

/** The functions of the timers that the collections declare. */
export const timers = { postScheduled, remind, endConnection }
