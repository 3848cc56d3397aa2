import { accessAdvisorRoutes } from './iam/access-advisor.ts'
import { accessKeysRoutes } from './iam/access-keys.ts'
import { accountRoutes } from './iam/account.ts'
import { authorizationDetailsRoutes } from './iam/authorization-details.ts'
import { credentialReportRoutes } from './iam/credential-report.ts'
import { groupsRoutes } from './iam/groups.ts'
import { holderPoliciesRoutes } from './iam/holder-policies.ts'
import { instanceProfilesRoutes } from './iam/instance-profiles.ts'
import { linkedRolesRoutes } from './iam/linked-roles.ts'
import { loginProfilesRoutes } from './iam/login-profiles.ts'
import { mfaDevicesRoutes } from './iam/mfa-devices.ts'
import { oidcProvidersRoutes } from './iam/oidc-providers.ts'
import { passwordPolicyRoutes } from './iam/password-policy.ts'
import { policiesRoutes } from './iam/policies.ts'
import { rolesRoutes } from './iam/roles.ts'
import { samlProvidersRoutes } from './iam/saml-providers.ts'
import { serverCertificatesRoutes } from './iam/server-certificates.ts'
import { serviceCredentialsRoutes } from './iam/service-credentials.ts'
import { signingCertificatesRoutes } from './iam/signing-certificates.ts'
import { simulatorRoutes } from './iam/simulator.ts'
import { sshPublicKeysRoutes } from './iam/ssh-public-keys.ts'
import { usersRoutes } from './iam/users.ts'
import { bucketRoutes } from './s3/buckets/buckets.ts'
import { bucketConfigurationRoutes } from './s3/buckets/configurations.ts'
import { transferRoutes } from './s3/buckets/transfer.ts'
import { deleteObjectsRoutes } from './s3/objects/delete-objects.ts'
import { listRoutes } from './s3/buckets/lists.ts'
import { multipartUploadRoutes } from './s3/uploads/multipart-uploads.ts'
import { namedConfigurationRoutes } from './s3/buckets/named-configurations.ts'
import { notificationRoutes } from './s3/buckets/notifications.ts'
import { objectAttributesRoutes } from './s3/objects/attributes.ts'
import { objectSettingsRoutes } from './s3/objects/settings.ts'
import { selectRoutes } from './s3/objects/select.ts'
import { objectLockRoutes } from './s3/objects/object-lock.ts'
import { objectRoutes } from './s3/objects/objects.ts'
import { partRoutes } from './s3/uploads/parts.ts'
import { postObjectRoutes } from './s3/uploads/post-object.ts'
import { websiteRoutes } from './s3/website.ts'
import { versionRoutes } from './s3/objects/versions.ts'
import { messageRoutes } from './sqs/messages.ts'
import { moveTaskRoutes } from './sqs/move-tasks.ts'
import { queueAttributeRoutes } from './sqs/queue-attributes.ts'
import { queueRoutes } from './sqs/queues.ts'
import { receiptRoutes } from './sqs/receipts.ts'
import { samlSessionRoutes } from './sts-saml.ts'
import { stsRoutes } from './sts.ts'

/** The routes of IAM. */
const iamRoutes = [
  ...usersRoutes,
  ...accessKeysRoutes,
  ...groupsRoutes,
  ...rolesRoutes,
  ...policiesRoutes,
  ...holderPoliciesRoutes,
  ...instanceProfilesRoutes,
  ...oidcProvidersRoutes,
  ...samlProvidersRoutes,
  ...accountRoutes,
  ...linkedRolesRoutes,
  ...simulatorRoutes,
  ...passwordPolicyRoutes,
  ...serviceCredentialsRoutes,
  ...loginProfilesRoutes,
  ...serverCertificatesRoutes,
  ...signingCertificatesRoutes,
  ...sshPublicKeysRoutes,
  ...mfaDevicesRoutes,
  ...credentialReportRoutes,
  ...authorizationDetailsRoutes,
  ...accessAdvisorRoutes,
]

/** The routes of S3. */
const s3Routes = [
  ...bucketRoutes,
  ...bucketConfigurationRoutes,
  ...namedConfigurationRoutes,
  ...transferRoutes,
  ...listRoutes,
  ...objectRoutes,
  ...deleteObjectsRoutes,
  ...objectSettingsRoutes,
  ...objectAttributesRoutes,
  ...objectLockRoutes,
  ...selectRoutes,
  ...versionRoutes,
  ...multipartUploadRoutes,
  ...partRoutes,
  ...postObjectRoutes,
  ...notificationRoutes,
  ...websiteRoutes,
]

/** The routes of SQS. */
const sqsRoutes = [...queueRoutes, ...queueAttributeRoutes, ...messageRoutes, ...receiptRoutes, ...moveTaskRoutes]

/** The routes of every operation (`s3:PutObject`). identify.ts finds the operation of a request. */
export const routes = [...s3Routes, ...sqsRoutes, ...iamRoutes, ...stsRoutes, ...samlSessionRoutes]

export { identify } from './identify.ts'
export { refuseByHead } from './refuse-by-head.ts'
