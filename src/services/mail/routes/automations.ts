import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { automationJson, listedAutomationJson, listedRunJson, runJson } from '#mail/json/automation.ts'
import { answerPage } from '#mail/json/page.ts'
import { cancelRun, stopAutomation } from '#mail/rules/automations/runs.ts'
import { connections, requireGraph, steps } from '#mail/rules/automations/workflow-input.ts'
import { newestFirst, viewOfRows } from '#mail/rules/page.ts'
import { loadAutomation, loadRun } from '#mail/steps/automations.ts'

const { get, post, patch, del } = routesFor<MailCall>()

const name = v.pipe(v.string(), v.minLength(1, 'The `name` field must not be empty.'))
const status = v.picklist(['enabled', 'disabled'])

const AutomationInput = v.object({ name, status: v.optional(status, 'disabled'), steps, connections })
const AutomationChanges = v.object({
  name: v.optional(name),
  status: v.optional(status),
  steps: v.optional(steps),
  connections: v.optional(connections),
})

const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled']

const one = '/automations/:automation_id'
const oneRun = `${one}/runs/:run_id` as const

/** Steps that follow an event. https://resend.com/docs/api-reference/automations/create-automation */
export const automationsRoutes = [
  post('automations/create', '/automations', body(AutomationInput), ({ rows, ids, clock, body }) => {
    requireGraph(body)
    const now = clock.now()
    const automation = rows.automations.insert({ uuid: ids.uuid(), ...body, createdAt: now, updatedAt: now })
    return json({ object: 'automation', id: automation.uuid }, 201)
  }),
  get('automations/list', '/automations', (call) => {
    const { rows, query } = call
    const wanted = query.get('status')
    if (wanted === null) return answerPage(call, newestFirst(rows.automations), listedAutomationJson)
    if (wanted !== 'enabled' && wanted !== 'disabled') {
      throw validationError('The `status` parameter must be `enabled` or `disabled`.')
    }
    return answerPage(call, viewOfRows(rows.automations.list('byStatus', wanted).toReversed()), listedAutomationJson)
  }),
  get('automations/get', one, loadAutomation, ({ automation }) => json(automationJson(automation))),
  patch('automations/update', one, loadAutomation, body(AutomationChanges), ({ rows, clock, automation, body }) => {
    const changes = defined(body)
    if (Object.keys(changes).length === 0) {
      throw validationError('At least one of `name`, `status`, or `steps` and `connections` must be provided.')
    }
    if ((changes.steps === undefined) !== (changes.connections === undefined)) {
      throw validationError('The `steps` and `connections` fields must be provided together.')
    }
    const changed = rows.automations.update(automation.id, { ...changes, updatedAt: clock.now() })
    requireGraph(changed)
    return json({ object: 'automation', id: changed.uuid })
  }),
  del('automations/remove', one, loadAutomation, ({ rows, automation }) => {
    rows.automations.delete(automation.id)
    return json({ object: 'automation', id: automation.uuid, deleted: true })
  }),
  post('automations/duplicate', `${one}/duplicate`, loadAutomation, ({ rows, ids, clock, automation }) => {
    const { id: _, ...copied } = automation
    const now = clock.now()
    const fresh = { uuid: ids.uuid(), status: 'disabled', createdAt: now, updatedAt: now } as const
    const copy = rows.automations.insert({ ...copied, ...fresh, name: `${automation.name} (Copy)` })
    return json({ object: 'automation', id: copy.uuid }, 201)
  }),
  post('automations/stop', `${one}/stop`, loadAutomation, (call) => {
    const { uuid, status: stopped } = stopAutomation(call, call.automation)
    return json({ object: 'automation', id: uuid, status: stopped })
  }),
  get('automations/list-runs', `${one}/runs`, loadAutomation, (call) => {
    const { rows, automation, query } = call
    const wanted = query.get('status')?.split(',') ?? RUN_STATUSES
    const unknown = wanted.find((each) => !RUN_STATUSES.includes(each))
    if (unknown !== undefined) {
      throw validationError(`The \`status\` parameter must be a list of ${RUN_STATUSES.join(', ')}.`)
    }
    const runs = viewOfIndex(rows.automationRuns, 'byAutomation', [automation.id], { descending: true })
    const listed = runs.slice(0, runs.total).filter((run) => wanted.includes(run.status))
    return answerPage(call, viewOfRows(listed), listedRunJson)
  }),
  get('automations/get-run', oneRun, loadAutomation, loadRun, ({ run }) => json(runJson(run))),
  post('automations/cancel-run', `${oneRun}/cancel`, loadAutomation, loadRun, (call) => {
    cancelRun(call, call.run)
    return json({ object: 'automation_run', id: call.run.uuid, status: 'cancelled' })
  }),
]
