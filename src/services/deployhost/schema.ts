import { accessGroupCollections } from './schema/access-groups.ts'
import { accountCollections } from './schema/accounts.ts'
import { blobCollections } from './schema/blobs.ts'
import { checkCollections } from './schema/checks.ts'
import { deploymentCollections } from './schema/deployments.ts'
import { deployHookCollections } from './schema/deploy-hooks.ts'
import { dnsCollections } from './schema/dns.ts'
import { drainCollections } from './schema/drains.ts'
import { edgeConfigCollections } from './schema/edge-configs.ts'
import { firewallCollections } from './schema/firewall.ts'
import { projectCollections } from './schema/projects.ts'
import { redirectCollections } from './schema/redirects.ts'
import { rollingReleaseCollections } from './schema/rolling-releases.ts'
import { sharedVariableCollections } from './schema/shared-variables.ts'

export type * from './schema/access-groups.ts'
export type * from './schema/accounts.ts'
export type * from './schema/blobs.ts'
export type * from './schema/checks.ts'
export type * from './schema/deploy-hooks.ts'
export type * from './schema/deployments.ts'
export type * from './schema/dns.ts'
export type * from './schema/drains.ts'
export type * from './schema/edge-configs.ts'
export type * from './schema/projects.ts'
export type * from './schema/redirects.ts'
export type * from './schema/rolling-releases.ts'
export type * from './schema/shared-variables.ts'

/** The collections of deployhost. */
export const collections = {
  ...accountCollections,
  ...projectCollections,
  ...sharedVariableCollections,
  ...deploymentCollections,
  ...checkCollections,
  ...deployHookCollections,
  ...drainCollections,
  ...dnsCollections,
  ...edgeConfigCollections,
  ...blobCollections,
  ...rollingReleaseCollections,
  ...redirectCollections,
  ...firewallCollections,
  ...accessGroupCollections,
}
