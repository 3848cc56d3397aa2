import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import { findProject, canWrite, requireScope, loadAccount, type Account } from '../access.ts'
import type { DeployhostCall } from '../call.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import { aliasJson, aliasOfDeploymentJson } from '../json/alias.ts'
import { sourceOfRows, sourceOfIndex, pageOf, pageQuery, withOlderNames, type PageSource } from '../pagination.ts'
import { aliasHost, aliasByIdOrHost, assignAlias, refuseAlias, requireAliasName } from '../rules/aliases.ts'
import { requireDeploymentWrite, loadDeployment } from '../rules/deployments.ts'
import type { Alias } from '../schema.ts'

const { get, post, del } = routesFor<DeployhostCall>()

const NewAlias = v.object({
  alias: v.optional(v.string()),
  redirect: v.optional(v.nullable(v.string())),
})

/** Aliases of deployments. https://vercel.com/docs/rest-api/aliases */
export const aliasesRoutes = [
  get('listDeploymentAliases', '/v2/deployments/:id/aliases', loadDeployment, ({ rows, deployment }) =>
    json({ aliases: rows.aliases.list('byDeployment', deployment.id).toReversed().map(aliasOfDeploymentJson) }),
  ),
  post('assignAlias', '/v2/deployments/:id/aliases', requireDeploymentWrite, body(NewAlias), (call) => {
    const { rows, deployment, user, body } = call
    const host = aliasHost(requireAliasName(body.alias))
    const redirect = body.redirect ?? null
    refuseAlias(rows, host, deployment)
    const before = rows.aliases.find('alias', host)
    if (before?.deploymentId === deployment.id && before.redirect === redirect) {
      const { id: uid, alias } = before
      throw conflict('The alias leads to this deployment already.', 'not_modified', { uid, alias })
    }
    const assigned = assignAlias(call, host, deployment, { creatorId: user.id, custom: true, redirect })
    const { id: uid, alias, updatedAt } = assigned.alias
    return json({ uid, alias, created: new Date(updatedAt).toISOString(), oldDeploymentId: assigned.oldDeploymentId })
  }),
  get('listAliases', '/v4/aliases', loadAccount, (call) => {
    const { rows, pagination } = pageOf(pageQuery(withOlderNames(call)), requestedAliases(call, call.account))
    return json({ aliases: rows.map((alias) => aliasJson(call, alias)), pagination })
  }),
  get('getAlias', '/v4/aliases/:idOrAlias', loadAccount, (call) =>
    json(aliasJson(call, findAlias(call, call.account, call.params.idOrAlias))),
  ),
  del('deleteAlias', '/v2/aliases/:idOrAlias', loadAccount, (call) => {
    const { rows, account } = call
    requireScope(call, 'repo')
    const alias = findAlias(call, account, call.params.idOrAlias)
    if (!canWrite(account, rows.projects.require(alias.projectId))) throw forbidden()
    rows.aliases.delete(alias.id)
    return json({ status: 'SUCCESS' })
  }),
]

/** Returns the alias. Throws 404, also when it is outside the project or the times that the query sets. */
function findAlias(call: DeployhostCall, account: Account, idOrAlias: string): Alias {
  const { rows, query } = call
  const alias = aliasByIdOrHost(rows, account.id, idOrAlias)
  const projectId = query.get('projectId')
  if (alias === undefined || (projectId !== null && projectId !== alias.projectId)) throw notFound('Alias')
  const { since, until } = pageQuery(withOlderNames(call))
  if (alias.createdAt <= (since ?? -1) || alias.createdAt >= (until ?? Infinity)) throw notFound('Alias')
  return alias
}

function requestedAliases({ rows, query }: DeployhostCall, account: Account): PageSource<Alias> {
  const projectParameter = query.get('projectId')
  const project =
    projectParameter === null || projectParameter === '' ? null : findProject(rows, account, projectParameter)
  const domains = query.getAll('domain').flatMap((each) => each.split(','))
  const rolledBack = query.get('rollbackDeploymentId')
  const [index, owner] = project === null ? (['byAccount', account.id] as const) : (['byProject', project.id] as const)
  if (domains.length === 0 && rolledBack === null) return sourceOfIndex(rows.aliases, index, owner)
  const matches = rows.aliases.list(index, owner).filter(({ alias, deploymentId }) => {
    const ofDomain = domains.length === 0 || domains.some((each) => alias === each || alias.endsWith(`.${each}`))
    return ofDomain && (rolledBack === null || deploymentId !== rolledBack)
  })
  return sourceOfRows(matches)
}
