import { accessKeysRoutes } from './routes/iam/access-keys.ts'
import { accountRoutes } from './routes/iam/account.ts'
import { groupsRoutes } from './routes/iam/groups.ts'
import { holderPoliciesRoutes } from './routes/iam/holder-policies.ts'
import { instanceProfilesRoutes } from './routes/iam/instance-profiles.ts'
import { oidcProvidersRoutes } from './routes/iam/oidc-providers.ts'
import { policiesRoutes } from './routes/iam/policies.ts'
import { rolesRoutes } from './routes/iam/roles.ts'
import { usersRoutes } from './routes/iam/users.ts'
import { bucketRoutes } from './routes/s3/buckets/buckets.ts'
import { bucketConfigurationRoutes } from './routes/s3/buckets/configurations.ts'
import { deleteObjectsRoutes } from './routes/s3/objects/delete-objects.ts'
import { listRoutes } from './routes/s3/buckets/lists.ts'
import { multipartUploadRoutes } from './routes/s3/uploads/multipart-uploads.ts'
import { notificationRoutes } from './routes/s3/buckets/notifications.ts'
import { objectAttributesRoutes } from './routes/s3/objects/attributes.ts'
import { objectSettingsRoutes } from './routes/s3/objects/settings.ts'
import { objectRoutes } from './routes/s3/objects/objects.ts'
import { partRoutes } from './routes/s3/uploads/parts.ts'
import { postObjectRoutes } from './routes/s3/uploads/post-object.ts'
import { versionRoutes } from './routes/s3/objects/versions.ts'
import { messageRoutes } from './routes/sqs/messages.ts'
import { moveTaskRoutes } from './routes/sqs/move-tasks.ts'
import { queueAttributeRoutes } from './routes/sqs/queue-attributes.ts'
import { queueRoutes } from './routes/sqs/queues.ts'
import { receiptRoutes } from './routes/sqs/receipts.ts'
import { stsRoutes } from './routes/sts.ts'

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
  ...accountRoutes,
]

/** The routes of S3. */
const s3Routes = [
  ...bucketRoutes,
  ...bucketConfigurationRoutes,
  ...listRoutes,
  ...objectRoutes,
  ...deleteObjectsRoutes,
  ...objectSettingsRoutes,
  ...objectAttributesRoutes,
  ...versionRoutes,
  ...multipartUploadRoutes,
  ...partRoutes,
  ...postObjectRoutes,
  ...notificationRoutes,
]

/** The routes of SQS. */
const sqsRoutes = [...queueRoutes, ...queueAttributeRoutes, ...messageRoutes, ...receiptRoutes, ...moveTaskRoutes]

/** The routes of every operation (`s3:PutObject`). identify.ts finds the operation of a request. */
export const routes = [...s3Routes, ...sqsRoutes, ...iamRoutes, ...stsRoutes]

export { identify } from './identify.ts'
