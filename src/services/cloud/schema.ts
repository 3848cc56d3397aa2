import { iamKeyCollections } from './schema/iam-keys.ts'
import { iamCollections } from './schema/iam.ts'
import { s3Collections } from './schema/s3.ts'
import { settingCollections } from './schema/settings.ts'
import { sqsCollections } from './schema/sqs.ts'

/** All collections of the service. */
export const collections = {
  ...s3Collections,
  ...iamCollections,
  ...iamKeyCollections,
  ...sqsCollections,
  ...settingCollections,
}
