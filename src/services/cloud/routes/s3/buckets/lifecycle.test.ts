import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  DeleteObjectCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const it = cloudTest({
  s3: {
    buckets: [
      { name: 'logs', notifications: [{ queue: 'events', events: ['s3:LifecycleExpiration:*'] }] },
      { name: 'archive', versioning: true },
    ],
  },
  sqs: { queues: [{ name: 'events' }] },
})
it.beforeEach(({ cloud }) => cloud.clock.freeze('2026-01-01T12:00:00Z'))

const configure = (s3: S3Client, Bucket: string, ...rules: Partial<LifecycleRule>[]) =>
  s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: { Rules: rules.map((rule) => ({ Status: 'Enabled', Filter: {}, ...rule })) },
    }),
  )
const put = (s3: S3Client, Bucket: string, Key: string, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...more }))
const keys = async (s3: S3Client, Bucket: string) =>
  ((await s3.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key)
const versions = async (s3: S3Client) => {
  const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: 'archive' }))
  return [Versions.length, DeleteMarkers.length]
}

describe('a lifecycle rule', () => {
  it('ends the objects that it is for, at the first midnight after their days', async ({ cloud, s3 }) => {
    await configure(s3, 'logs', { ID: 'short', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 1 } })
    expect(await put(s3, 'logs', 'tmp/a')).toMatchObject({
      Expiration: 'expiry-date="Sat, 03 Jan 2026 00:00:00 GMT", rule-id="short"',
    })
    expect(await s3.send(new HeadObjectCommand({ Bucket: 'logs', Key: 'tmp/a' }))).toHaveProperty('Expiration')
    expect((await put(s3, 'logs', 'kept')).Expiration).toBeUndefined()
    cloud.clock.advance('35h')
    expect(await keys(s3, 'logs')).toEqual(['kept', 'tmp/a'])
    cloud.clock.advance('1h')
    expect(await keys(s3, 'logs')).toEqual(['kept'])
    const [event] = cloud.sqs.messages({ queue: 'events' })
    expect(event?.body).toContain('"eventName":"LifecycleExpiration:Delete"')
  })

  it('is told by reads of an object, and not by those of a version by its id', async ({ s3 }) => {
    await configure(s3, 'archive', { ID: 'short', Expiration: { Days: 1 } })
    const { VersionId, Expiration } = await put(s3, 'archive', 'a')
    const read = async (more: object) =>
      (await s3.send(new HeadObjectCommand({ Bucket: 'archive', Key: 'a', ...more }))).Expiration
    expect(Expiration).toContain('rule-id="short"')
    expect(await read({})).toBe(Expiration)
    expect(await read({ VersionId })).toBeUndefined()
  })

  it('is answered with its dates to the millisecond', async ({ cloud, s3 }) => {
    await configure(s3, 'logs', { Filter: {}, Expiration: { Date: new Date('2026-01-02') } })
    const answer = await (await fetch(`${cloud.url}/logs?lifecycle`)).text()
    expect(answer).toContain('<Date>2026-01-02T00:00:00.000Z</Date>')
  })

  it('may look at tags, sizes, or several conditions', async ({ cloud, s3 }) => {
    const Tag = { Key: 'kind', Value: 'log' }
    await configure(
      s3,
      'logs',
      { Filter: { Tag }, Expiration: { Days: 1 } },
      { Filter: { And: { Prefix: 'big/', ObjectSizeGreaterThan: 2 } }, Expiration: { Date: new Date('2026-01-02') } },
    )
    await put(s3, 'logs', 'tagged', { Tagging: 'kind=log' })
    await put(s3, 'logs', 'other', { Tagging: 'kind=image' })
    await put(s3, 'logs', 'big/yes', { Body: 'xxx' })
    await put(s3, 'logs', 'big/no')
    cloud.clock.advance('12h')
    expect(await keys(s3, 'logs')).toEqual(['big/no', 'other', 'tagged'])
    cloud.clock.advance('2d')
    expect(await keys(s3, 'logs')).toEqual(['big/no', 'other'])
  })

  it('hides the objects of a versioned bucket, then ends old versions and lone markers', async ({ cloud, s3 }) => {
    await configure(s3, 'archive', {
      Expiration: { Days: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 3, NewerNoncurrentVersions: 1 },
    })
    for (const Body of ['1', '2', '3']) await put(s3, 'archive', 'a', { Body })
    cloud.clock.advance('2d')
    expect(await versions(s3)).toEqual([3, 1])
    cloud.clock.advance('4d')
    expect(await versions(s3)).toEqual([1, 1])
    await configure(s3, 'archive', { NoncurrentVersionExpiration: { NoncurrentDays: 1 } })
    cloud.clock.advance('1d')
    expect(await versions(s3)).toEqual([0, 1])
    await configure(s3, 'archive', { Expiration: { ExpiredObjectDeleteMarker: true } })
    cloud.clock.advance('1d')
    expect(await versions(s3)).toEqual([0, 0])
  })

  it('moves objects to another class, except small ones', async ({ cloud, s3 }) => {
    await configure(s3, 'logs', { Transitions: [{ Days: 30, StorageClass: 'STANDARD_IA' }] })
    await put(s3, 'logs', 'large', { Body: 'x'.repeat(128 * 1024) })
    await put(s3, 'logs', 'small')
    cloud.clock.advance('31d')
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'logs' }))
    expect(Contents.map(({ StorageClass }) => StorageClass)).toEqual(['STANDARD_IA', 'STANDARD'])
  })

  it('aborts uploads, which tell the time', async ({ cloud, s3 }) => {
    await configure(s3, 'logs', { ID: 'abort', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } })
    const started = await s3.send(new CreateMultipartUploadCommand({ Bucket: 'logs', Key: 'a' }))
    expect(started).toMatchObject({ AbortDate: new Date('2026-01-03T00:00:00Z'), AbortRuleId: 'abort' })
    const uploads = async () => (await s3.send(new ListMultipartUploadsCommand({ Bucket: 'logs' }))).Uploads ?? []
    expect(await uploads()).toHaveLength(1)
    cloud.clock.advance('36h')
    expect(await uploads()).toEqual([])
  })

  it('does nothing while it is disabled, or after its configuration is gone', async ({ cloud, s3 }) => {
    await configure(s3, 'logs', { Status: 'Disabled', Expiration: { Days: 1 } })
    await put(s3, 'logs', 'a')
    await s3.send(new DeleteObjectCommand({ Bucket: 'logs', Key: 'nothing' }))
    cloud.clock.advance('10d')
    expect(await keys(s3, 'logs')).toEqual(['a'])
  })

  it.for([
    [{ Expiration: { Days: 0 } }, 'InvalidArgument'],
    [{ Expiration: { Days: 1, ExpiredObjectDeleteMarker: true } }, 'MalformedXML'],
    [{ Expiration: { Date: new Date('2026-02-01T01:00:00Z') } }, 'InvalidArgument'],
    [{ Filter: undefined, Expiration: { Days: 1 } }, 'MalformedXML'],
    [{ Filter: { Prefix: 'a', ObjectSizeLessThan: 1 }, Expiration: { Days: 1 } }, 'MalformedXML'],
    [{ ID: 'x'.repeat(256), Expiration: { Days: 1 } }, 'InvalidArgument'],
    [{ Transitions: [{ Days: 1, StorageClass: 'STANDARD' }] }, 'MalformedXML'],
    [{}, 'InvalidRequest'],
  ] as [Partial<LifecycleRule>, string][])('is refused with %j', async ([rule, name], { s3 }) => {
    await expect(configure(s3, 'logs', rule)).rejects.toMatchObject({ name })
  })

  it.for([
    [{ Filter: { Tag: { Key: 'a', Value: 'b' } } }, 'Tags'],
    [{ Filter: { And: { Prefix: 'a', Tags: [{ Key: 'a', Value: 'b' }] } } }, 'Tags'],
    [{ Filter: { ObjectSizeGreaterThan: 1 } }, 'Object Size'],
    [{ Filter: { And: { Prefix: 'a', ObjectSizeLessThan: 9 } } }, 'Object Size'],
  ] as [Partial<LifecycleRule>, string][])(
    'with %j does not abort uploads, which have no %s',
    async ([rule, what], { s3 }) => {
      const abort = { ...rule, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }
      await expect(configure(s3, 'logs', abort)).rejects.toMatchObject({
        name: 'InvalidRequest',
        message: `AbortIncompleteMultipartUpload cannot be specified with ${what}.`,
      })
    },
  )

  it('removes no delete markers by tags, which they have not', async ({ s3 }) => {
    const rule = { Filter: { Tag: { Key: 'a', Value: 'b' } }, Expiration: { ExpiredObjectDeleteMarker: true } }
    await expect(configure(s3, 'logs', rule)).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: 'ExpiredObjectDeleteMarker cannot be specified with Tags.',
    })
  })

  it('moves objects to a class once', async ({ s3 }) => {
    const Transitions = [90, 180].map((Days) => ({ Days, StorageClass: 'GLACIER' as const }))
    await expect(configure(s3, 'logs', { Filter: { Prefix: 'a/' }, Transitions })).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: "'StorageClass' must be different for 'Transition' actions in same 'Rule' with filter '(prefix=a/)'",
    })
  })

  it('moves objects before it deletes them', async ({ s3 }) => {
    const rule = { Filter: { Prefix: 'a/' }, Transitions: [{ Days: 40, StorageClass: 'GLACIER' as const }] }
    await expect(configure(s3, 'logs', { ...rule, Expiration: { Days: 40 } })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message:
        "'Days' in the Expiration action for filter '(prefix=a/)' must be greater than 'Days' in the Transition action",
    })
    await configure(s3, 'logs', { ...rule, Expiration: { Days: 41 } })
  })

  it.for(['STANDARD_IA', 'ONEZONE_IA'] as const)(
    'moves objects to %s after 30 days at the earliest',
    async (StorageClass, { s3 }) => {
      await expect(configure(s3, 'logs', { Transitions: [{ Days: 29, StorageClass }] })).rejects.toMatchObject({
        name: 'InvalidArgument',
        message: `'Days' in Transition action must be greater than or equal to 30 for storageClass '${StorageClass}'`,
      })
      await configure(s3, 'logs', { Transitions: [{ Days: 30, StorageClass }] })
    },
  )

  it('has an id of its own', async ({ s3 }) => {
    const rule = { ID: 'same', Expiration: { Days: 1 } }
    await expect(configure(s3, 'logs', rule, { ...rule, Filter: { Prefix: 'a' } })).rejects.toMatchObject({
      message: 'Rule ID must be unique. Found same ID for more than one rule',
    })
  })
})
