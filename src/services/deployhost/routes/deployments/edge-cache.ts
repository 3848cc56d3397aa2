import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { forbidden, invalidRequest } from '#deployhost/errors.ts'
import { canWrite, findProject, type AccountAccess } from '#deployhost/rules/access.ts'
import { requireSomeProjectWrite } from '#deployhost/steps/projects.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'

const { post, del } = routesFor<DeployhostCall>()

const Tags = v.object({ tags: v.union([v.string(), v.array(v.string())]) })
const SourceImages = v.object({ srcImages: v.array(v.string()) })

/**
 * Purges of a project's caches. Deployed files are not served here, so that every cache is empty.
 * https://vercel.com/docs/rest-api/edge-cache
 */
export const edgeCacheRoutes = [
  ...atPaths(['/v1/edge-cache/invalidate-by-tags', '/v1/edge-cache/dangerously-delete-by-tags'], (path) =>
    post('purgeByTags', path, requireProjectOfQuery, body(Tags), () => empty(200)),
  ),
  ...atPaths(['/v1/edge-cache/invalidate-by-src-images', '/v1/edge-cache/dangerously-delete-by-src-images'], (path) =>
    post('purgeBySrcImages', path, requireProjectOfQuery, body(SourceImages), () => empty(200)),
  ),
  post('purgeEdgeCache', '/v1/edge-cache/purge-all', requireProjectOfQuery, () => empty(200)),
  del('purgeDataCache', '/v1/data-cache/purge-all', requireProjectOfQuery, () => empty(200)),
]

/**
 * A step for a change to the project that the query names.
 *
 * @throws 400 when it names none, 404 for an unknown one, 403 unless the token and the role allow the change.
 */
function requireProjectOfQuery(call: DeployhostCall): AccountAccess {
  const access = requireSomeProjectWrite(call)
  const idOrName = call.query.get('projectIdOrName')
  if (idOrName === null) throw invalidRequest('missing required property `projectIdOrName`')
  if (!canWrite(access.account, findProject(call.rows, access.account, idOrName))) throw forbidden()
  return access
}
