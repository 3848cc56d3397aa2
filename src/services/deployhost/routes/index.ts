import { accessGroupsRoutes } from './accounts/access-groups.ts'
import { aliasesRoutes } from './deployments/aliases.ts'
import { customEnvironmentsRoutes } from './projects/custom-environments.ts'
import { blobReadingRoutes } from './blobs/blob-reading.ts'
import { blobStoreConnectionsRoutes } from './blobs/blob-store-connections.ts'
import { blobStoresRoutes } from './blobs/blob-stores.ts'
import { blobUploadsRoutes } from './blobs/blob-uploads.ts'
import { blobsRoutes } from './blobs/blobs.ts'
import { bulkRedirectsRoutes } from './projects/bulk-redirects.ts'
import { certificatesRoutes } from './domains/certificates.ts'
import { checksRoutes } from './deployments/checks.ts'
import { configurationsRoutes } from './accounts/configurations.ts'
import { deploymentEventsRoutes } from './deployments/deployment-events.ts'
import { deploymentFilesRoutes } from './deployments/deployment-files.ts'
import { deploymentsRoutes } from './deployments/deployments.ts'
import { deployHooksRoutes } from './projects/deploy-hooks.ts'
import { drainsRoutes } from './accounts/drains.ts'
import { logDrainsRoutes } from './accounts/log-drains.ts'
import { dnsRoutes } from './domains/dns.ts'
import { domainsRoutes } from './domains/domains.ts'
import { edgeCacheRoutes } from './deployments/edge-cache.ts'
import { deploymentExpirationRoutes } from './projects/deployment-expiration.ts'
import { firewallRoutes } from './projects/firewall.ts'
import { envPullRoutes } from './projects/env-pull.ts'
import { envRoutes } from './projects/env.ts'
import { edgeConfigBackupsRoutes } from './edge-configs/edge-config-backups.ts'
import { edgeConfigItemsRoutes } from './edge-configs/edge-config-items.ts'
import { edgeConfigReadingRoutes } from './edge-configs/edge-config-reading.ts'
import { edgeConfigsRoutes } from './edge-configs/edge-configs.ts'
import { edgeConfigTokensRoutes } from './edge-configs/edge-config-tokens.ts'
import { oauthRoutes } from './accounts/oauth.ts'
import { observabilityRoutes } from './deployments/observability.ts'
import { productionRoutes } from './projects/production.ts'
import { projectDomainsRoutes } from './domains/project-domains.ts'
import { projectIdentityRoutes } from './projects/project-identity.ts'
import { projectMembersRoutes } from './projects/project-members.ts'
import { projectsRoutes } from './projects/projects.ts'
import { registrarRoutes } from './domains/registrar.ts'
import { signedTokensRoutes } from './blobs/signed-tokens.ts'
import { sharedVariablesRoutes } from './accounts/shared-variables.ts'
import { rollingReleasesRoutes } from './projects/rolling-releases.ts'
import { teamMembersRoutes } from './accounts/team-members.ts'
import { teamsRoutes } from './accounts/teams.ts'
import { tokensRoutes } from './accounts/tokens.ts'
import { usersRoutes } from './accounts/users.ts'
import { webhooksRoutes } from './webhooks.ts'

/** The routes of the service. */
export const routes = [
  ...usersRoutes,
  ...tokensRoutes,
  ...teamsRoutes,
  ...teamMembersRoutes,
  ...accessGroupsRoutes,
  ...projectsRoutes,
  ...projectMembersRoutes,
  ...envRoutes,
  ...customEnvironmentsRoutes,
  ...projectDomainsRoutes,
  ...domainsRoutes,
  ...deploymentsRoutes,
  ...deploymentFilesRoutes,
  ...deploymentEventsRoutes,
  ...checksRoutes,
  ...aliasesRoutes,
  ...productionRoutes,
  ...rollingReleasesRoutes,
  ...bulkRedirectsRoutes,
  ...firewallRoutes,
  ...deploymentExpirationRoutes,
  ...webhooksRoutes,
  ...drainsRoutes,
  ...logDrainsRoutes,
  ...edgeCacheRoutes,
  ...projectIdentityRoutes,
  ...deployHooksRoutes,
  ...configurationsRoutes,
  ...dnsRoutes,
  ...certificatesRoutes,
  ...envPullRoutes,
  ...sharedVariablesRoutes,
  ...registrarRoutes,
  ...observabilityRoutes,
  ...oauthRoutes,
  ...edgeConfigsRoutes,
  ...edgeConfigItemsRoutes,
  ...edgeConfigTokensRoutes,
  ...edgeConfigBackupsRoutes,
  ...blobStoresRoutes,
  ...blobStoreConnectionsRoutes,
  ...blobsRoutes,
  ...blobUploadsRoutes,
  ...signedTokensRoutes,
  ...blobReadingRoutes,
  // The last, because the first segment of their paths is a parameter.
  ...edgeConfigReadingRoutes,
]
