import { collection, value } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'

/** A file that was uploaded, or written by a report. https://docs.stripe.com/api/files/object */
export interface File extends AccountRow {
  readonly expiresAt: number | null
  readonly filename: string | null
  readonly purpose: string
  /** In bytes. */
  readonly size: number
  readonly title: string | null
  /** The ending of a name of its type: `pdf`; null for an unknown type. */
  readonly type: string | null
}

/** A link by which anyone may read a file. https://docs.stripe.com/api/file_links/object */
export interface FileLink extends AccountRow {
  readonly expiresAt: number | null
  readonly file: string
  readonly metadata: Metadata
  /** The secret in the address. */
  readonly token: string
}

/** The collections of files. */
export const fileCollections = {
  files: collection<File>()({ indexes: { all: ['account', 'seq'] } }),
  /** The contents of files by id. */
  fileBytes: value<Uint8Array, [file: string]>(),
  fileLinks: collection<FileLink>()({
    unique: { token: ['token'] },
    indexes: { all: ['account', 'seq'], file: ['file', 'seq'] },
  }),
}
