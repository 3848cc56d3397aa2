import type { Rows } from '../../call.ts'
import { BUILT_IN_APP_ID } from '../../json/integration.ts'
import type { CheckConclusion, CheckRun, CheckSuite } from '../../schema/checks.ts'
import type { CommitStatus } from '../../schema/commits.ts'
import type { Repo } from '../../schema/repos.ts'

/** What the worst of several runs decides, the worst first. */
const WORST_FIRST: readonly CheckConclusion[] = [
  'action_required',
  'timed_out',
  'cancelled',
  'failure',
  'neutral',
  'success',
  'skipped',
]

/** Of each name in each suite the latest run, the newest first. */
export function latestRuns(runs: readonly CheckRun[]): CheckRun[] {
  const latest = new Map<string, CheckRun>()
  for (const run of runs.toSorted((a, b) => b.id - a.id)) {
    const key = `${run.suiteId} ${run.name}`
    if (!latest.has(key)) latest.set(key, run)
  }
  return [...latest.values()]
}

/**
 * What the runs of a suite come to: queued until one starts, in progress until all are completed, then the worst of
 * their conclusions. Only the latest run of a name counts.
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
 * The suite of an app for a commit, made when there is none: queued, on the branch given, else on one that the commit is the
 * head of.
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
 * The state of each check of a commit that an app ran, or for null any, by its name, in the words of statuses; where two apps or
 * two workflows run one, the worse.
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

/** Of each name that an app or a workflow reports the latest run, whatever suite it is in: each run of a workflow has its own. */
function latestByReporter(rows: Rows, runs: readonly CheckRun[]): Iterable<CheckRun> {
  const latest = new Map<string, CheckRun>()
  for (const run of runs.toSorted((a, b) => a.id - b.id)) {
    const workflowId = rows.workflowRuns.find('suite', run.suiteId)?.workflowId
    const { appId } = rows.checkSuites.require(run.suiteId)
    latest.set(`${workflowId ?? `app ${appId}`} ${run.name}`, run)
  }
  return latest.values()
}

/** The worse of two states: a failure, then what is pending. */
export function worseState(a: CommitStatus['state'] | undefined, b: CommitStatus['state']): CommitStatus['state'] {
  return (['failure', 'error', 'pending'] as const).find((each) => a === each || b === each) ?? 'success'
}

function stateOf({ status, conclusion }: CheckRun): CommitStatus['state'] {
  if (status !== 'completed') return 'pending'
  return conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped' ? 'success' : 'failure'
}
