import type { Rows } from '#deployhost/call.ts'
import type { IntegrationConfiguration } from '#deployhost/schema.ts'

/** An installed integration. */
export function configurationJson(configuration: IntegrationConfiguration) {
  const { id, clientId, accountId, teamId, userId, scopes, createdAt, updatedAt } = configuration
  return {
    id,
    integrationId: clientId,
    ownerId: accountId,
    teamId,
    userId,
    slug: slugOf(clientId),
    scopes,
    status: 'ready',
    source: 'oauth',
    installationType: 'external',
    type: 'integration-configuration',
    createdAt,
    completedAt: createdAt,
    updatedAt,
  }
}

/** An installed integration in the list of its account, with the integration's name. */
export function listedConfigurationJson(rows: Rows, configuration: IntegrationConfiguration) {
  const name = rows.integrations.find('clientId', configuration.clientId)?.name ?? configuration.clientId
  return { ...configurationJson(configuration), integration: { name, icon: '', isLegacy: false } }
}

function slugOf(clientId: string): string {
  return clientId.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
