import type { CodehostCall } from '#codehost/call.ts'
import { isAncestor } from '#codehost/git/history.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RefMove } from '#codehost/schema/events.ts'
import type { RefChangeKind } from '#codehost/schema/ref-log.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { objectsOf } from './objects.ts'

/** Adds a change of a branch to the activity of its repository. Does nothing for other refs. */
export function logRefChange(
  { rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>,
  repo: Repo,
  { ref, before, after }: RefMove,
  actor: Account,
  merge: boolean,
): void {
  if (!ref.startsWith('refs/heads/')) return
  const kind = merge ? 'pr_merge' : kindOf({ rows }, repo, before, after)
  rows.refChanges.insert({ repoId: repo.id, ref, before, after, kind, actorId: actor.id, createdAt: clock.now() })
}

function kindOf({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo, before: string, after: string): RefChangeKind {
  if (before === NO_SHA) return 'branch_creation'
  if (after === NO_SHA) return 'branch_deletion'
  return isAncestor(objectsOf(rows, repo), before, after) ? 'push' : 'force_push'
}
