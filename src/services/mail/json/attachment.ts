import type { MailCall } from '#mail/call.ts'
import type { Attachment } from '#mail/schema/emails.ts'
import { isoTime } from './format.ts'
import { HOUR } from '#core/duration.ts'

/** The lifetime of a download link, in milliseconds. */
export const LINK_LIFETIME = HOUR

/**
 * An attachment; `folder` is the path segment of its download link.
 * https://resend.com/docs/api-reference/emails/retrieve-email-attachment
 */
export function attachmentJson(
  { base, clock }: Pick<MailCall, 'base' | 'clock'>,
  attachment: Attachment,
  folder = 'attachments',
) {
  const expires = clock.now() + LINK_LIFETIME
  return {
    id: attachment.uuid,
    filename: attachment.filename,
    size: attachment.size,
    content_type: attachment.contentType,
    content_disposition: attachment.contentId === null ? 'attachment' : 'inline',
    ...(attachment.contentId === null ? {} : { content_id: attachment.contentId }),
    // A file that was not fetched is still at the URL that the client gave.
    download_url:
      attachment.content === null
        ? (attachment.path ?? '')
        : `${base}/files/${folder}/${attachment.uuid}?expires=${expires}`,
    expires_at: isoTime(expires),
  }
}
