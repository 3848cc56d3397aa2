import { collection } from '#core/store.ts'

/** A message of the inbox: a sent email, until the inbox is emptied. Numbered in the order of arrival. */
export interface InboxMessageRow {
  readonly id: number
  readonly emailId: number
  /** True when `inbox.next` has returned it. */
  readonly taken: boolean
}

/** The collections of the inbox. */
export const inboxCollections = {
  inboxMessages: collection<InboxMessageRow>()({
    unique: { emailId: ['emailId'] },
    indexes: { all: [], byTaken: ['taken'] },
    references: { emailId: { to: 'emails', onDelete: 'cascade' } },
  }),
}
