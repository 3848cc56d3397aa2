import { collection } from '../../core/store.ts'

/** A message of the inbox: an email that went out, until the inbox is emptied. Numbered as they arrive. */
export interface InboxMessageRow {
  readonly id: number
  readonly emailId: number
  /** Whether `inbox.next` has returned it. */
  readonly given: boolean
}

/** The collections of the inbox. */
export const inboxCollections = {
  inboxMessages: collection<InboxMessageRow>()({
    unique: { emailId: ['emailId'] },
    indexes: { all: [], byGiven: ['given'] },
    references: { emailId: { to: 'emails', onDelete: 'cascade' } },
  }),
}
