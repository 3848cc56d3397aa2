import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
  type DefaultRetention,
  type ObjectLockRetention,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { cloudTest, s3Client } from '#cloud/cloud.fixture.ts'

const Bucket = 'ledger'
const Key = 'entry'
const NOW = Date.parse('2026-01-01T00:00:00Z')
const inDays = (days: number) => new Date(NOW + days * 86_400_000)

const it = cloudTest({ s3: { buckets: [{ name: 'plain', versioning: true, objects: [{ key: Key, body: 'x' }] }] } })
it.beforeEach(async ({ cloud, s3 }) => {
  cloud.clock.freeze(new Date(NOW))
  await s3.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }))
})

const put = (s3: S3Client, more: Partial<PutObjectCommandInput> = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...more }))
const retain = (s3: S3Client, Retention: ObjectLockRetention, more: object = {}) =>
  s3.send(new PutObjectRetentionCommand({ Bucket, Key, Retention, ...more }))
const remove = (s3: S3Client, VersionId: string | undefined, more: object = {}) =>
  s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId, ...more }))
const byDefault = (s3: S3Client, retention: DefaultRetention) =>
  s3.send(
    new PutObjectLockConfigurationCommand({
      Bucket,
      ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: retention } },
    }),
  )
const denied = {
  name: 'AccessDenied',
  message: 'Access Denied because object protected by object lock.',
  $metadata: { httpStatusCode: 403 },
}

describe('the lock of a version', () => {
  it('keeps it until its date, and a delete marker can still hide it', async ({ cloud, s3 }) => {
    const { VersionId } = await put(s3, { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: inDays(2) })
    await expect(remove(s3, VersionId, { BypassGovernanceRetention: true })).rejects.toMatchObject(denied)
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: inDays(2),
    })
    expect(await remove(s3, undefined)).toMatchObject({ DeleteMarker: true })
    cloud.clock.advance('49h')
    expect(await remove(s3, VersionId)).toMatchObject({ VersionId })
  })

  it('can be extended by everybody, and shortened where governance is bypassed', async ({ s3 }) => {
    const { VersionId } = await put(s3)
    await retain(s3, { Mode: 'GOVERNANCE', RetainUntilDate: inDays(2) })
    await retain(s3, { Mode: 'GOVERNANCE', RetainUntilDate: inDays(3) })
    await expect(retain(s3, { Mode: 'GOVERNANCE', RetainUntilDate: inDays(1) })).rejects.toMatchObject(denied)
    const bypass = { BypassGovernanceRetention: true }
    await retain(s3, { Mode: 'GOVERNANCE', RetainUntilDate: inDays(1) }, bypass)
    const { Retention } = await s3.send(new GetObjectRetentionCommand({ Bucket, Key, VersionId }))
    expect(Retention).toEqual({ Mode: 'GOVERNANCE', RetainUntilDate: inDays(1) })
    await expect(remove(s3, VersionId)).rejects.toMatchObject(denied)
    expect(await remove(s3, VersionId, bypass)).toMatchObject({ VersionId })
  })

  it('in compliance mode can only be extended', async ({ s3 }) => {
    await put(s3, { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: inDays(2) })
    const bypass = { BypassGovernanceRetention: true }
    await expect(retain(s3, { Mode: 'COMPLIANCE', RetainUntilDate: inDays(2) })).rejects.toMatchObject(denied)
    await retain(s3, { Mode: 'COMPLIANCE', RetainUntilDate: inDays(2) }, bypass)
    for (const weaker of [{ Mode: 'GOVERNANCE', RetainUntilDate: inDays(9) } as const, {}]) {
      await expect(retain(s3, weaker, bypass)).rejects.toMatchObject(denied)
    }
    await retain(s3, { Mode: 'COMPLIANCE', RetainUntilDate: inDays(3) })
  })

  it('may be a legal hold, which lasts until it is lifted', async ({ cloud, s3 }) => {
    const { VersionId } = await put(s3)
    const hold = () => s3.send(new GetObjectLegalHoldCommand({ Bucket, Key }))
    await expect(hold()).rejects.toMatchObject({ name: 'NoSuchObjectLockConfiguration' })
    const set = (Status: 'ON' | 'OFF') => s3.send(new PutObjectLegalHoldCommand({ Bucket, Key, LegalHold: { Status } }))
    await set('ON')
    cloud.clock.advance('1000d')
    const { Errors } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key, VersionId }] } }))
    expect(Errors).toMatchObject([{ Key, Code: 'AccessDenied', Message: denied.message }])
    await set('OFF')
    expect((await hold()).LegalHold).toEqual({ Status: 'OFF' })
    expect(await remove(s3, VersionId)).toMatchObject({ VersionId })
  })

  it('comes from the bucket where the write has none, and is not copied', async ({ s3 }) => {
    await byDefault(s3, { Mode: 'GOVERNANCE', Years: 1 })
    await put(s3, {
      ObjectLockLegalHoldStatus: 'ON',
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: inDays(1),
    })
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${Key}` }))
    const copied = await s3.send(new HeadObjectCommand({ Bucket, Key: 'copy' }))
    expect(copied).toMatchObject({
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: new Date('2027-01-01T00:00:00Z'),
    })
    expect(copied.ObjectLockLegalHoldStatus).toBeUndefined()
  })

  it('as a retention needs a digest of the content, and as a legal hold does not', async ({ cloud, s3 }) => {
    const unchecked = s3Client(cloud, { requestChecksumCalculation: 'WHEN_REQUIRED' })
    const undigested = {
      name: 'InvalidRequest',
      message:
        'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
    }
    const retention = { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: inDays(1) } as const
    await expect(put(unchecked, retention)).rejects.toMatchObject(undigested)
    await put(unchecked, { ObjectLockLegalHoldStatus: 'ON' })
    await byDefault(s3, { Mode: 'GOVERNANCE', Days: 1 })
    await expect(put(unchecked)).rejects.toMatchObject(undigested)
    expect((await fetch(`${cloud.url}/${Bucket}/${Key}`, { method: 'PUT', body: 'x' })).status).toBe(400)
    await put(unchecked, { ContentMD5: 'ndTkYSaMgDT1yFZOFVxnpg==' })
    await put(unchecked, { ChecksumAlgorithm: 'SHA256' })
  })

  it.for([
    [{ ObjectLockMode: 'GOVERNANCE' }, /must both be supplied/],
    [{ ObjectLockRetainUntilDate: inDays(1) }, /must both be supplied/],
    [{ ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: inDays(-1) }, /must be in the future/],
    [{ ObjectLockMode: 'FOREVER', ObjectLockRetainUntilDate: inDays(1) }, /Unknown wormMode directive/],
    [{ ObjectLockLegalHoldStatus: 'MAYBE' }, /ON or OFF/],
  ] as [Partial<PutObjectCommandInput>, RegExp][])('cannot be %j', async ([lock, message], { s3 }) => {
    await expect(put(s3, lock)).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: expect.stringMatching(message),
    })
  })

  it('needs a bucket with Object Lock', async ({ s3 }) => {
    const locked = { Bucket: 'plain', ObjectLockLegalHoldStatus: 'ON' } as const
    await expect(put(s3, locked)).rejects.toMatchObject({ message: 'Bucket is missing Object Lock Configuration' })
    await expect(s3.send(new GetObjectRetentionCommand({ Bucket: 'plain', Key }))).rejects.toMatchObject({
      name: 'InvalidRequest',
    })
    await expect(
      s3.send(new DeleteObjectCommand({ Bucket: 'plain', Key, BypassGovernanceRetention: true })),
    ).rejects.toMatchObject({ name: 'InvalidArgument' })
  })
})

describe('the lock configuration of a bucket', () => {
  const get = (s3: S3Client, bucket = Bucket) => s3.send(new GetObjectLockConfigurationCommand({ Bucket: bucket }))

  it('is not set without a configuration', async ({ s3 }) => {
    await expect(s3.send(new PutObjectLockConfigurationCommand({ Bucket: 'plain' }))).rejects.toMatchObject({
      name: 'MissingRequestBodyError',
      message: 'Request Body is empty',
    })
  })

  it('is returned with its default retention', async ({ s3 }) => {
    expect((await get(s3)).ObjectLockConfiguration).toEqual({ ObjectLockEnabled: 'Enabled' })
    await byDefault(s3, { Mode: 'GOVERNANCE', Days: 30 })
    expect((await get(s3)).ObjectLockConfiguration?.Rule).toEqual({
      DefaultRetention: { Mode: 'GOVERNANCE', Days: 30 },
    })
    await expect(get(s3, 'plain')).rejects.toMatchObject({
      name: 'ObjectLockConfigurationNotFoundError',
      $metadata: { httpStatusCode: 404 },
    })
  })

  it('has exactly one period, of at least a day', async ({ s3 }) => {
    await expect(byDefault(s3, { Mode: 'GOVERNANCE' })).rejects.toMatchObject({ name: 'MalformedXML' })
    await expect(byDefault(s3, { Mode: 'GOVERNANCE', Days: 1, Years: 1 })).rejects.toMatchObject({
      name: 'MalformedXML',
    })
    await expect(byDefault(s3, { Mode: 'GOVERNANCE', Days: 0 })).rejects.toMatchObject({ name: 'InvalidArgument' })
  })

  it('can be added to a versioned bucket, and keeps it versioned', async ({ cloud, s3 }) => {
    const enable = (bucket: string) =>
      s3.send(
        new PutObjectLockConfigurationCommand({
          Bucket: bucket,
          ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' },
        }),
      )
    await enable('plain')
    const VersioningConfiguration = { Status: 'Suspended' } as const
    await expect(
      s3.send(new PutBucketVersioningCommand({ Bucket: 'plain', VersioningConfiguration })),
    ).rejects.toMatchObject({ name: 'InvalidBucketState', $metadata: { httpStatusCode: 409 } })
    const other = s3Client(cloud)
    await other.send(new CreateBucketCommand({ Bucket: 'unversioned' }))
    await expect(enable('unversioned')).rejects.toMatchObject({ name: 'InvalidBucketState' })
  })
})
