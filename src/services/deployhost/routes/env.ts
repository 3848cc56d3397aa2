import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { Failure } from '../../../core/errors.ts'
import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import { changesProject, readableProject, type Scope } from '../access.ts'
import type { DeployhostCall } from '../call.ts'
import { notFound } from '../errors.ts'
import { envJson, listedEnvJson } from '../json/env.ts'
import { atHand, pageOf, pageQuery } from '../pagination.ts'
import {
  checkVariable,
  envAlreadyExists,
  overlapping,
  putVariable,
  refuseTypeChange,
  type WantedVariable,
} from '../rules/env.ts'
import { tellVariable } from '../rules/project-events.ts'
import { ENV_TYPES } from '../schema-projects.ts'
import type { EnvVariable, Project } from '../schema.ts'
import { under } from '../versions.ts'
import { envTargets } from './env-targets.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const comment = v.pipe(v.string(), v.maxLength(500, 'should NOT be longer than 500 characters'))

const NewVariable = v.strictObject({
  key: v.string(),
  value: v.string(),
  type: v.picklist(ENV_TYPES),
  target: v.optional(envTargets, []),
  gitBranch: v.optional(v.nullable(v.string()), null),
  customEnvironmentIds: v.optional(v.array(v.string()), []),
  comment: v.optional(v.nullable(comment), null),
})

const VariableChanges = v.strictObject({
  key: v.optional(v.string()),
  value: v.optional(v.string()),
  type: v.optional(v.picklist(ENV_TYPES)),
  target: v.optional(envTargets),
  gitBranch: v.optional(v.nullable(v.string())),
  customEnvironmentIds: v.optional(v.array(v.string())),
  comment: v.optional(v.nullable(comment)),
})

const Ids = v.strictObject({ ids: v.pipe(v.array(v.string()), v.minLength(1, 'should NOT have fewer than 1 items')) })

const LIST = ['/v10/projects/:idOrName/env', '/v9/projects/:idOrName/env', '/v8/projects/:idOrName/env'] as const
const ITEM = ['/v9/projects/:idOrName/env/:id', '/v10/projects/:idOrName/env/:id'] as const

/** Environment variables. https://vercel.com/docs/rest-api/reference/endpoints/projects/create-one-or-more-environment-variables */
export const envRoutes = [
  ...under(LIST, (path) =>
    get('filterProjectEnvs', path, readableProject, (call) => {
      const decrypt = call.query.get('decrypt') === 'true'
      const all = found(call, call.project)
      // All of them, unless the client asks for pages.
      const { rows, pagination } = call.query.has('limit')
        ? pageOf(pageQuery(call), atHand(all))
        : { rows: all, pagination: { count: all.length, next: null, prev: null } }
      return json({ envs: rows.map((variable) => listedEnvJson(variable, { decrypt })), pagination })
    }),
  ),
  ...under(LIST, (path) =>
    post('createProjectEnv', path, changesProject, body(v.union([v.array(NewVariable), NewVariable])), (call) => {
      const { body } = call
      return json(Array.isArray(body) ? putAll(call, body) : { created: envJson(put(call, body)), failed: [] }, 201)
    }),
  ),
  ...under(
    ['/v1/projects/:idOrName/env/:id', '/v9/projects/:idOrName/env/:id', '/v10/projects/:idOrName/env/:id'],
    (path) =>
      get('getProjectEnv', path, readableProject, (call) =>
        json(envJson(findVariable(call, call.params.id), { decrypt: true })),
      ),
  ),
  ...under(ITEM, (path) =>
    patch('editProjectEnv', path, changesProject, body(VariableChanges), (call) => {
      const { rows, user, project, params, body, clock } = call
      const before = findVariable(call, params.id)
      const { key = before.key, value = before.value, type = before.type, target = before.target } = body
      const { gitBranch = before.gitBranch, customEnvironmentIds = before.customEnvironmentIds } = body
      const { comment = before.comment } = body
      const changes = { key, value, type, target, gitBranch, customEnvironmentIds, comment }
      refuseTypeChange(before, type)
      checkVariable(changes)
      const [other] = overlapping(rows, project, changes, before)
      if (other !== undefined) throw envAlreadyExists(other)
      const updatedAt = Math.floor(clock.now())
      const variable = rows.envVariables.update(before.id, { ...changes, updatedBy: user.id, updatedAt })
      tellVariable(call, 'updated', project, variable)
      return json(envJson(variable))
    }),
  ),
  ...under(ITEM, (path) =>
    del('removeProjectEnv', path, changesProject, (call) => {
      const variable = findVariable(call, call.params.id)
      remove(call, variable)
      return json(envJson(variable))
    }),
  ),
  del('batchRemoveProjectEnv', '/v1/projects/:idOrName/env', changesProject, body(Ids), (call) => {
    const { rows, project, body } = call
    const variables = [...new Set(body.ids)].flatMap((id) => rows.envVariables.get(id) ?? [])
    const own = variables.filter(({ projectId }) => projectId === project.id)
    for (const variable of own) remove(call, variable)
    return json({ deleted: own.length, ids: own.map(({ id }) => id) })
  }),
]

type Changing = DeployhostCall & Scope & { readonly project: Project }

/** The variables of the project that the query asks for, oldest first. */
function found({ rows, query }: DeployhostCall, project: Project): EnvVariable[] {
  const gitBranch = query.get('gitBranch')
  const customEnvironmentId = query.get('customEnvironmentId')
  const target = query.get('target')
  return rows.envVariables.list('byProject', project.id).filter((variable) => {
    // A branch has its own variables, and those of all previews.
    if (gitBranch !== null && variable.gitBranch !== null && variable.gitBranch !== gitBranch) return false
    if (gitBranch !== null && !variable.target.includes('preview')) return false
    if (customEnvironmentId !== null && !variable.customEnvironmentIds.includes(customEnvironmentId)) return false
    return target === null || variable.target.some((each) => each === target)
  })
}

function put(call: Changing, wanted: WantedVariable): EnvVariable {
  const upsert = call.query.get('upsert') === 'true'
  const { variable, event } = putVariable(call, call.project, call.user, wanted, upsert)
  tellVariable(call, event, call.project, variable)
  return variable
}

/** Adds what can be added, and says of the rest why not. */
function putAll(call: Changing, all: readonly WantedVariable[]) {
  const created: ReturnType<typeof envJson>[] = []
  const failed: { readonly error: Readonly<Record<string, unknown>> }[] = []
  for (const wanted of all) {
    try {
      created.push(envJson(put(call, wanted)))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, ...members } = error.details
      failed.push({ error: { code, message: error.message, key: wanted.key, ...members } })
    }
  }
  return { created, failed }
}

/** The project's variable with this id. Throws 404. */
function findVariable({ rows, project }: Pick<Changing, 'rows' | 'project'>, id: string): EnvVariable {
  const variable = rows.envVariables.get(id)
  if (variable?.projectId !== project.id) throw notFound('Environment Variable')
  return variable
}

function remove(call: Changing, variable: EnvVariable): void {
  call.rows.envVariables.delete(variable.id)
  tellVariable(call, 'deleted', call.project, variable)
}
