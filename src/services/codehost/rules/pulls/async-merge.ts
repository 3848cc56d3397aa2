import { DAY } from '#core/duration.ts'
import { Failure } from '#core/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { AsyncMerge, Pull } from '#codehost/schema/pulls.ts'
import { mergePull } from './merge.ts'

/** The options of a merge that a client does not wait for. */
export interface AsyncMergeOptions {
  readonly commit_title?: string | undefined
  readonly commit_message?: string | undefined
  readonly sha?: string | undefined
  readonly merge_method?: 'merge' | 'squash' | 'rebase' | undefined
  readonly merge_action?: AsyncMerge['action'] | undefined
}

/**
 * Merges a pull request, and keeps whether it was merged for those who ask later. A refusal by rules is kept too.
 */
export function mergeLater(call: CodehostCall, pull: Pull, user: Account, options: AsyncMergeOptions): AsyncMerge {
  const { rows, ids, clock } = call
  const outcome = outcomeOf(() =>
    mergePull(call, pull, user, { ...options, merge_method: options.merge_method ?? 'merge' }),
  )
  return rows.asyncMerges.insert({
    id: ids.uuid(),
    repoId: pull.repoId,
    pullId: pull.id,
    method: options.merge_method ?? 'default',
    action: options.merge_action ?? 'default',
    headSha: options.sha ?? pull.headSha,
    ...outcome,
    createdAt: clock.now(),
  })
}

/** Rules refuse a merge before it changes anything. */
function outcomeOf(merge: () => string): Pick<AsyncMerge, 'sha' | 'refusal'> {
  try {
    return { sha: merge(), refusal: null }
  } catch (error) {
    if (error instanceof Failure) return { sha: null, refusal: error.message }
    throw error
  }
}

/** Returns whether the outcome of a merge is no longer kept. */
export function hasLapsed({ createdAt }: AsyncMerge, now: number): boolean {
  return now > createdAt + DAY
}
