import { notFound } from '#deployhost/errors.ts'
import { type Account, ownedBy } from './access.ts'
import type { Rows } from '#deployhost/call.ts'
import type { Deployment } from '#deployhost/schema.ts'

/**
 * Returns the account's deployment with this id, host or alias.
 *
 * @throws 404.
 */
export function findDeployment(rows: Rows, account: Pick<Account, 'id'>, idOrUrl: string): Deployment {
  const deployment = ownedBy(account, deploymentByIdOrHost(rows, idOrUrl))
  if (deployment === undefined) throw notFound('Deployment')
  return deployment
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
