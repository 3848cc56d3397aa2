import type { ContactImport } from '#mail/schema/imports.ts'
import { isoTime } from './format.ts'

/** A contact import. https://resend.com/docs/api-reference/contacts/get-contact-import */
export function contactImportJson({ uuid, status, createdAt, completedAt, counts }: ContactImport) {
  return {
    object: 'contact_import',
    id: uuid,
    status,
    created_at: isoTime(createdAt),
    completed_at: completedAt === null ? null : isoTime(completedAt),
    counts: { ...counts },
  }
}
