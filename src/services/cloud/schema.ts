import { iamCollections } from './schema-iam.ts'
import { s3Collections } from './schema-s3.ts'
import { sqsCollections } from './schema-sqs.ts'

/** What the service remembers. */
export const collections = {
  ...s3Collections,
  ...iamCollections,
  ...sqsCollections,
}
