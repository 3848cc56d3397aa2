import type { Contact, Subscription, Topic } from './audiences.ts'
import type { Domain } from './domains.ts'
import type { Email } from './emails.ts'
import type { ReceivedEmail } from './received.ts'
import type { Suppression, SuppressionReason } from './suppressions.ts'

/** The events a webhook can subscribe to. https://resend.com/docs/dashboard/webhooks/event-types */
export const EVENT_TYPES = [
  'email.sent',
  'email.scheduled',
  'email.delivered',
  'email.delivery_delayed',
  'email.complained',
  'email.bounced',
  'email.opened',
  'email.clicked',
  'email.received',
  'email.failed',
  'email.suppressed',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.topics.updated',
  'topic.created',
  'topic.updated',
  'topic.deleted',
  'suppression.added',
  'suppression.removed',
  'domain.created',
  'domain.updated',
  'domain.deleted',
  'inbox.created',
  'inbox.updated',
  'inbox.deleted',
  'inbox.thread.created',
  'inbox.thread.folder.updated',
  'inbox.thread.assigned',
  'inbox.thread.unassigned',
  'inbox.thread.labels.updated',
  'inbox.email.received',
  'inbox.email.sent',
  'inbox.draft.created',
  'inbox.draft.updated',
  'inbox.draft.sent',
  'inbox.draft.deleted',
] as const

/** The vendor's name of an event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** An event in the life of an email. */
export type EmailOccurrence = {
  /** The recipients that it concerns, as they were written. */
  readonly to: readonly string[]
} & (
  | {
      readonly event:
        | 'email.sent'
        | 'email.scheduled'
        | 'email.delivered'
        | 'email.delivery_delayed'
        | 'email.complained'
        | 'email.bounced'
        | 'email.opened'
    }
  | { readonly event: 'email.suppressed'; readonly reason: SuppressionReason }
  | { readonly event: 'email.failed'; readonly reason: string }
  | {
      readonly event: 'email.clicked'
      readonly link: string
      readonly ipAddress: string
      readonly userAgent: string
    }
)

/** An event in the life of an email, with the email. */
export type EmailEvent = EmailOccurrence & { readonly email: Email }

/** An event that mail emits: the vendor's name of an event, and the rows that it is about. */
export type MailEvent =
  | EmailEvent
  | { readonly event: 'email.received'; readonly received: ReceivedEmail }
  | { readonly event: 'contact.created' | 'contact.updated' | 'contact.deleted'; readonly contact: Contact }
  | {
      readonly event: 'contact.topics.updated'
      readonly contact: Contact
      /** The choices of the request, by the ids of topics. */
      readonly topics: readonly { readonly id: string; readonly subscription: Subscription }[]
    }
  | { readonly event: 'topic.created' | 'topic.updated' | 'topic.deleted'; readonly topic: Topic }
  | { readonly event: 'suppression.added' | 'suppression.removed'; readonly suppression: Suppression }
  | { readonly event: 'domain.created' | 'domain.updated' | 'domain.deleted'; readonly domain: Domain }
