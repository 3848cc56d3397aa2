import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { invalidRequest, notFound } from '#deployhost/errors.ts'
import { redirectVersionJson } from '#deployhost/json/redirect.ts'
import {
  compared,
  findRedirectVersion,
  goLive,
  liveRedirects,
  redirectsToChange,
  stageRedirects,
  withRedirects,
} from '#deployhost/rules/redirects.ts'
import type { BulkRedirect } from '#deployhost/schema.ts'
import { loadQueriedProject, requireNamedProjectWrite, requireQueriedProjectWrite } from '#deployhost/steps/projects.ts'
import * as v from 'valibot'

const { get, put, post, patch, del } = routesFor<DeployhostCall>()

const STATUSES = [301, 302, 307, 308] as const

const source = v.pipe(v.string(), v.startsWith('/', 'should match pattern "^/"'), v.maxLength(2048))
const statusCode = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(Number),
  v.picklist(STATUSES, 'should be equal to one of the allowed values "301, 302, 307, 308"'),
)
const flags = {
  permanent: v.optional(v.boolean()),
  caseSensitive: v.optional(v.boolean()),
  query: v.optional(v.boolean()),
  preserveQueryParams: v.optional(v.boolean()),
}
const name = v.optional(v.pipe(v.string(), v.maxLength(256, 'should NOT be longer than 256 characters')))
const sources = v.array(v.string())

const StagingInput = v.object({
  projectId: v.string(),
  teamId: v.optional(v.string()),
  overwrite: v.optional(v.boolean(), false),
  name,
  redirects: v.optional(
    v.array(v.object({ source, destination: v.string(), statusCode: v.optional(statusCode), ...flags })),
    [],
  ),
})
const RedirectChanges = v.object({
  name,
  restore: v.optional(v.boolean(), false),
  redirect: v.object({ source, destination: v.optional(v.string()), statusCode: v.optional(statusCode), ...flags }),
})
const RedirectSources = v.object({ name, redirects: sources })
const VersionChange = v.object({ id: v.string(), action: v.picklist(['promote', 'restore', 'discard']), name })

/** The bulk redirects of a project, in versions. https://vercel.com/docs/redirects/bulk-redirects */
export const bulkRedirectsRoutes = [
  get('getRedirects', '/v1/bulk-redirects', loadQueriedProject, ({ rows, project, query }) => {
    const versionId = query.get('versionId')
    const live = liveRedirects(rows, project)
    const version = versionId === null ? live : findRedirectVersion(rows, project, versionId)
    const named = version === undefined ? {} : { version: redirectVersionJson(version) }
    const diff = query.get('diff') ?? 'false'
    if (diff !== 'false') {
      const all = compared(live?.redirects ?? [], version?.redirects ?? [])
      return json({ redirects: diff === 'only' ? all.filter(({ action }) => action !== undefined) : all, ...named })
    }
    return json({ ...redirectsPage(query, version?.redirects ?? []), ...named })
  }),
  put('stageRedirects', '/v1/bulk-redirects', body(StagingInput), requireNamedProjectWrite, (call) => {
    const { rows, project, user, body } = call
    const before = body.overwrite ? [] : redirectsToChange(rows, project)
    const version = stageRedirects(call, project, user, withRedirects(before, body.redirects), body.name)
    return json({ alias: null, version: redirectVersionJson(version) })
  }),
  patch('editRedirect', '/v1/bulk-redirects', requireQueriedProjectWrite, body(RedirectChanges), (call) => {
    const { rows, project, user, body } = call
    const before = redirectsToChange(rows, project)
    const from = body.restore ? (liveRedirects(rows, project)?.redirects ?? []) : before
    const redirect = from.find((each) => each.source === body.redirect.source)
    if (redirect === undefined) throw notFound('Redirect')
    const changed = body.restore ? redirect : { ...redirect, ...defined(body.redirect) }
    const version = stageRedirects(call, project, user, withRedirects(before, [changed]), body.name)
    return json({ alias: null, version: redirectVersionJson(version) })
  }),
  del('deleteRedirects', '/v1/bulk-redirects', requireQueriedProjectWrite, body(RedirectSources), (call) => {
    const { rows, project, user, body } = call
    const left = redirectsToChange(rows, project).filter((each) => !body.redirects.includes(each.source))
    const version = stageRedirects(call, project, user, left, body.name)
    return json({ alias: null, version: redirectVersionJson(version) })
  }),
  post('restoreRedirects', '/v1/bulk-redirects/restore', requireQueriedProjectWrite, body(RedirectSources), (call) => {
    const { rows, project, user, body } = call
    const live = liveRedirects(rows, project)?.redirects ?? []
    const restored = live.filter((each) => body.redirects.includes(each.source))
    const redirects = withRedirects(redirectsToChange(rows, project), restored)
    const version = stageRedirects(call, project, user, redirects, body.name)
    const names = restored.map((each) => each.source)
    return json({
      version: redirectVersionJson(version),
      restored: names,
      failedToRestore: body.redirects.filter((each) => !names.includes(each)),
    })
  }),
  get('getVersions', '/v1/bulk-redirects/versions', loadQueriedProject, ({ rows, project }) => {
    const newestFirst = rows.redirectVersions.list('byProject', project.id).toReversed()
    return json({ versions: newestFirst.map(redirectVersionJson) })
  }),
  post('updateVersion', '/v1/bulk-redirects/versions', requireQueriedProjectWrite, body(VersionChange), (call) => {
    const { rows, project, body } = call
    const version = findRedirectVersion(rows, project, body.id)
    // Only a staged version is promoted or discarded, and only a past one is restored.
    if ((version.state === 'staging') === (body.action === 'restore')) throw notFound('Version')
    if (body.action === 'discard') {
      rows.redirectVersions.delete(version.id)
      return json({ version: redirectVersionJson(version) })
    }
    if (body.name !== undefined) rows.redirectVersions.update(version.id, { name: body.name })
    return json({ version: redirectVersionJson(goLive(call, project, version)) })
  }),
]

/**
 * Returns the page of redirects that a query asks for.
 *
 * @throws 400 for a page that is none.
 */
function redirectsPage(query: URLSearchParams, all: readonly BulkRedirect[]) {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 50)]
  if (!(Number.isInteger(page) && page >= 1)) throw invalidRequest('`page` should be >= 1')
  if (!(Number.isInteger(perPage) && perPage >= 1 && perPage <= 250))
    throw invalidRequest('`per_page` should be <= 250')
  const text = query.get('q') ?? ''
  const found = all.filter((each) => each.source.includes(text) || each.destination.includes(text))
  const key = query.get('sort_by')
  if (key === 'source' || key === 'destination' || key === 'statusCode') {
    const sign = query.get('sort_order') === 'desc' ? -1 : 1
    found.sort((one, other) => sign * String(one[key] ?? '').localeCompare(String(other[key] ?? ''), 'en'))
  }
  return {
    redirects: found.slice((page - 1) * perPage, page * perPage),
    pagination: { page, perPage, numPages: Math.ceil(found.length / perPage) },
  }
}
