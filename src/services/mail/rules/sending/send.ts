import type { MailContext } from '#mail/call.ts'
import type { Email, LastEvent } from '#mail/schema/emails.ts'
import type { EmailOccurrence } from '#mail/schema/events.ts'
import { emailOf } from './addresses.ts'
import type { NewAttachment } from './attachments.ts'
import { contactByIdOrEmail, subscriptionTo } from '../audiences/contacts.ts'
import { addMessage, recipients } from '../inbox/inbox.ts'
import { outcomesFor } from './outcomes.ts'
import { countEmail } from './quota.ts'
import { trackingOf } from './tracking.ts'
import { deliverToOwnDomains } from '../inbox/received.ts'
import { countOutcome } from '../audiences/broadcast-statistics.ts'
import { suppressAfter, suppressionReason } from '../audiences/suppressions.ts'

/** An email before it is inserted. */
export type OutgoingEmail = Omit<
  Email,
  'id' | 'uuid' | 'messageId' | 'lastEvent' | 'sentAt' | 'createdAt' | 'withheldFrom' | 'tracking'
> & {
  readonly attachments: readonly NewAttachment[]
}

/**
 * Sends an email, or schedules it when `scheduledAt` is in the future, and emits its events. The caller has checked the
 * sender with `requireSender`.
 */
export function sendEmail(context: MailContext, { attachments, ...fields }: OutgoingEmail): Email {
  const { rows, ids, clock } = context
  const uuid = ids.uuid()
  const email = rows.emails.insert({
    uuid,
    messageId: `<${ids.uuid()}@email.amazonses.com>`,
    ...fields,
    withheldFrom: [],
    tracking: null,
    lastEvent: 'queued',
    sentAt: null,
    createdAt: clock.now(),
  })
  countEmail(context, recipients(email))
  for (const each of attachments) rows.attachments.insert({ uuid: ids.uuid(), emailId: email.id, ...each })
  return email.scheduledAt !== null && email.scheduledAt > clock.now()
    ? scheduleEmail(context, email, email.scheduledAt)
    : dispatch(context, email)
}

/** Moves a scheduled email to another time, in epoch milliseconds; a time that is past sends it now. */
export function reschedule(context: MailContext, email: Email, at: number): Email {
  const { rows, clock } = context
  if (at <= clock.now()) return dispatch(context, rows.emails.update(email.id, { scheduledAt: at }))
  const moved = rows.emails.update(email.id, { scheduledAt: at })
  context.schedule(at - clock.now(), 'sendEmail', { emailId: email.id })
  return moved
}

function scheduleEmail(context: MailContext, email: Email, at: number): Email {
  const scheduled = recordEvent(context, email, { event: 'email.scheduled', to: email.to })
  context.schedule(at - context.clock.now(), 'sendEmail', { emailId: email.id })
  return scheduled
}

/** The timer's action: sends the email, unless it was canceled, deleted or rescheduled. */
export function sendScheduled(context: MailContext, { emailId }: { readonly emailId: number }): void {
  const email = context.rows.emails.get(emailId)
  if (email?.lastEvent !== 'scheduled' || (email.scheduledAt ?? 0) > context.clock.now()) return
  dispatch(context, email)
}

/**
 * Sends an email to its recipients and emits the events that follow. The email fails for recipients who
 * opted out of its topic, and suppressed recipients do not get it; all others find it in the inbox.
 */
function dispatch(context: MailContext, email: Email): Email {
  const { rows, clock } = context
  const optedOut = recipients(email).filter((each) => !wants(rows, email, each))
  let sent = rows.emails.update(email.id, { withheldFrom: optedOut })
  if (optedOut.length > 0) {
    sent = recordEvent(context, sent, { event: 'email.failed', to: optedOut, reason: 'topic_opted_out' })
  }
  if (recipients(sent).length === 0) return sent
  sent = rows.emails.update(email.id, { sentAt: clock.now(), tracking: trackingOf(context, email) })
  sent = recordEvent(context, sent, { event: 'email.sent', to: reachedRecipients(sent) })
  const outcomes = outcomesFor(recipients(sent), (recipient) => suppressionReason(context, recipient))
  const suppressed = outcomes.flatMap(({ event, to }) => (event === 'email.suppressed' ? to : []))
  sent = rows.emails.update(email.id, { withheldFrom: [...optedOut, ...suppressed] })
  if (recipients(sent).length > 0) addMessage(context, sent)
  for (const outcome of outcomes) sent = recordEvent(context, sent, outcome)
  deliverToOwnDomains(context, sent)
  return sent
}

/**
 * True when the recipient is subscribed to the email's topic; for a recipient who is not a contact, the topic's
 * default.
 */
function wants(rows: MailContext['rows'], { topicId }: Email, recipient: string): boolean {
  const topic = topicId === null ? undefined : rows.topics.find('uuid', topicId)
  return topic === undefined || subscriptionTo(rows, topic, contactByIdOrEmail(rows, emailOf(recipient))) === 'opt_in'
}

/** Returns the recipients in `to` that the email is sent to. */
export function reachedRecipients({ to, withheldFrom }: Email): string[] {
  return to.filter((each) => !withheldFrom.includes(each))
}

/** Records an event as the email's last event and emits it. A hard bounce or a complaint suppresses the recipients. */
export function recordEvent(context: MailContext, email: Email, occurrence: EmailOccurrence): Email {
  const { event, to } = occurrence
  context.emit({ ...occurrence, email })
  if (email.broadcastId !== null) countOutcome(context, email.broadcastId, occurrence)
  if (event === 'email.bounced') suppressAfter(context, 'bounce', email.uuid, to)
  if (event === 'email.complained') suppressAfter(context, 'complaint', email.uuid, to)
  // the name of the event is the last event with this prefix
  return context.rows.emails.update(email.id, { lastEvent: event.slice('email.'.length) as LastEvent })
}
