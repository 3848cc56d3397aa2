import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  RestoreObjectCommand,
  UploadPartCommand,
  type Event,
  type NotificationConfiguration,
  type QueueConfiguration,
  type S3Client,
} from '@aws-sdk/client-s3'
import { DeleteQueueCommand, PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { allowPublicAccess, credentials, s3Client, startCloud, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const QueueArn = 'arn:aws:sqs:us-east-1:123456789012:events'

const it = cloudTest({
  s3: {
    buckets: [
      { name: Bucket },
      {
        name: 'subscribed',
        notifications: [{ queue: 'others', prefix: 'in/' }],
        objects: [{ key: 'in/seeded', body: 'x' }],
      },
    ],
  },
  sqs: { queues: [{ name: 'events' }, { name: 'others' }, { name: 'ordered.fifo' }] },
}).extend('sqs', ({ cloud }) => new SQSClient({ endpoint: cloud.url, region: 'us-east-1', credentials }))

const configure = (s3: S3Client, NotificationConfiguration: NotificationConfiguration, options: object = {}) =>
  s3.send(new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration, ...options }))
const configuration = (s3: S3Client) => s3.send(new GetBucketNotificationConfigurationCommand({ Bucket }))
const subscribe = (s3: S3Client, Events: Event[], more: Partial<QueueConfiguration> = {}) =>
  configure(s3, { QueueConfigurations: [{ QueueArn, Events, ...more }] }, { SkipDestinationValidation: true })
const put = (s3: S3Client, Key: string, Body = 'hello') => s3.send(new PutObjectCommand({ Bucket, Key, Body }))

/** Receives the messages of a queue. */
async function messages(
  cloud: Emulator<'cloud'>,
  sqs: SQSClient,
  queue = 'events',
): Promise<Record<string, unknown>[]> {
  const QueueUrl = `${cloud.url}/123456789012/${queue}`
  const taken = []
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
    if (Messages.length === 0) return taken
    taken.push(...Messages.map(({ Body }) => JSON.parse(Body ?? '') as Record<string, unknown>))
  }
}

interface EventRecord {
  readonly eventName: string
  readonly s3: { readonly object: { readonly key: string; readonly sequencer: string; readonly versionId?: string } }
}

async function events(cloud: Emulator<'cloud'>, sqs: SQSClient): Promise<EventRecord[]> {
  return (await messages(cloud, sqs)).flatMap(({ Records }) => Records as EventRecord[])
}
const names = async (cloud: Emulator<'cloud'>, sqs: SQSClient) =>
  (await events(cloud, sqs)).map(({ eventName, s3: { object } }) => `${eventName} ${object.key}`)

describe('an event notification', () => {
  it("has the vendor's format", async ({ cloud, s3, sqs }) => {
    cloud.clock.freeze('2026-05-01T10:00:00Z')
    await subscribe(s3, ['s3:ObjectCreated:*'], { Id: 'uploads' })
    const { $metadata } = await put(s3, 'a folder/my photo+1.jpg')
    expect(await messages(cloud, sqs)).toEqual([
      {
        Records: [
          {
            eventVersion: '2.1',
            eventSource: 'aws:s3',
            awsRegion: 'us-east-1',
            eventTime: '2026-05-01T10:00:00.000Z',
            eventName: 'ObjectCreated:Put',
            userIdentity: { principalId: 'AWS:123456789012' },
            requestParameters: { sourceIPAddress: '127.0.0.1' },
            responseElements: { 'x-amz-request-id': $metadata.requestId, 'x-amz-id-2': $metadata.extendedRequestId },
            s3: {
              s3SchemaVersion: '1.0',
              configurationId: 'uploads',
              bucket: {
                name: Bucket,
                ownerIdentity: { principalId: expect.stringMatching(/^A[\dA-Z]{13}$/) as string },
                arn: 'arn:aws:s3:::photos',
              },
              object: {
                key: 'a+folder/my+photo%2B1.jpg',
                size: 5,
                eTag: '5d41402abc4b2a76b9719d911017c592',
                sequencer: expect.stringMatching(/^[\dA-F]{18}$/) as string,
              },
            },
          },
        ],
      },
    ])
    cloud.clock.resume()
  })

  it('names the way an object was created', async ({ cloud, s3, sqs }) => {
    await subscribe(s3, ['s3:ObjectCreated:*'])
    await put(s3, 'put')
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/put` }))
    const { url, fields } = await createPresignedPost(s3, { Bucket, Key: 'post' })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['x']))
    await fetch(url, { method: 'POST', body: form })
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }))
    const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key: 'parts', UploadId, PartNumber: 1, Body: 'x' }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }))
    const sentEvents = await events(cloud, sqs)
    expect(sentEvents.map(({ eventName, s3: { object } }) => `${eventName} ${object.key}`)).toEqual([
      'ObjectCreated:Put put',
      'ObjectCreated:Copy copy',
      'ObjectCreated:Post post',
      'ObjectCreated:CompleteMultipartUpload parts',
    ])
    const sequencers = sentEvents.map((each) => each.s3.object.sequencer)
    expect(sequencers.toSorted()).toEqual(sequencers)
  })

  it('distinguishes a deletion from a delete marker', async ({ cloud, s3, sqs }) => {
    await subscribe(s3, ['s3:ObjectRemoved:*'])
    await put(s3, 'a')
    await put(s3, 'b')
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'never' }))
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'b' }] } }))
    const [first, second, ...rest] = await events(cloud, sqs)
    expect(first).toMatchObject({ eventName: 'ObjectRemoved:Delete' })
    expect(first?.s3.object).toEqual({ key: 'a', sequencer: expect.any(String) as string })
    expect([second?.s3.object.key, rest]).toEqual(['b', []])

    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    const { VersionId } = await put(s3, 'c')
    const { VersionId: marker } = await s3.send(new DeleteObjectCommand({ Bucket, Key: 'c' }))
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'c', VersionId }))
    expect((await events(cloud, sqs)).map(({ eventName, s3: { object } }) => [eventName, object.versionId])).toEqual([
      ['ObjectRemoved:DeleteMarkerCreated', marker],
      ['ObjectRemoved:Delete', VersionId],
    ])
  })

  it('is sent for each key of DeleteObjects, even one that is not there', async ({ cloud, s3, sqs }) => {
    await subscribe(s3, ['s3:ObjectRemoved:*'])
    await put(s3, 'a')
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a' }, { Key: 'never' }] } }))
    expect(await names(cloud, sqs)).toEqual(['ObjectRemoved:Delete a', 'ObjectRemoved:Delete never'])
  })

  it('continues the trace of its request', async ({ cloud, s3, sqs }) => {
    await subscribe(s3, ['s3:ObjectCreated:*'])
    const trace = 'Root=1-3152b799-8954dae64eda91bc9a23a7e8;Sampled=1'
    s3.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { readonly headers: Record<string, string> } // an HTTP request
        headers['x-amzn-trace-id'] = trace
        return next(args)
      },
      { step: 'build', name: 'trace' },
    )
    await put(s3, 'a')
    s3.middlewareStack.remove('trace')
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: `${cloud.url}/123456789012/events`,
        MessageSystemAttributeNames: ['AWSTraceHeader'],
      }),
    )
    expect(Messages).toMatchObject([{ Attributes: { AWSTraceHeader: trace } }])
  })

  it('tells that an archived object was restored, and that its copy is gone', async ({ cloud, s3, sqs }) => {
    cloud.clock.freeze('2026-05-01T10:00:00Z')
    await subscribe(s3, ['s3:ObjectRestore:*'])
    await s3.send(new PutObjectCommand({ Bucket, Key: 'old', Body: 'bytes', StorageClass: 'GLACIER' }))
    await s3.send(new RestoreObjectCommand({ Bucket, Key: 'old', RestoreRequest: { Days: 2 } }))
    cloud.clock.advance('5h')
    const [started, completed, ...rest] = await events(cloud, sqs)
    expect([started?.eventName, rest]).toEqual(['ObjectRestore:Post', []])
    expect(completed).toMatchObject({
      eventName: 'ObjectRestore:Completed',
      glacierEventData: {
        restoreEventData: {
          lifecycleRestorationExpiryTime: '2026-05-04T00:00:00.000Z',
          lifecycleRestoreStorageClass: 'GLACIER',
        },
      },
      s3: { object: { key: 'old', size: 5 } },
    })
    await sqs.send(new PurgeQueueCommand({ QueueUrl: `${cloud.url}/123456789012/events` }))
    // A copy that is kept for longer is not gone at its first end.
    await s3.send(new RestoreObjectCommand({ Bucket, Key: 'old', RestoreRequest: { Days: 4 } }))
    cloud.clock.advance('3d')
    expect(await events(cloud, sqs)).toEqual([])
    cloud.clock.advance('2d')
    expect(await names(cloud, sqs)).toEqual(['ObjectRestore:Delete old'])
  })

  it('is sent for changed tags and ACLs', async ({ cloud, s3, sqs }) => {
    await allowPublicAccess(s3, Bucket)
    await subscribe(s3, ['s3:ObjectTagging:*', 's3:ObjectAcl:Put'])
    await put(s3, 'a')
    await s3.send(new PutObjectTaggingCommand({ Bucket, Key: 'a', Tagging: { TagSet: [] } }))
    await s3.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'a' }))
    await s3.send(new PutObjectAclCommand({ Bucket, Key: 'a', ACL: 'private' }))
    expect(await names(cloud, sqs)).toEqual(['ObjectTagging:Put a', 'ObjectTagging:Delete a', 'ObjectAcl:Put a'])
  })

  it('goes only to destinations whose filter matches', async ({ cloud, s3, sqs }) => {
    const filter = (prefix: string, suffix: string) => ({
      Key: {
        FilterRules: [
          { Name: 'prefix' as const, Value: prefix },
          { Name: 'suffix' as const, Value: suffix },
        ],
      },
    })
    await subscribe(s3, ['s3:ObjectCreated:Put'], { Filter: filter('in/', '.jpg') })
    for (const key of ['in/a.jpg', 'in/a.png', 'out/a.jpg']) await put(s3, key)
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'in/b.jpg', CopySource: `${Bucket}/in/a.jpg` }))
    expect(await names(cloud, sqs)).toEqual(['ObjectCreated:Put in/a.jpg'])
  })

  it('is not sent for a refused request', async ({ cloud, s3, sqs }) => {
    await subscribe(s3, ['s3:ObjectCreated:*'])
    await put(s3, 'a')
    await expect(s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x', IfNoneMatch: '*' }))).rejects.toThrow()
    await expect(
      s3.send(new PutObjectCommand({ Bucket, Key: 'b', Body: 'x', ChecksumCRC32: 'AAAAAA==' })),
    ).rejects.toThrow()
    expect(await names(cloud, sqs)).toEqual(['ObjectCreated:Put a'])
  })

  it('is lost when its queue was deleted', async ({ cloud, s3, sqs }) => {
    await subscribe(s3, ['s3:ObjectCreated:*'])
    await sqs.send(new DeleteQueueCommand({ QueueUrl: `${cloud.url}/123456789012/events` }))
    expect((await put(s3, 'a')).$metadata.httpStatusCode).toBe(200)
  })

  it('can be configured by the seed, whose own objects send none', async ({ cloud, s3, sqs }) => {
    await s3.send(new PutObjectCommand({ Bucket: 'subscribed', Key: 'out/a', Body: 'x' }))
    await s3.send(new PutObjectCommand({ Bucket: 'subscribed', Key: 'in/a', Body: 'x' }))
    const received = await messages(cloud, sqs, 'others')
    expect(received).toMatchObject([{ Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key: 'in/a' } } }] }])
  })
})

describe('the notification configuration', () => {
  it('is returned as it was stored', async ({ cloud, s3, sqs }) => {
    expect(await configuration(s3)).toEqual({ $metadata: expect.anything() as object })
    await configure(s3, {
      QueueConfigurations: [
        {
          Id: 'one',
          QueueArn,
          Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:Delete'],
          Filter: { Key: { FilterRules: [{ Name: 'suffix', Value: '.jpg' }] } },
        },
        { QueueArn, Events: ['s3:ObjectTagging:*'] },
      ],
      EventBridgeConfiguration: {},
    })
    expect(await configuration(s3)).toMatchObject({
      QueueConfigurations: [
        {
          Id: 'one',
          QueueArn,
          Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:Delete'],
          Filter: { Key: { FilterRules: [{ Name: 'Suffix', Value: '.jpg' }] } },
        },
        { Id: expect.stringMatching(/^[\da-f-]{36}$/) as string, Events: ['s3:ObjectTagging:*'] },
      ],
      EventBridgeConfiguration: {},
    })
    await configure(s3, {})
    expect((await configuration(s3)).QueueConfigurations).toBeUndefined()
    await messages(cloud, sqs)
    await put(s3, 'a')
    expect(await messages(cloud, sqs)).toEqual([])
  })

  it('sends a test event to its destinations', async ({ cloud, s3, sqs }) => {
    cloud.clock.freeze('2026-05-01T10:00:00Z')
    await configure(s3, { QueueConfigurations: [{ QueueArn, Events: ['s3:ObjectCreated:*'] }] })
    expect(await messages(cloud, sqs)).toEqual([
      {
        Service: 'Amazon S3',
        Event: 's3:TestEvent',
        Time: '2026-05-01T10:00:00.000Z',
        Bucket,
        RequestId: expect.stringMatching(/^[\dA-F]{16}$/) as string,
        HostId: expect.any(String) as string,
      },
    ])
    cloud.clock.resume()
  })

  const queue = (more: Partial<QueueConfiguration> = {}): QueueConfiguration => ({
    QueueArn,
    Events: ['s3:ObjectCreated:*'],
    ...more,
  })
  const rules = (...pairs: (readonly [string, string])[]) => ({
    Filter: { Key: { FilterRules: pairs.map(([Name, Value]) => ({ Name: Name as 'prefix', Value })) } }, // also an invalid name
  })

  it.for([
    [
      'an unknown event',
      [queue({ Events: ['s3:ObjectEaten' as Event] })],
      'A specified event is not supported for notifications.',
    ],
    [
      'a missing queue',
      [queue({ QueueArn: `${QueueArn}-lost` })],
      'Unable to validate the following destination configurations',
    ],
    [
      'a FIFO queue',
      [queue({ QueueArn: 'arn:aws:sqs:us-east-1:123456789012:ordered.fifo' })],
      'FIFO SQS queues are not supported',
    ],
    ['another filter', [queue(rules(['infix', 'a']))], 'filter rule name must be either prefix or suffix'],
    [
      'two prefixes',
      [queue(rules(['prefix', 'a'], ['Prefix', 'b']))],
      'Cannot specify more than one prefix rule in a filter.',
    ],
    [
      'a repeated id',
      [queue({ Id: 'a' }), queue({ Id: 'a', Events: ['s3:ObjectRemoved:*'] })],
      'Same ID used for multiple configurations. IDs must be unique',
    ],
    [
      'two destinations for the same event',
      [queue(), queue({ Events: ['s3:ObjectCreated:Put'] })],
      expect.stringContaining('Configuration is ambiguously defined.') as string,
    ],
    [
      'two destinations for the same key',
      [queue(rules(['prefix', 'a'])), queue(rules(['prefix', 'ab'], ['suffix', '.jpg']))],
      expect.stringContaining('Configuration is ambiguously defined.') as string,
    ],
  ] as const)('is refused with %s', async ([_problem, QueueConfigurations, message], { s3 }) => {
    await expect(configure(s3, { QueueConfigurations: [...QueueConfigurations] })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message,
    })
    expect((await configuration(s3)).QueueConfigurations).toBeUndefined()
  })

  it('can have destinations that do not overlap', async ({ s3 }) => {
    await configure(s3, {
      QueueConfigurations: [
        queue(rules(['prefix', 'a'])),
        queue(rules(['prefix', 'b'])),
        queue({ Events: ['s3:ObjectRemoved:*'] }),
      ],
    })
    expect((await configuration(s3)).QueueConfigurations).toHaveLength(3)
  })

  it("must name destinations in the bucket's region", async () => {
    const abroad = await startCloud({
      region: 'eu-west-1',
      s3: { buckets: [{ name: Bucket, region: 'us-east-1' }] },
      sqs: { queues: [{ name: 'events' }] },
    })
    const client = s3Client(abroad)
    const QueueConfigurations = [queue({ QueueArn: QueueArn.replace('us-east-1', 'eu-west-1') })]
    await expect(
      client.send(
        new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration: { QueueConfigurations } }),
      ),
    ).rejects.toMatchObject({
      message: 'The notification destination service region is not valid for the bucket location constraint',
    })
    await abroad.close()
  })

  it('is refused for missing destinations, unless validation is skipped', async ({ s3 }) => {
    const TopicConfigurations = [
      { TopicArn: 'arn:aws:sns:us-east-1:123456789012:topic', Events: ['s3:ObjectCreated:*' as const] },
    ]
    await expect(configure(s3, { TopicConfigurations })).rejects.toMatchObject({
      message: 'Unable to validate the following destination configurations',
      ArgumentName1: TopicConfigurations[0]?.TopicArn,
      ArgumentValue1: 'The destination topic does not exist',
    })
    const lost = [
      queue({ QueueArn: `${QueueArn}-one` }),
      queue({ QueueArn: `${QueueArn}-two`, Events: ['s3:ObjectRemoved:*'] }),
    ]
    await expect(configure(s3, { QueueConfigurations: lost })).rejects.toMatchObject({
      ArgumentName1: `${QueueArn}-one`,
      ArgumentValue1: 'The destination queue does not exist',
      ArgumentName2: `${QueueArn}-two`,
      ArgumentValue2: 'The destination queue does not exist',
    })
    await configure(s3, { TopicConfigurations }, { SkipDestinationValidation: true })
    expect((await configuration(s3)).TopicConfigurations).toMatchObject(TopicConfigurations)
    await put(s3, 'a')
  })
})

describe('a seed with notifications', () => {
  it('names the bucket whose queue does not exist', async () => {
    const start = startCloud({
      s3: { buckets: [{ name: Bucket, notifications: [{ queue: 'evnts' }] }] },
      sqs: { queues: [{ name: 'events' }] },
    })
    await expect(start).rejects.toThrow(/evnts: no queue has this name[\s\S]*events/)
  })
})
