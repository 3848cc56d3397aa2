import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { contactPropertyJson } from '#mail/json/contact.ts'
import { newestFirst } from '#mail/rules/page.ts'
import type { ContactProperty, PropertyValue } from '#mail/schema/audiences.ts'
import * as v from 'valibot'
import { loadProperty } from '#mail/steps/contact-properties.ts'
import { answerPage } from '#mail/json/page.ts'

const { get, post, patch, del } = routesFor<MailCall>()

const fallback = v.nullish(v.union([v.string(), v.number()]))

const ContactPropertyInput = v.object({
  key: v.pipe(
    v.string(),
    v.regex(/^\w{1,50}$/, 'The `key` field can only contain letters, numbers and underscores, and up to 50 of them.'),
  ),
  type: v.picklist(['string', 'number']),
  fallback_value: fallback,
})

const ContactPropertyChanges = v.object({ fallback_value: fallback })

/** The members that every contact has. */
const OWN = new Set(['first_name', 'last_name', 'email', 'unsubscribed'])

/** Custom properties of contacts. https://resend.com/docs/api-reference/contact-properties/create-contact-property */
export const contactPropertiesRoutes = [
  post('contact-properties/create', '/contact-properties', body(ContactPropertyInput), ({ rows, ids, clock, body }) => {
    const { key, type, fallback_value = null } = body
    if (OWN.has(key) || rows.contactProperties.find('key', key) !== undefined) {
      throw validationError(`A contact property with the key \`${key}\` already exists.`)
    }
    requireType(type, fallback_value)
    const property = { uuid: ids.uuid(), key, type, fallbackValue: fallback_value, createdAt: clock.now() }
    return json({ object: 'contact_property', id: rows.contactProperties.insert(property).uuid }, 201)
  }),
  get('contact-properties/list', '/contact-properties', (call) =>
    answerPage(call, newestFirst(call.rows.contactProperties), contactPropertyJson),
  ),
  get('contact-properties/get', '/contact-properties/:id', loadProperty, ({ property }) =>
    json({ object: 'contact_property', ...contactPropertyJson(property) }),
  ),
  patch(
    'contact-properties/update',
    '/contact-properties/:id',
    loadProperty,
    body(ContactPropertyChanges),
    ({ rows, property, body }) => {
      if (body.fallback_value !== undefined) {
        requireType(property.type, body.fallback_value)
        rows.contactProperties.update(property.id, { fallbackValue: body.fallback_value })
      }
      return json({ object: 'contact_property', id: property.uuid })
    },
  ),
  // Deletes the property's values from all contacts too.
  del('contact-properties/remove', '/contact-properties/:id', loadProperty, ({ rows, property }) => {
    for (const { id, properties } of rows.contacts.all()) {
      const { [property.key]: gone, ...rest } = properties
      if (gone !== undefined) rows.contacts.update(id, { properties: rest })
    }
    rows.contactProperties.delete(property.id)
    return json({ object: 'contact_property', deleted: true, id: property.uuid })
  }),
]

function requireType(type: ContactProperty['type'], value: PropertyValue | null): void {
  if (value === null || typeof value === type) return
  throw validationError(`The \`fallback_value\` field must be a ${type}, got ${JSON.stringify(value)}.`)
}
