import type { CodehostCall, Rows } from '#codehost/call.ts'
import { cloneFailed, forbidden } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { commit } from '#codehost/git/objects.ts'
import { commitAt, objectsOf } from '../git/objects.ts'
import { canMembersCreate } from '../accounts/organization-settings.ts'
import { attachDefault } from '../security/configurations.ts'
import { nameProblem, toRepositoryName } from './names.ts'
import { roleInOrganization } from './permissions.ts'
import { fetchCommit } from '../pulls/refs.ts'
import { setRef } from '../git/refs.ts'
import { createRepository, signatureOf, writeFiles, type RepoFields } from './repositories.ts'

/**
 * Adds a repository for a user and emits `created`. In an organization the creator becomes an administrator of the
 * repository.
 */
export function addRepository(call: CodehostCall, fields: RepoFields, creator: Account): Repo {
  const repo = createRepository(call.rows, fields, call.clock.now())
  if (repo.ownerId !== creator.id) {
    call.rows.collaborators.insert({ repoId: repo.id, userId: creator.id, permission: 'admin' })
  }
  call.emit({ event: 'repository', action: 'created', repo, sender: creator })
  attachDefault(call, repo, creator)
  return repo
}

/** Commits the first files of a new repository; does nothing without files. */
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

/**
 * Copies the objects of a repository to another, and the branches and tags for which `isCopied` holds. Emits nothing.
 */
export function copyRefs(rows: Rows, from: Repo, to: Repo, isCopied: (name: string) => boolean): void {
  const objects = objectsOf(rows, to)
  for (const { object } of rows.objects.referring('repoId', from.id)) objects.put(object)
  for (const { name, sha } of rows.refs.list('byName', from.id)) {
    if (/^refs\/(?:heads|tags)\//.test(name) && isCopied(name)) rows.refs.insert({ repoId: to.id, name, sha })
  }
}

/**
 * Fills a new repository from a template, with one first commit for each branch: the default branch only, or all
 * branches.
 */
function fillFromTemplate(call: CodehostCall, template: Repo, repo: Repo, author: Account, all: boolean): void {
  const { rows, clock } = call
  const objects = objectsOf(rows, repo)
  for (const { name, sha } of rows.refs.list('byKind', template.id, 'heads')) {
    const tip = commitAt(rows, template, sha)
    if (tip === null || (name !== `refs/heads/${template.defaultBranch}` && !all)) continue
    fetchCommit(rows, template, repo, tip.tree)
    const signature = signatureOf(author, clock.now())
    const first = commit({
      tree: tip.tree,
      parents: [],
      author: signature,
      committer: signature,
      message: 'Initial commit',
    })
    objects.put(first)
    setRef(call, repo, name, first.sha, author)
  }
}

/** The fields of a repository that is made from a template. */
export interface FromTemplate {
  readonly name: string
  readonly description: string | null
  readonly private: boolean
  readonly allBranches: boolean
}

/**
 * Adds a repository with the files of a template. Emits `created` and the pushes.
 *
 * @throws 422 for a name that the owner cannot use.
 */
export function addFromTemplate(
  call: CodehostCall,
  template: Repo,
  owner: Account,
  { allBranches, ...fields }: FromTemplate,
  user: Account,
): Repo {
  const { defaultBranch, license } = template
  const name = toRepositoryName(fields.name)
  const problem = nameProblem(call.rows, owner, name)
  if (problem !== null) throw cloneFailed(problem.charAt(0).toUpperCase() + problem.slice(1))
  const named = { ...fields, name, ownerId: owner.id }
  const repo = addRepository(call, { ...named, templateId: template.id, defaultBranch, license }, user)
  fillFromTemplate(call, template, repo, user, allBranches)
  return call.rows.repos.require(repo.id)
}

/**
 * @throws 403 unless the user may create such a repository for the owner: for themselves, or in an organization that
 * allows it.
 */
export function requireCreation(rows: Rows, owner: Account, user: Account, repo: { readonly private: boolean }): void {
  if (owner.id === user.id) return
  const role = roleInOrganization(rows, owner, user)
  if (role === 'admin' || (role === 'member' && canMembersCreate(owner, repo))) return
  throw forbidden('You need admin access to the organization before adding a repository to it.')
}
