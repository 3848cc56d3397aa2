import type { MailContext } from '#mail/call.ts'
import { codesOf } from '#mail/rules/inbox/codes.ts'
import { readHtml } from '#mail/rules/inbox/html-content.ts'
import { arrival } from '#mail/rules/inbox/inbox.ts'
import { linksOf } from '#mail/rules/inbox/links.ts'
import type { Attachment, Email, Pair } from '#mail/schema/emails.ts'
import { isoTime } from './format.ts'

/** An attachment of a message. */
interface InboxAttachment {
  readonly id: string
  readonly filename: string | null
  readonly content_type: string
  /** The id that `cid:` URLs in the HTML use; null when the attachment is not an inline image. */
  readonly content_id: string | null
  /** In bytes. */
  readonly size: number
  /** The URL of the bytes: at this instance, or the URL that the client gave in place of bytes. */
  readonly url: string
}

/** A message of the inbox. Addresses are as the application wrote them. */
export interface InboxMessage {
  /** The id of the email. */
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly reply_to: readonly string[]
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  /** The headers that the application added. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly InboxAttachment[]
  readonly tags: readonly Pair[]
  /** The time of arrival, in ISO 8601. */
  readonly created_at: string
  /** The targets of its links, in order, each once. */
  readonly links: readonly string[]
  /** The one-time codes found in the message, in order, each once. */
  readonly codes: readonly string[]
}

/** Returns an email as a message of the inbox. `content` is its HTML, if read already. */
export function inboxMessageJson(
  { rows, origin }: Pick<MailContext, 'rows' | 'origin'>,
  email: Email,
  content = readHtml(email.html ?? ''),
): InboxMessage {
  return {
    id: email.uuid,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    reply_to: email.replyTo,
    subject: email.subject,
    html: email.html,
    text: email.text,
    headers: Object.fromEntries(email.headers.map(({ name, value }) => [name, value])),
    attachments: rows.attachments
      .list('byEmail', email.id)
      .map((attachment) => attachmentJson(origin, email, attachment)),
    tags: email.tags,
    created_at: isoTime(arrival(email)),
    links: linksOf(email, content),
    codes: codesOf(email, content),
  }
}

function attachmentJson(origin: string, email: Email, attachment: Attachment): InboxAttachment {
  const { uuid, filename, contentType, contentId, size, content, path } = attachment
  return {
    id: uuid,
    filename,
    content_type: contentType,
    content_id: contentId,
    size,
    url: content === null && path !== null ? path : `${origin}/inbox/${email.uuid}/attachments/${uuid}`,
  }
}
