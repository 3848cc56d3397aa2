import type { Rows } from '#codehost/call.ts'
import type { CheckConclusion, CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { CommitStatus } from '#codehost/schema/commits.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { BUILT_IN_APP_ID } from '../apps/built-in-app.ts'

/** The conclusions in the order in which they decide the conclusion of a suite. */
const WORST_FIRST: readonly CheckConclusion[] = [
  'action_required',
  'timed_out',
  'cancelled',
  'failure',
  'neutral',
  'success',
  'skipped',
]

/** Returns the latest run of each name in each suite, newest first. */
export function latestRuns(runs: readonly CheckRun[]): CheckRun[] {
  const latest = new Map<string, CheckRun>()
  for (const run of runs.toSorted((a, b) => b.id - a.id)) {
    const key = `${run.suiteId} ${run.name}`
    if (!latest.has(key)) latest.set(key, run)
  }
  return [...latest.values()]
}

/**
 * Returns the status and conclusion of a suite: queued until a run starts, in progress until all runs are completed,
 * then the first of {@link WORST_FIRST} that a run has. Only the latest run of each name counts.
 */
export function rollUp(runs: readonly CheckRun[]): Pick<CheckSuite, 'status' | 'conclusion'> {
  const latest = latestRuns(runs)
  if (latest.some(({ status }) => status !== 'completed') || latest.length === 0) {
    const started = latest.some(({ status }) => status === 'in_progress' || status === 'completed')
    return { status: started ? 'in_progress' : 'queued', conclusion: null }
  }
  const conclusion = WORST_FIRST.find((each) => latest.some((run) => run.conclusion === each)) ?? null
  return { status: 'completed', conclusion }
}

/**
 * Returns the suite of an app for a commit, and adds a queued one when there is none. A new suite belongs to
 * `pushedBranch`, else to a branch whose tip is the commit.
 */
export function suiteFor(
  rows: Rows,
  repo: Repo,
  headSha: string,
  appId: number | null,
  at: number,
  pushedBranch?: string,
): { readonly suite: CheckSuite; readonly isNew: boolean } {
  const known = rows.checkSuites.find('app', repo.id, headSha, appId ?? 0)
  if (known !== undefined) return { suite: known, isNew: false }
  const headBranch = pushedBranch ?? branchAt(rows, repo, headSha)
  const suite = rows.checkSuites.insert({
    repoId: repo.id,
    appId,
    headSha,
    headBranch,
    status: 'queued',
    conclusion: null,
    createdAt: at,
    updatedAt: at,
  })
  return { suite, isNew: true }
}

function branchAt(rows: Rows, repo: Repo, sha: string): string | null {
  const branch = rows.refs.list('byKind', repo.id, 'heads').find((ref) => ref.sha === sha)
  return branch?.name.slice('refs/heads/'.length) ?? null
}

/**
 * Returns the state of each check on a commit by its name, as a status state. `appId` limits the checks to one app;
 * null takes all. When two apps or workflows report the same name, the worse state counts.
 */
export function checkStates(
  rows: Rows,
  repo: Pick<Repo, 'id'>,
  sha: string,
  appId: number | null,
): Map<string, CommitStatus['state']> {
  const states = new Map<string, CommitStatus['state']>()
  const runs = rows.checkRuns
    .list('byCommit', repo.id, sha)
    .filter(({ suiteId }) => appId === null || (rows.checkSuites.require(suiteId).appId ?? BUILT_IN_APP_ID) === appId)
  for (const run of latestByReporter(rows, runs)) {
    states.set(run.name, worseState(states.get(run.name), stateOf(run)))
  }
  return states
}

/**
 * Returns the latest run of each name that an app or a workflow reports, across suites, because each run of a workflow
 * has its own suite.
 */
function latestByReporter(rows: Rows, runs: readonly CheckRun[]): Iterable<CheckRun> {
  const latest = new Map<string, CheckRun>()
  for (const run of runs.toSorted((a, b) => a.id - b.id)) {
    const workflowId = rows.workflowRuns.find('suite', run.suiteId)?.workflowId
    const { appId } = rows.checkSuites.require(run.suiteId)
    latest.set(`${workflowId ?? `app ${appId}`} ${run.name}`, run)
  }
  return latest.values()
}

/** Returns the worse of two states: failure and error before pending, pending before success. */
export function worseState(a: CommitStatus['state'] | undefined, b: CommitStatus['state']): CommitStatus['state'] {
  return (['failure', 'error', 'pending'] as const).find((each) => a === each || b === each) ?? 'success'
}

function stateOf({ status, conclusion }: CheckRun): CommitStatus['state'] {
  if (status !== 'completed') return 'pending'
  return conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped' ? 'success' : 'failure'
}
