import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { customEnvironmentWithDomainsJson } from '#deployhost/json/custom-environment.ts'
import {
  copyVariables,
  createCustomEnvironment,
  deleteCustomEnvironment,
  environmentOfBranch,
  findCustomEnvironment,
  requireFreeEnvironmentSlug,
} from '#deployhost/rules/custom-environments.ts'
import { loadProject, requireProjectWrite } from '#deployhost/steps/projects.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

/** The number of custom environments that an account may have. */
const ACCOUNT_LIMIT = 12

const slug = v.pipe(
  v.string(),
  v.maxLength(32, 'should NOT be longer than 32 characters'),
  v.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'should match pattern "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"'),
)
const description = v.pipe(v.string(), v.maxLength(256, 'should NOT be longer than 256 characters'))
const branchMatcher = v.strictObject({
  type: v.picklist(['equals', 'startsWith', 'endsWith']),
  pattern: v.pipe(v.string(), v.maxLength(100, 'should NOT be longer than 100 characters')),
})

const CustomEnvironmentInput = v.strictObject({
  slug,
  description: v.optional(description),
  branchMatcher: v.optional(branchMatcher),
  copyEnvVarsFrom: v.optional(v.string()),
})

const CustomEnvironmentChanges = v.strictObject({
  slug: v.optional(slug),
  description: v.optional(description),
  branchMatcher: v.optional(v.nullable(branchMatcher)),
})

const RemovalInput = v.strictObject({ deleteUnassignedEnvironmentVariables: v.optional(v.boolean(), false) })

const LIST = [
  '/v9/projects/:idOrName/custom-environments',
  '/v1/projects/:idOrName/custom-environments',
  '/projects/:idOrName/custom-environments',
] as const
const ITEM = [
  '/v9/projects/:idOrName/custom-environments/:environmentSlugOrId',
  '/v1/projects/:idOrName/custom-environments/:environmentSlugOrId',
] as const

/** Environments of a project beside production and previews. https://vercel.com/docs/rest-api/environment */
export const customEnvironmentsRoutes = [
  ...atPaths(LIST, (path) =>
    get('getCustomEnvironments', path, loadProject, ({ rows, project, query }) => {
      const branch = query.get('gitBranch')
      const all = rows.customEnvironments.list('byProject', project.id)
      const tracking = environmentOfBranch(rows, project, branch)
      const environments = branch === null ? all : all.filter(({ id }) => id === tracking?.id)
      return json({
        accountLimit: { total: ACCOUNT_LIMIT },
        environments: environments.map((each) => customEnvironmentWithDomainsJson(rows, each)),
      })
    }),
  ),
  ...atPaths(LIST, (path) =>
    post('createCustomEnvironment', path, requireProjectWrite, body(CustomEnvironmentInput), (call) => {
      const { rows, project, user, body } = call
      const { copyEnvVarsFrom, slug, description = null, branchMatcher = null } = body
      requireFreeEnvironmentSlug(rows, project, slug)
      const environment = createCustomEnvironment(call, project, { slug, description, branchMatcher })
      if (copyEnvVarsFrom !== undefined) copyVariables(call, project, user, { from: copyEnvVarsFrom, to: environment })
      return json(customEnvironmentWithDomainsJson(rows, environment), 201)
    }),
  ),
  ...atPaths(ITEM, (path) =>
    get('getCustomEnvironment', path, loadProject, ({ rows, project, params }) => {
      const environment = findCustomEnvironment(rows, project, params.environmentSlugOrId)
      return json(customEnvironmentWithDomainsJson(rows, environment))
    }),
  ),
  ...atPaths(ITEM, (path) =>
    patch('updateCustomEnvironment', path, requireProjectWrite, body(CustomEnvironmentChanges), (call) => {
      const { rows, project, params, body, clock } = call
      const { id, slug } = findCustomEnvironment(rows, project, params.environmentSlugOrId)
      if (body.slug !== undefined && body.slug !== slug) requireFreeEnvironmentSlug(rows, project, body.slug)
      const environment = rows.customEnvironments.update(id, { ...defined(body), updatedAt: Math.floor(clock.now()) })
      return json(customEnvironmentWithDomainsJson(rows, environment))
    }),
  ),
  ...atPaths(ITEM, (path) =>
    del('removeCustomEnvironment', path, requireProjectWrite, body(RemovalInput), (call) => {
      const { rows, project, params, body } = call
      const environment = findCustomEnvironment(rows, project, params.environmentSlugOrId)
      const answer = json(customEnvironmentWithDomainsJson(rows, environment))
      deleteCustomEnvironment(call, environment, { deletesUnassigned: body.deleteUnassignedEnvironmentVariables })
      return answer
    }),
  ),
]
