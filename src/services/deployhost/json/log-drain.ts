import { isRecord } from '#core/objects.ts'
import { filteredValues, httpDelivery } from '#deployhost/rules/drains.ts'
import type { Drain } from '#deployhost/schema.ts'

/** A drain of logs in the form that is older than drains of other kinds. https://vercel.com/docs/rest-api/log-drains */
export function logDrainJson(drain: Drain) {
  const { source, projectIds, sampling } = drain
  const delivery = httpDelivery(drain)
  const rule = sampling?.find(isRecord)
  const rate = rule?.['rate']
  return {
    id: drain.id,
    name: drain.name,
    ...(typeof source['integrationId'] === 'string' ? { clientId: source['integrationId'] } : {}),
    ...(typeof source['integrationConfigurationId'] === 'string'
      ? { configurationId: source['integrationConfigurationId'] }
      : {}),
    createdAt: drain.createdAt,
    createdFrom: source['kind'] === 'integration' ? 'integration' : 'self-served',
    ...(delivery === null ? {} : { deliveryFormat: delivery.encoding, headers: delivery.headers }),
    environments: filteredValues(drain, 'deployment', 'environments'),
    ownerId: drain.accountId,
    ...(projectIds === null ? {} : { projectIds }),
    ...(typeof rate === 'number' ? { samplingRate: rate * 100 } : {}),
    source,
    sources: filteredValues(drain, 'log', 'sources'),
    url: delivery?.endpoint ?? '',
  }
}

/** A drain of logs with the secret that signs what it sends. */
export function logDrainWithSecretJson(drain: Drain) {
  const secret = httpDelivery(drain)?.secret
  return { ...logDrainJson(drain), ...(secret === undefined ? {} : { secret }) }
}
