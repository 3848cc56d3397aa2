import { unprocessable, validationFailed } from '#codehost/errors.ts'
import { changedFiles } from '#codehost/git/changes.ts'
import { ancestors } from '#codehost/git/history.ts'
import { blob, commit as makeCommit, treeEntries, type Commit, type GitSignature } from '#codehost/git/objects.ts'
import { entryAt, writeTree, type TreeChange } from '#codehost/git/trees.ts'
import type { Objects } from '#codehost/git/objects.ts'
import { branchRef, branchTip, objectsOf, type GitRepo, type GitRows } from '../git/objects.ts'

/** A file of a gist in a request body. */
interface FileInput {
  readonly content?: string | undefined
  /** Its new name. */
  readonly filename?: string | null | undefined
}

/** Files of a gist by name; null for a file to delete. */
export type FileChanges = Readonly<Record<string, FileInput | null>>

/**
 * Adds a revision to a gist with these changes, unless they change nothing.
 *
 * @throws 422 when no file would remain, for an unknown file, and for a name that no file can have.
 */
export function commitFiles(rows: GitRows, gist: GitRepo, files: FileChanges, signature: GitSignature): void {
  const objects = objectsOf(rows, gist)
  const tip = branchTip(rows, gist, gist.defaultBranch)
  const changes = Object.entries(files).flatMap(([name, file]) => changesOf(objects, tip, name, file))
  const tree = writtenTree(() => writeTree(objects, tip?.tree ?? null, changes))
  if (tree === tip?.tree) return
  if (treeEntries(objects, tree).length === 0) throw missingFiles()
  const parents = tip === null ? [] : [tip.sha]
  // The vendor writes no message for a revision.
  const made = makeCommit({ tree, parents, author: signature, committer: signature, message: '' })
  objects.put(made)
  const before = branchRef(rows, gist, gist.defaultBranch)
  if (before !== undefined) rows.refs.update(before.id, { sha: made.sha })
  else rows.refs.insert({ repoId: gist.id, name: `refs/heads/${gist.defaultBranch}`, sha: made.sha })
}

function changesOf(objects: Objects, tip: Commit | null, name: string, file: FileInput | null): TreeChange[] {
  const before = tip === null ? null : entryAt(objects, tip.tree, name)
  if (file === null) {
    if (before === null) throw unprocessable(`The file ${name} does not exist.`)
    return [{ path: name, sha: null }]
  }
  const { content, filename } = file
  // The command line of the vendor renames a file so: the new name has the content, and the former one none.
  if (content === '' && before !== null) return [{ path: name, sha: null }]
  if (content === '' || (content === undefined && before === null)) throw missingFiles()
  const path = filename ?? name
  if (path.includes('/')) throw validationFailed({ resource: 'Gist', field: 'files', code: 'invalid' })
  const removed = before !== null && path !== name ? [{ path: name, sha: null }] : []
  if (content === undefined) return [...removed, { path, sha: before?.sha ?? null }]
  const made = blob(content)
  objects.put(made)
  return [...removed, { path, sha: made.sha }]
}

function missingFiles(): Error {
  return validationFailed({ resource: 'Gist', field: 'files', code: 'missing_field' })
}

function writtenTree(write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('malformed tree entry')) throw error
    throw validationFailed({ resource: 'Gist', field: 'files', code: 'invalid' })
  }
}

/** A revision of a gist, with the lines that it changed. */
export interface Revision {
  readonly commit: Commit
  readonly additions: number
  readonly deletions: number
}

/** Returns the commits of a gist up to one, latest first. */
export function historyOf(rows: GitRows, gist: GitRepo, tip: Commit): Commit[] {
  return [...ancestors(objectsOf(rows, gist), tip.sha)]
}

/** Returns the revision that a commit made. */
export function revisionOf(rows: GitRows, gist: GitRepo, commit: Commit): Revision {
  const objects = objectsOf(rows, gist)
  const [parent] = commit.parents
  const before = parent === undefined ? null : objects.get(parent)
  const files = changedFiles(objects, before?.kind === 'commit' ? before.tree : null, commit.tree)
  const sum = (count: (file: (typeof files)[number]) => number): number =>
    files.reduce((total, file) => total + count(file), 0)
  return { commit, additions: sum((file) => file.additions), deletions: sum((file) => file.deletions) }
}
