import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { cacheJson, cacheUsageJson } from '#codehost/json/actions/cache.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsCache } from '#codehost/schema/results.ts'
import { loadRepo, requireOrganizationMember, requireWrite } from '#codehost/steps/access.ts'

const { get, del } = routesFor<CodehostCall>()

const all = '/repos/:owner/:repo/actions/caches'

/** Caches of Actions. https://docs.github.com/rest/actions/cache */
export const cachesRoutes = [
  get('actions/get-actions-cache-list', all, loadRepo, (call) => {
    const { rows, repo, query } = call
    const descending = query.get('direction') !== 'asc'
    const key = query.get('key') ?? ''
    const ref = query.get('ref')
    const sort = query.get('sort') ?? 'last_accessed_at'
    if (key === '' && ref === null && sort === 'last_accessed_at') {
      const view = viewOfIndex(rows.actionsCaches, 'accessed', [repo.id], { descending })
      return answerNamedPage(call, 'actions_caches', view, cacheJson)
    }
    const found = cachesOf(call, repo).filter((each) => each.key.startsWith(key) && (ref === null || each.ref === ref))
    const by = { created_at: 'createdAt', size_in_bytes: 'size' } as const // names of fields
    const field = sort === 'created_at' || sort === 'size_in_bytes' ? by[sort] : 'lastAccessedAt'
    const sign = descending ? -1 : 1
    found.sort((one, other) => sign * (one[field] - other[field] || one.id - other.id))
    return answerNamedPage(call, 'actions_caches', found, cacheJson)
  }),
  del('actions/delete-actions-cache-by-key', all, requireWrite('push'), (call) => {
    const { rows, repo, query } = call
    const key = query.get('key')
    const ref = query.get('ref')
    if (key === null) throw unprocessable('Invalid request.\n\nMissing required query parameter: key')
    const found = cachesOf(call, repo).filter((each) => each.key === key && (ref === null || each.ref === ref))
    if (found.length === 0) throw notFound()
    for (const { id } of found) rows.actionsCaches.delete(id)
    return json({ total_count: found.length, actions_caches: found.map(cacheJson) })
  }),
  del('actions/delete-actions-cache-by-id', `${all}/:cache_id`, requireWrite('push'), ({ rows, repo, params }) => {
    rows.actionsCaches.delete(findInRepo(rows.actionsCaches, repo, params.cache_id).id)
    return empty()
  }),
  get('actions/get-actions-cache-usage', '/repos/:owner/:repo/actions/cache/usage', loadRepo, (call) =>
    json(cacheUsageJson(`${call.owner.login}/${call.repo.name}`, cachesOf(call, call.repo))),
  ),
  get(
    'actions/get-actions-cache-usage-for-org',
    '/orgs/:org/actions/cache/usage',
    requireOrganizationMember(),
    (call) => {
      const caches = call.rows.repos.referring('ownerId', call.org.id).flatMap((repo) => cachesOf(call, repo))
      return json({
        total_active_caches_count: caches.length,
        total_active_caches_size_in_bytes: caches.reduce((sum, { size }) => sum + size, 0),
      })
    },
  ),
  get(
    'actions/get-actions-cache-usage-by-repo-for-org',
    '/orgs/:org/actions/cache/usage-by-repository',
    requireOrganizationMember(),
    (call) => {
      const used = call.rows.repos.referring('ownerId', call.org.id).filter((repo) => cachesOf(call, repo).length > 0)
      return answerNamedPage(call, 'repository_cache_usages', used, (repo) =>
        cacheUsageJson(`${call.org.login}/${repo.name}`, cachesOf(call, repo)),
      )
    },
  ),
]

function cachesOf({ rows }: CodehostCall, repo: Repo): ActionsCache[] {
  return rows.actionsCaches.referring('repoId', repo.id)
}
