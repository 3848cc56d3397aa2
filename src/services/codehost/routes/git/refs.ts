import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { refJson } from '#codehost/json/git/git-object.ts'
import { requireContent } from '#codehost/rules/commits/find.ts'
import { createRef, removeRef, updateRef } from '#codehost/rules/git/ref-changes.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const RefInput = v.object({ ref: v.string(), sha: v.string() })
const RefChanges = v.object({ sha: v.string(), force: v.optional(v.boolean(), false) })

const one = '/repos/:owner/:repo/git/refs/*'

/** The seconds that a client waits before it asks for a ref again. */
const POLLING = { 'x-poll-interval': '300' }

/** Git references. https://docs.github.com/rest/git/refs */
export const refsRoutes = [
  get('git/get-ref', '/repos/:owner/:repo/git/ref/*', loadRepo, show),
  // The `url` of a ref leads here.
  get('git/get-ref', one, loadRepo, show),
  get('git/list-matching-refs', '/repos/:owner/:repo/git/matching-refs/*', loadRepo, (call) =>
    listMatching(call, call.params['*']),
  ),
  get('git/list-matching-refs', '/repos/:owner/:repo/git/matching-refs', loadRepo, (call) => listMatching(call, '')),
  // Former addresses of the list, which `git_refs_url` of a repository expands to.
  get('git/list-matching-refs', '/repos/:owner/:repo/git/refs', loadRepo, (call) => listMatching(call, '')),
  get('git/list-matching-refs', '/repos/:owner/:repo/git/refs/', loadRepo, (call) => listMatching(call, '')),
  post('git/create-ref', '/repos/:owner/:repo/git/refs', requireWrite('push'), requireBody(RefInput), (call) => {
    const { repo, user, body } = call
    const wire = refJson(call, repo, createRef(call, repo, body.ref, body.sha, user))
    return json(wire, 201, { location: wire.url })
  }),
  patch('git/update-ref', one, requireWrite('push'), requireBody(RefChanges), (call) => {
    const { rows, repo, user, body } = call
    requireContent(rows, repo)
    const ref = findRef(call, repo, call.params['*'])
    if (ref === undefined) throw unprocessable('Reference does not exist')
    return json(refJson(call, repo, updateRef(call, repo, ref, body, user)))
  }),
  del('git/delete-ref', one, requireWrite('push'), (call) => {
    const { rows, repo, user } = call
    requireContent(rows, repo)
    const ref = findRef(call, repo, call.params['*'])
    if (ref === undefined) throw unprocessable('Reference does not exist')
    removeRef(call, repo, ref, user)
    return empty()
  }),
]

type RepoCall = CodehostCall & { readonly repo: Repo }

function show(call: RepoCall & { readonly params: { readonly '*': string } }): Answer {
  const { rows, repo } = call
  requireContent(rows, repo)
  const ref = findRef(call, repo, call.params['*'])
  if (ref === undefined) throw notFound()
  return json(refJson(call, repo, ref), 200, POLLING)
}

/** Lists the refs whose names, without `refs/`, begin with a text. Not paged: the vendor answers all of them. */
function listMatching(call: RepoCall, start: string): Answer {
  const { rows, repo } = call
  const prefix = fullName(start)
  const found = rows.refs.list('byName', repo.id).filter(({ name }) => name.startsWith(prefix))
  return json(
    found.map((ref) => refJson(call, repo, ref)),
    200,
    POLLING,
  )
}

function fullName(name: string): string {
  return name.startsWith('refs/') ? name : `refs/${name}`
}

function findRef({ rows }: CodehostCall, repo: Repo, name: string): Ref | undefined {
  return rows.refs.find('name', repo.id, fullName(name))
}
