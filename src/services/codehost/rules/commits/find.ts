import type { Rows } from '../../call.ts'
import type { Commit } from '../../git/objects.ts'
import type { Repo } from '../../schema/repos.ts'
import { conflict, unprocessable } from '../../errors.ts'
import { resolveCommit } from '../git/objects.ts'

/** The commit that a sha, a branch or a tag names. Throws 409 in an empty repository and 422 when there is none. */
export function requireCommit(rows: Rows, repo: Repo, name: string): Commit {
  requireContent(rows, repo)
  const found = resolveCommit(rows, repo, name)
  if (found === null) throw unprocessable(`No commit found for SHA: ${name}`)
  return found
}

/** Throws 409 for a repository without a commit. */
export function requireContent(rows: Rows, repo: Repo): void {
  if (rows.refs.count('byName', repo.id) === 0) throw conflict('Git Repository is empty.')
}
