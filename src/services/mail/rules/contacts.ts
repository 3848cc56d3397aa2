import type { MailCall, Rows, Work } from '../call.ts'
import { notFound, validationError } from '../errors.ts'
import type { Contact, PropertyValue, Segment, Subscription, Topic } from '../schema-audiences.ts'

type Parameters<N extends string> = { readonly params: { readonly [K in N]: string } }

/** The contact with this id or address; undefined when there is none. */
export function findContact(rows: Rows, idOrEmail: string): Contact | undefined {
  return rows.contacts.find('uuid', idOrEmail) ?? rows.contacts.find('email', idOrEmail.toLowerCase())
}

/** A step that finds the contact of the path, by id or address. Throws 404. */
export function contactOfPath({ rows, params }: Pick<MailCall, 'rows'> & Parameters<'id'>): {
  readonly contact: Contact
} {
  const contact = findContact(rows, params.id)
  if (contact === undefined) throw notFound('Contact')
  return { contact }
}

/** A step that finds the segment of the path, which clients call by either word. Throws 404. */
export function segmentNamed(word: 'Segment' | 'Audience') {
  return ({ rows, params }: Pick<MailCall, 'rows'> & Parameters<'segment_id'>): { readonly segment: Segment } => ({
    segment: requireSegment(rows, params.segment_id, word),
  })
}

/** The segment with this id. Throws 404. */
export function requireSegment(rows: Rows, uuid: string, word: 'Segment' | 'Audience' = 'Segment'): Segment {
  const segment = rows.segments.find('uuid', uuid)
  if (segment === undefined) throw notFound(word)
  return segment
}

/** A step that finds the contact of the path among the members of the segment. Throws 404. */
export function memberOfPath({
  rows,
  params,
  segment,
}: Pick<MailCall, 'rows'> & Parameters<'id'> & { readonly segment: Segment }): { readonly contact: Contact } {
  const { contact } = contactOfPath({ rows, params })
  if (rows.segmentMembers.find('pair', segment.id, contact.id) === undefined) throw notFound('Contact')
  return { contact }
}

/** Adds a contact. */
export function addContact(
  { rows, ids, clock }: Pick<Work, 'rows' | 'ids' | 'clock'>,
  wishes: Omit<Contact, 'id' | 'uuid' | 'createdAt' | 'updatedAt'>,
): Contact {
  const now = clock.now()
  return rows.contacts.insert({ uuid: ids.uuid(), ...wishes, createdAt: now, updatedAt: now })
}

/** Makes a contact a member of a segment, if it is not one. */
export function joinSegment({ rows, clock }: Pick<Work, 'rows' | 'clock'>, contact: Contact, segment: Segment): void {
  if (rows.segmentMembers.find('pair', segment.id, contact.id) !== undefined) return
  rows.segmentMembers.insert({ segmentId: segment.id, contactId: contact.id, createdAt: clock.now() })
}

/** Whether a contact wants mail about a topic: what it said, else what holds for all, which is so for who is none. */
export function subscriptionTo(rows: Rows, topic: Topic, contact: Contact | undefined): Subscription {
  const said = contact === undefined ? undefined : rows.topicSubscriptions.find('pair', topic.id, contact.id)
  return said?.subscription ?? topic.defaultSubscription
}

/** The topic with this id. Throws 404. */
export function requireTopic(rows: Rows, uuid: string): Topic {
  const topic = rows.topics.find('uuid', uuid)
  if (topic === undefined) throw notFound('Topic')
  return topic
}

/** What a client says about a topic. */
export interface SubscriptionWish {
  readonly id: string
  readonly subscription: Subscription
}

/** Keeps what a contact says about topics. Throws 404 for a topic that there is not. */
export function subscribe({ rows }: Pick<Work, 'rows'>, contact: Contact, wishes: readonly SubscriptionWish[]): void {
  for (const { id, subscription } of wishes) {
    const topic = requireTopic(rows, id)
    const said = rows.topicSubscriptions.find('pair', topic.id, contact.id)
    if (said === undefined) rows.topicSubscriptions.insert({ topicId: topic.id, contactId: contact.id, subscription })
    else rows.topicSubscriptions.update(said.id, { subscription })
  }
}

/**
 * The properties of a contact after a change: what is null is taken away, what is not named stays. Throws 422 for a key that
 * no contact property has, and for a value that is not of its type.
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
