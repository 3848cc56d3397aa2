import type { Automation, AutomationRun, CustomEvent } from '#mail/schema/automations.ts'
import { timestamp } from './format.ts'

/** An event of the account. https://resend.com/docs/api-reference/events/get-event */
export function customEventJson({ uuid, name, schema, createdAt, updatedAt }: CustomEvent) {
  return {
    id: uuid,
    name,
    schema,
    created_at: timestamp(createdAt),
    updated_at: updatedAt === null ? null : timestamp(updatedAt),
  }
}

/** An automation in a list. https://resend.com/docs/api-reference/automations/list-automations */
export function listedAutomationJson({ uuid, name, status, createdAt, updatedAt }: Automation) {
  return { id: uuid, name, status, created_at: timestamp(createdAt), updated_at: timestamp(updatedAt) }
}

/** An automation with its steps. https://resend.com/docs/api-reference/automations/get-automation */
export function automationJson(automation: Automation) {
  return {
    object: 'automation',
    ...listedAutomationJson(automation),
    steps: automation.steps.map(({ key, type, config }) => ({ key, type, config })),
    connections: automation.connections.map(({ from, to, type }) => ({ from, to, type })),
  }
}

/** A run in a list. https://resend.com/docs/api-reference/automations/list-automation-runs */
export function listedRunJson({ uuid, status, createdAt, completedAt }: AutomationRun) {
  return {
    id: uuid,
    status,
    started_at: timestamp(createdAt),
    completed_at: completedAt === null ? null : timestamp(completedAt),
    created_at: timestamp(createdAt),
  }
}

/** A run with its steps. https://resend.com/docs/api-reference/automations/get-automation-run */
export function runJson(run: AutomationRun) {
  return {
    object: 'automation_run',
    ...listedRunJson(run),
    steps: run.steps.map(({ key, type, status, startedAt, completedAt, error }) => ({
      key,
      type,
      status,
      started_at: timestamp(startedAt),
      completed_at: completedAt === null ? null : timestamp(completedAt),
      output: null,
      error: error === null ? null : { message: error },
      created_at: timestamp(startedAt),
    })),
  }
}
