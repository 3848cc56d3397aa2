import type { MailContext } from '../call.ts'
import { codesOf } from '../rules/codes.ts'
import { arrival } from '../rules/inbox.ts'
import { linksOf } from '../rules/links.ts'
import type { Attachment, Email, Pair } from '../schema-emails.ts'
import { isoTime } from './format.ts'

/** A file of a message. */
export interface InboxAttachment {
  readonly id: string
  readonly filename: string | null
  readonly content_type: string
  /** What `cid:` references in the HTML name it by; null when it is no inline image. */
  readonly content_id: string | null
  /** In bytes. */
  readonly size: number
  /** Where its bytes are; where the client said they are, when it sent none. */
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
  /** When it arrived, in ISO 8601. */
  readonly created_at: string
  /** What its links lead to, in their order, each once. */
  readonly links: readonly string[]
  /** The one-time codes found in it, in their order, each once. */
  readonly codes: readonly string[]
}

/** A message of the inbox. */
export function inboxMessageJson({ rows, origin }: Pick<MailContext, 'rows' | 'origin'>, email: Email): InboxMessage {
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
    links: linksOf(email),
    codes: codesOf(email),
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
