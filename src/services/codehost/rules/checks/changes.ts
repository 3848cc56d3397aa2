import type { CodehostCall } from '../../call.ts'
import { notFound } from '../../errors.ts'
import { eventCheckRun } from '../../json/check-run.ts'
import { eventCheckSuite } from '../../json/check-suite.ts'
import type { Account } from '../../schema/accounts.ts'
import type { CheckRun, CheckSuite } from '../../schema/checks.ts'
import type { Repo } from '../../schema/repos.ts'
import { emit, eventSite, type Emitter } from '../../webhooks.ts'
import { rollUp } from './checks.ts'
import { wholeNumber } from '../issues/paths.ts'

type CallInRepo<N extends string> = Pick<CodehostCall, 'rows'> & {
  readonly repo: Repo
  readonly params: { readonly [K in N]: string }
}

/** A step, after one that found the repository: the check run of the path. 404. */
export function loadCheckRun({ rows, repo, params }: CallInRepo<'check_run_id'>): { readonly run: CheckRun } {
  const run = rows.checkRuns.get(wholeNumber(params.check_run_id))
  if (run?.repoId !== repo.id) throw notFound()
  return { run }
}

/** A step, after one that found the repository: the check suite of the path. 404. */
export function loadCheckSuite({ rows, repo, params }: CallInRepo<'check_suite_id'>): { readonly suite: CheckSuite } {
  const suite = rows.checkSuites.get(wholeNumber(params.check_suite_id))
  if (suite?.repoId !== repo.id) throw notFound()
  return { suite }
}

/**
 * After a run was written: brings its suite up to date and says what happened. `before` is the run as it was, null for a
 * new one. Emits `check_run` created and completed, and `check_suite` completed.
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

/** Has a suite wait for its app again. */
export function resetSuite({ rows, clock }: CodehostCall, suiteId: number): CheckSuite {
  return rows.checkSuites.update(suiteId, { status: 'queued', conclusion: null, updatedAt: clock.now() })
}

/** Emits `check_run`; `rerequested` only to the app that is to run it again. */
export function emitCheckRun(call: Emitter, repo: Repo, action: string, run: CheckRun, sender: Account): void {
  const payload = () => ({ check_run: eventCheckRun(eventSite(call), repo, run) })
  const { appId } = call.rows.checkSuites.require(run.suiteId)
  const recipient = action === 'rerequested' ? { askedApp: appId } : {}
  emit(call, { event: 'check_run', action, repo, sender, payload, ...recipient })
}

/** Emits `check_suite`; `requested` and `rerequested` only to the app that is to check. */
export function emitCheckSuite(
  call: Emitter,
  repo: Repo,
  action: 'requested' | 'rerequested' | 'completed',
  suite: CheckSuite,
  sender: Account,
): void {
  const payload = () => ({ check_suite: eventCheckSuite(eventSite(call), repo, suite) })
  const asked = action === 'completed' ? {} : { askedApp: suite.appId }
  emit(call, { event: 'check_suite', action, repo, sender, payload, ...asked })
}
