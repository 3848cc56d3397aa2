import { collection } from '#core/store.ts'
import type { Attachment, Pair } from './emails.ts'

/** An email that the account received. */
export interface ReceivedEmail {
  readonly id: number
  readonly uuid: string
  /** The Message-ID header, with its angle brackets. */
  readonly messageId: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly replyTo: readonly string[]
  /** The account's addresses that it was sent to. */
  readonly receivedFor: readonly string[]
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  readonly headers: readonly Pair[]
  readonly createdAt: number
}

/** The collections of received emails. */
export const receivedCollections = {
  receivedEmails: collection<ReceivedEmail>()({ unique: { uuid: ['uuid'] }, indexes: { all: [] } }),
  /** `emailId` is the id of a received email. */
  receivedAttachments: collection<Attachment>()({
    unique: { uuid: ['uuid'] },
    indexes: { byEmail: ['emailId'] },
    references: { emailId: { to: 'receivedEmails', onDelete: 'cascade' } },
  }),
}
