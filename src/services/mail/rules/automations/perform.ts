import { defined } from '#core/objects.ts'
import type { MailContext } from '#mail/call.ts'
import { missingField, notFound } from '#mail/errors.ts'
import type { Contact, PropertyValue } from '#mail/schema/audiences.ts'
import type { AutomationRun, AutomationStep, Connection, StepOf } from '#mail/schema/automations.ts'
import { contactVariables, unsubscribeHeaders, unsubscribeUrl } from '../audiences/contact-variables.ts'
import { changedProperties, findSegment, findTopic, joinSegment, subscriptionTo } from '../audiences/contacts.ts'
import { sendEmail } from '../sending/send.ts'
import { requireSender } from '../sending/sender.ts'
import { resolveTemplate } from '../sending/template-reference.ts'
import { isMet, resolved, type RunValues } from './values.ts'

/** How a step ended. */
export interface StepResult {
  /** True when the step did nothing, because the contact wants no email. */
  readonly skipped?: boolean
  /** The type of the connections that lead on. Default: `default` */
  readonly leadsTo?: Connection['type']
}

/**
 * Does what a step of a run is there for.
 *
 * @throws the failure that ends the run, before anything has changed.
 */
export function perform(
  context: MailContext,
  run: AutomationRun,
  step: Exclude<AutomationStep, StepOf<'delay' | 'wait_for_event'>>,
): StepResult {
  const { rows } = context
  const values = { event: run.payload, contact: rows.contacts.get(run.contactId), waited: run.waited }
  switch (step.type) {
    case 'trigger':
      return {}
    case 'condition':
      return { leadsTo: isMet(step.config, values) ? 'condition_met' : 'condition_not_met' }
    case 'send_email':
      return sendStepEmail(context, values, step.config)
    case 'contact_update':
      return updateContact(context, values, step.config)
    case 'contact_delete':
      return deleteContact(context, requireContact(values))
    case 'add_to_segment':
      joinSegment(context, requireContact(values), findSegment(rows, step.config.segment_id))
      return {}
  }
}

function requireContact({ contact }: RunValues): Contact {
  if (contact === undefined) throw notFound('Contact')
  return contact
}

/** Sends the email of a step, unless its contact has unsubscribed from all emails or from its topic. */
function sendStepEmail(
  context: MailContext,
  values: RunValues,
  { template, subject, from, reply_to, topic_id }: StepOf<'send_email'>['config'],
): StepResult {
  const { rows } = context
  const contact = requireContact(values)
  const topic = topic_id === undefined ? undefined : findTopic(rows, topic_id)
  const optedOut = topic !== undefined && subscriptionTo(rows, topic, contact) === 'opt_out'
  if (contact.unsubscribed || optedOut) return { skipped: true }
  const unsubscribe = unsubscribeUrl(context, contact, topic)
  const content = resolveTemplate(
    context,
    { id: template.id, variables: variablesOf(values, template.variables ?? {}) },
    contactVariables(rows, contact, unsubscribe),
  )
  const sender = from ?? content.from
  if (sender === null) throw missingField('from')
  const title = subject ?? content.subject
  if (title === null) throw missingField('subject')
  requireSender({ rows, principal: null }, sender, [contact.email])
  sendEmail(context, {
    from: sender,
    to: [contact.email],
    cc: [],
    bcc: [],
    replyTo: reply_to === undefined ? (content.replyTo ?? []) : [reply_to],
    subject: title,
    html: content.html,
    text: content.text,
    headers: unsubscribeHeaders(unsubscribe),
    tags: [],
    scheduledAt: null,
    topicId: topic?.uuid ?? null,
    templateId: content.uuid,
    broadcastId: null,
    attachments: [],
  })
  return {}
}

/** Returns the values of a template's variables; one that refers to nothing is left to the variable's fallback. */
function variablesOf(
  values: RunValues,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, PropertyValue>> {
  const entries = Object.entries(variables).flatMap(([key, value]): [string, PropertyValue][] => {
    const actual = resolved(values, value)
    if (actual === null || actual === undefined) return []
    if (typeof actual === 'string' || typeof actual === 'number') return [[key, actual]]
    return [[key, typeof actual === 'boolean' ? String(actual) : JSON.stringify(actual)]]
  })
  return Object.fromEntries(entries)
}

function updateContact(
  context: MailContext,
  values: RunValues,
  { first_name, last_name, unsubscribed, properties = {} }: StepOf<'contact_update'>['config'],
): StepResult {
  const { rows, clock } = context
  const { id, properties: before } = requireContact(values)
  const changed = Object.entries(properties).map(([key, value]) => [key, scalar(resolved(values, value)) ?? null])
  const contact = rows.contacts.update(id, {
    ...defined({
      firstName: first_name === undefined ? undefined : textOrNull(resolved(values, first_name)),
      lastName: last_name === undefined ? undefined : textOrNull(resolved(values, last_name)),
      unsubscribed: unsubscribed === undefined ? undefined : isTrue(resolved(values, unsubscribed)),
    }),
    properties: changedProperties(rows, before, Object.fromEntries(changed)),
    updatedAt: clock.now(),
  })
  context.emit({ event: 'contact.updated', contact })
  return {}
}

function scalar(value: unknown): string | number | boolean | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function textOrNull(value: unknown): string | null {
  const text = scalar(value)
  return text === undefined ? null : String(text)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function deleteContact({ rows, emit }: MailContext, contact: Contact): StepResult {
  // Before the deletion, because the event lists the contact's segments.
  emit({ event: 'contact.deleted', contact })
  rows.contacts.delete(contact.id)
  return {}
}
