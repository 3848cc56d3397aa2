import { forbidden } from '#deployhost/errors.ts'
import { canWrite, type AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall, CallWithParams } from '#deployhost/call.ts'
import type { Deployment } from '#deployhost/schema.ts'
import { requireScope, loadAccount } from './accounts.ts'
import { findDeployment } from '#deployhost/rules/deployments.ts'

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
  return deploymentToChange(call, call.params.id)
}

/**
 * A step like {@link requireDeploymentWrite}, for a deletion: the query may name the deployment by its host in `url`,
 * which takes precedence over the path.
 */
export function requireDeploymentDelete(call: CallWithParams<'id'>): DeploymentAccess {
  return deploymentToChange(call, call.query.get('url') || call.params.id)
}

function deploymentToChange(call: DeployhostCall, idOrUrl: string): DeploymentAccess {
  const scope = loadAccount(call)
  const deployment = findDeployment(call.rows, scope.account, idOrUrl)
  requireScope(call, 'repo')
  if (!canWrite(scope.account, call.rows.projects.require(deployment.projectId))) throw forbidden()
  return { ...scope, deployment }
}
