import { forbidden, notFound } from '../errors.ts'
import { mayChange, requireScope, scoped, type Account, type Scope } from '../access.ts'
import type { DeployhostCall, Rows } from '../call.ts'
import type { Deployment } from '../schema.ts'

type With<N extends string> = DeployhostCall & { readonly params: { readonly [K in N]: string } }

/** A request about one deployment. */
export interface OfDeployment extends Scope {
  readonly deployment: Deployment
}

/** A step: the deployment that the path names in `id`, in the account that the request is about. 403, 404. */
export function readableDeployment(call: With<'id'>): OfDeployment {
  const scope = scoped(call)
  return { ...scope, deployment: requireDeployment(call.rows, scope.account, call.params.id) }
}

/** A step for a change to the deployment that the path names in `id`: it is there (404), token and role allow it (403). */
export function changesDeployment(call: With<'id'>): OfDeployment {
  return changes(call, call.params.id)
}

/** A step as {@link changesDeployment}, where the query may name it by its host: what the path has is ignored then. */
export function deletesDeployment(call: With<'id'>): OfDeployment {
  return changes(call, call.query.get('url') || call.params.id)
}

/** The deployment with this id or host, its own or an alias. Throws 404. */
export function requireDeployment(rows: Rows, account: Pick<Account, 'id'>, idOrUrl: string): Deployment {
  const deployment = findDeployment(rows, idOrUrl)
  if (deployment?.accountId !== account.id) throw notFound('Deployment')
  return deployment
}

function changes(call: DeployhostCall, idOrUrl: string): OfDeployment {
  const scope = scoped(call)
  const deployment = requireDeployment(call.rows, scope.account, idOrUrl)
  requireScope(call, 'repo')
  if (!mayChange(scope.account, call.rows.projects.require(deployment.projectId))) throw forbidden()
  return { ...scope, deployment }
}

function findDeployment(rows: Rows, idOrUrl: string): Deployment | undefined {
  const byId = rows.deployments.get(idOrUrl) ?? rows.deployments.get(`dpl_${idOrUrl}`)
  if (byId !== undefined) return byId
  const host = idOrUrl
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
  return rows.deployments.find('url', host) ?? rows.deployments.get(rows.aliases.find('alias', host)?.deploymentId)
}
