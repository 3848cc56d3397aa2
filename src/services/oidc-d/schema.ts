import { oauthCollections } from '#oauth/collections.ts'
import { appCollections } from './schema/apps.ts'
import { directoryCollections } from './schema/directory.ts'
import { serverCollections } from './schema/servers.ts'
import { systemLogCollections } from './schema/system-log.ts'

export * from './schema/apps.ts'
export * from './schema/directory.ts'
export * from './schema/servers.ts'
export * from './schema/system-log.ts'

/** The collections of oidc-d. */
export const collections = {
  ...oauthCollections,
  ...directoryCollections,
  ...appCollections,
  ...serverCollections,
  ...systemLogCollections,
}
