import type { MailContext } from '#mail/call.ts'
import type { MailEvent } from '#mail/schema/events.ts'
import { contactEventJson, topicEventJson } from './contact.ts'
import { domainEventJson } from './domain.ts'
import { emailEventJson } from './email-event.ts'
import { isoTime } from './format.ts'
import { receivedEventJson } from './received-email.ts'
import { suppressionEventJson } from './suppression.ts'

type EventSource = Pick<MailContext, 'rows' | 'clock'>

/** An event as webhooks get it. https://resend.com/docs/dashboard/webhooks/event-types */
export function eventJson(source: EventSource, event: MailEvent) {
  return { type: event.event, created_at: isoTime(source.clock.now()), data: dataJson(source, event) }
}

function dataJson({ rows, clock }: EventSource, event: MailEvent): object {
  switch (event.event) {
    case 'email.received': {
      const { received } = event
      return receivedEventJson(received, rows.receivedAttachments.list('byEmail', received.id))
    }
    case 'contact.created':
    case 'contact.updated':
    case 'contact.deleted':
      return contactEventJson(rows, event.contact)
    case 'contact.topics.updated':
      return { email: event.contact.email, topics: event.topics }
    case 'topic.created':
    case 'topic.updated':
    case 'topic.deleted':
      return topicEventJson(event.topic, event.event === 'topic.deleted')
    case 'suppression.added':
    case 'suppression.removed':
      return suppressionEventJson(event.suppression)
    case 'domain.created':
    case 'domain.updated':
    case 'domain.deleted':
      return domainEventJson(event.domain)
    default:
      return emailEventJson(event, clock.now())
  }
}
