import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { findProject, canWrite, type Account } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { conflict, forbidden, notFound } from '#deployhost/errors.ts'
import { aliasJson, aliasOfDeploymentJson } from '#deployhost/json/alias.ts'
import { pageOf, pageQuery, withOlderNames } from '#deployhost/rules/page.ts'
import {
  aliasHost,
  aliasByIdOrHost,
  assignAlias,
  requireAssignable,
  requireAliasName,
} from '#deployhost/rules/aliases.ts'
import type { Alias } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requireScope, loadAccount } from '#deployhost/steps/accounts.ts'
import { sortedRows, type SortedList } from '#deployhost/rules/sort-keys.ts'
import { requireDeploymentWrite, loadDeployment } from '#deployhost/steps/deployments.ts'
import { answerPage } from '#deployhost/json/page.ts'
import * as v from 'valibot'

const { get, post, del } = routesFor<DeployhostCall>()

const AliasInput = v.object({
  alias: v.optional(v.string()),
  redirect: v.optional(v.nullable(v.string())),
})

/** The paths of a deployment's aliases; the last one is the command line's. */
const OF_DEPLOYMENT = ['/v2/deployments/:id/aliases', '/now/deployments/:id/aliases'] as const

/** Aliases of deployments. https://vercel.com/docs/rest-api/aliases */
export const aliasesRoutes = [
  ...atPaths(OF_DEPLOYMENT, (path) =>
    get('listDeploymentAliases', path, loadDeployment, ({ rows, deployment }) =>
      json({ aliases: rows.aliases.list('byDeployment', deployment.id).toReversed().map(aliasOfDeploymentJson) }),
    ),
  ),
  ...atPaths(OF_DEPLOYMENT, (path) =>
    post('assignAlias', path, requireDeploymentWrite, body(AliasInput), (call) => {
      const { rows, deployment, user, body } = call
      const host = aliasHost(requireAliasName(body.alias))
      const redirect = body.redirect ?? null
      requireAssignable(rows, host, deployment)
      const before = rows.aliases.find('alias', host)
      if (before?.deploymentId === deployment.id && before.redirect === redirect) {
        const { id: uid, alias } = before
        throw conflict('The alias leads to this deployment already.', 'not_modified', { uid, alias })
      }
      const assigned = assignAlias(call, host, deployment, { creatorId: user.id, custom: true, redirect })
      const { id: uid, alias, updatedAt } = assigned.alias
      return json({ uid, alias, created: new Date(updatedAt).toISOString(), oldDeploymentId: assigned.oldDeploymentId })
    }),
  ),
  ...atPaths(['/v4/aliases', '/v3/aliases', '/v2/aliases', '/v3/now/aliases'], (path) =>
    get('listAliases', path, loadAccount, (call) => {
      return answerPage(
        'aliases',
        pageOf(pageQuery(withOlderNames(call)), requestedAliases(call, call.account)),
        (alias) => aliasJson(call, alias),
      )
    }),
  ),
  ...atPaths(
    ['/v4/aliases/:idOrAlias', '/v3/aliases/:idOrAlias', '/v2/aliases/:idOrAlias', '/now/aliases/:idOrAlias'],
    (path) =>
      get('getAlias', path, loadAccount, (call) =>
        json(aliasJson(call, findAlias(call, call.account, call.params.idOrAlias))),
      ),
  ),
  ...atPaths(['/v2/aliases/:idOrAlias', '/now/aliases/:idOrAlias'], (path) =>
    del('deleteAlias', path, loadAccount, (call) => {
      const { rows, account } = call
      requireScope(call, 'repo')
      const alias = findAlias(call, account, call.params.idOrAlias)
      if (!canWrite(account, rows.projects.require(alias.projectId))) throw forbidden()
      rows.aliases.delete(alias.id)
      return json({ status: 'SUCCESS' })
    }),
  ),
]

/**
 * Returns the alias.
 *
 * @throws 404, also when it is outside the project or the times that the query sets.
 */
function findAlias(call: DeployhostCall, account: Account, idOrAlias: string): Alias {
  const { rows, query } = call
  const alias = aliasByIdOrHost(rows, account, idOrAlias)
  const projectId = query.get('projectId')
  if (alias === undefined || (projectId !== null && projectId !== alias.projectId)) throw notFound('Alias')
  const { since, until } = pageQuery(withOlderNames(call))
  if (alias.createdAt <= (since ?? -1) || alias.createdAt >= (until ?? Infinity)) throw notFound('Alias')
  return alias
}

function requestedAliases({ rows, query }: DeployhostCall, account: Account): SortedList<Alias> {
  const projectParameter = query.get('projectId')
  const project =
    projectParameter === null || projectParameter === '' ? null : findProject(rows, account, projectParameter)
  const domains = query.getAll('domain').flatMap((each) => each.split(','))
  const rolledBack = query.get('rollbackDeploymentId')
  const [index, owner] = project === null ? (['byAccount', account.id] as const) : (['byProject', project.id] as const)
  if (domains.length === 0 && rolledBack === null) return viewOfIndex(rows.aliases, index, [owner])
  const matches = rows.aliases.list(index, owner).filter(({ alias, deploymentId }) => {
    const ofDomain = domains.length === 0 || domains.some((each) => alias === each || alias.endsWith(`.${each}`))
    return ofDomain && (rolledBack === null || deploymentId !== rolledBack)
  })
  return sortedRows(matches)
}
