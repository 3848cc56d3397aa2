import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emit } from '#codehost/webhooks.ts'
import { emitAndRun } from '../actions/workflow-events.ts'

/** Emits one event for each kind of change to a repository, as the vendor does. */
export function emitRepositoryChanges(call: CodehostCall, before: Repo, repo: Repo, sender: Account): void {
  const emitAction = (action: string, changes?: object): void =>
    emit(call, {
      event: 'repository',
      action,
      repo,
      sender,
      payload: () => (changes === undefined ? {} : { changes }),
    })
  if (before.name !== repo.name) emitAction('renamed', { repository: { name: { from: before.name } } })
  const edited = editedFields(before, repo)
  if (Object.keys(edited).length > 0) emitAction('edited', edited)
  if (before.private !== repo.private) emitAction(repo.private ? 'privatized' : 'publicized')
  if (before.private && !repo.private) emitAndRun(call, { event: 'public', repo, sender, payload: () => ({}) })
  if (before.archived !== repo.archived) emitAction(repo.archived ? 'archived' : 'unarchived')
}

/** Emits the change of a repository's topics. */
export function emitTopics(call: CodehostCall, before: Repo, repo: Repo, sender: Account): void {
  const changes = { topics: { from: before.topics } }
  emit(call, { event: 'repository', action: 'edited', repo, sender, payload: () => ({ changes }) })
}

function editedFields(before: Repo, after: Repo) {
  return {
    ...(before.description === after.description ? {} : { description: { from: before.description } }),
    ...(before.homepage === after.homepage ? {} : { homepage: { from: before.homepage } }),
    ...(before.defaultBranch === after.defaultBranch ? {} : { default_branch: { from: before.defaultBranch } }),
  }
}

/**
 * Moves the forks of a repository that is about to be deleted: the oldest fork takes its place in the network.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/working-with-forks/what-happens-to-forks-when-a-repository-is-deleted-or-changes-visibility
 */
export function orphanForks(rows: Rows, repo: Repo): void {
  const [heir, ...others] = rows.repos.list('forks', repo.id)
  if (heir === undefined) return
  const isRoot = repo.parentId === null
  rows.repos.update(heir.id, { parentId: repo.parentId, fork: !isRoot, sourceId: isRoot ? null : heir.sourceId })
  for (const { id } of others) rows.repos.update(id, { parentId: heir.id })
  if (isRoot)
    for (const { id } of rows.repos.referring('sourceId', repo.id)) rows.repos.update(id, { sourceId: heir.id })
}
