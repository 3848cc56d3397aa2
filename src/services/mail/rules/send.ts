import type { Work } from '../call.ts'
import { emailEventData } from '../json/email-event.ts'
import type { Email, LastEvent } from '../schema-emails.ts'
import { emit, type EventType } from '../webhooks.ts'
import type { NewAttachment } from './attachments.ts'
import { addMessage, recipients } from './inbox.ts'
import { outcomesFor } from './outcomes.ts'
import { countEmail } from './quota.ts'
import { receiveOwn } from './received.ts'

/** Mail that is ready to go. */
export type Outgoing = Omit<Email, 'id' | 'uuid' | 'messageId' | 'lastEvent' | 'sentAt' | 'createdAt'> & {
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

/** Hands mail to its recipients: it is in the inbox from here on, and what becomes of it is known. */
function dispatch(work: Work, email: Email): Email {
  let sent = work.rows.emails.update(email.id, { sentAt: work.clock.now() })
  addMessage(work, sent)
  sent = occur(work, sent, 'email.sent', sent.to)
  for (const { type, to, details } of outcomesFor(recipients(sent))) {
    sent = occur(work, sent, type, to, details)
  }
  receiveOwn(work, sent)
  return sent
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
