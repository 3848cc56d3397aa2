import { ancestors } from '#codehost/git/history.ts'
import type { Commit, GitSignature, Objects } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { linkedAccount } from './authors.ts'

/** Returns the ancestors of a commit that match the query's `path`, `author`, `committer`, `since` and `until`. */
export function commitsFor(
  { rows, query }: Pick<CodehostCall, 'rows' | 'query'>,
  objects: Objects,
  tip: Commit,
): Commit[] {
  const path = query.get('path')?.replaceAll(/^\/+|\/+$/g, '') ?? ''
  const touching = path === '' ? null : touchingPath(objects, tip, path)
  const by = (name: string, signature: GitSignature): boolean => {
    const parameter = query.get(name)
    return parameter === null || parameter === '' || isBy(rows, signature, parameter.toLowerCase())
  }
  const since = timeIn(query.get('since'), -Infinity)
  const until = timeIn(query.get('until'), Infinity)
  return [...ancestors(objects, tip.sha)].filter(
    ({ sha, author, committer }) =>
      (touching === null || touching.has(sha)) &&
      committer.at >= since &&
      committer.at <= until &&
      by('author', author) &&
      by('committer', committer),
  )
}

function isBy(rows: Rows, signature: GitSignature, name: string): boolean {
  if (signature.email.toLowerCase() === name) return true
  return linkedAccount(rows, signature)?.login.toLowerCase() === name
}

function timeIn(value: string | null, fallback: number): number {
  const at = Date.parse(value ?? '')
  return Number.isNaN(at) ? fallback : at
}

/**
 * Returns the SHAs of the commits that changed a path, as `git log -- path` does: where a merge took one parent's
 * version unchanged, only that parent is followed.
 */
function touchingPath(objects: Objects, tip: Commit, path: string): Set<string> {
  const found = new Set<string>()
  const seen = new Set([tip.sha])
  const at = ({ tree }: Commit): string => {
    const entry = entryAt(objects, tree, path)
    return entry === null ? '' : `${entry.mode} ${entry.sha}`
  }
  for (const sha of seen) {
    const commit = objects.get(sha)
    if (commit.kind !== 'commit') continue
    const here = at(commit)
    const same = commit.parents.find((parent) => {
      const object = objects.get(parent)
      return object.kind === 'commit' && at(object) === here
    })
    if (same === undefined && (here !== '' || commit.parents.length > 0)) found.add(sha)
    for (const parent of same === undefined ? commit.parents : [same]) seen.add(parent)
  }
  return found
}
