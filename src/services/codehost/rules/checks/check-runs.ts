import { defined } from '#core/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invalidRequest, notSupplied } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CheckAnnotation, CheckConclusion, CheckRun } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { findCommit } from '../commits/find.ts'
import { writingApp } from './apps.ts'
import { applyRunChange } from './changes.ts'
import { suiteFor } from './checks.ts'

/** The members of a check run that a request sets. Times are in epoch milliseconds. */
export interface CheckRunMembers {
  readonly name?: string | undefined
  readonly detailsUrl?: string | undefined
  readonly externalId?: string | undefined
  readonly status?: CheckRun['status'] | undefined
  readonly conclusion?: CheckConclusion | undefined
  readonly startedAt?: number | undefined
  readonly completedAt?: number | undefined
  readonly actions?: CheckRun['actions'] | undefined
  readonly output?: CheckRunOutput | undefined
}

/** The output of a check run. */
interface CheckRunOutput {
  readonly title?: string | null | undefined
  readonly summary: string
  readonly text?: string | null | undefined
  readonly annotations: readonly CheckAnnotation[]
}

/** The members of a new check run. */
type NewCheckRun = CheckRunMembers & { readonly name: string; readonly headSha: string }

/**
 * Creates a check run of the app that writes. Emits `check_run`, and `check_suite` when its suite completes.
 *
 * @throws 422 for an unknown commit, and for `completed` without a conclusion.
 */
export function createCheckRun(call: CodehostCall, repo: Repo, members: NewCheckRun, user: Account): CheckRun {
  const { rows, clock } = call
  const { sha } = findCommit(rows, repo, members.headSha)
  const at = clock.now()
  const progress = progressOf(null, members, at)
  const { suite } = suiteFor(rows, repo, sha, writingApp(call), at)
  const run = rows.checkRuns.insert({
    repoId: repo.id,
    suiteId: suite.id,
    headSha: sha,
    name: members.name,
    externalId: '',
    detailsUrl: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
    ...described(null, members),
    ...progress,
    startedAt: members.startedAt ?? at,
  })
  applyRunChange(call, repo, null, run, user)
  return run
}

/**
 * Changes a check run. Emits as {@link createCheckRun}.
 *
 * @throws 422 for `completed` without a conclusion.
 */
export function updateCheckRun(
  call: CodehostCall,
  repo: Repo,
  before: CheckRun,
  members: CheckRunMembers,
  user: Account,
): CheckRun {
  const run = call.rows.checkRuns.update(before.id, {
    ...defined({ name: members.name, startedAt: members.startedAt }),
    ...described(before, members),
    ...progressOf(before, members, call.clock.now()),
  })
  applyRunChange(call, repo, before, run, user)
  return run
}

/**
 * Returns the fields of a run, other than its progress, that a request sets. Annotations are appended to the existing
 * ones.
 */
function described(before: CheckRun | null, { detailsUrl, externalId, output, actions }: CheckRunMembers) {
  const added = output?.annotations ?? []
  return {
    ...defined({ detailsUrl, externalId, actions }),
    ...defined({ title: output?.title, summary: output?.summary, text: output?.text }),
    ...(added.length === 0 ? {} : { annotations: [...(before?.annotations ?? []), ...added] }),
  }
}

/**
 * Returns the progress of a run: a conclusion completes it, and any other status removes the conclusion.
 *
 * @throws 422 for `completed` without a conclusion.
 */
function progressOf(before: CheckRun | null, members: CheckRunMembers, at: number) {
  const status = members.conclusion === undefined ? (members.status ?? before?.status ?? 'queued') : 'completed'
  if (status !== 'completed') return { status, conclusion: null, completedAt: null }
  const conclusion = members.conclusion ?? before?.conclusion ?? null
  if (conclusion === null) {
    throw invalidRequest(`No subschema in "anyOf" matched.\n${notSupplied('conclusion')}`)
  }
  const completedAt = members.completedAt ?? (members.conclusion === undefined ? before?.completedAt : undefined) ?? at
  return { status, conclusion, completedAt } as const
}
