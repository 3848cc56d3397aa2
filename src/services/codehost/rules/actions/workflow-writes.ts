import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { hasPermissions, holdsPermission, notAccessible } from '../apps/gate.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { WORKFLOWS } from './workflows.ts'

type WriteContext = Pick<CodehostCall, 'rows' | 'principal'>

/**
 * Refuses to write or delete a workflow file at `path` without the scope `workflow` (404, as the vendor answers), or
 * for a GitHub App without the permission `workflows` (403).
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps#available-scopes
 */
export function refuseWorkflowFile(call: WriteContext, repo: Repo, path: string): void {
  if (path.startsWith(`${WORKFLOWS}/`)) requireWorkflows(call, repo)
}

/**
 * Refuses a tree like {@link refuseWorkflowFile} when its workflow files differ from those of `base` and from those of
 * the default branch.
 */
export function refuseWorkflowTree(call: WriteContext, repo: Repo, tree: string, base: string | null): void {
  const objects = objectsOf(call.rows, repo)
  const workflowsOf = (sha: string | null) => (sha === null ? null : (entryAt(objects, sha, WORKFLOWS)?.sha ?? null))
  const made = workflowsOf(tree)
  const usual = workflowsOf(branchTip(call.rows, repo, repo.defaultBranch)?.tree ?? null)
  if (made !== usual && made !== workflowsOf(base)) requireWorkflows(call, repo)
}

function requireWorkflows({ rows, principal }: WriteContext, repo: Repo): void {
  if (principal === null || !covers(principal.scopes, ['workflow'])) throw notFound()
  if (!hasPermissions(principal) || holdsPermission({ rows, principal }, repo, 'workflows=write')) return
  throw notAccessible({ principal })
}
