import type { PathContext } from '#mail/call.ts'
import { notFound } from '#mail/errors.ts'
import { findCustomEvent } from '#mail/rules/automations/custom-events.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { Automation, AutomationRun, CustomEvent } from '#mail/schema/automations.ts'

/**
 * A step that loads the event of the path, by id or name.
 *
 * @throws 404.
 */
export function loadCustomEvent({ rows, params }: PathContext<'identifier'>): { readonly customEvent: CustomEvent } {
  return { customEvent: findCustomEvent(rows, params.identifier) }
}

/**
 * A step that loads the automation of the path.
 *
 * @throws 404, and 422 for an id that is no UUID.
 */
export function loadAutomation({ rows, params }: PathContext<'automation_id'>): { readonly automation: Automation } {
  const automation = rows.automations.find('uuid', uuidOf(params.automation_id))
  if (automation === undefined) throw notFound('Automation')
  return { automation }
}

/**
 * A step that loads the run of the path, if it is of the automation.
 *
 * @throws 404, and 422 for an id that is no UUID.
 */
export function loadRun({ rows, params, automation }: PathContext<'run_id'> & { readonly automation: Automation }): {
  readonly run: AutomationRun
} {
  const run = rows.automationRuns.find('uuid', uuidOf(params.run_id))
  if (run?.automationId !== automation.id) throw notFound('Automation run')
  return { run }
}
