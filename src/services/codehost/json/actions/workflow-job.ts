import type { Site } from '#codehost/call.ts'
import type { JobStep, WorkflowJob } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A job of a workflow run: `job`. */
export function workflowJobJson(site: Site, repo: Repo, job: WorkflowJob) {
  const { url } = repoUrls(site, repo)
  const run = site.rows.workflowRuns.require(job.runId)
  const runner = job.runnerId !== null
  return {
    id: job.id,
    run_id: job.runId,
    workflow_name: run.name,
    head_branch: run.headBranch,
    run_url: `${url}/actions/runs/${job.runId}`,
    run_attempt: job.attempt,
    // A job and its check run are one record, so they share the id.
    node_id: nodeId('CR', job.id),
    head_sha: run.headSha,
    url: `${url}/actions/jobs/${job.id}`,
    html_url: jobPage(site, repo, job),
    status: job.status,
    conclusion: job.conclusion,
    created_at: time(job.createdAt),
    started_at: time(job.startedAt),
    completed_at: timeOrNull(job.completedAt),
    name: job.name,
    steps: job.steps.map(stepJson),
    check_run_url: `${url}/check-runs/${job.id}`,
    labels: job.labels,
    runner_id: job.runnerId,
    runner_name: runner ? `GitHub Actions ${job.runnerId}` : null,
    runner_group_id: runner ? 0 : null,
    runner_group_name: runner ? 'GitHub Actions' : null,
  }
}

/** Returns the URL of a job's page, which its check run links to as well. */
export function jobPage(site: Site, repo: Repo, job: Pick<WorkflowJob, 'id' | 'runId'>): string {
  return `${repoUrls(site, repo).page}/actions/runs/${job.runId}/job/${job.id}`
}

function stepJson(step: JobStep) {
  return {
    name: step.name,
    status: step.status,
    conclusion: step.conclusion,
    number: step.number,
    started_at: timeOrNull(step.startedAt),
    completed_at: timeOrNull(step.completedAt),
  }
}
