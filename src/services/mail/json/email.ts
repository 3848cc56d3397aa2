import type { Email } from '#mail/schema/emails.ts'
import { timestamp } from './format.ts'

/** An email. https://resend.com/docs/api-reference/emails/retrieve-email */
export function emailJson(email: Email) {
  return {
    object: 'email',
    id: email.uuid,
    message_id: email.messageId,
    to: email.to,
    from: email.from,
    created_at: timestamp(email.createdAt),
    subject: email.subject,
    html: email.html,
    text: email.text,
    bcc: email.bcc,
    cc: email.cc,
    reply_to: email.replyTo,
    last_event: email.lastEvent,
    scheduled_at: email.scheduledAt === null ? null : timestamp(email.scheduledAt),
    ...(email.topicId === null ? {} : { topic_id: email.topicId }),
    tags: email.tags,
  }
}

/** An email in a list, where empty address lists are null. https://resend.com/docs/api-reference/emails/list-emails */
export function listedEmailJson(email: Email) {
  return {
    id: email.uuid,
    message_id: email.messageId,
    to: email.to,
    from: email.from,
    created_at: timestamp(email.createdAt),
    subject: email.subject,
    bcc: orNull(email.bcc),
    cc: orNull(email.cc),
    reply_to: orNull(email.replyTo),
    last_event: email.lastEvent,
    scheduled_at: email.scheduledAt === null ? null : timestamp(email.scheduledAt),
  }
}

function orNull(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list
}
