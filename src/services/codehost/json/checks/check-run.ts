import type { Site } from '#codehost/call.ts'
import type { CheckAnnotation, CheckRun } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { shortCheckSuiteJson, minimalPullsJson } from './check-suite.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { integrationJson } from '../apps/integration.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { jobPage } from '../actions/workflow-job.ts'

/** A check run: `check-run`. */
export function checkRunJson(site: Site, repo: Repo, run: CheckRun) {
  const { url: repoUrl, page } = repoUrls(site, repo)
  const suite = site.rows.checkSuites.require(run.suiteId)
  const app = integrationJson(site, site.rows.apps.get(suite.appId) ?? null)
  const url = `${repoUrl}/check-runs/${run.id}`
  const job = site.rows.workflowJobs.get(run.id)
  const ownPage = job === undefined ? null : jobPage(site, repo, job)
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CR', run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: ownPage ?? `${page}/runs/${run.id}`,
    details_url: run.detailsUrl ?? ownPage ?? app.external_url,
    status: run.status,
    conclusion: run.conclusion,
    started_at: time(run.startedAt),
    completed_at: timeOrNull(run.completedAt),
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: suite.id },
    app,
    pull_requests: minimalPullsJson(site, repo, run.headSha),
  }
}

/** A check run in a webhook payload, with its suite. */
export function eventCheckRunJson(site: Site, repo: Repo, run: CheckRun) {
  const suite = site.rows.checkSuites.require(run.suiteId)
  return { ...checkRunJson(site, repo, run), check_suite: shortCheckSuiteJson(site, repo, suite) }
}

/** An annotation of lines of a file: `check-annotation`. */
export function annotationJson(site: Site, repo: Repo, run: CheckRun, annotation: CheckAnnotation) {
  const { page } = repoUrls(site, repo)
  const path = annotation.path.split('/').map(encodeURIComponent).join('/')
  return {
    path: annotation.path,
    blob_href: `${page}/blob/${run.headSha}/${path}`,
    start_line: annotation.start_line,
    start_column: annotation.start_column,
    end_line: annotation.end_line,
    end_column: annotation.end_column,
    annotation_level: annotation.annotation_level,
    title: annotation.title,
    message: annotation.message,
    raw_details: annotation.raw_details,
  }
}
