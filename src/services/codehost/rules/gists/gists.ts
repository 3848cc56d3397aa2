import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Gist } from '#codehost/schema/gists.ts'
import { branchTip, objectsOf, type GitRows } from '../git/objects.ts'
import { signatureOf } from '../repos/repositories.ts'
import { commitFiles, type FileChanges } from './files.ts'

/** Returns the git objects and refs of gists. */
export function gitRowsOf({ gistObjects, gistRefs }: Pick<Rows, 'gistObjects' | 'gistRefs'>): GitRows {
  return { objects: gistObjects, refs: gistRefs }
}

/** Returns the commit that shows a gist's files now; null for a gist whose branch was deleted. */
export function latestRevision(rows: Rows, gist: Gist): Commit | null {
  return branchTip(gitRowsOf(rows), gist, gist.defaultBranch)
}

/** The fields of a new gist. */
export interface NewGist {
  readonly description: string | null
  readonly public: boolean
  readonly files: FileChanges
}

/**
 * Adds a gist of a user with its first revision.
 *
 * @throws 422 without files, for an empty file and for a name that no file can have.
 */
export function createGist(call: CodehostCall, owner: Account, input: NewGist): Gist {
  const { rows, clock, ids } = call
  if (Object.keys(input.files).length === 0) {
    throw validationFailed({ resource: 'Gist', field: 'files', code: 'missing_field' })
  }
  const at = clock.now()
  const gist = rows.gists.insert({
    name: ids.hex(32),
    ownerId: owner.id,
    description: input.description,
    public: input.public,
    defaultBranch: 'main',
    parentId: null,
    createdAt: at,
    updatedAt: at,
  })
  commitFiles(gitRowsOf(rows), gist, input.files, signatureOf(owner, at))
  return gist
}

/** The fields of a gist that an update replaces. */
export interface GistChanges {
  readonly description?: string | null | undefined
  readonly files?: FileChanges | undefined
}

/**
 * Changes the description of a gist, and adds a revision where its files change.
 *
 * @throws 422 for a change that leaves no file, for an unknown file, and for a name that no file can have.
 */
export function updateGist(call: CodehostCall, gist: Gist, { description, files }: GistChanges, user: Account): Gist {
  const { rows, clock } = call
  if (files !== undefined) commitFiles(gitRowsOf(rows), gist, files, signatureOf(user, clock.now()))
  return rows.gists.update(gist.id, {
    updatedAt: clock.now(),
    ...(description === undefined ? {} : { description }),
  })
}

/**
 * Copies a gist with its history to another user. Returns the user's fork where there is one.
 *
 * @throws 422 for a gist of the user.
 */
export function forkGist(call: CodehostCall, gist: Gist, user: Account): Gist {
  const { rows, clock, ids } = call
  if (gist.ownerId === user.id) throw unprocessable('You cannot fork your own gist.')
  const before = rows.gists.referring('parentId', gist.id).find(({ ownerId }) => ownerId === user.id)
  if (before !== undefined) return before
  const at = clock.now()
  const { description, defaultBranch } = gist
  const times = { createdAt: at, updatedAt: at }
  const fork = rows.gists.insert({
    name: ids.hex(32),
    ownerId: user.id,
    description,
    public: gist.public,
    defaultBranch,
    parentId: gist.id,
    ...times,
  })
  const git = gitRowsOf(rows)
  const objects = objectsOf(git, fork)
  for (const { object } of git.objects.referring('repoId', gist.id)) objects.put(object)
  for (const { name, sha } of git.refs.referring('repoId', gist.id)) {
    git.refs.insert({ repoId: fork.id, name, sha, pusherId: user.id })
  }
  return fork
}

/** Adds a user's star to a gist, unless it has it. */
export function starGist({ rows, clock }: CodehostCall, gist: Gist, user: Account): void {
  if (rows.gistStars.find('user', gist.id, user.id) !== undefined) return
  rows.gistStars.insert({ gistId: gist.id, userId: user.id, starredAt: clock.now() })
}
