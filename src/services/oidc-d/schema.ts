import { oauthCollections } from '#oauth/collections.ts'
import { appCollections } from './schema/apps.ts'
import { directoryCollections } from './schema/directory.ts'
import { directAuthenticationCollections } from './schema/direct-authentication.ts'
import { dpopCollections } from './schema/dpop.ts'
import { factorCollections } from './schema/factors.ts'
import { authenticatorCollections } from './schema/authenticators.ts'
import { grantCollections } from './schema/grants.ts'
import { trustedOriginCollections } from './schema/trusted-origins.ts'
import { hookCollections } from './schema/hooks.ts'
import { iamCollections } from './schema/iam.ts'
import { interactionCollections } from './schema/interactions.ts'
import { linkedObjectCollections } from './schema/linked-objects.ts'
import { organizationCollections } from './schema/organization.ts'
import { networkZoneCollections } from './schema/network-zones.ts'
import { policyCollections } from './schema/policies.ts'
import { profileSchemaCollections } from './schema/profile-schemas.ts'
import { roleCollections } from './schema/roles.ts'
import { serverCollections } from './schema/servers.ts'
import { systemLogCollections } from './schema/system-log.ts'

export * from './schema/apps.ts'
export * from './schema/directory.ts'
export * from './schema/direct-authentication.ts'
export * from './schema/dpop.ts'
export * from './schema/factor-types.ts'
export * from './schema/factors.ts'
export * from './schema/authenticators.ts'
export * from './schema/grants.ts'
export * from './schema/trusted-origins.ts'
export * from './schema/hooks.ts'
export * from './schema/iam.ts'
export * from './schema/interactions.ts'
export * from './schema/linked-objects.ts'
export * from './schema/organization.ts'
export * from './schema/network-zones.ts'
export * from './schema/policies.ts'
export * from './schema/profile-schemas.ts'
export * from './schema/roles.ts'
export * from './schema/servers.ts'
export * from './schema/system-log.ts'

/** The collections of oidc-d. */
export const collections = {
  ...oauthCollections,
  ...directoryCollections,
  ...appCollections,
  ...directAuthenticationCollections,
  ...dpopCollections,
  ...factorCollections,
  ...authenticatorCollections,
  ...grantCollections,
  ...trustedOriginCollections,
  ...policyCollections,
  ...networkZoneCollections,
  ...hookCollections,
  ...iamCollections,
  ...interactionCollections,
  ...linkedObjectCollections,
  ...organizationCollections,
  ...profileSchemaCollections,
  ...roleCollections,
  ...serverCollections,
  ...systemLogCollections,
}
