import { json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { bareAddress } from '#mail/rules/sending/addresses.ts'
import { notFound, validationError } from '#mail/errors.ts'
import { contactJson, listedContactJson, listedSegmentJson } from '#mail/json/contact.ts'
import { viewOfRows, newestFirst } from '#mail/rules/page.ts'
import {
  addContact,
  changedProperties,
  contactByIdOrEmail,
  joinSegment,
  findSegment,
  subscribe,
  subscriptionTo,
} from '#mail/rules/audiences/contacts.ts'
import type { Contact, Segment } from '#mail/schema/audiences.ts'
import { answerMembers } from './segments.ts'
import { loadContact, loadMember } from '#mail/steps/contacts.ts'
import { loadSegment } from '#mail/steps/segments.ts'
import { answerPage, answerWholeList } from '#mail/json/page.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<MailCall>()

const address = bareAddress('email')
const properties = v.nullish(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))))
const subscriptions = v.array(v.object({ id: v.string(), subscription: v.picklist(['opt_in', 'opt_out']) }))

const ContactInput = v.object({
  email: address,
  first_name: v.nullish(v.string()),
  last_name: v.nullish(v.string()),
  unsubscribed: v.nullish(v.boolean()),
  properties,
  // The SDK sends objects, the vendor's API description says ids.
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

/** The account's contacts. https://resend.com/docs/api-reference/contacts/create-contact */
export const contactsRoutes = [
  post('contacts/create', '/contacts', body(ContactInput), (call) => {
    const { rows, body } = call
    const segmentIds = (body.segments ?? []).map((each) => (typeof each === 'string' ? each : each.id))
    const segments = segmentIds.map((uuid) => findSegment(rows, uuid))
    if (typeof body.audience_id === 'string') segments.push(findSegment(rows, body.audience_id, 'Audience'))
    return createContact(call, body, segments)
  }),
  get('contacts/list', '/contacts', (call) => {
    const segmentId = call.query.get('segment_id')
    if (segmentId !== null) return answerMembers(Object.assign(call, { segment: findSegment(call.rows, segmentId) }))
    return answerWholeList(call, newestFirst(call.rows.contacts), listedContactJson)
  }),
  get('contacts/get', '/contacts/:id', loadContact, ({ contact }) => json(contactJson(contact))),
  patch('contacts/update', '/contacts/:id', loadContact, body(ContactChanges), (call) => updateContact(call)),
  del('contacts/remove', '/contacts/:id', loadContact, removeContact),

  // https://resend.com/docs/api-reference/contacts/list-contact-segments
  get('contacts/list-segments', '/contacts/:id/segments', loadContact, (call) => {
    const { rows, contact } = call
    const joined = rows.segmentMembers.list('byContact', contact.id).toReversed()
    return answerPage(
      call,
      viewOfRows(joined.map(({ segmentId }) => rows.segments.require(segmentId))),
      listedSegmentJson,
    )
  }),
  post('contacts/add-segment', '/contacts/:id/segments/:segment_id', loadContact, loadSegment('Segment'), (call) => {
    joinSegment(call, call.contact, call.segment)
    return json({ id: call.segment.uuid })
  }),
  del(
    'contacts/remove-segment',
    '/contacts/:id/segments/:segment_id',
    loadContact,
    loadSegment('Segment'),
    ({ rows, contact, segment }) => {
      const member = rows.segmentMembers.find('pair', segment.id, contact.id)
      if (member === undefined) throw notFound('Contact')
      rows.segmentMembers.delete(member.id)
      return json({ id: segment.uuid, deleted: true })
    },
  ),

  // https://resend.com/docs/api-reference/contacts/list-contact-topics
  get('contacts/list-topics', '/contacts/:id/topics', loadContact, (call) => {
    const { rows, contact } = call
    return answerPage(call, newestFirst(rows.topics), (topic) => ({
      id: topic.uuid,
      name: topic.name,
      description: topic.description,
      subscription: subscriptionTo(rows, topic, contact),
    }))
  }),
  patch('contacts/update-topics', '/contacts/:id/topics', loadContact, loadTopicChanges, (call) => {
    const { contact, input } = call
    subscribe(call, contact, input)
    call.emit({ event: 'contact.topics.updated', contact, topics: input })
    return json({ id: contact.uuid })
  }),

  // The paths that older clients use, below an audience. https://resend.com/docs/api-reference/audiences
  post(
    'audiences/create-contact',
    '/audiences/:segment_id/contacts',
    loadSegment('Audience'),
    body(ContactInput),
    (call) => createContact(call, call.body, [call.segment]),
  ),
  get('audiences/get-contact', '/audiences/:segment_id/contacts/:id', loadSegment('Audience'), loadMember, (call) =>
    json(contactJson(call.contact)),
  ),
  patch(
    'audiences/update-contact',
    '/audiences/:segment_id/contacts/:id',
    loadSegment('Audience'),
    loadMember,
    body(ContactChanges),
    (call) => updateContact(call),
  ),
  del('audiences/remove-contact', '/audiences/:segment_id/contacts/:id', (call) => {
    // The vendor names the contact as the path does, and says that it deleted one also where there is none.
    const { segment_id: segmentId, id } = call.params
    const segment = call.rows.segments.find('uuid', segmentId)
    const contact = contactByIdOrEmail(call.rows, id)
    const isMember = segment && contact && call.rows.segmentMembers.find('pair', segment.id, contact.id) !== undefined
    if (contact !== undefined && isMember === true) removeContact(Object.assign(call, { contact }))
    return json({ object: 'contact', contact: id, deleted: true })
  }),
]

/** Adds a contact, or updates the existing one with the same address, and adds it to the segments. */
function createContact(
  call: MailCall,
  input: v.InferOutput<typeof ContactInput>,
  segments: readonly Segment[],
): Answer {
  const { rows } = call
  const known = contactByIdOrEmail(rows, input.email)
  const contact =
    known === undefined
      ? addContact(call, {
          email: input.email,
          firstName: input.first_name ?? null,
          lastName: input.last_name ?? null,
          unsubscribed: input.unsubscribed ?? false,
          properties: changedProperties(rows, {}, input.properties ?? {}),
        })
      : changeContact(call, known, { ...input, email: known.email })
  for (const segment of segments) joinSegment(call, contact, segment)
  subscribe(call, contact, input.topics ?? [])
  call.emit({ event: known === undefined ? 'contact.created' : 'contact.updated', contact })
  return json({ object: 'contact', id: contact.uuid }, 201)
}

type Changes = v.InferOutput<typeof ContactChanges>

function updateContact(call: MailCall & { readonly contact: Contact; readonly body: Changes }): Answer {
  const { email } = call.body
  const holder = email === undefined ? undefined : contactByIdOrEmail(call.rows, email)
  if (holder !== undefined && holder.id !== call.contact.id) {
    throw validationError(`A contact with the email address \`${email}\` already exists.`, 409)
  }
  const contact = changeContact(call, call.contact, call.body)
  call.emit({ event: 'contact.updated', contact })
  return json({ object: 'contact', id: contact.uuid })
}

/** Updates a contact: null clears a name, absent members keep their values. */
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
  // Before the deletion, because the event lists the contact's segments.
  call.emit({ event: 'contact.deleted', contact })
  rows.contacts.delete(contact.id)
  return json({ object: 'contact', contact: contact.uuid, deleted: true })
}

const subscriptionsOf = body(v.object({ topics: subscriptions }))

/** Parses the body of a topic update. The SDK sends a bare list, the vendor's API description wraps it in an object. */
function loadTopicChanges(call: MailCall): { readonly input: v.InferOutput<typeof subscriptions> } {
  const value = call.json()
  const wrapped = Array.isArray(value) ? { topics: value } : value
  const { body } = subscriptionsOf({ dialect: call.dialect, form: () => call.form(), json: () => wrapped })
  return { input: body.topics }
}
