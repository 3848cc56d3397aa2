import type { Answer } from '#core/answer.ts'
import type { MailCall } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import type { Attachment } from '#mail/schema/emails.ts'

/** @throws 403 when a download link has expired. */
export function requireFresh({ query, clock }: Pick<MailCall, 'query' | 'clock'>): void {
  if (Number(query.get('expires')) > clock.now()) return
  throw validationError('This link has expired: ask for the file again.', 403)
}

/**
 * Answers the bytes of an attachment.
 *
 * @throws 404 when there is none, 403 when the link has expired.
 */
export function download(call: Pick<MailCall, 'query' | 'clock'>, attachment: Attachment | undefined): Answer {
  if (attachment === undefined) throw notFound('Attachment')
  requireFresh(call)
  const { filename, contentType, content } = attachment
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': contentDisposition('attachment', filename ?? 'attachment'),
      // Uploaded HTML must not run with this server's origin.
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from(content ?? '', 'base64'),
  }
}

/** Returns a Content-Disposition header with a file name in any letters. https://www.rfc-editor.org/rfc/rfc6266 */
export function contentDisposition(type: 'attachment' | 'inline', filename: string | null): string {
  if (filename === null) return type
  // A lone surrogate, which has no encoding, becomes U+FFFD.
  const wellFormed = Buffer.from(filename).toString()
  return `${type}; filename*=UTF-8''${encodeURIComponent(wellFormed)}`
}
