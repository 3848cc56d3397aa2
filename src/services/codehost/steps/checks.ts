import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { CallInRepo } from './access.ts'

/**
 * A step: loads the check run that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadCheckRun({ rows, repo, params }: CallInRepo<'check_run_id'>): { readonly run: CheckRun } {
  return { run: findInRepo(rows.checkRuns, repo, params.check_run_id) }
}

/**
 * A step: loads the check suite that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadCheckSuite({ rows, repo, params }: CallInRepo<'check_suite_id'>): { readonly suite: CheckSuite } {
  return { suite: findInRepo(rows.checkSuites, repo, params.check_suite_id) }
}
