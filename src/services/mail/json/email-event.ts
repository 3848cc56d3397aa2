import type { Email } from '#mail/schema/emails.ts'
import { timestamp } from './format.ts'

/**
 * The `data` of an event about an email. `to` are the recipients that the event is about, `details` the members that
 * only this type of event has. https://resend.com/docs/dashboard/webhooks/event-types
 */
export function emailEventJson(email: Email, to: readonly string[], details: Readonly<Record<string, unknown>> = {}) {
  return {
    ...(email.broadcastId === null ? {} : { broadcast_id: email.broadcastId }),
    created_at: timestamp(email.createdAt),
    email_id: email.uuid,
    message_id: email.messageId,
    from: email.from,
    to,
    subject: email.subject,
    ...(email.templateId === null ? {} : { template_id: email.templateId }),
    ...(email.headers.length === 0 ? {} : { headers: email.headers }),
    ...(email.tags.length === 0
      ? {}
      : { tags: Object.fromEntries(email.tags.map(({ name, value }) => [name, value])) }),
    ...details,
  }
}
