import type { Commit, GitObject, Objects } from '#codehost/git/objects.ts'
import type { Rows } from '#codehost/call.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The collections of the git objects and refs of repositories, or of gists. */
export type GitRows = Pick<Rows, 'objects' | 'refs'>

/** A repository as git sees it: one of the vendor's, or a gist. */
export type GitRepo = Pick<Repo, 'id' | 'defaultBranch'>

/**
 * Returns the object store of one repository, in the form that the git layer uses. Objects that are put into it are
 * stored.
 */
export function objectsOf(rows: GitRows, repo: Pick<Repo, 'id'>): Objects {
  const key = (sha: string): string => `${repo.id} ${sha}`
  return {
    get(sha) {
      const stored = rows.objects.get(key(sha))
      if (stored === undefined) throw new Error(`repository ${repo.id} has no object ${sha}`)
      return stored.object
    },
    has: (sha) => rows.objects.get(key(sha)) !== undefined,
    put(object: GitObject) {
      const id = key(object.sha)
      if (rows.objects.get(id) === undefined) rows.objects.insert({ id, repoId: repo.id, object })
    },
  }
}

/** Returns the commit with this SHA; null for an unknown SHA and for other kinds of objects. */
export function commitAt(rows: GitRows, repo: Pick<Repo, 'id'>, sha: string): Commit | null {
  const object = rows.objects.get(`${repo.id} ${sha}`)?.object
  return object?.kind === 'commit' ? object : null
}

/** Returns a branch by its name without `refs/heads/`. */
export function branchRef(rows: GitRows, repo: Pick<Repo, 'id'>, branch: string): Ref | undefined {
  return rows.refs.find('name', repo.id, `refs/heads/${branch}`)
}

/** Returns the commit that a branch points to; null for an unknown branch. */
export function branchTip(rows: GitRows, repo: Pick<Repo, 'id'>, branch: string): Commit | null {
  const ref = branchRef(rows, repo, branch)
  return ref === undefined ? null : commitAt(rows, repo, ref.sha)
}

/**
 * Returns the commit that a revision names: a branch, a tag, a full ref name or a SHA (whole or abbreviated), with any
 * suffixes `^`, `^2`, `~3` and `^{commit}`. Null for an unknown name. https://git-scm.com/docs/gitrevisions
 */
export function resolveCommit(rows: Rows, repo: Repo, revision: string): Commit | null {
  const [, name = '', suffixes = ''] = /^([^^~]*)(.*)$/s.exec(revision) ?? []
  let commit = commitNamed(rows, repo, name)
  let end = 0
  for (const { 0: suffix, 1: sign, 2: count = '1', 3: kind, index } of suffixes.matchAll(SUFFIX)) {
    if (commit === null || index !== end) return null
    end = index + suffix.length
    if (kind === undefined) commit = ancestor(rows, repo, commit, sign, Number(count === '' ? 1 : count))
  }
  return end === suffixes.length ? commit : null
}

const SUFFIX = /([~^])(\d*)(?!\{)|\^\{(commit|)\}/g

/** Returns the ancestor `~count`, or the parent `^count`, of a commit; null when there is none. */
function ancestor(rows: Rows, repo: Repo, commit: Commit, sign = '^', count = 1): Commit | null {
  let found: Commit | null = commit
  if (sign === '^') return count === 0 ? commit : commitAt(rows, repo, commit.parents[count - 1] ?? '')
  for (let step = 0; step < count && found !== null; step++) found = commitAt(rows, repo, found.parents[0] ?? '')
  return found
}

function commitNamed(rows: Rows, repo: Repo, name: string): Commit | null {
  const bare = name.replace(/^refs\//, '')
  const candidates = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${bare}`]
  if (name === 'HEAD') candidates.push(`refs/heads/${repo.defaultBranch}`)
  for (const candidate of candidates) {
    const ref = rows.refs.find('name', repo.id, candidate)
    if (ref !== undefined) return peel(rows, repo, ref.sha)
  }
  if (/^[0-9a-f]{40}$/.test(name)) return peel(rows, repo, name)
  return /^[0-9a-f]{7,39}$/.test(name) ? abbreviated(rows, repo, name) : null
}

/** Returns the commit that a SHA names directly or through annotated tags; null for other objects. */
export function peel(rows: GitRows, repo: Pick<Repo, 'id'>, sha: string): Commit | null {
  const object = rows.objects.get(`${repo.id} ${sha}`)?.object
  if (object?.kind === 'tag') return peel(rows, repo, object.object)
  return object?.kind === 'commit' ? object : null
}

function abbreviated(rows: Rows, repo: Pick<Repo, 'id'>, digits: string): Commit | null {
  const found = rows.objects
    .referring('repoId', repo.id)
    .filter(({ object }) => object.kind === 'commit' && object.sha.startsWith(digits))
  const only = found.length === 1 ? found[0]?.object : undefined
  return only?.kind === 'commit' ? only : null
}
