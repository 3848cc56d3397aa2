import type { Site } from '#codehost/call.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import type { RunAttempt, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { minimalPullsJson, simpleCommitJson } from '../checks/check-suite.ts'
import { nodeId, time } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { briefRepositoryJson } from '../repos/repository.ts'

/** The parts of a run that a client can leave out. */
export interface RunOptions {
  readonly excludePulls?: boolean
}

/** A workflow run with its latest attempt: `workflow-run`. */
export function workflowRunJson(site: Site, repo: Repo, run: WorkflowRun, { excludePulls = false }: RunOptions = {}) {
  const { rows } = site
  const { url: repoUrl, page } = repoUrls(site, repo)
  const url = `${repoUrl}/actions/runs/${run.id}`
  const commit = commitAt(rows, repo, run.headSha)
  const head = rows.repos.get(run.headRepoId)
  const brief = briefRepositoryJson(site, repo)
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('WFR', run.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: rows.workflows.require(run.workflowId).path,
    display_title: run.displayTitle,
    run_number: run.number,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflowId,
    check_suite_id: run.suiteId,
    check_suite_node_id: nodeId('CS', run.suiteId),
    url,
    html_url: `${page}/actions/runs/${run.id}`,
    pull_requests: excludePulls ? [] : minimalPullsJson(site, repo, run.headSha),
    created_at: time(run.createdAt),
    updated_at: time(run.updatedAt),
    actor: simpleUserByIdJson(site, run.actorId),
    run_attempt: run.attempt,
    referenced_workflows: [],
    run_started_at: time(run.startedAt),
    triggering_actor: simpleUserByIdJson(site, run.triggeringActorId),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repoUrl}/check-suites/${run.suiteId}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
    workflow_url: `${repoUrl}/actions/workflows/${run.workflowId}`,
    head_commit: commit === null ? null : simpleCommitJson(commit),
    repository: brief,
    head_repository: head === undefined || head.id === repo.id ? brief : briefRepositoryJson(site, head),
  }
}

/** A workflow run with one of its earlier attempts. */
export function runAttemptJson(site: Site, repo: Repo, run: WorkflowRun, attempt: RunAttempt, options: RunOptions) {
  const { attempt: number, conclusion, triggeringActorId, startedAt, updatedAt } = attempt
  const then: WorkflowRun = {
    ...run,
    attempt: number,
    status: 'completed',
    conclusion,
    triggeringActorId,
    startedAt,
    updatedAt,
  }
  return workflowRunJson(site, repo, then, options)
}
