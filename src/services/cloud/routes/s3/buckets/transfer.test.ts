import {
  DeleteBucketReplicationCommand,
  DeleteObjectCommand,
  GetBucketAccelerateConfigurationCommand,
  GetBucketLoggingCommand,
  GetBucketReplicationCommand,
  GetBucketRequestPaymentCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketAccelerateConfigurationCommand,
  PutBucketLoggingCommand,
  PutBucketReplicationCommand,
  PutBucketRequestPaymentCommand,
  PutObjectCommand,
  type ReplicationRule,
  type S3Client,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const it = cloudTest({
  s3: {
    buckets: [
      { name: 'source', versioning: true },
      { name: 'copies', versioning: true },
      { name: 'plain' },
      { name: 'far', region: 'eu-west-1' },
      { name: 'with.dots' },
    ],
  },
})

it('stores acceleration and the payer', async ({ s3 }) => {
  const accelerate = (Bucket: string, Status: 'Enabled' | 'Suspended') =>
    s3.send(new PutBucketAccelerateConfigurationCommand({ Bucket, AccelerateConfiguration: { Status } }))
  const acceleration = async () =>
    (await s3.send(new GetBucketAccelerateConfigurationCommand({ Bucket: 'plain' }))).Status
  await accelerate('plain', 'Suspended')
  expect(await acceleration()).toBeUndefined()
  await accelerate('plain', 'Enabled')
  expect(await acceleration()).toBe('Enabled')
  await expect(accelerate('with.dots', 'Enabled')).rejects.toMatchObject({ name: 'InvalidRequest' })

  const payer = async () => (await s3.send(new GetBucketRequestPaymentCommand({ Bucket: 'plain' }))).Payer
  expect(await payer()).toBe('BucketOwner')
  await s3.send(
    new PutBucketRequestPaymentCommand({ Bucket: 'plain', RequestPaymentConfiguration: { Payer: 'Requester' } }),
  )
  expect(await payer()).toBe('Requester')
})

it('stores where access logs go, to a bucket of the same region', async ({ s3 }) => {
  const log = (TargetBucket: string) =>
    s3.send(
      new PutBucketLoggingCommand({
        Bucket: 'source',
        BucketLoggingStatus: { LoggingEnabled: { TargetBucket, TargetPrefix: 'log/' } },
      }),
    )
  await log('plain')
  const stored = async () => (await s3.send(new GetBucketLoggingCommand({ Bucket: 'source' }))).LoggingEnabled
  expect(await stored()).toEqual({ TargetBucket: 'plain', TargetPrefix: 'log/' })
  await expect(log('nowhere')).rejects.toMatchObject({ name: 'InvalidTargetBucketForLogging', TargetBucket: 'nowhere' })
  await expect(log('far')).rejects.toMatchObject({
    name: 'CrossLocationLoggingProhibitted',
    TargetBucketLocation: 'eu-west-1',
  })
  await s3.send(new PutBucketLoggingCommand({ Bucket: 'source', BucketLoggingStatus: {} }))
  expect(await stored()).toBeUndefined()
})

describe('replication', () => {
  const rule: ReplicationRule = {
    ID: 'photos',
    Priority: 1,
    Status: 'Enabled',
    Filter: { Prefix: 'photos/' },
    DeleteMarkerReplication: { Status: 'Enabled' },
    Destination: { Bucket: 'arn:aws:s3:::copies', StorageClass: 'STANDARD_IA' },
  }
  const put = (s3: S3Client, Bucket: string, changes: Partial<ReplicationRule> = {}) =>
    s3.send(
      new PutBucketReplicationCommand({
        Bucket,
        ReplicationConfiguration: { Role: 'arn:aws:iam::123456789012:role/copier', Rules: [{ ...rule, ...changes }] },
      }),
    )

  it('copies new versions and delete markers that a rule is for', async ({ s3 }) => {
    await put(s3, 'source')
    const { VersionId } = await s3.send(
      new PutObjectCommand({ Bucket: 'source', Key: 'photos/a', Body: 'bytes', Metadata: { by: 'ada' } }),
    )
    await s3.send(new PutObjectCommand({ Bucket: 'source', Key: 'other', Body: 'bytes' }))
    const head = async (Bucket: string, Key: string) => s3.send(new HeadObjectCommand({ Bucket, Key }))
    expect(await head('source', 'photos/a')).toMatchObject({ ReplicationStatus: 'COMPLETED' })
    expect((await head('source', 'other')).ReplicationStatus).toBeUndefined()
    const copy = await s3.send(new GetObjectCommand({ Bucket: 'copies', Key: 'photos/a' }))
    expect(copy).toMatchObject({ ReplicationStatus: 'REPLICA', VersionId, StorageClass: 'STANDARD_IA' })
    expect(copy.Metadata).toEqual({ by: 'ada' })
    expect(await copy.Body?.transformToString()).toBe('bytes')
    await expect(head('copies', 'other')).rejects.toMatchObject({ name: 'NotFound' })

    await s3.send(new DeleteObjectCommand({ Bucket: 'source', Key: 'photos/a' }))
    await expect(head('copies', 'photos/a')).rejects.toMatchObject({ name: 'NotFound' })
    const { DeleteMarkers } = await s3.send(new ListObjectVersionsCommand({ Bucket: 'copies' }))
    expect(DeleteMarkers).toMatchObject([{ Key: 'photos/a', IsLatest: true }])
  })

  it('needs versions in both buckets', async ({ s3 }) => {
    await expect(put(s3, 'plain')).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: "Versioning must be 'Enabled' on the bucket to apply a replication configuration",
    })
    await expect(put(s3, 'source', { Destination: { Bucket: 'arn:aws:s3:::plain' } })).rejects.toMatchObject({
      message: 'Destination bucket must have versioning enabled.',
    })
    const get = () => s3.send(new GetBucketReplicationCommand({ Bucket: 'source' }))
    await expect(get()).rejects.toMatchObject({ name: 'ReplicationConfigurationNotFoundError' })
    await put(s3, 'source')
    expect((await get()).ReplicationConfiguration?.Rules).toEqual([rule])
    await s3.send(new DeleteBucketReplicationCommand({ Bucket: 'source' }))
    await expect(get()).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
  })
})
