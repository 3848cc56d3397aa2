import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, unprocessable } from '#codehost/errors.ts'
import type { Workflow } from '#codehost/schema/actions.ts'

type StateContext = Pick<CodehostCall, 'rows' | 'clock'>

/**
 * Enables a workflow. Does nothing for an active one.
 *
 * @throws 422 when its file was deleted.
 */
export function enableWorkflow(context: StateContext, workflow: Workflow): void {
  if (workflow.state === 'deleted') throw unprocessable('Unable to enable this workflow.')
  if (workflow.state !== 'active') setState(context, workflow, 'active')
}

/**
 * Disables an active workflow. https://docs.github.com/rest/actions/workflows#disable-a-workflow
 *
 * @throws 403 for one that is disabled, and 422 when its file was deleted.
 */
export function disableWorkflow(context: StateContext, workflow: Workflow): void {
  if (workflow.state === 'deleted') throw unprocessable('Unable to disable this workflow.')
  if (workflow.state !== 'active') throw forbidden('Unable to disable a workflow that is not active.')
  setState(context, workflow, 'disabled_manually')
}

function setState({ rows, clock }: StateContext, { id }: Workflow, state: 'active' | 'disabled_manually'): void {
  rows.workflows.update(id, { state, updatedAt: clock.now() })
}
