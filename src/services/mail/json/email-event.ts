import type { EmailEvent, EmailOccurrence } from '#mail/schema/events.ts'
import type { SuppressionReason } from '#mail/schema/suppressions.ts'
import { isoTime } from './format.ts'

/** The `data` of an event about an email that was sent. https://resend.com/docs/dashboard/webhooks/event-types */
export function emailEventJson(event: EmailEvent, now: number) {
  const { email, to } = event
  return {
    ...(email.broadcastId === null ? {} : { broadcast_id: email.broadcastId }),
    created_at: isoTime(email.createdAt),
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
    ...detailsJson(event, now),
  }
}

/** The members that only this type of event has. */
function detailsJson(event: EmailEvent, now: number) {
  switch (event.event) {
    case 'email.bounced':
      return { bounce: bounceJson(event.to) }
    case 'email.suppressed':
      return { suppressed: suppressedJson(event.to, event.reason) }
    case 'email.failed':
      return { failed: { reason: event.reason } }
    case 'email.clicked':
      return { click: clickJson(event, now) }
    default:
      return {}
  }
}

function bounceJson(recipients: readonly string[]) {
  return {
    diagnosticCode: recipients.map(() => 'smtp; 550 5.1.1 user unknown'),
    message: "The recipient's mail server permanently rejected the email: there is no such mailbox.",
    subType: 'General',
    type: 'Permanent',
  }
}

const SUPPRESSED_BECAUSE: Readonly<Record<SuppressionReason, string>> = {
  previous_bounce: 'it has bounced before',
  previous_complaint: 'its owner has complained before',
}

function suppressedJson(recipients: readonly string[], reason: SuppressionReason) {
  return {
    diagnosticCode: recipients.map(
      () => 'Amazon SES did not send the message to this address because it is suppressed.',
    ),
    message: `The recipient's email address is on the suppression list because ${SUPPRESSED_BECAUSE[reason]}.`,
    reason,
    type: 'OnAccountSuppressionList',
  }
}

type Click = Extract<EmailOccurrence, { readonly event: 'email.clicked' }>

function clickJson({ ipAddress, link, userAgent }: Click, now: number) {
  return { ipAddress, link, timestamp: isoTime(now), userAgent }
}
