import type { Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { FileChange } from '#codehost/git/changes.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { pullChanges } from './changes.ts'

/** Remembers that a user has looked at a file. @throws 422 for a file that the pull request does not change. */
export function markViewed(rows: Rows, pull: Pull, user: Account, path: string): void {
  const { sha: blob } = changedFile(rows, pull, path)
  const known = rows.viewedFiles.find('file', pull.id, user.id, path)
  if (known === undefined) rows.viewedFiles.insert({ pullId: pull.id, userId: user.id, path, blob })
  else rows.viewedFiles.update(known.id, { blob })
}

/** Forgets that a user has looked at a file. @throws 422 for a file that the pull request does not change. */
export function unmarkViewed(rows: Rows, pull: Pull, user: Account, path: string): void {
  changedFile(rows, pull, path)
  const known = rows.viewedFiles.find('file', pull.id, user.id, path)
  if (known !== undefined) rows.viewedFiles.delete(known.id)
}

/** Returns whether a user has looked at a file, or at an earlier state of it. */
export function viewedState(
  rows: Rows,
  pull: Pull,
  user: Account | null,
  { filename, sha }: FileChange,
): 'VIEWED' | 'UNVIEWED' | 'DISMISSED' {
  const known = user === null ? undefined : rows.viewedFiles.find('file', pull.id, user.id, filename)
  if (known === undefined) return 'UNVIEWED'
  return known.blob === sha ? 'VIEWED' : 'DISMISSED'
}

function changedFile(rows: Rows, pull: Pull, path: string): FileChange {
  const file = pullChanges(rows, pull).files.find(({ filename }) => filename === path)
  if (file === undefined) throw unprocessable(`The pull request does not change the file ${path}.`)
  return file
}
