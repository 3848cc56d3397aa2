import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { Commit, Objects } from '#codehost/git/objects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { objectsOf, resolveCommit } from '../git/objects.ts'
import { canRead } from '../repos/visibility.ts'

/** Two commits to compare, and the objects of both, which may be in two repositories of one network of forks. */
export interface ComparedSides {
  readonly objects: Objects
  readonly base: Commit
  readonly head: Commit
  /** The logins of the repositories' owners. */
  readonly owners: { readonly base: string; readonly head: string }
}

/**
 * Returns the commits of `base...head`, each given as `branch`, `owner:branch` or `owner:repo:branch`.
 *
 * @throws 404.
 */
export function sidesOf(call: CodehostCall, repo: Repo, basehead: string): ComparedSides {
  const [left = '', right, more] = basehead.split('...')
  if (right === undefined || more !== undefined) throw notFound()
  const [base, head] = [sideOf(call, repo, left), sideOf(call, repo, right)]
  const repos = [...new Set([repo.id, base.repo.id, head.repo.id])].map((id) => call.rows.repos.require(id))
  const ownerOf = (side: Repo): string => call.rows.accounts.require(side.ownerId).login
  const owners = { base: ownerOf(base.repo), head: ownerOf(head.repo) }
  return { objects: together(call, repos), base: base.commit, head: head.commit, owners }
}

function sideOf(call: CodehostCall, repo: Repo, name: string): { repo: Repo; commit: Commit } {
  const parts = name.split(':')
  const ref = parts.pop() ?? ''
  const place = parts.length === 0 ? repo : inNetwork(call, repo, parts)
  const commit = resolveCommit(call.rows, place, ref)
  if (commit === null) throw notFound()
  return { repo: place, commit }
}

/** Returns an owner's repository in the same network of forks. */
function inNetwork(call: CodehostCall, repo: Repo, [login = '', name]: readonly string[]): Repo {
  const { rows } = call
  const owner = rows.accounts.find('login', login.toLowerCase())
  const root = repo.sourceId ?? repo.id
  const found = rows.repos
    .referring('ownerId', owner?.id ?? 0)
    .find((each) => (each.sourceId ?? each.id) === root && (name === undefined || sameName(each.name, name)))
  if (found === undefined || !canRead(call, found)) throw notFound()
  return found
}

function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

/** Returns the objects of several repositories as one; new objects go to the first. */
function together({ rows }: CodehostCall, repos: readonly Repo[]): Objects {
  const [first, ...others] = repos.map((repo) => objectsOf(rows, repo))
  if (first === undefined) throw new Error('a comparison needs a repository')
  return {
    get: (sha) => (others.find((each) => !first.has(sha) && each.has(sha)) ?? first).get(sha),
    has: (sha) => [first, ...others].some((each) => each.has(sha)),
    put: (object) => first.put(object),
  }
}
