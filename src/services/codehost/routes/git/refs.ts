import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { isAncestor } from '#codehost/git/history.ts'
import { refJson } from '#codehost/json/git/git-object.ts'
import { requireContent } from '#codehost/rules/commits/find.ts'
import { objectsOf, peel } from '#codehost/rules/git/objects.ts'
import { directMoveObstacle } from '#codehost/rules/protection/direct-moves.ts'
import { isRefName } from '#codehost/rules/git/ref-names.ts'
import { deleteRef, refuseCollision, setRef } from '#codehost/rules/git/refs.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const RefInput = v.object({ ref: v.string(), sha: v.string() })
const RefChanges = v.object({ sha: v.string(), force: v.optional(v.boolean(), false) })

const one = '/repos/:owner/:repo/git/refs/*'

/** Git references. https://docs.github.com/rest/git/refs */
export const refsRoutes = [
  get('git/get-ref', '/repos/:owner/:repo/git/ref/*', loadRepo, show),
  // The `url` of a ref leads here.
  get('git/get-ref', one, loadRepo, show),
  get('git/list-matching-refs', '/repos/:owner/:repo/git/matching-refs/*', loadRepo, (call) =>
    listMatching(call, call.params['*']),
  ),
  get('git/list-matching-refs', '/repos/:owner/:repo/git/matching-refs', loadRepo, (call) => listMatching(call, '')),
  post('git/create-ref', '/repos/:owner/:repo/git/refs', requireWrite('push'), requireBody(RefInput), (call) => {
    const { rows, repo, user, body } = call
    if (!body.ref.startsWith('refs/') || !isRefName(body.ref)) {
      throw unprocessable(`${body.ref} is not a valid ref name.`)
    }
    requireContent(rows, repo)
    if (findRef(call, repo, body.ref) !== undefined) throw unprocessable('Reference already exists')
    requireObject(call, repo, body.ref, body.sha)
    refuseCollision(rows, repo, body.ref)
    refuseProtected(call, repo, body.ref, null, body.sha, user)
    const wire = refJson(call, repo, setRef(call, repo, body.ref, body.sha, user))
    return json(wire, 201, { location: wire.url })
  }),
  patch('git/update-ref', one, requireWrite('push'), requireBody(RefChanges), (call) => {
    const { rows, repo, user, body } = call
    requireContent(rows, repo)
    const ref = findRef(call, repo, call.params['*'])
    if (ref === undefined) throw unprocessable('Reference does not exist')
    requireObject(call, repo, ref.name, body.sha)
    if (!body.force && !isFastForward(call, repo, ref.sha, body.sha))
      throw unprocessable('Update is not a fast forward')
    refuseProtected(call, repo, ref.name, ref.sha, body.sha, user)
    return json(refJson(call, repo, setRef(call, repo, ref.name, body.sha, user)))
  }),
  del('git/delete-ref', one, requireWrite('push'), (call) => {
    const { rows, repo, user } = call
    requireContent(rows, repo)
    const ref = findRef(call, repo, call.params['*'])
    if (ref === undefined) throw unprocessable('Reference does not exist')
    if (ref.name === `refs/heads/${repo.defaultBranch}`) throw unprocessable('Cannot delete the default branch')
    refuseProtected(call, repo, ref.name, ref.sha, null, user)
    deleteRef(call, ref)
    return empty()
  }),
]

type RepoCall = CodehostCall & { readonly repo: Repo }

function show(call: RepoCall & { readonly params: { readonly '*': string } }): Answer {
  const { rows, repo } = call
  requireContent(rows, repo)
  const ref = findRef(call, repo, call.params['*'])
  if (ref === undefined) throw notFound()
  return json(refJson(call, repo, ref))
}

/** Lists the refs whose names, without `refs/`, begin with a text. Not paged: the vendor answers all of them. */
function listMatching(call: RepoCall, start: string): Answer {
  const { rows, repo } = call
  const prefix = fullName(start)
  const found = rows.refs.list('byName', repo.id).filter(({ name }) => name.startsWith(prefix))
  return json(found.map((ref) => refJson(call, repo, ref)))
}

function fullName(name: string): string {
  return name.startsWith('refs/') ? name : `refs/${name}`
}

function findRef({ rows }: CodehostCall, repo: Repo, name: string): Ref | undefined {
  return rows.refs.find('name', repo.id, fullName(name))
}

function requireObject({ rows }: CodehostCall, repo: Repo, ref: string, sha: string): void {
  const object = rows.objects.get(`${repo.id} ${sha}`)?.object
  if (object === undefined) throw unprocessable('Object does not exist')
  if (ref.startsWith('refs/heads/') && object.kind !== 'commit') throw unprocessable('Reference update failed')
}

function isFastForward({ rows }: CodehostCall, repo: Repo, from: string, to: string): boolean {
  const [before, after] = [peel(rows, repo, from), peel(rows, repo, to)]
  return before !== null && after !== null && isAncestor(objectsOf(rows, repo), before.sha, after.sha)
}

function refuseProtected(
  { rows }: CodehostCall,
  repo: Repo,
  ref: string,
  before: string | null,
  after: string | null,
  user: Account,
): void {
  if (!ref.startsWith('refs/heads/')) return
  const obstacle = directMoveObstacle(rows, repo, { branch: ref.slice('refs/heads/'.length), before, after, user })
  if (obstacle !== null) throw unprocessable(obstacle)
}
