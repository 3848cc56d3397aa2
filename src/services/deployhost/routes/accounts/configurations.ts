import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { type Account, ownedBy } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { invalidRequest, notFound } from '#deployhost/errors.ts'
import { configurationJson, listedConfigurationJson } from '#deployhost/json/configuration.ts'
import type { IntegrationConfiguration } from '#deployhost/schema.ts'
import { requireAccountWrite, loadAccount } from '#deployhost/steps/accounts.ts'
import { endTokensOf } from '#deployhost/rules/configurations.ts'

const { get, del } = routesFor<DeployhostCall>()

/** Installed integrations. https://vercel.com/docs/rest-api/integrations */
export const configurationsRoutes = [
  get('getConfigurations', '/v1/integrations/configurations', loadAccount, ({ rows, account, query }) => {
    const view = query.get('view')
    if (view === null) throw invalidRequest('missing required property `view`')
    if (view !== 'account' && view !== 'project') {
      throw invalidRequest('`view` should be equal to one of the allowed values "account, project"')
    }
    const integration = query.get('integrationIdOrSlug')
    const all = rows.configurations.list('byAccount', account.id).toReversed()
    const matches = all.filter(({ clientId }) => integration === null || clientId === integration)
    return json(
      matches.map((each) => (view === 'project' ? listedConfigurationJson(rows, each) : configurationJson(each))),
    )
  }),
  get('getConfiguration', '/v1/integrations/configuration/:id', loadAccount, (call) =>
    json({ ...configurationJson(findConfiguration(call, call.account, call.params.id)), projectSelection: 'all' }),
  ),
  del('deleteConfiguration', '/v1/integrations/configuration/:id', requireAccountWrite('repo'), (call) => {
    const { account, user, rows } = call
    const configuration = findConfiguration(call, account, call.params.id)
    rows.configurations.delete(configuration.id)
    endTokensOf(call, configuration.clientId, configuration.userId)
    call.emit({ event: 'integration-configuration.removed', account, user, configuration })
    return empty()
  }),
]

/**
 * Returns the account's installation with this id.
 *
 * @throws 404.
 */
function findConfiguration({ rows }: DeployhostCall, account: Account, id: string): IntegrationConfiguration {
  const configuration = ownedBy(account, rows.configurations.get(id))
  if (configuration === undefined) throw notFound('Configuration')
  return configuration
}
