import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emitAndRun } from '../actions/run-transitions.ts'

/** Adds a user's star to a repository. Emits `star` and `watch`, unless the user has starred it before. */
export function star(call: CodehostCall, repo: Repo, user: Account): void {
  const { rows, clock } = call
  if (rows.stars.find('user', repo.id, user.id) !== undefined) return
  const { starredAt } = rows.stars.insert({ repoId: repo.id, userId: user.id, starredAt: clock.now() })
  call.emit({ event: 'star', action: 'created', repo, sender: user, starredAt })
  emitAndRun(call, { event: 'watch', action: 'started', repo, sender: user })
}

/** Takes a user's star back. Emits `star` deleted, if there was one. */
export function unstar(call: CodehostCall, repo: Repo, user: Account): void {
  const { rows } = call
  const held = rows.stars.find('user', repo.id, user.id)
  if (held === undefined) return
  rows.stars.delete(held.id)
  call.emit({ event: 'star', action: 'deleted', repo, sender: user, starredAt: null })
}
