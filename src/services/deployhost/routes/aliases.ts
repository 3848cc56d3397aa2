import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import { findProject, mayChange, requireScope, scoped, type Account } from '../access.ts'
import type { DeployhostCall } from '../call.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import { aliasJson, aliasOfDeploymentJson } from '../json/alias.ts'
import { atHand, indexed, pageOf, pageQuery, withOlderNames, type Source } from '../pagination.ts'
import { aliasHost, aliasNamed, assign, refuseAlias, requireAlias } from '../rules/aliases.ts'
import { changesDeployment, readableDeployment } from '../rules/deployments.ts'
import type { Alias } from '../schema.ts'

const { get, post, del } = routesFor<DeployhostCall>()

const NewAlias = v.object({
  alias: v.optional(v.string()),
  redirect: v.optional(v.nullable(v.string())),
})

/** Hosts that lead to deployments. https://vercel.com/docs/rest-api/aliases */
export const aliasesRoutes = [
  get('listDeploymentAliases', '/v2/deployments/:id/aliases', readableDeployment, ({ rows, deployment }) =>
    json({ aliases: rows.aliases.list('byDeployment', deployment.id).toReversed().map(aliasOfDeploymentJson) }),
  ),
  post('assignAlias', '/v2/deployments/:id/aliases', changesDeployment, body(NewAlias), (call) => {
    const { rows, deployment, user, body } = call
    const host = aliasHost(requireAlias(body.alias))
    const redirect = body.redirect ?? null
    refuseAlias(rows, host, deployment)
    const before = rows.aliases.find('alias', host)
    if (before?.deploymentId === deployment.id && before.redirect === redirect) {
      const { id: uid, alias } = before
      throw conflict('The alias leads to this deployment already.', 'not_modified', { uid, alias })
    }
    const assigned = assign(call, host, deployment, { creatorId: user.id, custom: true, redirect })
    const { id: uid, alias, updatedAt } = assigned.alias
    return json({ uid, alias, created: new Date(updatedAt).toISOString(), oldDeploymentId: assigned.oldDeploymentId })
  }),
  get('listAliases', '/v4/aliases', scoped, (call) => {
    const { rows, pagination } = pageOf(pageQuery(withOlderNames(call)), aliasesAskedFor(call, call.account))
    return json({ aliases: rows.map((alias) => aliasJson(call, alias)), pagination })
  }),
  get('getAlias', '/v4/aliases/:idOrAlias', scoped, (call) =>
    json(aliasJson(call, findAlias(call, call.account, call.params.idOrAlias))),
  ),
  del('deleteAlias', '/v2/aliases/:idOrAlias', scoped, (call) => {
    const { rows, account } = call
    requireScope(call, 'repo')
    const alias = findAlias(call, account, call.params.idOrAlias)
    if (!mayChange(account, rows.projects.require(alias.projectId))) throw forbidden()
    rows.aliases.delete(alias.id)
    return json({ status: 'SUCCESS' })
  }),
]

/** Throws 404, also where the query says of which project or time it must be and it is not. */
function findAlias(call: DeployhostCall, account: Account, idOrAlias: string): Alias {
  const { rows, query } = call
  const alias = aliasNamed(rows, account.id, idOrAlias)
  const projectId = query.get('projectId')
  if (alias === undefined || (projectId !== null && projectId !== alias.projectId)) throw notFound('Alias')
  const { since, until } = pageQuery(withOlderNames(call))
  if (alias.createdAt <= (since ?? -1) || alias.createdAt >= (until ?? Infinity)) throw notFound('Alias')
  return alias
}

function aliasesAskedFor({ rows, query }: DeployhostCall, account: Account): Source<Alias> {
  const given = query.get('projectId')
  const project = given === null || given === '' ? null : findProject(rows, account, given)
  const domains = query.getAll('domain').flatMap((each) => each.split(','))
  const rolledBack = query.get('rollbackDeploymentId')
  const [index, owner] = project === null ? (['byAccount', account.id] as const) : (['byProject', project.id] as const)
  if (domains.length === 0 && rolledBack === null) return indexed(rows.aliases, index, owner)
  const found = rows.aliases.list(index, owner).filter(({ alias, deploymentId }) => {
    const ofDomain = domains.length === 0 || domains.some((each) => alias === each || alias.endsWith(`.${each}`))
    return ofDomain && (rolledBack === null || deploymentId !== rolledBack)
  })
  return atHand(found)
}
