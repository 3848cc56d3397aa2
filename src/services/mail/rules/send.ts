import type { Work } from '../call.ts'
import { emailEventData } from '../json/email-event.ts'
import type { Email, LastEvent } from '../schema-emails.ts'
import { emit, type EventType } from '../webhooks.ts'
import { emailOf } from './addresses.ts'
import type { NewAttachment } from './attachments.ts'
import { findContact, subscriptionTo } from './contacts.ts'
import { addMessage, recipients } from './inbox.ts'
import { outcomesFor } from './outcomes.ts'
import { countEmail } from './quota.ts'
import { receiveOwn } from './received.ts'

/** Mail that is ready to go. */
export type Outgoing = Omit<
  Email,
  'id' | 'uuid' | 'messageId' | 'lastEvent' | 'sentAt' | 'createdAt' | 'withheldFrom'
> & {
  readonly attachments: readonly NewAttachment[]
}

/** The service's timer by which scheduled mail goes out. */
export const SEND = 'send'

/**
 * Sends mail, or keeps it until it is due where that is later than now. Its events go to the webhooks. Whether the sender
 * may is not asked here: see `requireSender`.
 */
export function sendEmail(work: Work, { attachments, ...fields }: Outgoing): Email {
  const { rows, ids, clock } = work
  const uuid = ids.uuid()
  const email = rows.emails.insert({
    uuid,
    messageId: `<${ids.uuid()}@email.amazonses.com>`,
    ...fields,
    withheldFrom: [],
    lastEvent: 'queued',
    sentAt: null,
    createdAt: clock.now(),
  })
  countEmail(work, recipients(email))
  for (const each of attachments) rows.attachments.insert({ uuid: ids.uuid(), emailId: email.id, ...each })
  return email.scheduledAt !== null && email.scheduledAt > clock.now()
    ? scheduleEmail(work, email, email.scheduledAt)
    : dispatch(work, email)
}

/** Has mail go out at a moment, in epoch milliseconds, instead of when it was to. */
export function reschedule(work: Work, email: Email, at: number): Email {
  const { rows, clock } = work
  if (at <= clock.now()) return dispatch(work, rows.emails.update(email.id, { scheduledAt: at }))
  const moved = rows.emails.update(email.id, { scheduledAt: at })
  work.schedule(at - clock.now(), SEND, { emailId: email.id })
  return moved
}

function scheduleEmail(work: Work, email: Email, at: number): Email {
  const scheduled = occur(work, email, 'email.scheduled', email.to)
  work.schedule(at - work.clock.now(), SEND, { emailId: email.id })
  return scheduled
}

/** What the timer does: the mail goes out, unless it was canceled, deleted, or moved to another time. */
export function sendScheduled(work: Work, { emailId }: { readonly emailId: number }): void {
  const email = work.rows.emails.get(emailId)
  if (email?.lastEvent !== 'scheduled' || (email.scheduledAt ?? 0) > work.clock.now()) return
  dispatch(work, email)
}

/**
 * Hands mail to its recipients, but for those who do not want its topic: it fails for them. It is in the inbox from here on,
 * and what becomes of it is known.
 */
function dispatch(work: Work, email: Email): Email {
  const withheldFrom = recipients(email).filter((each) => !wants(work.rows, email, each))
  const failed = { failed: { reason: 'topic_opted_out' } }
  let sent = work.rows.emails.update(email.id, { withheldFrom })
  if (withheldFrom.length > 0) sent = occur(work, sent, 'email.failed', withheldFrom, failed)
  if (recipients(sent).length === 0) return sent
  sent = work.rows.emails.update(email.id, { sentAt: work.clock.now() })
  addMessage(work, sent)
  sent = occur(work, sent, 'email.sent', goingTo(sent))
  for (const { type, to, details } of outcomesFor(recipients(sent))) {
    sent = occur(work, sent, type, to, details)
  }
  receiveOwn(work, sent)
  return sent
}

/** Whether someone wants mail about its topic: who is no contact has said nothing. */
function wants(rows: Work['rows'], { topicId }: Email, recipient: string): boolean {
  const topic = topicId === null ? undefined : rows.topics.find('uuid', topicId)
  return topic === undefined || subscriptionTo(rows, topic, findContact(rows, emailOf(recipient))) === 'opt_in'
}

/** Those in `to` that mail goes to. */
export function goingTo({ to, withheldFrom }: Email): string[] {
  return to.filter((each) => !withheldFrom.includes(each))
}

/** Something happens to mail: it is its last event, and webhooks hear of it. */
export function occur(
  work: Pick<Work, 'rows' | 'clock' | 'emit'>,
  email: Email,
  type: EventType & `email.${LastEvent}`,
  to: readonly string[],
  details?: Readonly<Record<string, unknown>>,
): Email {
  emit(work, type, () => emailEventData(email, to, details))
  // The type of the event is its name with this prefix.
  return work.rows.emails.update(email.id, { lastEvent: type.slice('email.'.length) as LastEvent })
}
