import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { CallWithParams, DeployhostCall } from '#deployhost/call.ts'
import { badRequest, notFound } from '#deployhost/errors.ts'
import { projectJson } from '#deployhost/json/project.ts'
import { accountOfProject, type AccountAccess } from '#deployhost/rules/access.ts'
import { createDeployment } from '#deployhost/rules/new-deployment.ts'
import { nextSortKey } from '#deployhost/rules/sort-keys.ts'
import type { DeployHook, Project } from '#deployhost/schema.ts'
import { requireProjectWrite } from '#deployhost/steps/projects.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'

const { get, post, del } = routesFor<DeployhostCall>()

const text = v.pipe(v.string(), v.minLength(1, 'should NOT be shorter than 1 characters'))
const DeployHookInput = v.object({ name: text, ref: text })

const LIST = ['/v2/projects/:idOrName/deploy-hooks', '/v1/projects/:idOrName/deploy-hooks'] as const
const ITEM = ['/v2/projects/:idOrName/deploy-hooks/:hookId', '/v1/projects/:idOrName/deploy-hooks/:hookId'] as const
const TRIGGER = '/v1/integrations/deploy/:projectId/:hookId'

/** URLs that deploy a branch. https://vercel.com/docs/deploy-hooks */
export const deployHooksRoutes = [
  ...atPaths(LIST, (path) =>
    post('createDeployHook', path, requireProjectWrite, body(DeployHookInput), (call) => {
      const { rows, project, user, ids, clock, body } = call
      if (project.link === null) throw badRequest('The project is not linked to a Git repository.')
      const now = Math.floor(clock.now())
      rows.deployHooks.insert({
        id: ids.secret.base62(10),
        sortKey: nextSortKey(rows.deployHooks, now),
        projectId: project.id,
        creatorId: user.id,
        name: body.name,
        ref: body.ref,
        createdAt: now,
      })
      return json(projectJson(call, project))
    }),
  ),
  ...atPaths(ITEM, (path) =>
    del('deleteDeployHook', path, requireProjectWrite, (call) => {
      const { rows, project, params } = call
      rows.deployHooks.delete(findDeployHook(call, project.id, params.hookId).id)
      return json(projectJson(call, project))
    }),
  ),
  post('triggerDeployHook', TRIGGER, loadDeployHook, deploy),
  get('triggerDeployHook', TRIGGER, loadDeployHook, deploy),
]

type HookAccess = AccountAccess & { readonly project: Project; readonly hook: DeployHook }

/** Deploys the latest commit of the hook's branch, to production when it is the production branch. */
function deploy(call: DeployhostCall & HookAccess) {
  const { project, hook, ids, clock } = call
  const { link } = project
  if (link === null) throw badRequest('The project is not linked to a Git repository.')
  const [org = '', repo = ''] = link.repo.split('/')
  createDeployment(call, {
    name: project.name,
    project: project.id,
    target: hook.ref === link.productionBranch ? 'production' : null,
    gitSource: { type: link.type, ref: hook.ref, org, repo },
    meta: { deployHookId: hook.id, deployHookName: hook.name, deployHookRef: hook.ref },
  })
  return json({ job: { id: ids.base62(20), state: 'PENDING', createdAt: Math.floor(clock.now()) } }, 201)
}

/**
 * A step that loads the deploy hook of the path, with the account and the user that it deploys for. Who knows the URL
 * needs no token.
 *
 * @throws 404.
 */
function loadDeployHook(call: CallWithParams<'projectId' | 'hookId'>): HookAccess {
  const { rows, params } = call
  const hook = findDeployHook(call, params.projectId, params.hookId)
  const project = rows.projects.require(hook.projectId)
  const account = { ...accountOfProject(rows, project), membership: null }
  return { user: rows.users.require(hook.creatorId), account, project, hook }
}

/**
 * Returns the project's deploy hook with this id.
 *
 * @throws 404.
 */
function findDeployHook({ rows }: DeployhostCall, projectId: string, id: string): DeployHook {
  const hook = rows.deployHooks.get(id)
  if (hook?.projectId !== projectId) throw notFound('Deploy hook')
  return hook
}
