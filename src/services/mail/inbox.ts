import * as v from 'valibot'
import { awaited } from '../../core/commands.ts'
import { checkedOptions } from '../../core/command-options.ts'
import type { Moment } from '../../core/duration.ts'
import type { MailContext } from './call.ts'
import { isoTime } from './json/format.ts'
import { inboxMessageJson, type InboxMessage } from './json/inbox-message.ts'
import { clearInbox, isTaken, messages, recipients, takeMessage } from './rules/inbox.ts'

const Wanted = v.strictObject({
  to: v.optional(v.string()),
  subject: v.optional(v.string()),
  since: v.optional(v.union([v.string(), v.number(), v.date()])),
})

/** Which messages are meant; all that is given must fit. */
export interface WantedMessage {
  /** An address it was sent to, whether as to, cc or bcc. */
  readonly to?: string
  /** A part of its subject; the case of letters does not matter. */
  readonly subject?: string
  /** When it arrived at the earliest, of the instance's clock. */
  readonly since?: Moment
}

/** What tests can do with the inbox. */
export const inbox = {
  /**
   * The next message that fits: the oldest that no earlier `next` has returned; waits for it when there is none yet. Rejects
   * after `timeout` (5 s) with what did arrive, and at a reset.
   */
  next: awaited({
    look(context: MailContext, wanted: WantedMessage, progress): InboxMessage | undefined {
      const email = takeMessage(context, checkedOptions('inbox.next', Wanted, wanted), progress)
      return email === undefined ? undefined : inboxMessageJson(context, email)
    },
    missing: whatArrived,
  }),

  /** The messages that fit, newest first. */
  list(context: MailContext, wanted: WantedMessage = {}): readonly InboxMessage[] {
    const found = messages(context.rows, checkedOptions('inbox.list', Wanted, wanted))
    return found.toReversed().map((email) => inboxMessageJson(context, email))
  },

  /** Empties the inbox. The emails stay what they are to the API. */
  clear(context: MailContext): void {
    clearInbox(context)
  },
}

function whatArrived({ rows }: MailContext, wanted: WantedMessage): string {
  const there = messages(rows)
  const told = there.map((email) => {
    const taken = isTaken(rows, email.id) ? ' (an earlier next returned it)' : ''
    return `${JSON.stringify(email.subject)} to ${recipients(email).join(', ')}${taken}`
  })
  const scheduled = rows.emails.list('sent', false).filter(({ lastEvent }) => lastEvent === 'scheduled').length
  const later = scheduled === 0 ? '' : `; ${scheduled} more scheduled for later: clock.advance() has them go out`
  return `no message ${inWords(wanted)}arrived; what did: ${told.join('; ') || 'nothing'}${later}`
}

function inWords({ to, subject, since }: WantedMessage): string {
  const recipient = to === undefined ? '' : `to ${to} `
  const about = subject === undefined ? '' : `with ${JSON.stringify(subject)} in its subject `
  return `${recipient}${about}${since === undefined ? '' : `since ${isoTime(new Date(since).getTime())} `}`
}
