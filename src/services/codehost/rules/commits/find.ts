import type { Rows } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { conflict, unprocessable } from '#codehost/errors.ts'
import { resolveCommit } from '../git/objects.ts'

/**
 * Returns the commit that a SHA, a branch or a tag names.
 *
 * @throws 409 for an empty repository and 422 for an unknown name.
 */
export function findCommit(rows: Rows, repo: Repo, name: string): Commit {
  requireContent(rows, repo)
  const found = resolveCommit(rows, repo, name)
  if (found === null) throw unprocessable(`No commit found for SHA: ${name}`)
  return found
}

/** @throws 409 for a repository without commits. */
export function requireContent(rows: Rows, repo: Repo): void {
  if (rows.refs.count('byName', repo.id) === 0) throw conflict('Git Repository is empty.')
}
