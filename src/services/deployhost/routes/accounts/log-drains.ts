import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { forbidden, notFound } from '#deployhost/errors.ts'
import { logDrainJson, logDrainWithSecretJson } from '#deployhost/json/log-drain.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import { configurationOf } from '#deployhost/rules/configurations.ts'
import { chosenProjects, createDrain, findDrain } from '#deployhost/rules/drains.ts'
import type { Drain } from '#deployhost/schema.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'

const { get, post, del } = routesFor<DeployhostCall>()

const members = {
  url: v.pipe(v.string(), v.url('should match format "uri"')),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  projectIds: v.optional(v.array(v.string())),
  environments: v.optional(v.array(v.picklist(['preview', 'production'])), ['preview', 'production']),
  secret: v.optional(v.string()),
}
const deliveryFormat = v.picklist(['json', 'ndjson'])
const source = v.picklist(['static', 'lambda', 'build', 'edge', 'external', 'firewall', 'redirect'])
const percent = v.pipe(v.number(), v.minValue(0, 'should be >= 0'), v.maxValue(100, 'should be <= 100'))

const LogDrainInput = v.strictObject({
  ...members,
  deliveryFormat,
  sources: v.array(source),
  samplingRate: v.optional(percent),
  name: v.optional(v.string(), 'Log Drain'),
})
const IntegrationDrainInput = v.strictObject({
  ...members,
  name: v.string(),
  deliveryFormat: v.optional(deliveryFormat, 'json'),
  sources: v.optional(v.array(source), []),
})

/** Drains of logs, by the operations that are older than drains. https://vercel.com/docs/rest-api/log-drains */
export const logDrainsRoutes = [
  post('createConfigurableLogDrain', '/v1/log-drains', requireAccountWrite('repo'), body(LogDrainInput), (call) =>
    json(logDrainWithSecretJson(createLogDrain(call, call.body, { kind: 'self-served' }))),
  ),
  get('getAllLogDrains', '/v1/log-drains', loadAccount, ({ rows, account, query }) => {
    const projectId = query.get('projectId') ?? query.get('projectIdOrName')
    const ofLogs = rows.drains.list('byAccount', account.id).filter(({ schemas }) => 'log' in schemas)
    const matches = ofLogs.filter(
      ({ projectIds }) => projectId === null || projectIds === null || projectIds.includes(projectId),
    )
    return json(matches.map(logDrainJson))
  }),
  get('getConfigurableLogDrain', '/v1/log-drains/:id', loadAccount, ({ rows, account, params }) =>
    json(logDrainWithSecretJson(findDrain(rows, account, params.id))),
  ),
  del('deleteConfigurableLogDrain', '/v1/log-drains/:id', requireAccountWrite('repo'), ({ rows, account, params }) => {
    rows.drains.delete(findDrain(rows, account, params.id).id)
    return empty()
  }),
  ...atPaths(['/v2/integrations/log-drains', '/v1/integrations/log-drains'], (path) =>
    post('createLogDrain', path, requireAccountWrite('repo'), body(IntegrationDrainInput), (call) => {
      const integrationId = integrationOf(call)
      const { id } = configurationOf(call, { id: integrationId }, call.user)
      const source = { kind: 'integration', integrationId, integrationConfigurationId: id }
      return json(logDrainWithSecretJson(createLogDrain(call, call.body, source)))
    }),
  ),
  ...atPaths(['/v2/integrations/log-drains', '/v1/integrations/log-drains'], (path) =>
    get('getIntegrationLogDrains', path, loadAccount, (call) => {
      const integrationId = integrationOf(call)
      const all = call.rows.drains.list('byAccount', call.account.id)
      return json(all.filter((drain) => drain.source['integrationId'] === integrationId).map(logDrainJson))
    }),
  ),
  del('deleteIntegrationLogDrain', '/v1/integrations/log-drains/:id', requireAccountWrite('repo'), (call) => {
    const integrationId = integrationOf(call)
    const drain = findDrain(call.rows, call.account, call.params.id)
    if (drain.source['integrationId'] !== integrationId) throw notFound('Log drain')
    call.rows.drains.delete(drain.id)
    return empty()
  }),
]

/** The members of both bodies. */
type LogDrainFields = Omit<v.InferOutput<typeof LogDrainInput>, 'samplingRate'> & {
  readonly samplingRate?: number | undefined
}

function createLogDrain(
  call: DeployhostCall & AccountAccess,
  input: LogDrainFields,
  source: Readonly<Record<string, string>>,
): Drain {
  const { name, url: endpoint, deliveryFormat: encoding, headers, secret, sources, environments, samplingRate } = input
  const filter = { type: 'basic', log: { sources }, deployment: { environments } }
  return createDrain(call, call.account, {
    name,
    projectIds: chosenProjects(call.rows, call.account, input.projectIds ? 'some' : 'all', input.projectIds),
    schemas: { log: { version: 'v1' } },
    delivery: { type: 'http', endpoint, encoding, headers, ...defined({ secret }) },
    filterV2: { version: 'v2', filter },
    sampling: samplingRate === undefined ? null : [{ type: 'head_sampling', rate: samplingRate / 100 }],
    source,
  })
}

/**
 * Returns the client id of the integration whose token the request has.
 *
 * @throws 403 for the token of a user.
 */
function integrationOf({ principal }: DeployhostCall): string {
  const clientId = principal?.token?.clientId ?? null
  if (clientId === null) throw forbidden('Only integrations can use this operation.')
  return clientId
}
