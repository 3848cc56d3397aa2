import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Subscription } from '#codehost/schema/social.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** Lets a user watch a repository, or ignore it. */
export function subscribe({ rows, clock }: CodehostCall, repo: Repo, user: Account, ignored: boolean): Subscription {
  const before = rows.subscriptions.find('user', repo.id, user.id)
  if (before !== undefined) return rows.subscriptions.update(before.id, { ignored })
  return rows.subscriptions.insert({ repoId: repo.id, userId: user.id, ignored, createdAt: clock.now() })
}

/** Ends that a user watches or ignores a repository. */
export function unsubscribe({ rows }: CodehostCall, repo: Repo, user: Account): void {
  const found = rows.subscriptions.find('user', repo.id, user.id)
  if (found !== undefined) rows.subscriptions.delete(found.id)
}
