import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { Artifact, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { wholeNumber } from '../issues/paths.ts'

type CallInRepo<N extends string> = Pick<CodehostCall, 'rows'> & {
  readonly repo: Repo
  readonly params: { readonly [K in N]: string }
}

/**
 * A step: loads the run that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadRun({ rows, repo, params }: CallInRepo<'run_id'>): { readonly run: WorkflowRun } {
  const run = rows.workflowRuns.get(wholeNumber(params.run_id))
  if (run?.repoId !== repo.id) throw notFound()
  return { run }
}

/**
 * A step: loads the job that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadJob({ rows, repo, params }: CallInRepo<'job_id'>): { readonly job: WorkflowJob } {
  const job = rows.workflowJobs.get(wholeNumber(params.job_id))
  if (job?.repoId !== repo.id) throw notFound()
  return { job }
}

/**
 * A step: loads the artifact that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadArtifact({ rows, repo, params }: CallInRepo<'artifact_id'>): { readonly artifact: Artifact } {
  const artifact = rows.artifacts.get(wholeNumber(params.artifact_id))
  if (artifact?.repoId !== repo.id) throw notFound()
  return { artifact }
}
