import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { Zip } from '#codehost/rules/actions/archives.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { WorkflowRun, WorkflowJob, Artifact } from '#codehost/schema/actions.ts'
import { forbidden } from '#codehost/errors.ts'
import { hasSignature, hasExpired } from '#codehost/rules/actions/storage-links.ts'
import type { CallInRepo } from './access.ts'

/**
 * A step: loads the zip library when a route first needs it. It comes before all other steps, because rows that a step
 * found before this wait could be gone after it.
 */
export async function loadZip(): Promise<{ readonly zip: Zip }> {
  return { zip: (await import('fflate')).zipSync }
}

/**
 * A step: loads the run that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadRun({ rows, repo, params }: CallInRepo<'run_id'>): { readonly run: WorkflowRun } {
  return { run: findInRepo(rows.workflowRuns, repo, params.run_id) }
}

/**
 * A step: loads the job that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadJob({ rows, repo, params }: CallInRepo<'job_id'>): { readonly job: WorkflowJob } {
  return { job: findInRepo(rows.workflowJobs, repo, params.job_id) }
}

/**
 * A step: loads the artifact that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadArtifact({ rows, repo, params }: CallInRepo<'artifact_id'>): { readonly artifact: Artifact } {
  return { artifact: findInRepo(rows.artifacts, repo, params.artifact_id) }
}

/**
 * A step for paths of the storage.
 *
 * @throws 403 unless the link has a valid signature and has not expired.
 */
export function requireStorageLink(call: CodehostCall): void {
  if (!hasSignature(call)) throw forbidden('Signature did not match.')
  if (hasExpired(call)) throw forbidden('Signature not valid in the specified time frame.')
}
