import type { Rows } from '#mail/call.ts'
import type { Contact, ContactProperty, Segment, Topic } from '#mail/schema/audiences.ts'
import { isoTime, timestamp } from './format.ts'

/** A contact. https://resend.com/docs/api-reference/contacts/get-contact */
export function contactJson(contact: Contact) {
  return {
    object: 'contact',
    ...memberJson(contact),
    properties: Object.fromEntries(
      Object.entries(contact.properties).map(([key, value]) => [key, { type: typeof value, value }]),
    ),
  }
}

/** A contact in the list of all contacts. https://resend.com/docs/api-reference/contacts/list-contacts */
export function listedContactJson(contact: Contact) {
  return {
    id: contact.uuid,
    created_at: timestamp(contact.createdAt),
    email: contact.email,
    unsubscribed: contact.unsubscribed,
    first_name: contact.firstName,
    last_name: contact.lastName,
  }
}

/** A contact in the list of a segment, whose members stand in another order than in that of all contacts. */
export function memberJson(contact: Contact) {
  return {
    id: contact.uuid,
    email: contact.email,
    first_name: contact.firstName,
    last_name: contact.lastName,
    created_at: timestamp(contact.createdAt),
    unsubscribed: contact.unsubscribed,
  }
}

/** The `data` of an event about a contact. https://resend.com/docs/dashboard/webhooks/event-types */
export function contactEventJson(rows: Rows, contact: Contact) {
  const segments = rows.segmentMembers
    .list('byContact', contact.id)
    .map(({ segmentId }) => rows.segments.require(segmentId).uuid)
  return {
    id: contact.uuid,
    ...(segments[0] === undefined ? {} : { audience_id: segments[0] }),
    segment_ids: segments,
    created_at: isoTime(contact.createdAt),
    updated_at: isoTime(contact.updatedAt),
    email: contact.email,
    first_name: contact.firstName,
    last_name: contact.lastName,
    unsubscribed: contact.unsubscribed,
  }
}

/** A segment in a list. https://resend.com/docs/api-reference/segments/list-segments */
export function listedSegmentJson({ uuid, name, createdAt }: Segment) {
  return { id: uuid, name, created_at: timestamp(createdAt) }
}

/** A topic. https://resend.com/docs/api-reference/topics/get-topic */
export function topicJson(topic: Topic) {
  return {
    id: topic.uuid,
    name: topic.name,
    description: topic.description,
    default_subscription: topic.defaultSubscription,
    visibility: topic.visibility,
    created_at: timestamp(topic.createdAt),
  }
}

/** The `data` of an event about a topic. https://resend.com/docs/dashboard/webhooks/event-types */
export function topicEventJson(topic: Topic, deleted: boolean) {
  return {
    id: topic.uuid,
    name: topic.name,
    description: topic.description,
    default_subscription: topic.defaultSubscription,
    deleted,
    created_at: isoTime(topic.createdAt),
    updated_at: isoTime(topic.updatedAt),
  }
}

/** A contact property. https://resend.com/docs/api-reference/contact-properties/get-contact-property */
export function contactPropertyJson(property: ContactProperty) {
  return {
    id: property.uuid,
    key: property.key,
    type: property.type,
    fallback_value: property.fallbackValue,
    created_at: timestamp(property.createdAt),
  }
}
