import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emitAndRun } from '../actions/run-transitions.ts'

/** Emits one event for each kind of change to a repository, as the vendor does. */
export function emitRepositoryChanges(call: CodehostCall, before: Repo, repo: Repo, sender: Account): void {
  const emit = (action: string): void => call.emit({ event: 'repository', action, repo, sender, before })
  if (before.name !== repo.name) emit('renamed')
  if (EDITED.some((field) => before[field] !== repo[field])) emit('edited')
  if (before.private !== repo.private) emit(repo.private ? 'privatized' : 'publicized')
  if (before.private && !repo.private) emitAndRun(call, { event: 'public', repo, sender })
  if (before.archived !== repo.archived) emit(repo.archived ? 'archived' : 'unarchived')
}

/** The fields whose change is `edited`. */
const EDITED = ['description', 'homepage', 'defaultBranch'] as const // literal names of fields

/** Emits the change of a repository's topics. */
export function emitTopics(call: CodehostCall, before: Repo, repo: Repo, sender: Account): void {
  call.emit({ event: 'repository', action: 'edited', repo, sender, before })
}

/**
 * Moves the forks of a repository that is about to be deleted: the oldest fork takes its place in the network.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/working-with-forks/what-happens-to-forks-when-a-repository-is-deleted-or-changes-visibility
 */
export function orphanForks(rows: Rows, repo: Repo): void {
  const [oldest, ...others] = rows.repos.list('forks', repo.id)
  if (oldest === undefined) return
  const isRoot = repo.parentId === null
  rows.repos.update(oldest.id, { parentId: repo.parentId, fork: !isRoot, sourceId: isRoot ? null : oldest.sourceId })
  for (const { id } of others) rows.repos.update(id, { parentId: oldest.id })
  if (isRoot)
    for (const { id } of rows.repos.referring('sourceId', repo.id)) rows.repos.update(id, { sourceId: oldest.id })
}
