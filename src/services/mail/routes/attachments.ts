import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { notFound } from '#mail/errors.ts'
import { attachmentJson } from '#mail/json/attachment.ts'
import { viewOfRows } from '#mail/rules/page.ts'
import { download } from '#mail/rules/inbox/downloads.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { Attachment } from '#mail/schema/emails.ts'
import { loadEmail } from '#mail/steps/emails.ts'
import { answerPage } from '#mail/json/page.ts'

const { get } = routesFor<MailCall>()

/** Attachments of sent emails. https://resend.com/docs/api-reference/emails/list-email-attachments */
export const attachmentsRoutes = [
  get('emails/list-attachments', '/emails/:email_id/attachments', loadEmail, (call) =>
    answerPage(call, viewOfRows(call.rows.attachments.list('byEmail', call.email.id)), (each) =>
      attachmentJson(call, each),
    ),
  ),
  get('emails/get-attachment', '/emails/:email_id/attachments/:attachment_id', loadEmail, (call) => {
    const found = findAttachment(call, call.params.attachment_id)
    if (found.emailId !== call.email.id) throw notFound('Attachment')
    return json({ object: 'attachment', ...attachmentJson(call, found) })
  }),
  // The target of `download_url`.
  get('emails/get-attachment', '/files/attachments/:attachment_id', (call) =>
    download(call, call.rows.attachments.find('uuid', uuidOf(call.params.attachment_id))),
  ),
]

/**
 * Returns the attachment with this id.
 *
 * @throws 404.
 */
function findAttachment({ rows }: MailCall, uuid: string): Attachment {
  const found = rows.attachments.find('uuid', uuidOf(uuid))
  if (found === undefined) throw notFound('Attachment')
  return found
}
