import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { cacheJson, cacheUsageJson } from '#codehost/json/actions/cache.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { cacheLimitOf, setCacheLimit, type CacheLimit, type PolicyTarget } from '#codehost/rules/actions/policies.ts'
import { cachesOf } from '#codehost/rules/actions/uploads.ts'
import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsCache } from '#codehost/schema/results.ts'
import {
  loadRepo,
  requireOrganizationMember,
  requireOrganizationOwner,
  requirePermission,
  requireWrite,
} from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const all = '/repos/:owner/:repo/actions/caches'

const ofRepo = '/repos/:owner/:repo/actions/cache'
const ofOrg = '/organizations/:org/actions/cache'
const requireAdmin = requirePermission('admin', 'repo')
const requireOwner = requireOrganizationOwner('admin:org')
const days = requireBody(v.object({ max_cache_retention_days: v.optional(v.pipe(v.number(), v.integer())) }))
const gigabytes = requireBody(v.object({ max_cache_size_gb: v.optional(v.pipe(v.number(), v.integer())) }))

/** The limits of the caches of repositories and organizations. */
const limits = [
  get('actions/get-actions-cache-retention-limit-for-repository', `${ofRepo}/retention-limit`, requireAdmin, getDays),
  put(
    'actions/set-actions-cache-retention-limit-for-repository',
    `${ofRepo}/retention-limit`,
    requireAdmin,
    days,
    setDays,
  ),
  get('actions/get-actions-cache-storage-limit-for-repository', `${ofRepo}/storage-limit`, requireAdmin, getSize),
  put(
    'actions/set-actions-cache-storage-limit-for-repository',
    `${ofRepo}/storage-limit`,
    requireAdmin,
    gigabytes,
    setSize,
  ),
  get('actions/get-actions-cache-retention-limit-for-organization', `${ofOrg}/retention-limit`, requireOwner, getDays),
  put(
    'actions/set-actions-cache-retention-limit-for-organization',
    `${ofOrg}/retention-limit`,
    requireOwner,
    days,
    setDays,
  ),
  get('actions/get-actions-cache-storage-limit-for-organization', `${ofOrg}/storage-limit`, requireOwner, getSize),
  put(
    'actions/set-actions-cache-storage-limit-for-organization',
    `${ofOrg}/storage-limit`,
    requireOwner,
    gigabytes,
    setSize,
  ),
]

/** Caches of Actions. https://docs.github.com/rest/actions/cache */
export const cachesRoutes = [
  ...limits,
  get('actions/get-actions-cache-list', all, loadRepo, (call) => {
    const { repo, query } = call
    const descending = query.get('direction') !== 'asc'
    const key = query.get('key') ?? ''
    const ref = query.get('ref')
    const sort = query.get('sort') ?? 'last_accessed_at'
    const found = cachesNow(call, repo).filter((each) => each.key.startsWith(key) && (ref === null || each.ref === ref))
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
    const found = cachesNow(call, repo).filter((each) => each.key === key && (ref === null || each.ref === ref))
    if (found.length === 0) throw notFound()
    for (const { id } of found) rows.actionsCaches.delete(id)
    return json({ total_count: found.length, actions_caches: found.map(cacheJson) })
  }),
  del('actions/delete-actions-cache-by-id', `${all}/:cache_id`, requireWrite('push'), ({ rows, repo, params }) => {
    rows.actionsCaches.delete(findInRepo(rows.actionsCaches, repo, params.cache_id).id)
    return empty()
  }),
  get('actions/get-actions-cache-usage', '/repos/:owner/:repo/actions/cache/usage', loadRepo, (call) =>
    json(cacheUsageJson(`${call.owner.login}/${call.repo.name}`, cachesNow(call, call.repo))),
  ),
  get(
    'actions/get-actions-cache-usage-for-org',
    '/orgs/:org/actions/cache/usage',
    requireOrganizationMember(),
    (call) => {
      const caches = call.rows.repos.referring('ownerId', call.org.id).flatMap((repo) => cachesNow(call, repo))
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
      const used = call.rows.repos.referring('ownerId', call.org.id).filter((repo) => cachesNow(call, repo).length > 0)
      return answerNamedPage(call, 'repository_cache_usages', used, (repo) =>
        cacheUsageJson(`${call.org.login}/${repo.name}`, cachesNow(call, repo)),
      )
    },
  ),
]

/** Returns the caches of a repository that have not expired by now. */
function cachesNow({ rows, clock }: CodehostCall, repo: Repo): ActionsCache[] {
  return cachesOf(rows, repo, clock.now())
}

type LimitCall = CodehostCall & PolicyTarget

function getDays(call: LimitCall): Answer {
  return json({ max_cache_retention_days: cacheLimitOf(call.rows, call, 'cacheRetentionDays') })
}

function getSize(call: LimitCall): Answer {
  return json({ max_cache_size_gb: cacheLimitOf(call.rows, call, 'cacheSizeGb') })
}

function setDays(
  call: LimitCall & { readonly body: { readonly max_cache_retention_days?: number | undefined } },
): Answer {
  return setLimit(call, 'cacheRetentionDays', call.body.max_cache_retention_days)
}

function setSize(call: LimitCall & { readonly body: { readonly max_cache_size_gb?: number | undefined } }): Answer {
  return setLimit(call, 'cacheSizeGb', call.body.max_cache_size_gb)
}

function setLimit(call: LimitCall, limit: CacheLimit, value: number | undefined): Answer {
  if (value !== undefined) setCacheLimit(call.rows, call, limit, value)
  return empty()
}
