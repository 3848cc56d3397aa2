import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import { customEventJson } from '#mail/json/automation.ts'
import { answerPage } from '#mail/json/page.ts'
import { checkedPayload, requireOwnName } from '#mail/rules/automations/custom-events.ts'
import { acceptEvent, type Subject } from '#mail/rules/automations/runs.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { bareAddress } from '#mail/rules/sending/addresses.ts'
import { loadCustomEvent } from '#mail/steps/automations.ts'

const { get, post, patch, del } = routesFor<MailCall>()

const name = v.pipe(v.string(), v.minLength(1, 'The `name` field must not be empty.'))
const schema = v.nullable(v.record(v.string(), v.picklist(['string', 'number', 'boolean', 'date'])))

const EventInput = v.object({ name, schema: v.optional(schema, null) })
const EventChanges = v.object({ schema })
const SentEvent = v.object({
  event: name,
  contact_id: v.nullish(v.string()),
  email: v.nullish(bareAddress('email')),
  payload: v.nullish(v.record(v.string(), v.unknown())),
})

const one = '/events/:identifier'

/** Events that start automations. https://resend.com/docs/api-reference/events/create-event */
export const eventsRoutes = [
  post('events/create', '/events', body(EventInput), ({ rows, ids, clock, body }) => {
    requireOwnName(body.name)
    if (rows.customEvents.find('name', body.name) !== undefined) {
      throw validationError(`An event with the name \`${body.name}\` already exists.`, 409)
    }
    const event = rows.customEvents.insert({ uuid: ids.uuid(), ...body, createdAt: clock.now(), updatedAt: null })
    return json({ object: 'event', id: event.uuid }, 201)
  }),
  get('events/list', '/events', (call) => answerPage(call, newestFirst(call.rows.customEvents), customEventJson)),
  post('events/send', '/events/send', body(SentEvent), (call) => {
    const { rows, body } = call
    requireOwnName(body.event)
    const defined = rows.customEvents.find('name', body.event)
    const payload = checkedPayload(defined?.schema ?? null, body.payload ?? {})
    acceptEvent(call, body.event, subjectOf(call, body), payload)
    return json({ object: 'event', event: body.event }, 202)
  }),
  get('events/get', one, loadCustomEvent, ({ customEvent }) =>
    json({ object: 'event', ...customEventJson(customEvent) }),
  ),
  patch('events/update', one, loadCustomEvent, body(EventChanges), ({ rows, clock, customEvent, body }) => {
    rows.customEvents.update(customEvent.id, { schema: body.schema, updatedAt: clock.now() })
    return json({ object: 'event', id: customEvent.uuid })
  }),
  del('events/remove', one, loadCustomEvent, ({ rows, customEvent }) => {
    rows.customEvents.delete(customEvent.id)
    return json({ object: 'event', id: customEvent.uuid, deleted: true })
  }),
]

/**
 * Returns whom an event is about.
 *
 * @throws 422 unless it names a contact or an address, and 404 for an unknown contact.
 */
function subjectOf({ rows }: MailCall, { contact_id, email }: v.InferOutput<typeof SentEvent>): Subject {
  const id = contact_id ?? null
  if ((id === null) === ((email ?? null) === null)) {
    throw validationError('Exactly one of `contact_id` or `email` must be provided.')
  }
  if (typeof email === 'string') return { email }
  const contact = rows.contacts.find('uuid', (id ?? '').toLowerCase())
  if (contact === undefined) throw notFound('Contact')
  return { contact }
}
