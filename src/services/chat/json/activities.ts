import type { Rows } from '#chat/call.ts'
import { teamIdOf } from '#chat/rules/workspaces.ts'
import type { StepExecution } from '#chat/schema/functions.ts'

/** An entry of the log of an app. https://docs.slack.dev/reference/methods/admin.apps.activities.list */
interface Activity {
  readonly app_id: string
  readonly team_id: string
  readonly enterprise_id: string
  readonly level: string
  readonly event_type: string
  readonly source: string
  readonly component_type: string
  readonly component_id: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Epoch microseconds. */
  readonly created: number
  readonly trace_id: string
}

/** Returns what the apps of an organization have logged, in the order of time: the runs of their custom steps. */
export function activitiesJson(rows: Rows, enterpriseId: string): readonly Activity[] {
  return rows.stepExecutions
    .all()
    .flatMap((execution) => activitiesOf(rows, execution, enterpriseId))
    .toSorted((one, other) => one.created - other.created)
}

function activitiesOf(rows: Rows, execution: StepExecution, enterpriseId: string): readonly Activity[] {
  const { id, appId, callbackId, title, startedAt, endedAt, state, error, workflowExecutionId } = execution
  const bot = rows.bots.list('byApp', appId).at(0)
  const functionId = `Fn${appId.slice(1)}`
  const common = {
    app_id: appId,
    team_id: teamIdOf(rows, bot?.userId),
    enterprise_id: enterpriseId,
    source: 'slack',
    component_type: 'functions',
    component_id: functionId,
    trace_id: workflowExecutionId.replace('Wx', 'Tr'),
  }
  const payload = { function_id: functionId, function_name: title, function_type: 'app', function_execution_id: id }
  const started: Activity = {
    ...common,
    level: 'info',
    event_type: 'function_execution_started',
    payload: { ...payload, type: callbackId },
    created: startedAt * 1000,
  }
  if (endedAt === null) return [started]
  const hasFailed = state === 'failed'
  const ended: Activity = {
    ...common,
    level: hasFailed ? 'error' : 'info',
    event_type: 'function_execution_result',
    payload: { ...payload, exec_outcome: hasFailed ? 'Error' : 'Success', ...(error === null ? {} : { error }) },
    created: endedAt * 1000,
  }
  return [started, ended]
}
