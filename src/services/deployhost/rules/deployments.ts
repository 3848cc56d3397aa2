import { forbidden, notFound } from '#deployhost/errors.ts'
import { canWrite, type Account, type AccountAccess } from './access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import type { Deployment } from '#deployhost/schema.ts'
import { requireScope, loadAccount } from '#deployhost/steps/access.ts'

type CallWithParams<N extends string> = DeployhostCall & { readonly params: { readonly [K in N]: string } }

/** A request's user, account and deployment. */
export interface DeploymentAccess extends AccountAccess {
  readonly deployment: Deployment
}

/**
 * A step that loads the deployment of the path's `id`.
 *
 * @throws 403 for the account, 404 for the deployment.
 */
export function loadDeployment(call: CallWithParams<'id'>): DeploymentAccess {
  const scope = loadAccount(call)
  return { ...scope, deployment: findDeployment(call.rows, scope.account, call.params.id) }
}

/**
 * A step for a change that loads the deployment of the path's `id`.
 *
 * @throws 404 when it does not exist, 403 unless the token and the role allow the change.
 */
export function requireDeploymentWrite(call: CallWithParams<'id'>): DeploymentAccess {
  return changes(call, call.params.id)
}

/**
 * A step like {@link requireDeploymentWrite}, for a deletion: the query may name the deployment by its host in `url`,
 * which takes precedence over the path.
 */
export function requireDeploymentDelete(call: CallWithParams<'id'>): DeploymentAccess {
  return changes(call, call.query.get('url') || call.params.id)
}

/**
 * Returns the account's deployment with this id, host or alias.
 *
 * @throws 404.
 */
export function findDeployment(rows: Rows, account: Pick<Account, 'id'>, idOrUrl: string): Deployment {
  const deployment = deploymentByIdOrHost(rows, idOrUrl)
  if (deployment?.accountId !== account.id) throw notFound('Deployment')
  return deployment
}

function changes(call: DeployhostCall, idOrUrl: string): DeploymentAccess {
  const scope = loadAccount(call)
  const deployment = findDeployment(call.rows, scope.account, idOrUrl)
  requireScope(call, 'repo')
  if (!canWrite(scope.account, call.rows.projects.require(deployment.projectId))) throw forbidden()
  return { ...scope, deployment }
}

function deploymentByIdOrHost(rows: Rows, idOrUrl: string): Deployment | undefined {
  const byId = rows.deployments.get(idOrUrl) ?? rows.deployments.get(`dpl_${idOrUrl}`)
  if (byId !== undefined) return byId
  const host = idOrUrl
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
  return rows.deployments.find('url', host) ?? rows.deployments.get(rows.aliases.find('alias', host)?.deploymentId)
}
