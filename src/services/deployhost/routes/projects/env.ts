import { json } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { envJson, listedEnvJson } from '#deployhost/json/env.ts'
import { customEnvironmentIdsOf, customEnvironmentOf } from '#deployhost/rules/custom-environments.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { checkVariable, envAlreadyExists, overlapping, putVariable, requireAllowedType } from '#deployhost/rules/env.ts'
import { ENV_TYPES } from '#deployhost/schema/projects.ts'
import type { EnvVariable, Project } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { envTargets } from './env-targets.ts'
import { requireProjectWrite, loadProject } from '#deployhost/steps/projects.ts'
import { sortedRows } from '#deployhost/rules/sort-keys.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const comment = v.pipe(v.string(), v.maxLength(500, 'should NOT be longer than 500 characters'))

/** The command line sends it beside the type, which says the same. */
const visibility = v.optional(v.picklist(['config', 'secret']))

const VariableInput = v.strictObject({
  key: v.string(),
  value: v.string(),
  type: v.picklist(ENV_TYPES),
  target: v.optional(envTargets, []),
  gitBranch: v.optional(v.nullable(v.string()), null),
  customEnvironmentIds: v.optional(v.array(v.string()), []),
  comment: v.optional(v.nullable(comment), null),
  visibility,
})

type VariableInput = v.InferOutput<typeof VariableInput>

const VariableChanges = v.strictObject({
  key: v.optional(v.string()),
  value: v.optional(v.string()),
  type: v.optional(v.picklist(ENV_TYPES)),
  target: v.optional(envTargets),
  gitBranch: v.optional(v.nullable(v.string())),
  customEnvironmentIds: v.optional(v.array(v.string())),
  comment: v.optional(v.nullable(comment)),
  visibility,
})

const VariableIds = v.strictObject({
  ids: v.pipe(v.array(v.string()), v.minLength(1, 'should NOT have fewer than 1 items')),
})

const LIST = ['/v10/projects/:idOrName/env', '/v9/projects/:idOrName/env', '/v8/projects/:idOrName/env'] as const
const ITEM = [
  '/v10/projects/:idOrName/env/:id',
  '/v9/projects/:idOrName/env/:id',
  '/v8/projects/:idOrName/env/:id',
] as const

/**
 * Environment variables.
 * https://vercel.com/docs/rest-api/reference/endpoints/projects/create-one-or-more-environment-variables
 */
export const envRoutes = [
  ...atPaths(LIST, (path) =>
    get('filterProjectEnvs', path, loadProject, (call) => {
      const decrypt = call.query.get('decrypt') === 'true'
      const all = requestedVariables(call, call.project)
      // Without `limit` the answer contains all variables.
      const { rows, pagination } = call.query.has('limit')
        ? pageOf(pageQuery(call), sortedRows(all))
        : { rows: all, pagination: { count: all.length, next: null, prev: null } }
      return json({ envs: rows.map((variable) => listedEnvJson(variable, { decrypt })), pagination })
    }),
  ),
  ...atPaths(LIST, (path) =>
    post(
      'createProjectEnv',
      path,
      requireProjectWrite,
      body(v.union([v.array(VariableInput), VariableInput])),
      (call) => {
        const { body } = call
        return json(
          Array.isArray(body) ? putVariables(call, body) : { created: envJson(putOne(call, body)), failed: [] },
          201,
        )
      },
    ),
  ),
  ...atPaths(
    ['/v1/projects/:idOrName/env/:id', '/v9/projects/:idOrName/env/:id', '/v10/projects/:idOrName/env/:id'],
    (path) =>
      get('getProjectEnv', path, loadProject, (call) =>
        json(envJson(findVariable(call, call.params.id), { decrypt: true })),
      ),
  ),
  ...atPaths(ITEM, (path) =>
    patch('editProjectEnv', path, requireProjectWrite, body(VariableChanges), (call) => {
      const { rows, account, user, project, params, body, clock } = call
      const before = findVariable(call, params.id)
      const { key = before.key, value = before.value, type = before.type, target = before.target } = body
      const { gitBranch = before.gitBranch } = body
      const named = body.customEnvironmentIds ?? before.customEnvironmentIds
      const customEnvironmentIds = customEnvironmentIdsOf(rows, project, named)
      const { comment = before.comment } = body
      const changes = { key, value, type, target, gitBranch, customEnvironmentIds, comment }
      requireAllowedType(before, type)
      checkVariable(changes)
      const [other] = overlapping(rows, project, changes, before)
      if (other !== undefined) throw envAlreadyExists(other)
      const updatedAt = Math.floor(clock.now())
      const variable = rows.envVariables.update(before.id, { ...changes, updatedBy: user.id, updatedAt })
      call.emit({ event: 'project.env-variable.updated', account, user, project, variable })
      return json(envJson(variable))
    }),
  ),
  ...atPaths(ITEM, (path) =>
    del('removeProjectEnv', path, requireProjectWrite, (call) => {
      const variable = findVariable(call, call.params.id)
      remove(call, variable)
      return json(envJson(variable))
    }),
  ),
  del('batchRemoveProjectEnv', '/v1/projects/:idOrName/env', requireProjectWrite, body(VariableIds), (call) => {
    const { rows, project, body } = call
    const variables = [...new Set(body.ids)].flatMap((id) => rows.envVariables.get(id) ?? [])
    const own = variables.filter(({ projectId }) => projectId === project.id)
    for (const variable of own) remove(call, variable)
    return json({ deleted: own.length, ids: own.map(({ id }) => id) })
  }),
]

type ProjectWrite = DeployhostCall & AccountAccess & { readonly project: Project }

/** Returns the project's variables that match the query, oldest first. */
function requestedVariables({ rows, query }: DeployhostCall, project: Project): EnvVariable[] {
  const gitBranch = query.get('gitBranch')
  const named = query.get('customEnvironmentId')
  const customEnvironmentId = named === null ? null : (customEnvironmentOf(rows, project, named)?.id ?? named)
  const target = query.get('target')
  return rows.envVariables.list('byProject', project.id).filter((variable) => {
    // A branch has its own variables and those of all previews.
    if (gitBranch !== null && variable.gitBranch !== null && variable.gitBranch !== gitBranch) return false
    if (gitBranch !== null && !variable.target.includes('preview')) return false
    if (customEnvironmentId !== null && !variable.customEnvironmentIds.includes(customEnvironmentId)) return false
    return target === null || variable.target.some((each) => each === target)
  })
}

function putOne(call: ProjectWrite, input: VariableInput): EnvVariable {
  const upsert = call.query.get('upsert') === 'true'
  const { account, user, project } = call
  const { variable, change } = putVariable(call, project, user, input, upsert)
  call.emit({ event: `project.env-variable.${change}`, account, user, project, variable })
  return variable
}

/** Adds the variables that can be added, and returns the failures of the others. */
function putVariables(call: ProjectWrite, all: readonly VariableInput[]) {
  const created: ReturnType<typeof envJson>[] = []
  const failed: { readonly error: Readonly<Record<string, unknown>> }[] = []
  for (const input of all) {
    try {
      created.push(envJson(putOne(call, input)))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, ...members } = error.details
      failed.push({ error: { code, message: error.message, key: input.key, ...members } })
    }
  }
  return { created, failed }
}

/**
 * Returns the project's variable with this id.
 *
 * @throws 404.
 */
function findVariable({ rows, project }: Pick<ProjectWrite, 'rows' | 'project'>, id: string): EnvVariable {
  const variable = rows.envVariables.get(id)
  if (variable?.projectId !== project.id) throw notFound('Environment Variable')
  return variable
}

function remove(call: ProjectWrite, variable: EnvVariable): void {
  const { rows, account, user, project } = call
  rows.envVariables.delete(variable.id)
  call.emit({ event: 'project.env-variable.deleted', account, user, project, variable })
}
