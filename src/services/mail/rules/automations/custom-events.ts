import type { Rows } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import type { CustomEvent, FieldType, Payload } from '#mail/schema/automations.ts'

/** The prefix of the vendor's own events. https://resend.com/docs/dashboard/automations/trigger */
const RESERVED = 'resend:'

/**
 * Returns the event with this id or name.
 *
 * @throws 404.
 */
export function findCustomEvent(rows: Rows, idOrName: string): CustomEvent {
  const event = rows.customEvents.find('uuid', idOrName.toLowerCase()) ?? rows.customEvents.find('name', idOrName)
  if (event === undefined) throw notFound('Event')
  return event
}

/** @throws 422 for a name that is reserved. */
export function requireOwnName(name: string): void {
  if (name.startsWith(RESERVED)) {
    throw validationError(`The event name cannot start with the reserved \`${RESERVED}\` prefix.`)
  }
}

/**
 * Returns a payload with its fields turned into the types of the event's schema. Fields that the schema does not have
 * stay as they are, and fields may be absent.
 *
 * @throws 422 for a field of another type.
 */
export function checkedPayload(schema: CustomEvent['schema'], payload: Payload): Payload {
  const entries = Object.entries(payload).map(([name, value]) => {
    const type = schema !== null && Object.hasOwn(schema, name) ? schema[name] : undefined
    return [name, type === undefined ? value : coerced(name, type, value)]
  })
  return Object.fromEntries(entries)
}

function coerced(name: string, type: FieldType, value: unknown): string | number | boolean {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : null
  if (text !== null) {
    if (type === 'string') return text
    if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    if (type === 'date' && Number.isFinite(Date.parse(text))) return text
  }
  throw validationError(`The \`${name}\` field of the payload must be a ${type}, got ${JSON.stringify(value)}.`)
}
