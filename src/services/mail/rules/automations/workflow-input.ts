import * as v from 'valibot'
import { validationError } from '#mail/errors.ts'
import type { Rule, Workflow } from '#mail/schema/automations.ts'
import { durationOf } from './durations.ts'

/** The largest number of steps. https://resend.com/docs/api-reference/automations/create-automation */
const MOST_STEPS = 150

const text = v.pipe(v.string(), v.minLength(1))
const duration = v.pipe(
  v.string(),
  v.check(
    (each) => durationOf(each) !== null,
    'A duration must be a time such as `1 hour` or `3 days`, up to 30 days.',
  ),
)
const reference = v.object({ var: text })
const scalar = v.union([v.string(), v.number(), v.boolean()])
const name = v.nullable(v.union([v.string(), reference]))

const field = v.pipe(
  v.string(),
  v.regex(/^(?:event|contact|wait_events)\./, 'The `field` of a rule must start with `event.` or `contact.`.'),
)
const rule: v.GenericSchema<unknown, Rule> = v.variant('type', [
  v.object({
    type: v.literal('rule'),
    field,
    operator: v.picklist([
      'eq',
      'neq',
      'gt',
      'gte',
      'lt',
      'lte',
      'contains',
      'starts_with',
      'ends_with',
      'exists',
      'is_empty',
    ]),
    value: v.optional(v.nullable(scalar)),
  }),
  v.object({ type: v.picklist(['and', 'or']), rules: v.array(v.lazy(() => rule)) }),
])

const step = <T extends string, S extends v.GenericSchema>(type: T, config: S) =>
  v.object({ key: text, type: v.literal(type), config })

const Step = v.variant('type', [
  step('trigger', v.object({ event_name: text })),
  step(
    'send_email',
    v.object({
      template: v.object({ id: text, variables: v.optional(v.record(v.string(), v.unknown())) }),
      subject: v.optional(v.string()),
      from: v.optional(v.string()),
      reply_to: v.optional(v.string()),
      topic_id: v.optional(v.string()),
    }),
  ),
  step('delay', v.object({ duration })),
  step('wait_for_event', v.object({ event_name: text, timeout: v.optional(duration), filter_rule: v.optional(rule) })),
  step('condition', rule),
  step(
    'contact_update',
    v.object({
      first_name: v.optional(name),
      last_name: v.optional(name),
      unsubscribed: v.optional(v.union([v.boolean(), reference])),
      properties: v.optional(v.record(v.string(), v.nullable(v.union([scalar, reference])))),
    }),
  ),
  step('contact_delete', v.object({})),
  step('add_to_segment', v.object({ segment_id: text })),
])

const CONNECTIONS = ['default', 'condition_met', 'condition_not_met', 'timeout', 'event_received'] as const

/** Schema of the steps of an automation. https://resend.com/docs/dashboard/automations/steps */
export const steps = v.pipe(v.array(Step), v.minLength(1), v.maxLength(MOST_STEPS))

/** Schema of the connections between steps. */
export const connections = v.array(
  v.object({ from: text, to: text, type: v.optional(v.picklist(CONNECTIONS), 'default') }),
)

/**
 * Checks the graph of the steps.
 *
 * @throws 422 for a key that is used twice, without a trigger, and for a connection of a step that does not exist.
 */
export function requireGraph({ steps: all, connections: ways }: Workflow): void {
  const keys = new Set(all.map(({ key }) => key))
  if (keys.size < all.length) throw validationError('Each step must have a unique `key`.')
  if (!all.some(({ type }) => type === 'trigger')) throw validationError('The `steps` must include a `trigger` step.')
  const unknown = ways.flatMap(({ from, to }) => [from, to]).find((key) => !keys.has(key))
  if (unknown !== undefined) throw validationError(`The connections refer to the unknown step \`${unknown}\`.`)
}
