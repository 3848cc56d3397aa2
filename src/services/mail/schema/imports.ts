import { collection, timer } from '#core/store.ts'
import type { Subscription } from './audiences.ts'

// Row types of contact imports. As in emails.ts, `id` numbers the rows and `uuid` is the id that clients see.

/** The columns of a file, by the fields of contacts. */
export interface ColumnMap {
  readonly email?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly unsubscribed?: string | undefined
  /** The columns and types of custom properties, by their keys. */
  readonly properties?:
    | Readonly<Record<string, { readonly column: string; readonly type?: 'string' | 'number' | 'boolean' | undefined }>>
    | undefined
}

/** The numbers of rows of a file, by what became of them. */
interface ImportCounts {
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly failed: number
}

/** An import of contacts from a file. https://resend.com/docs/api-reference/contacts/create-contact-import */
export interface ContactImport {
  readonly id: number
  readonly uuid: string
  readonly status: 'queued' | 'completed' | 'failed'
  /** The text of the file; empty once it is imported. */
  readonly csv: string
  readonly columns: ColumnMap
  readonly onConflict: 'upsert' | 'skip'
  /** The segments that the contacts join, by their ids. */
  readonly segments: readonly string[]
  readonly topics: readonly { readonly id: string; readonly subscription: Subscription }[]
  readonly counts: ImportCounts
  readonly createdAt: number
  readonly completedAt: number | null
}

/** The collections of contact imports. */
export const importCollections = {
  /** Imports the contacts of a file. */
  importContacts: timer<{ readonly importId: number }>(),
  contactImports: collection<ContactImport>()({
    unique: { uuid: ['uuid'] },
    indexes: { all: [], byStatus: ['status'] },
  }),
}
