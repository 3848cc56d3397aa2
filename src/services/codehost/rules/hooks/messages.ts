import type { CodehostCall, Rows } from '#codehost/call.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import { branchTip } from '../git/objects.ts'
import { zen } from '../zen.ts'

// Events for one hook only: https://docs.github.com/webhooks/webhook-events-and-payloads#ping

/** Emits `ping` to a hook, even to an inactive one. */
export function emitPing(call: CodehostCall, hook: Hook, sender: Account): void {
  const { rows, clock } = call
  call.emit({ event: 'ping', onlyHook: hook, zen: zen(clock.now()), sender, ...targetOf(rows, hook) })
}

/**
 * Emits the latest commit of the default branch as a `push`, if the hook subscribes to pushes and there is a commit.
 */
export function emitTestPush(call: CodehostCall, hook: Hook, sender: Account): void {
  const repo = call.rows.repos.get(hook.repoId)
  if (repo === undefined || !isSubscribed(hook, 'push')) return
  const head = branchTip(call.rows, repo, repo.defaultBranch)
  if (head === null) return
  const move = { ref: `refs/heads/${repo.defaultBranch}`, before: head.parents[0] ?? NO_SHA, after: head.sha }
  call.emit({ event: 'push', onlyHook: hook, repo, sender, move })
}

/** Emits `meta` deleted to a hook that is being deleted, if it subscribes to `meta`. */
export function emitHookDeleted(call: CodehostCall, hook: Hook, sender: Account): void {
  if (!hook.active || !isSubscribed(hook, 'meta')) return
  call.emit({ event: 'meta', action: 'deleted', onlyHook: hook, sender, ...targetOf(call.rows, hook) })
}

function isSubscribed({ events }: Hook, event: string): boolean {
  return events.includes('*') || events.includes(event)
}

/** Returns the repository or the organization of a hook. */
function targetOf(rows: Rows, { repoId, orgId }: Hook) {
  return repoId === null ? { org: rows.accounts.require(orgId ?? 0) } : { repo: rows.repos.require(repoId) }
}
