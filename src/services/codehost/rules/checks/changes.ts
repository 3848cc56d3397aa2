import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { rollUp } from './checks.ts'

/**
 * Updates the suite of a new or changed run. Emits `check_run` created and completed, and `check_suite` completed, when
 * they apply, and starts the workflows that run on them. `before` is null for a new run.
 */
export function applyRunChange(
  call: CodehostCall,
  repo: Repo,
  before: CheckRun | null,
  run: CheckRun,
  user: Account,
): void {
  const { rows, clock } = call
  const suite = rows.checkSuites.require(run.suiteId)
  const rolled = rollUp(rows.checkRuns.referring('suiteId', suite.id))
  const after = rows.checkSuites.update(suite.id, { ...rolled, updatedAt: clock.now() })
  const event = { event: 'check_run', repo, sender: user, run } as const
  if (before === null) emitAndRun(call, { ...event, action: 'created' })
  if (run.status === 'completed' && before?.conclusion !== run.conclusion) {
    emitAndRun(call, { ...event, action: 'completed' })
  }
  const concluded = suite.status !== 'completed' || suite.conclusion !== after.conclusion
  if (after.status === 'completed' && concluded) {
    emitAndRun(call, { event: 'check_suite', action: 'completed', repo, sender: user, suite: after })
  }
}

/** Sets a suite back to queued, until its app checks the commit again. */
export function resetSuite({ rows, clock }: CodehostCall, suiteId: number): CheckSuite {
  return rows.checkSuites.update(suiteId, { status: 'queued', conclusion: null, updatedAt: clock.now() })
}
