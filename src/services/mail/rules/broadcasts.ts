import type { MailCall, Rows, Work } from '../call.ts'
import { notFound, validationError } from '../errors.ts'
import type { Broadcast, Contact } from '../schema-audiences.ts'
import { subscriptionTo } from './contacts.ts'
import { sendEmail } from './send.ts'
import { filled, type Lookup } from './variables.ts'

/** The service's timer by which scheduled broadcasts go out. */
export const SEND_BROADCAST = 'send broadcast'

/** A step that finds the broadcast of the path. Throws 404. */
export function broadcastOfPath({
  rows,
  params,
}: Pick<MailCall, 'rows'> & { readonly params: { readonly id: string } }): {
  readonly broadcast: Broadcast
} {
  const broadcast = rows.broadcasts.find('uuid', params.id)
  if (broadcast === undefined) throw notFound('Broadcast')
  return { broadcast }
}

/** A step that lets only drafts pass. Throws 422, with `deed` saying what cannot be done: `updated`. */
export function stillDraft(deed: string) {
  return ({ broadcast: { status } }: { readonly broadcast: Broadcast }): void => {
    if (status !== 'draft') throw validationError(`Only draft broadcasts can be ${deed}; this one is ${status}.`)
  }
}

/** Sends a broadcast, or has it go out at a moment, in epoch milliseconds, where that is later than now. */
export function startBroadcast(work: Work, broadcast: Broadcast, at: number | null): Broadcast {
  const { rows, clock } = work
  if (at === null || at <= clock.now()) return dispatchBroadcast(work, broadcast)
  work.schedule(at - clock.now(), SEND_BROADCAST, { broadcastId: broadcast.id })
  return rows.broadcasts.update(broadcast.id, { status: 'queued', scheduledAt: at })
}

/** What the timer does: the broadcast goes out, unless it was canceled, deleted or moved to another time. */
export function sendScheduledBroadcast(work: Work, { broadcastId }: { readonly broadcastId: number }): void {
  const broadcast = work.rows.broadcasts.get(broadcastId)
  if (broadcast?.status !== 'queued' || (broadcast.scheduledAt ?? 0) > work.clock.now()) return
  dispatchBroadcast(work, broadcast)
}

/** Who a broadcast goes to: the members of its segment who want mail, and mail about its topic. */
export function recipientsOf(rows: Rows, { segmentId, topicId }: Broadcast): Contact[] {
  const topic = rows.topics.get(topicId)
  if (segmentId === null) return []
  return rows.segmentMembers
    .list('bySegment', segmentId)
    .map(({ contactId }) => rows.contacts.require(contactId))
    .filter((contact) => !contact.unsubscribed)
    .filter((contact) => topic === undefined || subscriptionTo(rows, topic, contact) === 'opt_in')
}

function dispatchBroadcast(work: Work, broadcast: Broadcast): Broadcast {
  const { rows, clock } = work
  for (const contact of recipientsOf(rows, broadcast)) sendTo(work, broadcast, contact)
  return rows.broadcasts.update(broadcast.id, { status: 'sent', sentAt: clock.now() })
}

/** One mail, with what it says of the contact, and the headers by which mail programs unsubscribe (RFC 8058). */
function sendTo(work: Work, broadcast: Broadcast, contact: Contact): void {
  const unsubscribe = `${work.origin}/unsubscribe/${contact.uuid}`
  const lookup = personal(work.rows, contact, unsubscribe)
  const fill = (text: string | null, html = false): string | null => (text === null ? null : filled(text, lookup, html))
  sendEmail(work, {
    from: broadcast.from ?? '',
    to: [contact.email],
    cc: [],
    bcc: [],
    replyTo: broadcast.replyTo ?? [],
    subject: fill(broadcast.subject) ?? '',
    html: fill(withPreview(broadcast), true),
    text: fill(broadcast.text),
    headers: [
      { name: 'List-Unsubscribe', value: `<${unsubscribe}>` },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ],
    tags: [],
    scheduledAt: null,
    topicId: work.rows.topics.get(broadcast.topicId)?.uuid ?? null,
    templateId: null,
    broadcastId: broadcast.uuid,
    attachments: [],
  })
}

/** https://resend.com/docs/dashboard/broadcasts/editor#personalize-your-content, and the names that were used before. */
function personal(rows: Rows, contact: Contact, unsubscribe: string): Lookup {
  const own: Readonly<Record<string, string | null>> = {
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
  }
  return (key) => {
    if (key === 'RESEND_UNSUBSCRIBE_URL' || key === 'UNSUBSCRIBE_URL') return unsubscribe
    const name = /^(?:FIRST_NAME|LAST_NAME|EMAIL)$/.test(key) ? key.toLowerCase() : /^contact\.(\w+)$/.exec(key)?.[1]
    if (name === undefined) return undefined
    if (Object.hasOwn(own, name)) return own[name]
    return contact.properties[name] ?? rows.contactProperties.find('key', name)?.fallbackValue
  }
}

/** What inboxes show beside the subject comes first, unseen. */
function withPreview({ html, previewText }: Broadcast): string | null {
  if (html === null || previewText === null || previewText === '') return html
  const hidden = `<div style="display:none;overflow:hidden;line-height:1px;max-height:0;max-width:0;opacity:0">${previewText}</div>`
  return /<body\b[^>]*>/i.test(html) ? html.replace(/<body\b[^>]*>/i, (body) => body + hidden) : hidden + html
}
