import type { CodehostCall } from '#codehost/call.ts'
import type { Environment } from '#codehost/schema/deployments.ts'
import { rejectWaits } from '../actions/run-approvals.ts'
import { carryOut } from '../actions/run-transitions.ts'

/** Deletes an environment. The jobs that wait for it fail. */
export function removeEnvironment(call: CodehostCall, { id }: Environment): void {
  const { rows } = call
  for (const wait of rows.jobWaits.referring('environmentId', id)) {
    carryOut(call, rejectWaits(call, rows.workflowRuns.require(wait.runId), [wait]))
  }
  rows.environments.delete(id)
}
