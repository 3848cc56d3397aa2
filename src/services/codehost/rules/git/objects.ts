import type { Commit, GitObject, Objects } from '../../git/objects.ts'
import type { Rows } from '../../call.ts'
import type { Ref } from '../../schema/git.ts'
import type { Repo } from '../../schema/repos.ts'

/** The objects of one repository, as the git layer takes them. What is put is stored. */
export function objectsOf(rows: Rows, repo: Pick<Repo, 'id'>): Objects {
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

/** The commit with this sha, or null when there is none or it is another kind of object. */
export function commitAt(rows: Rows, repo: Pick<Repo, 'id'>, sha: string): Commit | null {
  const object = rows.objects.get(`${repo.id} ${sha}`)?.object
  return object?.kind === 'commit' ? object : null
}

/** A branch, by its name without `refs/heads/`. */
export function branchRef(rows: Rows, repo: Pick<Repo, 'id'>, branch: string): Ref | undefined {
  return rows.refs.find('name', repo.id, `refs/heads/${branch}`)
}

/** The commit that a branch points to, or null when there is no such branch. */
export function branchTip(rows: Rows, repo: Pick<Repo, 'id'>, branch: string): Commit | null {
  const ref = branchRef(rows, repo, branch)
  return ref === undefined ? null : commitAt(rows, repo, ref.sha)
}

/** The commit that a branch, a tag, a full ref name or a sha (whole or its first digits) names; null when none. */
export function resolveCommit(rows: Rows, repo: Repo, name: string): Commit | null {
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

/** The commit that an object is or, for an annotated tag, points to. */
export function peel(rows: Rows, repo: Pick<Repo, 'id'>, sha: string): Commit | null {
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
