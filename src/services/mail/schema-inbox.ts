import { collection } from '../../core/store.ts'

/** What was done with a message of the inbox; `id` is that of its email. */
export interface InboxMark {
  readonly id: number
  /** Whether `inbox.next` has returned it. */
  readonly given: boolean
  /** Whether the inbox was emptied since it arrived. */
  readonly cleared: boolean
}

/** The collections of the inbox, which holds every email that went out. */
export const inboxCollections = { inboxMarks: collection<InboxMark>()({}) }
