import type { Rows, MailContext } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import type { Contact, PropertyValue, Segment, Subscription, Topic } from '#mail/schema/audiences.ts'

/** Returns the contact with this id or address; undefined when there is none. */
export function contactByIdOrEmail(rows: Rows, idOrEmail: string): Contact | undefined {
  return rows.contacts.find('uuid', idOrEmail) ?? rows.contacts.find('email', idOrEmail.toLowerCase())
}

/**
 * Returns the segment with this id.
 *
 * @throws 404.
 */
export function findSegment(rows: Rows, uuid: string, word: 'Segment' | 'Audience' = 'Segment'): Segment {
  const segment = rows.segments.find('uuid', uuid)
  if (segment === undefined) throw notFound(word)
  return segment
}

/** Adds a contact. */
export function addContact(
  { rows, ids, clock }: Pick<MailContext, 'rows' | 'ids' | 'clock'>,
  input: Omit<Contact, 'id' | 'uuid' | 'createdAt' | 'updatedAt'>,
): Contact {
  const now = clock.now()
  return rows.contacts.insert({ uuid: ids.uuid(), ...input, createdAt: now, updatedAt: now })
}

/** Makes a contact a member of a segment, unless it already is. */
export function joinSegment(
  { rows, clock }: Pick<MailContext, 'rows' | 'clock'>,
  contact: Contact,
  segment: Segment,
): void {
  if (rows.segmentMembers.find('pair', segment.id, contact.id) !== undefined) return
  rows.segmentMembers.insert({ segmentId: segment.id, contactId: contact.id, createdAt: clock.now() })
}

/**
 * Returns a contact's subscription to a topic; the topic's default when the contact has not chosen, or is not a
 * contact.
 */
export function subscriptionTo(rows: Rows, topic: Topic, contact: Contact | undefined): Subscription {
  const choice = contact === undefined ? undefined : rows.topicSubscriptions.find('pair', topic.id, contact.id)
  return choice?.subscription ?? topic.defaultSubscription
}

/**
 * Returns the topic with this id.
 *
 * @throws 404.
 */
export function findTopic(rows: Rows, uuid: string): Topic {
  const topic = rows.topics.find('uuid', uuid)
  if (topic === undefined) throw notFound('Topic')
  return topic
}

/** A contact's choice for a topic. */
export interface TopicSubscriptionInput {
  readonly id: string
  readonly subscription: Subscription
}

/**
 * Stores a contact's choices for topics.
 *
 * @throws 404 for an unknown topic.
 */
export function subscribe(
  { rows }: Pick<MailContext, 'rows'>,
  contact: Contact,
  input: readonly TopicSubscriptionInput[],
): void {
  for (const { id, subscription } of input) {
    const topic = findTopic(rows, id)
    const choice = rows.topicSubscriptions.find('pair', topic.id, contact.id)
    if (choice === undefined) rows.topicSubscriptions.insert({ topicId: topic.id, contactId: contact.id, subscription })
    else rows.topicSubscriptions.update(choice.id, { subscription })
  }
}

/**
 * Returns a contact's properties after a change: null removes a property, absent ones keep their values.
 *
 * @throws 422 for a key without a contact property, and for a value of the wrong type.
 */
export function changedProperties(
  rows: Rows,
  before: Contact['properties'],
  changes: Readonly<Record<string, PropertyValue | boolean | null>>,
): Contact['properties'] {
  const after = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(changes)) {
    const property = rows.contactProperties.find('key', key)
    if (property === undefined) {
      throw validationError(`The contact property \`${key}\` does not exist. Create it before you use it.`)
    }
    if (value === null) after.delete(key)
    else if (typeof value === property.type && typeof value !== 'boolean') after.set(key, value)
    else
      throw validationError(`The contact property \`${key}\` must be a ${property.type}, got ${JSON.stringify(value)}.`)
  }
  return Object.fromEntries(after)
}
