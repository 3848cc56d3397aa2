import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { mapView, viewOfIndex, viewOfReference, type OrderedListView } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invalidField } from '#codehost/errors.ts'
import { baseGistJson, gistJson, revisionJson } from '#codehost/json/gists/gist.ts'
import { lastModified } from '#codehost/json/format.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { historyOf } from '#codehost/rules/gists/files.ts'
import { createGist, forkGist, gitRowsOf, latestRevision, starGist, updateGist } from '#codehost/rules/gists/gists.ts'
import { sinceOf } from '#codehost/rules/issues/orders.ts'
import type { Gist } from '#codehost/schema/gists.ts'
import { requireUser } from '#codehost/steps/access.ts'
import { loadGist, loadRevision, requireOwnGist } from '#codehost/steps/gists.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const isPublic = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
])

const GistInput = v.object({
  description: v.optional(v.nullable(v.string()), null),
  public: v.optional(isPublic, false),
  files: v.record(v.string(), v.object({ content: v.string() })),
})

const FileChanges = v.nullable(
  v.object({ content: v.optional(v.string()), filename: v.optional(v.nullable(v.string())) }),
)

const GistChanges = v.object({
  description: v.optional(v.nullable(v.string())),
  files: v.optional(v.record(v.string(), FileChanges)),
})

const one = '/gists/:gist_id'
const star = `${one}/star` as const

/** Gists. https://docs.github.com/rest/gists/gists */
export const gistsRoutes = [
  get('gists/list', '/gists', (call) => {
    const { rows, principal } = call
    if (principal === null) return listPublic(call)
    return listGists(call, viewOfIndex(rows.gists, 'byOwner', [principal.user.id], { descending: true }))
  }),
  post('gists/create', '/gists', requireUser('gist'), body(GistInput), (call) => {
    const wire = gistJson(call, createGist(call, call.user, call.body))
    return json(wire, 201, { location: wire.url })
  }),
  get('gists/list-public', '/gists/public', listPublic),
  get('gists/list-starred', '/gists/starred', requireUser(), (call) => {
    const { rows, user } = call
    const stars = viewOfIndex(rows.gistStars, 'byUser', [user.id], { descending: true })
    return answerPage(
      call,
      mapView(stars, ({ gistId }) => rows.gists.require(gistId)),
      (gist) => baseGistJson(call, gist),
    )
  }),
  get('gists/get', one, loadGist, (call) => json(gistJson(call, call.gist), 200, lastModified(call.gist))),
  patch('gists/update', one, requireOwnGist, body(GistChanges), (call) =>
    json(gistJson(call, updateGist(call, call.gist, call.body, call.user))),
  ),
  // `gh gist edit` sends a POST, which the vendor takes for a PATCH.
  post('gists/update', one, requireOwnGist, body(GistChanges), (call) =>
    json(gistJson(call, updateGist(call, call.gist, call.body, call.user))),
  ),
  del('gists/delete', one, requireOwnGist, ({ rows, gist }) => {
    rows.gists.delete(gist.id)
    return empty()
  }),
  get('gists/list-commits', `${one}/commits`, loadGist, (call) => {
    const tip = latestRevision(call.rows, call.gist)
    const commits = tip === null ? [] : historyOf(gitRowsOf(call.rows), call.gist, tip)
    return answerPage(call, commits, (commit) => revisionJson(call, call.gist, commit))
  }),
  get('gists/list-forks', `${one}/forks`, loadGist, (call) =>
    answerPage(call, viewOfReference(call.rows.gists, 'parentId', call.gist.id), (gist) => baseGistJson(call, gist)),
  ),
  post('gists/fork', `${one}/forks`, requireUser('gist'), loadGist, (call) => {
    const wire = baseGistJson(call, forkGist(call, call.gist, call.user))
    return json(wire, 201, { location: wire.url })
  }),
  get('gists/check-is-starred', star, requireUser(), loadGist, ({ rows, gist, user }) =>
    // The vendor's body for a gist without the star is an empty object.
    rows.gistStars.find('user', gist.id, user.id) === undefined ? json({}, 404) : empty(),
  ),
  put('gists/star', star, requireUser('gist'), loadGist, (call) => {
    starGist(call, call.gist, call.user)
    return empty()
  }),
  del('gists/unstar', star, requireUser('gist'), loadGist, ({ rows, gist, user }) => {
    const held = rows.gistStars.find('user', gist.id, user.id)
    if (held !== undefined) rows.gistStars.delete(held.id)
    return empty()
  }),
  get('gists/get-revision', `${one}/:sha`, loadGist, loadRevision, (call) =>
    json(gistJson(call, call.gist, call.revision)),
  ),
  get('gists/list-for-user', '/users/:username/gists', (call) => {
    const { rows, principal, params } = call
    const user = findAccount(rows, params.username)
    const index =
      principal?.user.id === user.id
        ? viewOfIndex(rows.gists, 'byOwner', [user.id], { descending: true })
        : viewOfIndex(rows.gists, 'byOwnerAndPrivacy', [user.id, true], { descending: true })
    return listGists(call, index)
  }),
]

function listPublic(call: CodehostCall): Answer {
  return listGists(call, viewOfIndex(call.rows.gists, 'byPrivacy', [true], { descending: true }))
}

/** Answers a page of gists, latest first, of those that changed since the time that the request names. */
function listGists(call: CodehostCall, latestFirst: OrderedListView<Gist, number>): Answer {
  const { query } = call
  const since = sinceOf(query)
  if (query.has('since') && since === undefined) throw invalidField('Gist', 'since', query.get('since'))
  // A descending list counts the gists that changed later than the key.
  const total = since === undefined ? latestFirst.total : latestFirst.countBefore(since - 1)
  const recent = {
    total,
    slice: (offset: number, limit: number) => latestFirst.slice(offset, Math.max(0, Math.min(limit, total - offset))),
  }
  return answerPage(call, recent, (gist) => baseGistJson(call, gist))
}
