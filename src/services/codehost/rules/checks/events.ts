import type { CodehostContext } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'

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
