import { collection, timer, value } from '#core/store.ts'

// Row types of emails. Rows are numbered in the order of their creation, which is the order of lists; `uuid` is the id
// that clients see. Times are epoch milliseconds. The wire shapes are in json/.

/** The last event of an email. https://resend.com/docs/dashboard/emails/introduction */
export type LastEvent =
  | 'queued'
  | 'scheduled'
  | 'canceled'
  | 'sent'
  | 'delivered'
  | 'delivery_delayed'
  | 'bounced'
  | 'complained'
  | 'suppressed'
  | 'failed'
  | 'opened'
  | 'clicked'

/** A name and a value: a tag, or a header that the client added. */
export interface Pair {
  readonly name: string
  readonly value: string
}

/** The tracking of a sent email. https://resend.com/docs/dashboard/domains/tracking */
export interface Tracking {
  readonly opens: boolean
  readonly clicks: boolean
  /** The secret in the URLs of its links and its pixel. */
  readonly signature: string
}

/** An email that was sent or is scheduled. https://resend.com/docs/api-reference/emails/retrieve-email */
export interface Email {
  readonly id: number
  readonly uuid: string
  /** The Message-ID header, with its angle brackets. */
  readonly messageId: string
  /** As the client wrote it: `ada@example.com` or `Ada <ada@example.com>`; the same holds for all addresses. */
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly replyTo: readonly string[]
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  readonly headers: readonly Pair[]
  readonly tags: readonly Pair[]
  readonly lastEvent: LastEvent
  /** The time set by `scheduled_at`; null when the email was sent at once. */
  readonly scheduledAt: number | null
  /**
   * The time of sending, after which the email is in the inbox. Null while it is scheduled, and when it was canceled.
   */
  readonly sentAt: number | null
  readonly createdAt: number
  /** The uuid of the email's topic. */
  readonly topicId: string | null
  /** The recipients that did not get it, as they were written: they opted out of its topic or are suppressed. */
  readonly withheldFrom: readonly string[]
  /** The uuid of the template that it was made from. */
  readonly templateId: string | null
  /** The uuid of the broadcast it belongs to. */
  readonly broadcastId: string | null
  /** Null until it is sent, and when its domain tracked neither opens nor clicks at that time. */
  readonly tracking: Tracking | null
}

/** An attachment of a sent email. https://resend.com/docs/dashboard/emails/attachments */
export interface Attachment {
  readonly id: number
  readonly uuid: string
  readonly emailId: number
  readonly filename: string | null
  readonly contentType: string
  /** The id for `cid:` URLs in the HTML; null when the attachment is not an inline image. */
  readonly contentId: string | null
  /** The bytes in base64; null for a `path` on another machine, which is not fetched. */
  readonly content: string | null
  /** The URL that the client gave in place of the bytes; null when it sent them. */
  readonly path: string | null
  /** In bytes; 0 when there are no bytes. */
  readonly size: number
}

/** A stored answer for an idempotency key; `id` is the operation and the key. */
export interface IdempotentAnswer {
  readonly id: string
  /** A digest of the request. */
  readonly digest: string
  /** The body of the answer. */
  readonly answer: object
  readonly expiresAt: number
}

/** The collections of emails. */
export const emailCollections = {
  /** Sends a scheduled email. */
  sendEmail: timer<{ readonly emailId: number }>(),
  /** The only address that emails from the vendor's own domain may be sent to; any when undefined. */
  accountEmail: value<string>(),
  /** Emails sent and received by day (`2026-01-31`) and by month (`2026-01`). */
  emailCounts: value<number, [period: string]>(0),
  emails: collection<Email>()({
    unique: { uuid: ['uuid'] },
    indexes: { all: [], sent: [(email) => email.sentAt !== null] },
  }),
  attachments: collection<Attachment>()({
    unique: { uuid: ['uuid'] },
    indexes: { byEmail: ['emailId'] },
    references: { emailId: { to: 'emails', onDelete: 'cascade' } },
  }),
  idempotentAnswers: collection<IdempotentAnswer>()({}),
}
