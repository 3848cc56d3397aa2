import type { CodehostCall, CodehostContext } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { rollUp } from './checks.ts'

/**
 * Updates the suite of a new or changed run. Emits `check_run` created and completed, and `check_suite` completed, when
 * they apply. `before` is null for a new run.
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
  if (before === null) emitCheckRun(call, repo, 'created', run, user)
  if (run.status === 'completed' && before?.conclusion !== run.conclusion) {
    emitCheckRun(call, repo, 'completed', run, user)
  }
  const concluded = suite.status !== 'completed' || suite.conclusion !== after.conclusion
  if (after.status === 'completed' && concluded) emitCheckSuite(call, repo, 'completed', after, user)
}

/** Sets a suite back to queued, until its app checks the commit again. */
export function resetSuite({ rows, clock }: CodehostCall, suiteId: number): CheckSuite {
  return rows.checkSuites.update(suiteId, { status: 'queued', conclusion: null, updatedAt: clock.now() })
}

type EventContext = Pick<CodehostContext, 'rows' | 'emit'>

/** Emits `check_run`. `rerequested` goes only to the app that runs the check again. */
export function emitCheckRun(
  { rows, emit }: EventContext,
  repo: Repo,
  action: string,
  run: CheckRun,
  sender: Account,
): void {
  const { appId } = rows.checkSuites.require(run.suiteId)
  emit({ event: 'check_run', action, repo, sender, run, ...(action === 'rerequested' ? { askedApp: appId } : {}) })
}

/** Emits `check_suite`. `requested` and `rerequested` go only to the app that is asked to check. */
export function emitCheckSuite(
  { emit }: EventContext,
  repo: Repo,
  action: 'requested' | 'rerequested' | 'completed',
  suite: CheckSuite,
  sender: Account,
): void {
  const asked = action === 'completed' ? {} : { askedApp: suite.appId }
  emit({ event: 'check_suite', action, repo, sender, suite, ...asked })
}
