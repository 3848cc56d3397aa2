import { collection } from '../../core/store.ts'

// Row types of what is sent. Rows are numbered in the order they were made, which is the order of lists; `uuid` is the id
// that clients see. Times are epoch milliseconds. The wire shapes are in json/.

/** What last happened to an email. https://resend.com/docs/dashboard/emails/introduction */
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

/** A name and a value: a tag, or a header of the client's own. */
export interface Pair {
  readonly name: string
  readonly value: string
}

export interface Email {
  readonly id: number
  readonly uuid: string
  /** The Message-ID header, with its angle brackets. */
  readonly messageId: string
  /** As the client wrote it: `ada@example.com` or `Ada <ada@example.com>`; so are all addresses. */
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
  /** When it is to go out, or was; null when it went out at once. */
  readonly scheduledAt: number | null
  /** When it went out: from then on it is in the inbox. Null while it is scheduled, and when it was canceled. */
  readonly sentAt: number | null
  readonly createdAt: number
  /** The uuid of the topic it was scoped to. */
  readonly topicId: string | null
  /** Those it did not go to, as they were written: they do not want mail about its topic. */
  readonly withheldFrom: readonly string[]
  /** The uuid of the template it was made from. */
  readonly templateId: string | null
  /** The uuid of the broadcast it belongs to. */
  readonly broadcastId: string | null
}

export interface Attachment {
  readonly id: number
  readonly uuid: string
  readonly emailId: number
  readonly filename: string | null
  readonly contentType: string
  /** For `cid:` references in the HTML; null when it is no inline image. */
  readonly contentId: string | null
  /** The bytes, in base64; null where they are at a `path` outside this machine, which is not fetched. */
  readonly content: string | null
  /** Where the client said the file is; null when it sent the bytes. */
  readonly path: string | null
  /** In bytes; 0 where there are none. */
  readonly size: number
}

/** An answer kept for the idempotency key of its request; `id` is the operation and the key. */
export interface IdempotentAnswer {
  readonly id: string
  /** A digest of what the request asked. */
  readonly digest: string
  /** What it was answered. */
  readonly answer: object
  readonly expiresAt: number
}

/** The collections of what is sent. */
export const emailCollections = {
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
