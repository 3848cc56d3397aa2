import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { AutoMerge, Pull } from '#codehost/schema/pulls.ts'
import { recordIssueEvent } from '../issues/events.ts'
import { emitPull } from './events.ts'
import { mergeabilityOf } from './mergeable.ts'

/**
 * Asks for a merge as soon as all requirements are met. Emits `auto_merge_enabled`. Returns the pull request.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/automatically-merging-a-pull-request
 *
 * @throws 422 where the repository does not allow it, and for a pull request that could be merged at once.
 */
export function enableAutoMerge(
  call: CodehostCall,
  pull: Pull,
  choice: Pick<AutoMerge, 'method' | 'title' | 'message'>,
  sender: Account,
): Pull {
  const { rows, clock } = call
  if (!rows.repos.require(pull.repoId).allowAutoMerge) {
    throw unprocessable('Auto merge is not allowed for this repository')
  }
  const { state } = mergeabilityOf(rows, pull)
  if (state === 'clean' || state === 'unstable' || state === 'unknown') {
    throw unprocessable(`Pull request is in ${state === 'unknown' ? 'closed' : state} status`)
  }
  const autoMerge = { ...choice, enabledById: sender.id, enabledAt: clock.now() }
  const changed = rows.pulls.update(pull.id, { autoMerge })
  const issue = rows.issues.update(pull.issueId, { updatedAt: clock.now() })
  const event = { merge: 'auto_merge_enabled', squash: 'auto_squash_enabled', rebase: 'auto_rebase_enabled' } as const
  recordIssueEvent(call, issue, sender, event[choice.method])
  emitPull(call, changed, 'auto_merge_enabled', sender)
  return changed
}

/**
 * Takes the request for a merge back. Emits `auto_merge_disabled`. Returns the pull request.
 *
 * @throws 422 when there was none.
 */
export function disableAutoMerge(call: CodehostCall, pull: Pull, sender: Account): Pull {
  const { rows, clock } = call
  if (pull.autoMerge == null) throw unprocessable("Can't disable auto-merge for this pull request.")
  const changed = rows.pulls.update(pull.id, { autoMerge: null })
  const issue = rows.issues.update(pull.issueId, { updatedAt: clock.now() })
  recordIssueEvent(call, issue, sender, 'auto_merge_disabled')
  emitPull(call, changed, 'auto_merge_disabled', sender)
  return changed
}
