import type { RowWriters } from '#core/inspection/row-writers.ts'
import type { Rows, Site } from '#deployhost/call.ts'
import { accessGroupJson } from './access-group.ts'
import { aliasJson } from './alias.ts'
import { blobConnectionJson, blobStoreJson } from './blob-store.ts'
import { configurationJson } from './configuration.ts'
import { deploymentJson } from './deployment.ts'
import { checkJson } from './check.ts'
import { certificateJson, listedRecordJson } from './dns.ts'
import { deployHookJson } from './deploy-hook.ts'
import { drainJson } from './drain.ts'
import { domainJson, projectDomainJson } from './domain.ts'
import { customEnvironmentJson } from './custom-environment.ts'
import { edgeConfigItemJson, edgeConfigJson } from './edge-config.ts'
import { envJson } from './env.ts'
import { projectJson } from './project.ts'
import { redirectVersionJson } from './redirect.ts'
import { rollingReleaseJson } from './rolling-release.ts'
import { authUserJson } from './user.ts'
import { webhookJson } from './webhook.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<Site, Rows> = {
  accessGroups: ({ rows }, row) => accessGroupJson(rows, row),
  aliases: (site, row) => aliasJson(site, row),
  blobConnections: ({ rows }, row) => blobConnectionJson(rows, row),
  blobStores: ({ rows }, row) => blobStoreJson(rows, row),
  certificates: (_site, row) => certificateJson(row),
  checks: (_site, row) => checkJson(row),
  configurations: (_site, row) => configurationJson(row),
  customEnvironments: (_site, row) => customEnvironmentJson(row),
  deployHooks: (site, row) => deployHookJson(site, row),
  deployments: (site, row) => deploymentJson(site, row),
  dnsRecords: (_site, row) => listedRecordJson(row),
  domains: (site, row) => domainJson(site, row),
  drains: (_site, row) => drainJson(row),
  edgeConfigItems: (_site, row) => edgeConfigItemJson(row),
  edgeConfigs: ({ rows }, row) => edgeConfigJson(rows, row),
  envVariables: (_site, row) => envJson(row),
  projectDomains: (_site, row) => projectDomainJson(row),
  projects: (site, row) => projectJson(site, row),
  redirectVersions: (_site, row) => redirectVersionJson(row),
  rollingReleases: ({ rows }, row) => rollingReleaseJson(rows, row),
  users: (_site, row) => authUserJson(row),
  webhooks: (_site, row) => webhookJson(row),
}
