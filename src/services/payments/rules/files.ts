import type { PaymentsContext } from '#payments/call.ts'
import { now } from './new-id.ts'
import { newRecord } from './records.ts'
import { DAY_SECONDS } from './seconds.ts'
import type { File, FileLink } from '#payments/schema/files.ts'

/** The contents of a new file, and what is known of it. */
export interface FileInput {
  readonly bytes: Uint8Array
  readonly filename: string | null
  readonly purpose: string
  readonly title?: string | null
  readonly expiresAt?: number | null
}

/** The days for which the vendor keeps evidence about a dispute. */
const EVIDENCE_DAYS = 270

/** Keeps a file. Emits `file.created`. */
export function addFile(context: PaymentsContext, account: string, input: FileInput): File {
  const { bytes, filename, purpose, title = null } = input
  const { expiresAt = purpose === 'dispute_evidence' ? now(context) + EVIDENCE_DAYS * DAY_SECONDS : null } = input
  const file = context.rows.files.insert({
    expiresAt,
    filename,
    purpose,
    size: bytes.length,
    title,
    type: typeOf(bytes, filename),
    ...newRecord(context, account, 'file_'),
  })
  context.rows.fileBytes.set(bytes, file.id)
  context.emit({ type: 'file.created', kind: 'file', row: file })
  return file
}

/** The purposes of files that prove who somebody is. */
const PRIVATE_PURPOSES = new Set(['account_requirement', 'additional_verification', 'identity_document'])

/** Returns whether answers tell no URL of a file's contents. */
export function isPrivate({ purpose }: Pick<File, 'purpose'>): boolean {
  return PRIVATE_PURPOSES.has(purpose)
}

/** Makes a link by which anyone may read a file. */
export function addFileLink(
  context: PaymentsContext,
  file: File,
  { expiresAt, metadata }: Pick<FileLink, 'expiresAt' | 'metadata'>,
): FileLink {
  return context.rows.fileLinks.insert({
    ...newRecord(context, file.account, 'link_'),
    expiresAt,
    file: file.id,
    metadata,
    token: context.ids.secret.base62(48),
  })
}

/** Returns whether a link no longer leads to its file at a moment, in epoch seconds. */
export function isExpired({ expiresAt }: FileLink, moment: number): boolean {
  return expiresAt !== null && expiresAt <= moment
}

/** The first bytes of the types that the vendor knows, as hexadecimal digits. */
const SIGNATURES: readonly (readonly [type: string, digits: string])[] = [
  ['pdf', '25504446'],
  ['png', '89504e47'],
  ['jpg', 'ffd8ff'],
  ['gif', '474946'],
]

/** The types that only a name tells. */
const TEXT_TYPES = ['csv', 'docx', 'txt', 'xls', 'xlsx', 'xml', 'zip']

function typeOf(bytes: Uint8Array, filename: string | null): string | null {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  const found = SIGNATURES.find(([, digits]) => start.startsWith(digits))
  if (found !== undefined) return found[0]
  const ending = /\.(\w+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''
  return TEXT_TYPES.includes(ending) ? ending : null
}
