import { Failure } from '#core/errors.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall, CodehostContext } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { AutoMerge, Pull } from '#codehost/schema/pulls.ts'
import { recordIssueEvent } from '../issues/events.ts'
import { emitPull } from './events.ts'
import { mergePull } from './merge.ts'
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

/**
 * Merges the pull requests whose requirements have been met since someone asked for their merge, as those users.
 * Requests, timers and commands that may meet requirements call this at their end.
 */
export function mergeReadyPulls(context: CodehostContext): void {
  const { rows, store } = context
  if (rows.pulls.count('waiting', 'auto-merge') === 0) return
  const call = asCall(context)
  for (const pull of rows.pulls.list('waiting', 'auto-merge')) {
    const { autoMerge } = pull
    const { state } = mergeabilityOf(rows, pull)
    if (autoMerge == null || (state !== 'clean' && state !== 'unstable')) continue
    const user = rows.accounts.require(autoMerge.enabledById)
    const { method, title, message } = autoMerge
    try {
      store.transaction(() =>
        mergePull(call, pull, user, { merge_method: method, commit_title: title, commit_message: message }),
      )
    } catch (failure) {
      // A pull request that the user may not merge stays open.
      if (!(failure instanceof Failure)) throw failure
    }
  }
}

/** Returns a context as the call that rules take. They read of the request behind it only who made it: nobody here. */
function asCall(context: CodehostContext): CodehostCall {
  const { store, rows, clock, ids, origin, base, urls } = context
  const call: Partial<CodehostCall> = {
    store,
    rows,
    clock,
    ids,
    origin,
    base,
    urls,
    principal: null,
    emit: (event) => context.emit(event),
    schedule: (delay, name, payload) => context.schedule(delay, name, payload),
  }
  return call as CodehostCall // see above
}
