import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { noSuchConfiguration } from '#cloud/errors/s3.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { storeConfiguration } from '#cloud/rules/s3/buckets/configurations.ts'
import { checkLogging, loggingSchema } from '#cloud/rules/s3/buckets/logging.ts'
import { checkReplication, replicationSchema } from '#cloud/rules/s3/buckets/replication.ts'
import { accelerateSchema, checkAcceleration, requestPaymentSchema } from '#cloud/rules/s3/buckets/transfer.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, put, del } = routesFor<CloudCall>()

/** How a bucket's content travels: acceleration, who pays for it, who is told of it, and where copies of it go. */
export const transferRoutes = [
  get(
    's3:GetBucketAccelerateConfiguration',
    '/:bucket?accelerate',
    loadBucket('s3:GetAccelerateConfiguration'),
    ({ bucket }) => xmlAnswer('AccelerateConfiguration', bucket.configurations.accelerate ?? {}),
  ),
  put(
    's3:PutBucketAccelerateConfiguration',
    '/:bucket?accelerate',
    loadBucket('s3:PutAccelerateConfiguration'),
    ({ bucket }) => checkAcceleration(bucket),
    xmlBody('AccelerateConfiguration', accelerateSchema),
    (call) => {
      // A setting that was never on cannot be suspended.
      const isOff = call.body.Status === 'Suspended' && (call.bucket.configurations.accelerate ?? null) === null
      if (!isOff) storeConfiguration(call, call.bucket, 'accelerate', call.body)
      return empty(200)
    },
  ),

  get('s3:GetBucketRequestPayment', '/:bucket?requestPayment', loadBucket('s3:GetBucketRequestPayment'), ({ bucket }) =>
    xmlAnswer('RequestPaymentConfiguration', bucket.configurations.requestPayment ?? { Payer: 'BucketOwner' }),
  ),
  put(
    's3:PutBucketRequestPayment',
    '/:bucket?requestPayment',
    loadBucket('s3:PutBucketRequestPayment'),
    xmlBody('RequestPaymentConfiguration', requestPaymentSchema),
    (call) => {
      storeConfiguration(call, call.bucket, 'requestPayment', call.body)
      return empty(200)
    },
  ),

  get('s3:GetBucketLogging', '/:bucket?logging', loadBucket('s3:GetBucketLogging'), ({ bucket }) =>
    xmlAnswer('BucketLoggingStatus', bucket.configurations.logging ?? {}),
  ),
  put(
    's3:PutBucketLogging',
    '/:bucket?logging',
    loadBucket('s3:PutBucketLogging'),
    xmlBody('BucketLoggingStatus', loggingSchema),
    (call) => {
      checkLogging(call, call.bucket, call.body)
      storeConfiguration(call, call.bucket, 'logging', call.body)
      return empty(200)
    },
  ),

  get('s3:GetBucketReplication', '/:bucket?replication', loadBucket('s3:GetReplicationConfiguration'), ({ bucket }) => {
    const stored = bucket.configurations.replication ?? null
    if (stored !== null) return xmlAnswer('ReplicationConfiguration', stored)
    const message = 'The replication configuration was not found'
    throw noSuchConfiguration('ReplicationConfigurationNotFoundError', message, bucket.id)
  }),
  put(
    's3:PutBucketReplication',
    '/:bucket?replication',
    loadBucket('s3:PutReplicationConfiguration'),
    xmlBody('ReplicationConfiguration', replicationSchema),
    (call) => {
      checkReplication(call, call.bucket, call.body)
      // A rule without an id gets one.
      const Rule = call.body.Rule.map(({ ID, ...rule }) => ({ ID: ID ?? call.ids.base62(48), ...rule }))
      storeConfiguration(call, call.bucket, 'replication', { ...call.body, Rule })
      return empty(200)
    },
  ),
  del('s3:DeleteBucketReplication', '/:bucket?replication', loadBucket('s3:PutReplicationConfiguration'), (call) => {
    storeConfiguration(call, call.bucket, 'replication', null)
    return empty()
  }),
]
