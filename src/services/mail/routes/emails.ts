import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import type { MailCall } from '../call.ts'
import { emailJson, listedEmail } from '../json/email.ts'
import { newestFirst, paginated } from '../pagination.ts'
import { emailsOfBatch } from '../rules/batch.ts'
import { outgoing, parseEmail } from '../rules/email-wishes.ts'
import { emailOfPath, requireScheduled } from '../rules/emails.ts'
import { once, preparedOnce } from '../rules/idempotency.ts'
import { scheduledTime } from '../rules/scheduled-at.ts'
import { reschedule, sendEmail } from '../rules/send.ts'

const { get, post, patch } = routesFor<MailCall>()

const EmailChanges = v.object({ scheduled_at: v.string() })

/** Mail that is sent. https://resend.com/docs/api-reference/emails/send-email */
export const emailsRoutes = [
  post(
    'emails/send',
    '/emails',
    (call) => preparedOnce(call, async () => outgoing(call, parseEmail(call, call.json() ?? {}))),
    (call) => once(call, (mail) => ({ id: sendEmail(call, mail).uuid })),
  ),
  // https://resend.com/docs/api-reference/emails/send-batch-emails
  post(
    'emails/send-batch',
    '/emails/batch',
    (call) => preparedOnce(call, () => emailsOfBatch(call)),
    (call) =>
      once(call, ({ mails, errors }) => {
        const data = mails.map((mail) => ({ id: sendEmail(call, mail).uuid }))
        return errors === null ? { data } : { data, errors }
      }),
  ),
  get('emails/list', '/emails', (call) => paginated(call, newestFirst(call.rows.emails, 'all', []), listedEmail)),
  get('emails/get', '/emails/:email_id', emailOfPath, ({ email }) => json(emailJson(email))),
  patch(
    'emails/update',
    '/emails/:email_id',
    emailOfPath,
    body(EmailChanges),
    async ({ body, clock }) => ({ at: await scheduledTime(body.scheduled_at, clock.now()) }),
    (call) => {
      // As it is now: it may have gone out while the time was read.
      const { email } = emailOfPath(call)
      requireScheduled(email, 'updated')
      return json({ object: 'email', id: reschedule(call, email, call.at).uuid })
    },
  ),
  post('emails/cancel', '/emails/:email_id/cancel', emailOfPath, ({ rows, email }) => {
    requireScheduled(email, 'canceled')
    rows.emails.update(email.id, { lastEvent: 'canceled' })
    return json({ object: 'email', id: email.uuid })
  }),
]
