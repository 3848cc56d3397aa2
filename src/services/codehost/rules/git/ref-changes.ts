import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { isAncestor } from '#codehost/git/history.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireContent } from '../commits/find.ts'
import { obstacleToChange, obstacleToMove } from '../protection/rule-suites.ts'
import { objectsOf, peel } from './objects.ts'
import { isRefName } from './ref-names.ts'
import { deleteRef, refuseCollision, setRef } from './refs.ts'
import { checkSha } from './shas.ts'

/**
 * Adds a ref that a user asks for. `name` is the full name: `refs/heads/topic`.
 *
 * @throws 409 for an empty repository, 422 for a wrong or taken name, an unknown object and a protected branch.
 */
export function createRef(call: CodehostCall, repo: Repo, name: string, sha: string, user: Account): Ref {
  const { rows } = call
  if (!name.startsWith('refs/') || !isRefName(name)) throw unprocessable(`${name} is not a valid ref name.`)
  requireContent(rows, repo)
  if (rows.refs.find('name', repo.id, name) !== undefined) throw unprocessable('Reference already exists')
  requireObject(call, repo, name, sha)
  refuseCollision(rows, repo, name)
  refuseProtected(call, repo, name, null, sha, user)
  return setRef(call, repo, name, sha, user)
}

/**
 * Moves a ref as a user asks. `force` allows a move to a commit that is no descendant.
 *
 * @throws 422 for an unknown object, a move that is no fast forward, and a protected branch.
 */
export function updateRef(
  call: CodehostCall,
  repo: Repo,
  ref: Ref,
  { sha, force }: { readonly sha: string; readonly force: boolean },
  user: Account,
): Ref {
  requireObject(call, repo, ref.name, sha)
  if (!force && !isFastForward(call, repo, ref.sha, sha)) throw unprocessable('Update is not a fast forward')
  refuseProtected(call, repo, ref.name, ref.sha, sha, user)
  return setRef(call, repo, ref.name, sha, user)
}

/**
 * Deletes a ref as a user asks.
 *
 * @throws 422 for the default branch and a protected one.
 */
export function removeRef(call: CodehostCall, repo: Repo, ref: Ref, user: Account): void {
  if (ref.name === `refs/heads/${repo.defaultBranch}`) throw unprocessable('Cannot delete the default branch')
  refuseProtected(call, repo, ref.name, ref.sha, null, user)
  deleteRef(call, ref)
}

function requireObject({ rows }: CodehostCall, repo: Repo, ref: string, sha: string): void {
  checkSha('sha', sha)
  const object = rows.objects.get(`${repo.id} ${sha}`)?.object
  if (object === undefined) throw unprocessable('Object does not exist')
  if (ref.startsWith('refs/heads/') && object.kind !== 'commit') throw unprocessable('Reference update failed')
}

function isFastForward({ rows }: CodehostCall, repo: Repo, from: string, to: string): boolean {
  const [before, after] = [peel(rows, repo, from), peel(rows, repo, to)]
  return before !== null && after !== null && isAncestor(objectsOf(rows, repo), before.sha, after.sha)
}

function refuseProtected(
  call: CodehostCall,
  repo: Repo,
  ref: string,
  before: string | null,
  after: string | null,
  user: Account,
): void {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null
  const change = { before, after, user }
  const obstacle =
    branch === null ? obstacleToChange(call, repo, ref, change) : obstacleToMove(call, repo, { ...change, branch })
  if (obstacle !== null) throw unprocessable(obstacle)
}
