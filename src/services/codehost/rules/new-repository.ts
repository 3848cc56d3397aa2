import { emit } from '../webhooks.ts'
import type { CodehostCall, Rows } from '../call.ts'
import { forbidden } from '../errors.ts'
import type { Account, Repo } from '../schema.ts'
import { objectsOf } from './objects.ts'
import { roleInOrganization } from './permissions.ts'
import { setRef } from './refs.ts'
import { createRepository, writeFiles, type RepoFields } from './repositories.ts'

/** Adds a repository for a person and says so; in an organization whoever makes one may administer it. */
export function addRepository(call: CodehostCall, fields: RepoFields, creator: Account): Repo {
  const repo = createRepository(call.rows, fields, call.clock.now())
  if (repo.ownerId !== creator.id) {
    call.rows.collaborators.insert({ repoId: repo.id, userId: creator.id, permission: 'admin' })
  }
  emit(call, { event: 'repository', action: 'created', repo, sender: creator, payload: () => ({}) })
  return repo
}

/** Gives a new repository its first commit, of texts by path; none when there are no texts. */
export function initialise(
  call: CodehostCall,
  repo: Repo,
  files: Readonly<Record<string, string>>,
  author: Account,
): Repo {
  if (Object.keys(files).length === 0) return repo
  const at = call.clock.now()
  const sha = writeFiles(call.rows, repo, { from: null, files, message: 'Initial commit', author, at })
  setRef(call, repo, `refs/heads/${repo.defaultBranch}`, sha, author)
  return call.rows.repos.require(repo.id)
}

/** Copies the objects of a repository into another, and the branches and tags that are wanted. Emits nothing. */
export function copyRefs(rows: Rows, from: Repo, to: Repo, wanted: (name: string) => boolean): void {
  const objects = objectsOf(rows, to)
  for (const { object } of rows.objects.referring('repoId', from.id)) objects.put(object)
  for (const { name, sha } of rows.refs.list('byName', from.id)) {
    if (/^refs\/(?:heads|tags)\//.test(name) && wanted(name)) rows.refs.insert({ repoId: to.id, name, sha })
  }
}

/** Throws 403 unless a person may create repositories for an owner: themselves, or an organization that lets them. */
export function mayCreateFor(rows: Rows, owner: Account, user: Account): void {
  if (owner.id === user.id) return
  const role = roleInOrganization(rows, owner, user)
  if (role === 'admin' || (role === 'member' && owner.membersCanCreateRepositories)) return
  throw forbidden('You need admin access to the organization before adding a repository to it.')
}
