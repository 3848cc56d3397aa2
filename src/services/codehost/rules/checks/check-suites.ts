import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { rerequestRun } from '../actions/new-run.ts'
import { carryOut } from '../actions/run-transitions.ts'
import { findCommit } from '../commits/find.ts'
import { writingApp } from './apps.ts'
import { resetSuite } from './changes.ts'
import { suiteFor } from './checks.ts'
import { emitCheckSuite } from './events.ts'

/**
 * Returns the check suite of the app that writes for a commit, and whether it is new. Emits `check_suite.requested` for
 * a new one.
 *
 * @throws 422 for an unknown commit.
 */
export function createCheckSuite(
  call: CodehostCall,
  repo: Repo,
  headSha: string,
  user: Account,
): { readonly suite: CheckSuite; readonly isNew: boolean } {
  const { sha } = findCommit(call.rows, repo, headSha)
  const made = suiteFor(call.rows, repo, sha, writingApp(call), call.clock.now())
  if (made.isNew) emitCheckSuite(call, repo, 'requested', made.suite, user)
  return made
}

/**
 * Asks for the checks of a suite again: runs its workflow again, or emits `check_suite.rerequested` to its app.
 *
 * @throws 422 while its workflow runs.
 */
export function rerequestCheckSuite(call: CodehostCall, repo: Repo, suite: CheckSuite, user: Account): void {
  const run = call.rows.workflowRuns.find('suite', suite.id)
  if (run === undefined) emitCheckSuite(call, repo, 'rerequested', resetSuite(call, suite.id), user)
  else carryOut(call, rerequestRun(call, run, user))
}
