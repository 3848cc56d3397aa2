import { isRecord } from '#core/objects.ts'
import type { Contact } from '#mail/schema/audiences.ts'
import type { AutomationRun, Payload, Reference, Rule } from '#mail/schema/automations.ts'

/** The values that conditions and references of a run read. */
export interface RunValues {
  readonly event: Payload
  readonly contact: Contact | undefined
  /** The payloads of the events that the run has waited for, by their names. */
  readonly waited: AutomationRun['waited']
}

/**
 * Returns the value of a field such as `event.plan`, `contact.first_name`, `contact.properties.plan`, or
 * `wait_events.payment.completed.amount`; undefined when there is none.
 */
function valueAt(values: RunValues, field: string): unknown {
  const [namespace, ...path] = field.split('.')
  if (namespace === 'event') return memberAt(values.event, path)
  if (namespace === 'contact') return contactValue(values.contact, path)
  if (namespace !== 'wait_events') return undefined
  // The name of an event may have dots too.
  const rest = path.join('.')
  const name = Object.keys(values.waited).find((each) => rest.startsWith(`${each}.`))
  return name === undefined ? undefined : memberAt(values.waited[name], rest.slice(name.length + 1).split('.'))
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  let member = value
  for (const name of path) member = isRecord(member) && Object.hasOwn(member, name) ? member[name] : undefined
  return member
}

function contactValue(contact: Contact | undefined, path: readonly string[]): unknown {
  if (contact === undefined) return undefined
  const { uuid, email, firstName, lastName, unsubscribed, properties } = contact
  const own = { id: uuid, email, first_name: firstName, last_name: lastName, unsubscribed }
  return memberAt({ ...properties, ...own, properties }, path)
}

/** Returns the value that a step names, or the one that it has itself. */
export function resolved<T>(values: RunValues, value: T | Reference): unknown {
  return isRecord(value) && typeof value['var'] === 'string' ? valueAt(values, value['var']) : value
}

/** True when a condition is met. https://resend.com/docs/dashboard/automations/condition */
export function isMet(rule: Rule, values: RunValues): boolean {
  if (rule.type !== 'rule') {
    const test = (each: Rule): boolean => isMet(each, values)
    return rule.type === 'and' ? rule.rules.every(test) : rule.rules.some(test)
  }
  const { operator, value: expected = null } = rule
  const value = valueAt(values, rule.field) ?? null
  switch (operator) {
    case 'eq':
      return value === expected
    case 'neq':
      return value !== expected
    case 'exists':
      return value !== null
    case 'is_empty':
      return value === null || value === '' || (Array.isArray(value) && value.length === 0)
    case 'contains':
      return Array.isArray(value)
        ? value.includes(expected)
        : both(value, expected, (text, part) => text.includes(part))
    case 'starts_with':
      return both(value, expected, (text, part) => text.startsWith(part))
    case 'ends_with':
      return both(value, expected, (text, part) => text.endsWith(part))
    default:
      return typeof value === 'number' && typeof expected === 'number' && isOrdered(operator, value, expected)
  }
}

function both(value: unknown, expected: unknown, test: (text: string, part: string) => boolean): boolean {
  return typeof value === 'string' && typeof expected === 'string' && test(value, expected)
}

function isOrdered(operator: 'gt' | 'gte' | 'lt' | 'lte', value: number, expected: number): boolean {
  if (operator === 'gt') return value > expected
  if (operator === 'gte') return value >= expected
  return operator === 'lt' ? value < expected : value <= expected
}
