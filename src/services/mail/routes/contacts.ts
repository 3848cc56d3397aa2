import * as v from 'valibot'
import { json, type Answer } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { defined } from '../../../core/objects.ts'
import { routesFor } from '../../../core/routes.ts'
import type { MailCall } from '../call.ts'
import { bareAddress } from '../rules/addresses.ts'
import { notFound, validationError } from '../errors.ts'
import { contactEventData, contactJson, listedContact, listedSegment } from '../json/contact.ts'
import { listOf, newestFirst, paginated, wholeUnlessLimited } from '../pagination.ts'
import {
  addContact,
  changedProperties,
  contactOfPath,
  findContact,
  joinSegment,
  memberOfPath,
  requireSegment,
  segmentNamed,
  subscribe,
  subscriptionTo,
} from '../rules/contacts.ts'
import type { Contact, Segment } from '../schema-audiences.ts'
import { emit } from '../webhooks.ts'
import { listMembers } from './segments.ts'

const { get, post, patch, del } = routesFor<MailCall>()

const address = bareAddress('email')
const properties = v.nullish(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))))
const subscriptions = v.array(v.object({ id: v.string(), subscription: v.picklist(['opt_in', 'opt_out']) }))

const NewContact = v.object({
  email: address,
  first_name: v.nullish(v.string()),
  last_name: v.nullish(v.string()),
  unsubscribed: v.nullish(v.boolean()),
  properties,
  // The SDK sends objects, the vendor's description has ids.
  segments: v.nullish(v.array(v.union([v.string(), v.object({ id: v.string() })]))),
  topics: v.nullish(subscriptions),
  audience_id: v.nullish(v.string()),
})

const ContactChanges = v.object({
  email: v.optional(address),
  first_name: v.optional(v.nullable(v.string())),
  last_name: v.optional(v.nullable(v.string())),
  unsubscribed: v.optional(v.nullable(v.boolean())),
  properties,
})

/** People who are written to. https://resend.com/docs/api-reference/contacts/create-contact */
export const contactsRoutes = [
  post('contacts/create', '/contacts', body(NewContact), (call) => {
    const { rows, body } = call
    const named = (body.segments ?? []).map((each) => (typeof each === 'string' ? each : each.id))
    const segments = named.map((uuid) => requireSegment(rows, uuid))
    if (typeof body.audience_id === 'string') segments.push(requireSegment(rows, body.audience_id, 'Audience'))
    return createContact(call, body, segments)
  }),
  get('contacts/list', '/contacts', (call) => {
    const segmentId = call.query.get('segment_id')
    if (segmentId !== null) return listMembers(Object.assign(call, { segment: requireSegment(call.rows, segmentId) }))
    return wholeUnlessLimited(call, newestFirst(call.rows.contacts, 'all', []), listedContact)
  }),
  get('contacts/get', '/contacts/:id', contactOfPath, ({ contact }) => json(contactJson(contact))),
  patch('contacts/update', '/contacts/:id', contactOfPath, body(ContactChanges), (call) => updateContact(call)),
  del('contacts/remove', '/contacts/:id', contactOfPath, removeContact),

  // https://resend.com/docs/api-reference/contacts/list-contact-segments
  get('contacts/list-segments', '/contacts/:id/segments', contactOfPath, (call) => {
    const { rows, contact } = call
    const joined = rows.segmentMembers.list('byContact', contact.id).toReversed()
    return paginated(call, listOf(joined.map(({ segmentId }) => rows.segments.require(segmentId))), listedSegment)
  }),
  post('contacts/add-segment', '/contacts/:id/segments/:segment_id', contactOfPath, segmentNamed('Segment'), (call) => {
    joinSegment(call, call.contact, call.segment)
    return json({ id: call.segment.uuid })
  }),
  del(
    'contacts/remove-segment',
    '/contacts/:id/segments/:segment_id',
    contactOfPath,
    segmentNamed('Segment'),
    ({ rows, contact, segment }) => {
      const member = rows.segmentMembers.find('pair', segment.id, contact.id)
      if (member === undefined) throw notFound('Contact')
      rows.segmentMembers.delete(member.id)
      return json({ id: segment.uuid, deleted: true })
    },
  ),

  // https://resend.com/docs/api-reference/contacts/list-contact-topics
  get('contacts/list-topics', '/contacts/:id/topics', contactOfPath, (call) => {
    const { rows, contact } = call
    return paginated(call, newestFirst(rows.topics, 'all', []), (topic) => ({
      id: topic.uuid,
      name: topic.name,
      description: topic.description,
      subscription: subscriptionTo(rows, topic, contact),
    }))
  }),
  patch('contacts/update-topics', '/contacts/:id/topics', contactOfPath, topicChanges, (call) => {
    const { contact, wishes } = call
    subscribe(call, contact, wishes)
    emit(call, 'contact.topics.updated', () => ({ email: contact.email, topics: wishes }))
    return json({ id: contact.uuid })
  }),

  // What older clients call, within an audience. https://resend.com/docs/api-reference/audiences
  post(
    'audiences/create-contact',
    '/audiences/:segment_id/contacts',
    segmentNamed('Audience'),
    body(NewContact),
    (call) => createContact(call, call.body, [call.segment]),
  ),
  get('audiences/get-contact', '/audiences/:segment_id/contacts/:id', segmentNamed('Audience'), memberOfPath, (call) =>
    json(contactJson(call.contact)),
  ),
  patch(
    'audiences/update-contact',
    '/audiences/:segment_id/contacts/:id',
    segmentNamed('Audience'),
    memberOfPath,
    body(ContactChanges),
    (call) => updateContact(call),
  ),
  del(
    'audiences/remove-contact',
    '/audiences/:segment_id/contacts/:id',
    segmentNamed('Audience'),
    memberOfPath,
    removeContact,
  ),
]

/** Adds a contact; one that there is already gets what the client names, and joins the segments. */
function createContact(call: MailCall, wishes: v.InferOutput<typeof NewContact>, segments: readonly Segment[]): Answer {
  const { rows } = call
  const known = findContact(rows, wishes.email)
  const contact =
    known === undefined
      ? addContact(call, {
          email: wishes.email,
          firstName: wishes.first_name ?? null,
          lastName: wishes.last_name ?? null,
          unsubscribed: wishes.unsubscribed ?? false,
          properties: changedProperties(rows, {}, wishes.properties ?? {}),
        })
      : changeContact(call, known, { ...wishes, email: known.email })
  for (const segment of segments) joinSegment(call, contact, segment)
  subscribe(call, contact, wishes.topics ?? [])
  emit(call, known === undefined ? 'contact.created' : 'contact.updated', () => contactEventData(rows, contact))
  return json({ object: 'contact', id: contact.uuid }, 201)
}

type Changes = v.InferOutput<typeof ContactChanges>

function updateContact(call: MailCall & { readonly contact: Contact; readonly body: Changes }): Answer {
  const { email } = call.body
  const holder = email === undefined ? undefined : findContact(call.rows, email)
  if (holder !== undefined && holder.id !== call.contact.id) {
    throw validationError(`A contact with the email address \`${email}\` already exists.`, 409)
  }
  const contact = changeContact(call, call.contact, call.body)
  emit(call, 'contact.updated', () => contactEventData(call.rows, contact))
  return json({ object: 'contact', id: contact.uuid })
}

/** Null clears a name; what is not named stays. */
function changeContact({ rows, clock }: MailCall, contact: Contact, changes: Changes): Contact {
  return rows.contacts.update(
    contact.id,
    defined({
      email: changes.email,
      firstName: changes.first_name,
      lastName: changes.last_name,
      unsubscribed: changes.unsubscribed ?? undefined,
      properties: changedProperties(rows, contact.properties, changes.properties ?? {}),
      updatedAt: clock.now(),
    }),
  )
}

function removeContact(call: MailCall & { readonly contact: Contact }): Answer {
  const { rows, contact } = call
  // What it was a member of is told with it.
  const data = contactEventData(rows, contact)
  rows.contacts.delete(contact.id)
  emit(call, 'contact.deleted', () => data)
  return json({ object: 'contact', contact: contact.uuid, deleted: true })
}

const subscriptionsOf = body(v.object({ topics: subscriptions }))

/** The SDK sends the list itself, the vendor's description wraps it. */
function topicChanges(call: MailCall): { readonly wishes: v.InferOutput<typeof subscriptions> } {
  const given = call.json()
  const wrapped = Array.isArray(given) ? { topics: given } : given
  const { body } = subscriptionsOf({ dialect: call.dialect, form: () => call.form(), json: () => wrapped })
  return { wishes: body.topics }
}
