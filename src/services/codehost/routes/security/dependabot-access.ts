import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { pageWindow } from '#core/pagination.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { linksTo, pageRequest } from '#codehost/json/pagination.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { ownRepo } from '#codehost/rules/actions/runners.ts'
import { requireOrganizationOwnerOr } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, patch } = routesFor<CodehostCall>()

const all = '/orgs/:org/dependabot/repository-access'
// Other users do not see that the operations exist.
const requireOwner = requireOrganizationOwnerOr(() => notFound(), 'admin:org')
const ids = v.optional(v.array(v.pipe(v.number(), v.integer())), [])

/**
 * The repositories that Dependabot may read when it updates others of an organization.
 * https://docs.github.com/rest/dependabot/repository-access
 */
export const dependabotAccessRoutes = [
  get('dependabot/repository-access-for-org', all, requireOwner, (call) => {
    const { rows, org } = call
    const { defaultLevel, repoIds } = rows.dependabotAccess.get(org.id)
    const repos = repoIds.flatMap((id) => rows.repos.get(id) ?? [])
    const request = pageRequest(call)
    const { offset, limit } = pageWindow(request)
    const page = repos.slice(offset, offset + limit).map((repo) => briefRepositoryJson(call, repo))
    return json(
      { default_level: defaultLevel, accessible_repositories: page },
      200,
      linksTo(call, request, repos.length),
    )
  }),
  patch(
    'dependabot/update-repository-access-for-org',
    all,
    requireOwner,
    requireBody(v.object({ repository_ids_to_add: ids, repository_ids_to_remove: ids })),
    ({ rows, org, body }) => {
      const added = body.repository_ids_to_add.map((id) => ownRepo(rows, org, id).id)
      const removed = new Set(body.repository_ids_to_remove.map((id) => ownRepo(rows, org, id).id))
      const before = rows.dependabotAccess.get(org.id)
      const repoIds = [...new Set([...before.repoIds, ...added])].filter((id) => !removed.has(id))
      rows.dependabotAccess.set({ ...before, repoIds }, org.id)
      return empty()
    },
  ),
  put(
    'dependabot/set-repository-access-default-level',
    `${all}/default-level`,
    requireOwner,
    requireBody(v.object({ default_level: v.picklist(['public', 'internal']) })),
    ({ rows, org, body }) => {
      rows.dependabotAccess.set({ ...rows.dependabotAccess.get(org.id), defaultLevel: body.default_level }, org.id)
      return empty()
    },
  ),
]
