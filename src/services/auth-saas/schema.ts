import { oauthCollections } from '#oauth/collections.ts'
import { attemptCollections } from './schema/attempts.ts'
import { billingCollections } from './schema/billing.ts'
import { directoryCollections } from './schema/directories.ts'
import { enterpriseCollections } from './schema/enterprise.ts'
import { instanceCollections } from './schema/instance.ts'
import { organizationCollections } from './schema/organizations.ts'
import { passkeyCollections } from './schema/passkeys.ts'
import { templateCollections } from './schema/templates.ts'
import { trustedDeviceCollections } from './schema/trusted-devices.ts'
import { peopleCollections } from './schema/people.ts'
import { sessionCollections } from './schema/sessions.ts'

/** The collections of auth-saas. */
export const collections = {
  ...peopleCollections,
  ...passkeyCollections,
  ...trustedDeviceCollections,
  ...templateCollections,
  ...sessionCollections,
  ...organizationCollections,
  ...instanceCollections,
  ...enterpriseCollections,
  ...directoryCollections,
  ...billingCollections,
  ...attemptCollections,
  ...oauthCollections,
}
