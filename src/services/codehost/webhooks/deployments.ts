import type { Site } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { jobPage } from '#codehost/json/actions/workflow-job.ts'
import { workflowRunJson } from '#codehost/json/actions/workflow-run.ts'
import { eventWorkflowJson } from '#codehost/json/actions/workflow.ts'
import { deploymentJson, deploymentStatusJson } from '#codehost/json/deployments/deployment.ts'
import { time } from '#codehost/json/format.ts'
import { eventTeamJson } from '#codehost/json/teams/team.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { WorkflowJob } from '#codehost/schema/actions.ts'
import type { Deployment, Environment, EnvironmentReviewer } from '#codehost/schema/deployments.ts'
import type { EventOf } from '#codehost/schema/events.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Members } from './members.ts'

type DeploymentEventName = 'deployment' | 'deployment_status' | 'deployment_review' | 'deployment_protection_rule'

/** Returns the members of the payloads about deployments. */
export function deploymentMembers(site: Site, event: EventOf<DeploymentEventName>): Members {
  const { repo } = event
  if (event.event === 'deployment_review') return reviewMembers(site, event)
  if (event.event === 'deployment_protection_rule') return gateMembers(site, event)
  const deployment = eventDeploymentJson(site, repo, event.deployment)
  if (event.event === 'deployment') return { deployment, ...runMembers(site, repo, event.deployment) }
  return {
    deployment_status: deploymentStatusJson(site, repo, event.status),
    deployment,
    ...(event.deployment.jobId === null ? {} : runMembers(site, repo, event.deployment)),
  }
}

/** A payload that is a text has no place in an event. */
function eventDeploymentJson(site: Site, repo: Repo, deployment: Deployment) {
  const { payload, ...rest } = deploymentJson(site, repo, deployment)
  return { ...rest, payload: typeof payload === 'string' ? {} : payload }
}

function runMembers(site: Site, repo: Repo, { jobId }: Deployment): Members {
  const { rows } = site
  const run = rows.workflowRuns.get(rows.workflowJobs.get(jobId)?.runId)
  if (run === undefined) return { workflow: null, workflow_run: null }
  // The members that other events have as URLs and whole repositories are not part of these.
  const { repository: _r, head_repository: _h, head_commit: _c, ...rest } = workflowRunJson(site, repo, run)
  const shown = Object.entries(rest).filter(([name]) => !/(?<!^html)_url$/.test(name))
  return {
    workflow: eventWorkflowJson(site, repo, rows.workflows.require(run.workflowId)),
    workflow_run: Object.fromEntries(shown),
  }
}

/** Returns the deployment of a workflow job as a member of its payload; nothing for a job without an environment. */
export function jobDeployment(site: Site, repo: Repo, job: WorkflowJob): Members {
  const [deployment] = site.rows.deployments.referring('jobId', job.id)
  return deployment === undefined ? {} : { deployment: eventDeploymentJson(site, repo, deployment) }
}

function reviewMembers(site: Site, event: EventOf<'deployment_review'>): Members {
  const { repo, run, wait, environment, review, sender } = event
  const jobRun = jobRunJson(site, repo, site.rows.workflowJobs.require(wait.jobId), environment)
  return {
    ...(review === undefined
      ? { environment: environment.name, requestor: simpleUserJson(site, sender) }
      : { approver: simpleUserJson(site, sender), comment: review.comment, workflow_job_runs: [jobRun] }),
    reviewers: environment.reviewers.flatMap((reviewer) => eventReviewerJson(site, reviewer)),
    since: time(wait.createdAt),
    workflow_job_run: jobRun,
    workflow_run: workflowRunJson(site, repo, run),
  }
}

function eventReviewerJson(site: Site, { type, id }: EnvironmentReviewer) {
  const user = type === 'User' ? site.rows.accounts.get(id) : undefined
  const team = type === 'Team' ? site.rows.teams.get(id) : undefined
  const reviewer = user === undefined ? team && eventTeamJson(site, team) : simpleUserJson(site, user)
  return reviewer === undefined ? [] : [{ type, reviewer }]
}

function jobRunJson(site: Site, repo: Repo, job: WorkflowJob, { name }: Environment) {
  return {
    id: job.id,
    name: job.name,
    status: job.status,
    conclusion: job.conclusion,
    html_url: jobPage(site, repo, job),
    created_at: time(job.createdAt),
    updated_at: time(job.completedAt ?? job.startedAt),
    environment: name,
  }
}

function gateMembers(site: Site, event: EventOf<'deployment_protection_rule'>): Members {
  const { repo, run, wait, environment } = event
  return {
    environment: environment.name,
    event: run.event,
    deployment_callback_url: `${repoUrls(site, repo).url}/actions/runs/${run.id}/deployment_protection_rule`,
    deployment: eventDeploymentJson(site, repo, site.rows.deployments.require(wait.deploymentId)),
    pull_requests: [],
  }
}
