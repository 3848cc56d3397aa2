import type { Rows } from '#codehost/call.ts'
import { aheadBehind, ancestors } from '#codehost/git/history.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { objectsOf, peel } from './objects.ts'

/**
 * Returns the commits that a push adds to a branch, oldest first: those that the branch did not have before, or for a
 * new branch (`before` is null) those that no other branch has. `ref` is the full name of the branch.
 */
export function pushedCommits(rows: Rows, repo: Repo, ref: string, before: Commit | null, head: Commit): Commit[] {
  const objects = objectsOf(rows, repo)
  if (before !== null) return aheadBehind(objects, before.sha, head.sha).ahead
  if (branchesBeside(rows, repo, ref).some(({ sha }) => sha === head.sha)) return []
  const known = commitsOfOtherBranches(rows, repo, ref)
  return [...ancestors(objects, head.sha)].filter(({ sha }) => !known.has(sha)).toReversed()
}

/** Returns the SHAs of the commits that branches other than `ref` contain. */
export function commitsOfOtherBranches(rows: Rows, repo: Repo, ref: string): ReadonlySet<string> {
  const objects = objectsOf(rows, repo)
  const known = new Set<string>()
  for (const { sha } of branchesBeside(rows, repo, ref)) {
    const tip = known.has(sha) ? null : peel(rows, repo, sha)
    if (tip !== null) for (const commit of ancestors(objects, tip.sha)) known.add(commit.sha)
  }
  return known
}

function branchesBeside(rows: Rows, repo: Repo, ref: string) {
  return rows.refs.list('byKind', repo.id, 'heads').filter(({ name }) => name !== ref)
}
