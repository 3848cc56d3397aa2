import { postScheduled } from './messages/schedule.ts'
import { endConnection } from './socket-connections.ts'
import { endStatus } from './profile.ts'
import { remind } from './reminders.ts'

/** The functions of the timers that the collections declare. */
export const timers = { postScheduled, remind, endStatus, endConnection }
