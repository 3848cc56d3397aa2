import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CodeAlert, CodeAlertDismissal, CodeAlertInstance, CodeAnalysis } from '#codehost/schema/code-scanning.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SarifResult, SarifRun } from './sarif.ts'

/** The key and the environment of an analysis that no workflow has uploaded. */
const BY_API = { key: '(default)', environment: '{}' }

/** The commit of an upload, and who has sent it. */
export interface Upload {
  readonly id: string
  readonly ref: string
  readonly sha: string
  readonly user: Account
}

/** Returns the state of an alert. */
export function stateOf({ dismissed, fixedAt }: CodeAlert): 'open' | 'dismissed' | 'fixed' {
  if (fixedAt !== null) return 'fixed'
  return dismissed === null ? 'open' : 'dismissed'
}

/** Returns the instances of an alert, the latest first. */
export function instancesOf(rows: Pick<Rows, 'codeAlertInstances'>, { id }: CodeAlert): CodeAlertInstance[] {
  return rows.codeAlertInstances.referring('alertId', id).toReversed()
}

/**
 * Adds an analysis: results are alerts or further instances of known ones, and instances of the same tool, ref and
 * category that are no results any more are fixed.
 */
export function addAnalysis(call: CodehostCall, repo: Repo, upload: Upload, run: SarifRun): CodeAnalysis {
  const { rows, clock } = call
  const { ref, sha } = upload
  const set = { ref, category: run.category ?? '', ...BY_API }
  const analysis = rows.codeAnalyses.insert({
    ...set,
    repoId: repo.id,
    uploadId: upload.id,
    sha,
    tool: run.tool,
    resultsCount: run.results.length,
    rulesCount: run.rulesCount,
    createdAt: clock.now(),
  })
  const before = rows.codeAlertInstances.list('bySet', repo.id, ref, run.tool.name, set.category)
  const found = new Set<number>()
  for (const result of run.results) found.add(addResult(call, repo, upload, analysis, result).alertId)
  for (const instance of before) {
    if (instance.isFixed || found.has(instance.alertId)) continue
    rows.codeAlertInstances.update(instance.id, { isFixed: true, sha })
    settle(call, repo, rows.codeAlerts.require(instance.alertId), upload)
  }
  return analysis
}

/** Adds a result to its alert, and returns its instance. */
function addResult(
  call: CodehostCall,
  repo: Repo,
  upload: Upload,
  { key, environment, category, tool, ref, sha }: CodeAnalysis,
  { rule, fingerprint, message, location }: SarifResult,
): CodeAlertInstance {
  const { rows, clock, emit } = call
  const now = clock.now()
  const known = rows.codeAlerts.find('result', repo.id, tool.name, rule.id, fingerprint)
  const alert =
    known === undefined
      ? rows.codeAlerts.insert({
          repoId: repo.id,
          number: rows.codeAlertNumbers.next(repo.id),
          tool,
          rule,
          fingerprint,
          createdAt: now,
          updatedAt: now,
          fixedAt: null,
          dismissed: null,
        })
      : rows.codeAlerts.update(known.id, { tool, rule, updatedAt: now, fixedAt: null })
  const place = { repoId: repo.id, alertId: alert.id, toolName: tool.name, ref, category }
  const facts = { key, environment, isFixed: false, sha, message, location }
  const before = rows.codeAlertInstances.find('place', alert.id, ref, category)
  const isNewOnRef = rows.codeAlertInstances.referring('alertId', alert.id).every((each) => each.ref !== ref)
  const instance =
    before === undefined
      ? rows.codeAlertInstances.insert({ ...place, ...facts })
      : rows.codeAlertInstances.update(before.id, facts)
  const about = { event: 'code_scanning_alert', repo, alert, ref, sha, sender: upload.user } as const
  if (known === undefined) emit({ ...about, action: 'created' })
  else if (known.fixedAt !== null) emit({ ...about, action: 'reopened' })
  else if (isNewOnRef) emit({ ...about, action: 'appeared_in_branch' })
  return instance
}

/** Fixes an alert that has no open instance left. */
function settle({ rows, clock, emit }: CodehostCall, repo: Repo, alert: CodeAlert, upload: Upload): void {
  if (alert.fixedAt !== null || instancesOf(rows, alert).some(({ isFixed }) => !isFixed)) return
  const fixed = rows.codeAlerts.update(alert.id, { fixedAt: clock.now(), updatedAt: clock.now() })
  const { ref, sha, user: sender } = upload
  emit({ event: 'code_scanning_alert', action: 'fixed', repo, alert: fixed, ref, sha, sender })
}

/** Deletes an analysis, and the alerts that it alone has found. */
export function deleteAnalysis({ rows }: CodehostCall, analysis: CodeAnalysis): void {
  rows.codeAnalyses.delete(analysis.id)
  if (setOf(rows, analysis).length > 0) return
  const { repoId, ref, tool, category } = analysis
  for (const { id, alertId } of rows.codeAlertInstances.list('bySet', repoId, ref, tool.name, category)) {
    rows.codeAlertInstances.delete(id)
    if (rows.codeAlertInstances.countReferring('alertId', alertId) === 0) rows.codeAlerts.delete(alertId)
  }
}

/** Returns the analyses of the same tool, ref and category, oldest first. */
export function setOf(rows: Pick<Rows, 'codeAnalyses'>, { repoId, ref, tool, category }: CodeAnalysis): CodeAnalysis[] {
  return rows.codeAnalyses.list('bySet', repoId, ref, tool.name, category)
}

/** Returns whether an analysis is the latest of its set, which alone can be deleted. */
export function isDeletable(rows: Pick<Rows, 'codeAnalyses'>, analysis: CodeAnalysis): boolean {
  return setOf(rows, analysis).at(-1)?.id === analysis.id
}

/** A change of an alert by a user. */
export interface CodeAlertChange {
  readonly state: 'open' | 'dismissed'
  readonly reason: CodeAlertDismissal | null
  readonly comment: string | null
}

/** Dismisses an alert, or opens it again; returns it as it is then. */
export function changeCodeAlert(
  call: CodehostCall,
  { repo, user: sender }: { readonly repo: Repo; readonly user: Account },
  alert: CodeAlert,
  { state, reason, comment }: CodeAlertChange,
): CodeAlert {
  const { rows, clock, emit } = call
  const now = clock.now()
  const dismissed =
    state === 'open' || reason === null ? null : ({ byId: sender.id, at: now, reason, comment } as const)
  if (dismissed === null && alert.dismissed === null) return alert
  const changed = rows.codeAlerts.update(alert.id, { dismissed, updatedAt: now })
  const [{ ref, sha } = { ref: `refs/heads/${repo.defaultBranch}`, sha: '' }] = instancesOf(rows, changed)
  const action = dismissed === null ? 'reopened_by_user' : 'closed_by_user'
  emit({ event: 'code_scanning_alert', action, repo, alert: changed, ref, sha, sender })
  return changed
}
