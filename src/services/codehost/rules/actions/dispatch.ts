import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Workflow, WorkflowPlan, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { isActionsEnabled } from './policies.ts'
import { startRun } from './new-run.ts'
import { carryOut } from './run-transitions.ts'
import { peel } from '../git/objects.ts'
import { planAt } from './workflows.ts'

/** The request body of a workflow dispatch. */
export interface DispatchInput {
  readonly ref: string
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Starts a run of a workflow by hand, with the workflow file of the given ref. Emits `workflow_dispatch` and the events
 * of a new run. https://docs.github.com/rest/actions/workflows#create-a-workflow-dispatch-event
 *
 * @throws 422 for an unknown ref, disabled Actions, a disabled workflow, a workflow without this trigger, and inputs
 * that the workflow does not accept.
 */
export function dispatchWorkflow(
  call: CodehostCall,
  repo: Repo,
  workflow: Workflow,
  input: DispatchInput,
  actor: Account,
): WorkflowRun {
  if (!isActionsEnabled(call.rows, repo)) throw unprocessable('Actions has been disabled for this repository.')
  const { name, head } = refOf(call.rows, repo, input.ref)
  const plan = planAt(call.rows, repo, workflow, head)
  if (plan?.triggers['workflow_dispatch'] === undefined) {
    throw unprocessable("Workflow does not have 'workflow_dispatch' trigger")
  }
  if (workflow.state !== 'active') {
    throw unprocessable("Cannot trigger a 'workflow_dispatch' on a disabled workflow")
  }
  const inputs = checkedInputs(plan, input.inputs ?? {})
  call.emit({ event: 'workflow_dispatch', repo, sender: actor, workflow, ref: name, inputs })
  const run = {
    workflow,
    plan,
    event: 'workflow_dispatch',
    headBranch: name.replace(/^refs\/(?:heads|tags)\//, ''),
    head,
    headRepo: repo,
    title: plan.name ?? workflow.name,
    actor,
    inputs,
  }
  return carryOut(call, startRun(call, repo, run))
}

/**
 * Returns the full name and the commit of the branch or tag that a name refers to.
 *
 * @throws 422 for an unknown name.
 */
function refOf(rows: Rows, repo: Repo, name: string): { readonly name: string; readonly head: Commit } {
  const candidates = /^refs\/(?:heads|tags)\//.test(name) ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`]
  for (const candidate of candidates) {
    const ref = rows.refs.find('name', repo.id, candidate)
    const head = ref === undefined ? null : peel(rows, repo, ref.sha)
    if (head !== null) return { name: candidate, head }
  }
  throw unprocessable(`No ref found for: ${name}`)
}

/**
 * Returns the inputs of a run as strings, with the defaults of absent inputs.
 *
 * @throws 422.
 */
function checkedInputs({ inputs }: WorkflowPlan, values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  if (inputs === null) return texts
  const unknown = Object.keys(texts).filter((name) => !Object.hasOwn(inputs, name))
  if (unknown.length > 0) throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unknown)}`)
  for (const [name, { required, default: fallback, options }] of Object.entries(inputs)) {
    const value = texts[name] ?? fallback
    if (required && (value === null || value === '')) throw unprocessable(`Required input '${name}' not provided`)
    if (value === null) continue
    if (options !== null && !options.includes(value)) {
      throw unprocessable(`Provided value '${value}' for input '${name}' not in the list of allowed values`)
    }
    texts[name] = value
  }
  return texts
}
