import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { notFound } from '#mail/errors.ts'
import { attachmentJson } from '#mail/json/attachment.ts'
import { listedReceivedJson, receivedJson } from '#mail/json/received-email.ts'
import { viewOfRows, newestFirst } from '#mail/rules/page.ts'
import { download, requireFresh } from '#mail/rules/inbox/downloads.ts'
import { asSentEmail, sourceOf } from '#mail/rules/inbox/source.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import { loadReceivedEmail } from '#mail/steps/received-emails.ts'
import { answerPage } from '#mail/json/page.ts'

const { get } = routesFor<MailCall>()

const one = '/emails/receiving/:email_id'

/** Received emails. https://resend.com/docs/api-reference/emails/list-received-emails */
export const receivingRoutes = [
  get('emails/list-receiving', '/emails/receiving', (call) =>
    answerPage(call, newestFirst(call.rows.receivedEmails), (email) =>
      listedReceivedJson(email, call.rows.receivedAttachments.list('byEmail', email.id)),
    ),
  ),
  get('emails/get-receiving', one, loadReceivedEmail, (call) =>
    json(receivedJson(call, call.email, call.attachments, call.query.get('html_format') === 'cid')),
  ),
  get('emails/list-receiving-attachments', `${one}/attachments`, loadReceivedEmail, (call) =>
    answerPage(call, viewOfRows(call.attachments), (each) => attachmentJson(call, each, 'received-attachments')),
  ),
  get('emails/get-receiving-attachment', `${one}/attachments/:attachment_id`, loadReceivedEmail, (call) => {
    const attachmentId = uuidOf(call.params.attachment_id)
    const found = call.attachments.find(({ uuid }) => uuid === attachmentId)
    if (found === undefined) throw notFound('Attachment')
    return json({ object: 'attachment', ...attachmentJson(call, found, 'received-attachments') })
  }),
  // The targets of `download_url`, of an attachment and of the whole email.
  get('emails/get-receiving-attachment', '/files/received-attachments/:attachment_id', (call) => {
    const found = call.rows.receivedAttachments.find('uuid', uuidOf(call.params.attachment_id))
    return download(call, found)
  }),
  get('emails/get-receiving', '/files/received/:email_id', loadReceivedEmail, (call) => {
    requireFresh(call)
    return {
      status: 200,
      headers: { 'content-type': 'message/rfc822', 'content-disposition': 'attachment; filename=email.eml' },
      body: sourceOf(asSentEmail(call.email), call.attachments),
    }
  }),
]
