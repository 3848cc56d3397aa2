import { Failure } from '#core/errors.ts'
import type { MailContext } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import type { Contact } from '#mail/schema/audiences.ts'
import type {
  Automation,
  AutomationRun,
  AutomationStep,
  Connection,
  Payload,
  RunStep,
} from '#mail/schema/automations.ts'
import { addContact, contactByIdOrEmail } from '../audiences/contacts.ts'
import { durationOf } from './durations.ts'
import { perform } from './perform.ts'
import { isMet } from './values.ts'

/** The contact of an event, by its row or by its address. An unknown address becomes a contact when a run begins. */
export type Subject = { readonly contact: Contact } | { readonly email: string }

/**
 * Starts the enabled automations that an event triggers, and resumes the runs of its contact that wait for it.
 * https://resend.com/docs/dashboard/automations/trigger
 */
export function acceptEvent(context: MailContext, name: string, subject: Subject, payload: Payload): void {
  const { rows } = context
  const known = 'contact' in subject ? subject.contact : contactByIdOrEmail(rows, subject.email)
  // Before the new runs, so that an event does not also resume a run that it starts.
  if (known !== undefined) {
    for (const { id } of rows.automationRuns.list('running', known.id, 'running')) receive(context, id, name, payload)
  }
  for (const automation of rows.automations.list('byStatus', 'enabled')) {
    const trigger = automation.steps.find((step) => step.type === 'trigger' && step.config.event_name === name)
    if (trigger !== undefined) startRun(context, automation, trigger, contactOf(context, subject), payload)
  }
}

function contactOf(context: MailContext, subject: Subject): Contact {
  if ('contact' in subject) return subject.contact
  const known = contactByIdOrEmail(context.rows, subject.email)
  if (known !== undefined) return known
  const fields = { firstName: null, lastName: null, unsubscribed: false, properties: {} }
  const contact = addContact(context, { email: subject.email, ...fields })
  context.emit({ event: 'contact.created', contact })
  return contact
}

function startRun(
  context: MailContext,
  { id, steps, connections }: Automation,
  trigger: AutomationStep,
  contact: Contact,
  payload: Payload,
): void {
  const { rows, ids, clock } = context
  const run = rows.automationRuns.insert({
    uuid: ids.uuid(),
    automationId: id,
    contactId: contact.id,
    workflow: { steps, connections },
    payload,
    waited: {},
    status: 'running',
    steps: [],
    createdAt: clock.now(),
    completedAt: null,
  })
  reach(context, run.id, trigger)
  finishIfDone(context, run.id)
}

/** The timer's action: ends a delay, or lets a step that waits for an event time out. */
export function resumeRun(
  context: MailContext,
  { runId, key }: { readonly runId: number; readonly key: string },
): void {
  const run = context.rows.automationRuns.get(runId)
  const step = run?.steps.find((each) => each.key === key)
  if (run?.status !== 'running' || step?.status !== 'waiting') return
  leave(context, run.id, key, step.type === 'delay' ? 'default' : 'timeout')
  finishIfDone(context, run.id)
}

/** Lets the steps of a run that wait for this event go on. */
function receive(context: MailContext, runId: number, name: string, payload: Payload): void {
  const { rows } = context
  const { workflow, contactId, steps } = rows.automationRuns.require(runId)
  for (const { key } of steps.filter(({ status }) => status === 'waiting')) {
    const step = workflow.steps.find((each) => each.key === key)
    if (step?.type !== 'wait_for_event' || step.config.event_name !== name) continue
    const { waited } = rows.automationRuns.require(runId)
    const values = { event: payload, contact: rows.contacts.get(contactId), waited }
    if (step.config.filter_rule !== undefined && !isMet(step.config.filter_rule, values)) continue
    rows.automationRuns.update(runId, { waited: { ...waited, [name]: payload } })
    leave(context, runId, key, 'event_received')
  }
  finishIfDone(context, runId)
}

/** Begins a step of a run, unless the run has reached it before: each step runs once. */
function reach(context: MailContext, runId: number, step: AutomationStep): void {
  const { rows, clock } = context
  const run = rows.automationRuns.require(runId)
  if (run.status !== 'running' || run.steps.some(({ key }) => key === step.key)) return
  const started = { key: step.key, type: step.type, startedAt: clock.now(), completedAt: null, error: null } as const
  const record = (status: RunStep['status']): AutomationRun =>
    rows.automationRuns.update(runId, { steps: [...run.steps, { ...started, status }] })
  record('waiting')
  if (step.type === 'delay') return wait(context, runId, step.key, step.config.duration)
  if (step.type === 'wait_for_event') return wait(context, runId, step.key, step.config.timeout)
  try {
    const { skipped = false, leadsTo = 'default' } = perform(context, run, step)
    leave(context, runId, step.key, leadsTo, skipped ? 'skipped' : 'completed')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    endStep(context, runId, step.key, { status: 'failed', error: error.message })
    rows.automationRuns.update(runId, { status: 'failed', completedAt: clock.now() })
  }
}

function wait(context: MailContext, runId: number, key: string, duration: string | undefined): void {
  const span = duration === undefined ? null : durationOf(duration)
  if (span !== null) context.schedule(span, 'resumeRun', { runId, key })
}

/** Ends a step and begins those that follow it. */
function leave(
  context: MailContext,
  runId: number,
  key: string,
  leadsTo: Connection['type'],
  status: RunStep['status'] = 'completed',
): void {
  endStep(context, runId, key, { status, error: null })
  const { workflow } = context.rows.automationRuns.require(runId)
  for (const { from, to, type } of workflow.connections) {
    if (from !== key || (type !== leadsTo && type !== 'default')) continue
    const next = workflow.steps.find((step) => step.key === to)
    if (next !== undefined) reach(context, runId, next)
  }
}

/** Completes a run in which no step waits any longer. */
function finishIfDone({ rows, clock }: MailContext, runId: number): void {
  const { status, steps } = rows.automationRuns.require(runId)
  if (status !== 'running' || steps.some((step) => step.status === 'waiting')) return
  rows.automationRuns.update(runId, { status: 'completed', completedAt: clock.now() })
}

function endStep(
  { rows, clock }: MailContext,
  runId: number,
  key: string,
  end: Pick<RunStep, 'status' | 'error'>,
): void {
  const { steps } = rows.automationRuns.require(runId)
  const ended = steps.map((step) => (step.key === key ? { ...step, ...end, completedAt: clock.now() } : step))
  rows.automationRuns.update(runId, { steps: ended })
}

/**
 * Cancels a run; its remaining steps do not run. https://resend.com/docs/api-reference/automations/cancel-automation-run
 *
 * @throws 422 for a run that completed or failed.
 */
export function cancelRun({ rows, clock }: MailContext, run: AutomationRun): void {
  if (run.status === 'cancelled') return
  if (run.status !== 'running') throw validationError(`The automation run has already ${run.status}.`)
  const steps = run.steps.map((step) =>
    step.status === 'waiting' ? { ...step, status: 'skipped' as const, completedAt: clock.now() } : step,
  )
  rows.automationRuns.update(run.id, { status: 'cancelled', steps, completedAt: clock.now() })
}

/**
 * Disables an automation and cancels its runs in progress.
 * https://resend.com/docs/api-reference/automations/stop-automation
 */
export function stopAutomation(context: MailContext, automation: Automation): Automation {
  const { rows, clock } = context
  for (const run of rows.automationRuns.list('byAutomation', automation.id)) {
    if (run.status === 'running') cancelRun(context, run)
  }
  return rows.automations.update(automation.id, { status: 'disabled', updatedAt: clock.now() })
}
