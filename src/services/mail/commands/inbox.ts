import * as v from 'valibot'
import { awaited } from '#core/commands.ts'
import { checkedOptions } from '#core/options.ts'
import type { Moment } from '#core/duration.ts'
import type { MailContext } from '#mail/call.ts'
import { isoTime } from '#mail/json/format.ts'
import { inboxMessageJson, type InboxMessage } from '#mail/json/inbox-message.ts'
import { clearInbox, isTaken, messages, recipients, takeMessage } from '#mail/rules/inbox/inbox.ts'
import { deliveredEmail } from '#mail/rules/sending/tracking.ts'

const Filter = v.strictObject({
  to: v.optional(v.string()),
  subject: v.optional(v.string()),
  since: v.optional(v.union([v.string(), v.number(), v.date()])),
})

/** Selects messages of the inbox; a message must match every member that is set. */
export interface MessageFilter {
  /** A recipient's address: in `to`, `cc` or `bcc`. */
  readonly to?: string
  /** A part of the subject, in any case. */
  readonly subject?: string
  /** The earliest time of arrival, on the instance's clock. */
  readonly since?: Moment
}

/** The commands by which tests read and empty the inbox. */
export const inbox = {
  /**
   * Returns the next matching message: the oldest that no earlier `next` has returned. Waits for one when there is none
   * yet. Rejects after `timeout` (5 s) with a list of the messages that did arrive, and at a reset.
   */
  next: awaited({
    look(context: MailContext, filter: MessageFilter, progress): InboxMessage | undefined {
      const email = takeMessage(context, checkedOptions('inbox.next', Filter, filter), progress)
      return email === undefined ? undefined : inboxMessageJson(context, deliveredEmail(context, email))
    },
    missing: describeArrivals,
  }),

  /** Returns the matching messages, newest first. */
  list(context: MailContext, filter: MessageFilter = {}): readonly InboxMessage[] {
    const found = messages(context.rows, checkedOptions('inbox.list', Filter, filter))
    return found.toReversed().map((email) => inboxMessageJson(context, deliveredEmail(context, email)))
  },

  /** Empties the inbox. The API still returns the emails. */
  clear(context: MailContext): void {
    clearInbox(context)
  },
}

function describeArrivals({ rows }: MailContext, filter: MessageFilter): string {
  const arrived = messages(rows).map((email) => {
    const taken = isTaken(rows, email.id) ? ' (an earlier next returned it)' : ''
    return `${JSON.stringify(email.subject)} to ${recipients(email).join(', ')}${taken}`
  })
  const scheduled = rows.emails.list('sent', false).filter(({ lastEvent }) => lastEvent === 'scheduled').length
  const later = scheduled === 0 ? '' : `; ${scheduled} more scheduled for later: clock.advance() sends them`
  return `no message ${describeFilter(filter)}arrived; these did: ${arrived.join('; ') || 'nothing'}${later}`
}

function describeFilter({ to, subject, since }: MessageFilter): string {
  const recipient = to === undefined ? '' : `to ${to} `
  const about = subject === undefined ? '' : `with ${JSON.stringify(subject)} in its subject `
  return `${recipient}${about}${since === undefined ? '' : `since ${isoTime(new Date(since).getTime())} `}`
}
