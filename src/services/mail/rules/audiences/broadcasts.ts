import type { Rows, MailContext } from '#mail/call.ts'
import type { Broadcast, Contact } from '#mail/schema/audiences.ts'
import { subscriptionTo } from './contacts.ts'
import { sendEmail } from '../sending/send.ts'
import { filled } from '../sending/variables.ts'
import { contactVariables, unsubscribeHeaders, unsubscribeUrl } from './contact-variables.ts'

/** Sends a broadcast now, or schedules it when `at`, in epoch milliseconds, is in the future. */
export function startBroadcast(context: MailContext, broadcast: Broadcast, at: number | null): Broadcast {
  const { rows, clock } = context
  if (at === null || at <= clock.now()) return dispatchBroadcast(context, broadcast)
  context.schedule(at - clock.now(), 'sendBroadcast', { broadcastId: broadcast.id })
  return rows.broadcasts.update(broadcast.id, { status: 'queued', scheduledAt: at })
}

/** The timer's action: sends the broadcast, unless it was canceled, deleted or rescheduled. */
export function sendScheduledBroadcast(context: MailContext, { broadcastId }: { readonly broadcastId: number }): void {
  const broadcast = context.rows.broadcasts.get(broadcastId)
  if (broadcast?.status !== 'queued' || (broadcast.scheduledAt ?? 0) > context.clock.now()) return
  dispatchBroadcast(context, broadcast)
}

/**
 * Returns the contacts that a broadcast is sent to: the segment's members who are subscribed to email and to its topic.
 */
export function recipientsOf(rows: Rows, { segmentId, topicId }: Broadcast): Contact[] {
  const topic = rows.topics.get(topicId)
  if (segmentId === null) return []
  return rows.segmentMembers
    .list('bySegment', segmentId)
    .map(({ contactId }) => rows.contacts.require(contactId))
    .filter((contact) => !contact.unsubscribed)
    .filter((contact) => topic === undefined || subscriptionTo(rows, topic, contact) === 'opt_in')
}

function dispatchBroadcast(context: MailContext, broadcast: Broadcast): Broadcast {
  const { rows, clock } = context
  for (const contact of recipientsOf(rows, broadcast)) sendTo(context, broadcast, contact)
  return rows.broadcasts.update(broadcast.id, { status: 'sent', sentAt: clock.now() })
}

/** Sends the email to one contact, personalized, with the headers for one-click unsubscription (RFC 8058). */
function sendTo(context: MailContext, broadcast: Broadcast, contact: Contact): void {
  const topic = context.rows.topics.get(broadcast.topicId)
  const unsubscribe = unsubscribeUrl(context, contact, topic, broadcast)
  const lookup = contactVariables(context.rows, contact, unsubscribe)
  const fill = (text: string | null, html = false): string | null => (text === null ? null : filled(text, lookup, html))
  sendEmail(context, {
    from: broadcast.from ?? '',
    to: [contact.email],
    cc: [],
    bcc: [],
    replyTo: broadcast.replyTo ?? [],
    subject: fill(broadcast.subject) ?? '',
    html: fill(withPreview(broadcast), true),
    text: fill(broadcast.text),
    headers: unsubscribeHeaders(unsubscribe),
    tags: [],
    scheduledAt: null,
    topicId: topic?.uuid ?? null,
    templateId: null,
    broadcastId: broadcast.uuid,
    attachments: [],
  })
}

/** Returns the HTML with the hidden preview text, which inboxes show beside the subject, at its beginning. */
function withPreview({ html, previewText }: Broadcast): string | null {
  if (html === null || previewText === null || previewText === '') return html
  const hidden = `<div style="display:none;overflow:hidden;line-height:1px;max-height:0;max-width:0;opacity:0">${previewText}</div>`
  return /<body\b[^<>]*>/i.test(html) ? html.replace(/<body\b[^<>]*>/i, (body) => body + hidden) : hidden + html
}
