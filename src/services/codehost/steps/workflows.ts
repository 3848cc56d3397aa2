import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Workflow } from '#codehost/schema/actions.ts'
import { syncWorkflows, WORKFLOWS } from '#codehost/rules/actions/workflows.ts'
import { notFound } from '#codehost/errors.ts'

type CallInRepo = Pick<CodehostCall, 'rows' | 'store'> & {
  readonly repo: Repo
  readonly params: { readonly workflow_id: string }
}

/**
 * A step: loads the workflow that the path names by id or file name. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadWorkflow(call: CallInRepo): { readonly workflow: Workflow } {
  const { rows, repo, params } = call
  syncWorkflows(call, repo)
  const id = params.workflow_id
  const workflow = /^\d{1,15}$/.test(id)
    ? rows.workflows.get(Number(id))
    : rows.workflows.find('path', repo.id, `${WORKFLOWS}/${id}`)
  if (workflow?.repoId !== repo.id) throw notFound()
  return { workflow }
}
