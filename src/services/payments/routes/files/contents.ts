import type { Answer } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { File } from '#payments/schema/files.ts'

/** The types by which contents are served. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
}

/** Answers the contents of a file. A browser saves what it cannot show, and guesses no other type. */
export function answerContents({ rows }: Pick<PaymentsContext, 'rows'>, { id, type }: File): Answer {
  return {
    status: 200,
    headers: {
      'content-type': MEDIA_TYPES[type ?? ''] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    },
    body: rows.fileBytes.get(id) ?? new Uint8Array(),
  }
}
