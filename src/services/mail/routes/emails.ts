import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { emailJson, listedEmailJson } from '#mail/json/email.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { emailsOfBatch } from '#mail/rules/sending/batch.ts'
import { outgoingEmail, parseEmail } from '#mail/rules/sending/email-input.ts'
import { requireScheduled } from '#mail/rules/sending/emails.ts'
import { scheduledTime } from '#mail/rules/sending/scheduled-at.ts'
import { reschedule, sendEmail } from '#mail/rules/sending/send.ts'
import { loadEmail } from '#mail/steps/emails.ts'
import { answerPage } from '#mail/json/page.ts'
import { answerOnce } from './answer-once.ts'
import { loadStoredAnswer, loadPrepared } from '#mail/steps/idempotency.ts'

const { get, post, patch } = routesFor<MailCall>()

const EmailChanges = v.object({ scheduled_at: v.string() })

/** Sent and scheduled emails. https://resend.com/docs/api-reference/emails/send-email */
export const emailsRoutes = [
  post(
    'emails/send',
    '/emails',
    loadStoredAnswer,
    (call) => loadPrepared(call, async () => outgoingEmail(call, parseEmail(call, call.json() ?? {}))),
    (call) => answerOnce(call, (mail) => ({ id: sendEmail(call, mail).uuid })),
  ),
  // https://resend.com/docs/api-reference/emails/send-batch-emails
  post(
    'emails/send-batch',
    '/emails/batch',
    loadStoredAnswer,
    (call) => loadPrepared(call, () => emailsOfBatch(call)),
    (call) =>
      answerOnce(call, ({ mails, errors }) => {
        const data = mails.map((mail) => ({ id: sendEmail(call, mail).uuid }))
        return errors === null ? { data } : { data, errors }
      }),
  ),
  get('emails/list', '/emails', (call) => answerPage(call, newestFirst(call.rows.emails), listedEmailJson)),
  get('emails/get', '/emails/:email_id', loadEmail, ({ email }) => json(emailJson(email))),
  patch(
    'emails/update',
    '/emails/:email_id',
    loadEmail,
    body(EmailChanges),
    async ({ body, clock }) => ({ at: await scheduledTime(body.scheduled_at, clock.now()) }),
    (call) => {
      const { email } = call
      requireScheduled(email, 'updated')
      return json({ object: 'email', id: reschedule(call, email, call.at).uuid })
    },
  ),
  post('emails/cancel', '/emails/:email_id/cancel', loadEmail, ({ rows, email }) => {
    requireScheduled(email, 'canceled')
    rows.emails.update(email.id, { lastEvent: 'canceled' })
    return json({ object: 'email', id: email.uuid })
  }),
]
