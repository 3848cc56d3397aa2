import type { Site } from '#codehost/call.ts'
import type { Workflow } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { nodeId, time, withMillis } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A workflow: `workflow`. */
export function workflowJson(site: Site, repo: Repo, workflow: Workflow) {
  const { url, page } = repoUrls(site, repo)
  const { id, path, deletedAt } = workflow
  const file = path.slice(path.lastIndexOf('/') + 1)
  return {
    id,
    node_id: nodeId('W', id),
    name: workflow.name,
    path,
    state: workflow.state,
    created_at: withMillis(time(workflow.createdAt)),
    updated_at: withMillis(time(workflow.updatedAt)),
    ...(deletedAt === null ? {} : { deleted_at: withMillis(time(deletedAt)) }),
    url: `${url}/actions/workflows/${id}`,
    html_url: `${page}/blob/${repo.defaultBranch}/${path}`,
    badge_url: `${page}/actions/workflows/${encodeURIComponent(file)}/badge.svg`,
  }
}

/** A workflow in a webhook payload. */
export function eventWorkflowJson(site: Site, repo: Repo, workflow: Workflow) {
  const { deleted_at: _deletedAt, ...wire } = { deleted_at: '', ...workflowJson(site, repo, workflow) }
  return wire
}
