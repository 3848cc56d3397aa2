import type { MailCall } from '#mail/call.ts'
import { asSentEmail, headersOf } from '#mail/rules/inbox/source.ts'
import type { Attachment } from '#mail/schema/emails.ts'
import type { ReceivedEmail } from '#mail/schema/received.ts'
import { LINK_LIFETIME } from './attachment.ts'
import { isoTime } from './format.ts'

/** A received email in a list. https://resend.com/docs/api-reference/emails/list-received-emails */
export function listedReceivedJson(email: ReceivedEmail, attachments: readonly Attachment[]) {
  return {
    id: email.uuid,
    to: email.to,
    from: email.from,
    created_at: isoTime(email.createdAt),
    subject: email.subject,
    bcc: email.bcc,
    cc: email.cc,
    reply_to: email.replyTo,
    received_for: email.receivedFor,
    message_id: email.messageId,
    attachments: attachments.map((each) => ({
      ...fileOf(each),
      size: each.size,
    })),
  }
}

/**
 * A received email. Its HTML contains inline images as data URLs; with `cid` it keeps the `cid:` references.
 * https://resend.com/docs/api-reference/emails/retrieve-received-email
 */
export function receivedJson(
  { base, clock }: Pick<MailCall, 'base' | 'clock'>,
  email: ReceivedEmail,
  attachments: readonly Attachment[],
  cid: boolean,
) {
  const { id, to, from, created_at, subject, bcc, cc, reply_to, received_for, message_id, ...rest } =
    listedReceivedJson(email, attachments)
  const expires = clock.now() + LINK_LIFETIME
  return {
    object: 'email',
    id,
    to,
    from,
    created_at,
    subject,
    html: email.html === null || cid ? email.html : withImages(email.html, attachments),
    text: email.text,
    headers: Object.fromEntries(headersOf(asSentEmail(email)).map(([name, value]) => [name.toLowerCase(), value])),
    bcc,
    cc,
    reply_to,
    received_for,
    message_id,
    raw: { download_url: `${base}/files/received/${email.uuid}?expires=${expires}`, expires_at: isoTime(expires) },
    ...rest,
  }
}

/** The `data` of the event `email.received`. */
export function receivedEventJson(email: ReceivedEmail, attachments: readonly Attachment[]) {
  return {
    email_id: email.uuid,
    created_at: isoTime(email.createdAt),
    from: email.from,
    to: email.to,
    bcc: email.bcc,
    cc: email.cc,
    received_for: email.receivedFor,
    message_id: email.messageId,
    subject: email.subject,
    attachments: attachments.map(fileOf),
  }
}

function fileOf({ uuid, filename, contentType, contentId }: Attachment) {
  return {
    id: uuid,
    filename,
    content_type: contentType,
    content_disposition: contentId === null ? 'attachment' : 'inline',
    content_id: contentId,
  }
}

function withImages(html: string, attachments: readonly Attachment[]): string {
  let withData = html
  for (const { contentId, contentType, content } of attachments) {
    if (contentId !== null && content !== null) {
      withData = withData.replaceAll(`cid:${contentId}`, () => `data:${contentType};base64,${content}`)
    }
  }
  return withData
}
