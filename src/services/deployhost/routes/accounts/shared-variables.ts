import { json } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { answerPage } from '#deployhost/json/page.ts'
import { sharedVariableJson } from '#deployhost/json/shared-variable.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { createSharedVariable, findSharedVariable, updateSharedVariable } from '#deployhost/rules/shared-variables.ts'
import { sortedRows } from '#deployhost/rules/sort-keys.ts'
import type { SharedVariable } from '#deployhost/schema.ts'
import { ENV_TYPES } from '#deployhost/schema/projects.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import * as v from 'valibot'
import { envTargets } from '../projects/env-targets.ts'
import { atPaths } from '../versions.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const text = v.string()
const comment = v.optional(text)
const type = v.picklist(ENV_TYPES)

const SharedVariablesInput = v.object({
  evs: v.pipe(
    v.array(v.object({ key: text, value: text, comment })),
    v.minLength(1, 'should NOT have fewer than 1 items'),
  ),
  type: v.optional(type, 'encrypted'),
  target: v.optional(envTargets, []),
  projectId: v.optional(v.array(text), []),
  applyToAllCustomEnvironments: v.optional(v.boolean(), false),
})

const SharedVariableChanges = v.object({
  key: v.optional(text),
  value: v.optional(text),
  type: v.optional(type),
  target: v.optional(envTargets),
  projectId: v.optional(v.array(text)),
  projectIdUpdates: v.optional(
    v.object({ link: v.optional(v.array(text), []), unlink: v.optional(v.array(text), []) }),
    {},
  ),
  applyToAllCustomEnvironments: v.optional(v.boolean()),
  comment,
})

const SharedVariablesChanges = v.object({ updates: v.record(text, SharedVariableChanges) })
const SharedVariableIds = v.object({ ids: v.array(text) })

/**
 * Variables of an account for several projects.
 * https://vercel.com/docs/rest-api/environment/lists-all-shared-environment-variables-for-a-team
 */
export const sharedVariablesRoutes = [
  ...atPaths(['/v1/env', '/v1/env/all'], (path) =>
    get('listSharedEnvVariable', path, loadAccount, (call) =>
      answerPage('data', pageOf(pageQuery(call), sortedRows(requested(call))), (each) => ({
        ...sharedVariableJson(each),
        securityIssues: [],
      })),
    ),
  ),
  post('createSharedEnvVariable', '/v1/env', requireAccountWrite('repo'), body(SharedVariablesInput), (call) => {
    const { account, user, body } = call
    const { evs, type, target, projectId: projectIds, applyToAllCustomEnvironments: appliesToCustomEnvironments } = body
    const common = { type, target, projectIds, appliesToCustomEnvironments }
    const created = evs.map(({ comment = null, ...rest }) =>
      createSharedVariable(call, account, user, { ...common, ...rest, comment }),
    )
    return json({ created: created.map((each) => sharedVariableJson(each)), failed: [] }, 201)
  }),
  patch('updateSharedEnvVariable', '/v1/env', requireAccountWrite('repo'), body(SharedVariablesChanges), (call) => {
    const { rows, account, user } = call
    const updated = Object.entries(call.body.updates).map(([id, changes]) => {
      const before = findSharedVariable(rows, account, id)
      const { projectId = before.projectIds, projectIdUpdates, applyToAllCustomEnvironments, ...rest } = changes
      const { link, unlink } = projectIdUpdates
      const projectIds = [...new Set([...projectId, ...link])].filter((each) => !unlink.includes(each))
      const appliesToCustomEnvironments = applyToAllCustomEnvironments
      return updateSharedVariable(call, account, user, before, {
        ...defined({ ...rest, appliesToCustomEnvironments }),
        projectIds,
      })
    })
    return json({ updated: updated.map((each) => sharedVariableJson(each)), failed: [] })
  }),
  del('deleteSharedEnvVariable', '/v1/env', requireAccountWrite('repo'), body(SharedVariableIds), (call) => {
    const { rows, account, body } = call
    const deleted: string[] = []
    const failed: { readonly error: Readonly<Record<string, unknown>> }[] = []
    for (const id of new Set(body.ids)) {
      try {
        rows.sharedVariables.delete(findSharedVariable(rows, account, id).id)
        deleted.push(id)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        failed.push({ error: { ...error.details, message: error.message, envVarId: id } })
      }
    }
    return json({ deleted, failed })
  }),
  get('getSharedEnvVar', '/v1/env/:id', loadAccount, ({ rows, account, params }) =>
    json(sharedVariableJson(findSharedVariable(rows, account, params.id), { decrypt: true })),
  ),
  patch('unlinkSharedEnvVariable', '/v1/env/:id/unlink/:projectId', requireAccountWrite('repo'), (call) => {
    const { rows, account, user, params } = call
    const before = findSharedVariable(rows, account, params.id)
    const projectIds = before.projectIds.filter((id) => id !== params.projectId)
    return json({ id: updateSharedVariable(call, account, user, before, { projectIds }).id })
  }),
]

/** Returns the account's shared variables that match the query, oldest first. */
function requested({ rows, account, query }: DeployhostCall & AccountAccess): readonly SharedVariable[] {
  const search = query.get('search')?.toLowerCase()
  const projectId = query.get('projectId')
  const ids = query.get('ids')?.split(',')
  return rows.sharedVariables.list('byAccount', account.id).filter((each) => {
    if (search !== undefined && !each.key.toLowerCase().includes(search)) return false
    if (projectId !== null && !each.projectIds.includes(projectId)) return false
    return ids?.includes(each.id) ?? true
  })
}
