import {
  AddPermissionCommand,
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ListQueueTagsCommand,
  RemovePermissionCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
  type QueueAttributeName,
} from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFifo, createQueue, query, sqsSite } from './sqs.fixture.ts'

const site = sqsSite()
let QueueUrl: string
beforeEach(async () => {
  QueueUrl = await createQueue(site.sqs, 'jobs')
})

const arn = (name: string) => `arn:aws:sqs:us-east-1:123456789012:${name}`
const get = async (names: string[], url = QueueUrl) =>
  (await site.sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: names as QueueAttributeName[] })))
    .Attributes
const set = (Attributes: Record<string, string>, url = QueueUrl) =>
  site.sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }))

describe('attributes of queues', () => {
  it('are returned as requested', async () => {
    expect(await get(['QueueArn', 'DelaySeconds'])).toEqual({ QueueArn: arn('jobs'), DelaySeconds: '0' })
    expect(await get([])).toBeUndefined()
    expect(await get(['Policy'])).toBeUndefined()
    await expect(get(['Colour'])).rejects.toMatchObject({
      name: 'InvalidAttributeName',
      message: 'Unknown Attribute Colour.',
    })
  })

  it('can be changed, which sets the modification time', async () => {
    site.cloud.clock.advance('5m')
    await set({ DelaySeconds: '7', MaximumMessageSize: '2048' })
    const all = await get(['All'])
    expect(all).toMatchObject({ DelaySeconds: '7', MaximumMessageSize: '2048', VisibilityTimeout: '30' })
    expect(Number(all?.['LastModifiedTimestamp']) - Number(all?.['CreatedTimestamp'])).toBeGreaterThanOrEqual(300)
  })

  it.each([
    ['VisibilityTimeout', '43201'],
    ['MaximumMessageSize', '1023'],
    ['MaximumMessageSize', '1048577'],
    ['MessageRetentionPeriod', '59'],
    ['DelaySeconds', '901'],
    ['DelaySeconds', '1.5'],
    ['DelaySeconds', '-1'],
    ['ReceiveMessageWaitTimeSeconds', '21'],
    ['KmsDataKeyReusePeriodSeconds', '59'],
    ['SqsManagedSseEnabled', 'maybe'],
    ['Policy', '{'],
  ])('refuse the %s %s', async (name, value) => {
    await expect(set({ [name]: value })).rejects.toMatchObject({
      name: 'InvalidAttributeValue',
      message: `Invalid value for the parameter ${name}.`,
    })
    await expect(createQueue(site.sqs, 'other', { [name]: value })).rejects.toMatchObject({
      name: 'InvalidAttributeValue',
    })
  })

  it('of FIFO queues are refused for standard queues', async () => {
    for (const name of ['FifoQueue', 'ContentBasedDeduplication', 'Colour']) {
      await expect(set({ [name]: 'true' })).rejects.toMatchObject({
        name: 'InvalidAttributeName',
        message: `Unknown Attribute ${name}.`,
      })
    }
    await expect(set({ DeduplicationScope: 'queue' })).rejects.toMatchObject({
      message: 'You can specify the DeduplicationScope only when FifoQueue is set to true.',
    })
  })

  it('of a FIFO queue set the scope of deduplication', async () => {
    const url = await createFifo(site.sqs, 'jobs.fifo')
    const names = ['FifoQueue', 'ContentBasedDeduplication', 'DeduplicationScope', 'FifoThroughputLimit']
    expect(await get(names, url)).toEqual({
      FifoQueue: 'true',
      ContentBasedDeduplication: 'false',
      DeduplicationScope: 'queue',
      FifoThroughputLimit: 'perQueue',
    })
    await set({ DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' }, url)
    expect(await get(names, url)).toMatchObject({ FifoThroughputLimit: 'perMessageGroupId' })
    await expect(set({ DeduplicationScope: 'queue' }, url)).rejects.toMatchObject({ name: 'InvalidAttributeValue' })
    await expect(set({ DeduplicationScope: 'everywhere' }, url)).rejects.toMatchObject({
      name: 'InvalidAttributeValue',
    })
    await expect(set({ FifoQueue: 'false' }, url)).rejects.toMatchObject({
      name: 'InvalidAttributeValue',
      message: 'Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.',
    })
  })

  it('allow one kind of encryption at a time', async () => {
    await set({ KmsMasterKeyId: 'alias/mine' })
    const names = ['KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds', 'SqsManagedSseEnabled']
    expect(await get(names)).toEqual({
      KmsMasterKeyId: 'alias/mine',
      KmsDataKeyReusePeriodSeconds: '300',
      SqsManagedSseEnabled: 'false',
    })
    await expect(set({ KmsMasterKeyId: 'alias/mine', SqsManagedSseEnabled: 'true' })).rejects.toMatchObject({
      name: 'InvalidAttributeName',
      message: expect.stringContaining('one type of server-side encryption') as string,
    })
    await set({ KmsMasterKeyId: '' })
    expect(await get(names)).toEqual({ SqsManagedSseEnabled: 'false' })
  })
})

describe('a redrive policy', () => {
  const policy = (deadLetterTargetArn: string, maxReceiveCount: unknown = 3) =>
    JSON.stringify({ deadLetterTargetArn, maxReceiveCount })

  it('is returned with its count as a number, and removed by an empty text', async () => {
    await createQueue(site.sqs, 'dead')
    await set({ RedrivePolicy: policy(arn('dead'), '4') })
    expect(JSON.parse((await get(['RedrivePolicy']))?.['RedrivePolicy'] ?? '')).toEqual({
      deadLetterTargetArn: arn('dead'),
      maxReceiveCount: 4,
    })
    expect(await createQueue(site.sqs, 'jobs', { RedrivePolicy: policy(arn('dead'), 4) })).toBe(QueueUrl)
    await set({ RedrivePolicy: '' })
    expect(await get(['RedrivePolicy'])).toBeUndefined()
  })

  it.each([
    ['not JSON', '{', 'Redrive policy is not a valid JSON map.'],
    ['no target', '{"maxReceiveCount":3}', 'Redrive policy does not contain mandatory attribute: deadLetterTargetArn.'],
    [
      'no count',
      `{"deadLetterTargetArn":"${arn('dead')}"}`,
      'Redrive policy does not contain mandatory attribute: maxReceiveCount.',
    ],
    [
      'a count of 0',
      policy(arn('dead'), 0),
      'Invalid value for maxReceiveCount: 0, valid values are from 1 to 1000 both inclusive.',
    ],
    ['a target that is not an ARN', policy('dead'), 'Invalid value for deadLetterTargetArn.'],
    ['a missing queue', policy(arn('dead')), 'Dead letter target does not exist.'],
    ['a FIFO queue', policy(arn('dead.fifo')), 'Dead-letter queue must be same type of queue as the source.'],
  ])('is refused with %s', async (_problem, text, reason) => {
    await createFifo(site.sqs, 'dead.fifo')
    await expect(set({ RedrivePolicy: text })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: `Value ${text} for parameter RedrivePolicy is invalid. Reason: ${reason}`,
    })
  })

  it('must be allowed by the dead-letter queue', async () => {
    const dead = await createQueue(site.sqs, 'dead')
    await set({ RedriveAllowPolicy: '{"redrivePermission":"denyAll"}' }, dead)
    await expect(set({ RedrivePolicy: policy(arn('dead')) })).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    const byQueue = JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns: [arn('jobs')] })
    await set({ RedriveAllowPolicy: byQueue }, dead)
    expect(await get(['RedriveAllowPolicy'], dead)).toEqual({ RedriveAllowPolicy: byQueue })
    await set({ RedrivePolicy: policy(arn('dead')) })
    for (const wrong of ['{', '{"redrivePermission":"some"}', '{"redrivePermission":"byQueue"}']) {
      await expect(set({ RedriveAllowPolicy: wrong }, dead)).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    }
  })
})

describe('tags of queues', () => {
  it('are added, replaced and removed', async () => {
    const tags = async () => (await site.sqs.send(new ListQueueTagsCommand({ QueueUrl }))).Tags
    expect(await tags()).toBeUndefined()
    await site.sqs.send(new TagQueueCommand({ QueueUrl, Tags: { a: '1', b: '2', c: '' } }))
    await site.sqs.send(new TagQueueCommand({ QueueUrl, Tags: { b: '3' } }))
    expect(await tags()).toEqual({ a: '1', b: '3', c: '' })
    await site.sqs.send(new UntagQueueCommand({ QueueUrl, TagKeys: ['a', 'c', 'x'] }))
    expect(await tags()).toEqual({ b: '3' })
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
    await expect(site.sqs.send(new TagQueueCommand({ QueueUrl, Tags: many }))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    })
    await expect(site.sqs.send(new CreateQueueCommand({ QueueName: 'other', tags: many }))).rejects.toThrow(
      'Too many tags added for queue other.',
    )
  })

  it('must be named, to be added and to be removed', async () => {
    await expect(site.sqs.send(new TagQueueCommand({ QueueUrl, Tags: {} }))).rejects.toThrow(
      'The request must contain the parameter Tags.',
    )
    await expect(site.sqs.send(new UntagQueueCommand({ QueueUrl, TagKeys: [] }))).rejects.toThrow(
      'Tag keys must be between 1 and 128 characters in length.',
    )
  })

  it('keep their case in the query protocol', async () => {
    await query(site.cloud, 'TagQueue', {
      QueueUrl,
      'Tag.1.Key': 'a',
      'Tag.1.Value': '1',
      'Tag.2.Key': 'b',
      'Tag.2.Value': '2',
    })
    await query(site.cloud, 'UntagQueue', { QueueUrl, 'TagKey.1': 'a' })
    expect((await query(site.cloud, 'ListQueueTags', { QueueUrl })).xml).toContain(
      '<Tag><Key>b</Key><Value>2</Value></Tag>',
    )
  })
})

describe('permissions of queues', () => {
  const add = (Label: string, AWSAccountIds: string[], Actions: string[]) =>
    site.sqs.send(new AddPermissionCommand({ QueueUrl, Label, AWSAccountIds, Actions }))
  const remove = (Label: string) => site.sqs.send(new RemovePermissionCommand({ QueueUrl, Label }))

  it('become statements of the policy', async () => {
    await add('one', ['111111111111', '222222222222'], ['ReceiveMessage'])
    await add('two', ['111111111111'], ['SendMessage', 'DeleteMessage'])
    expect(JSON.parse((await get(['Policy']))?.['Policy'] ?? '')).toEqual({
      Version: '2008-10-17',
      Id: `${arn('jobs')}/SQSDefaultPolicy`,
      Statement: [
        {
          Sid: 'one',
          Effect: 'Allow',
          Principal: { AWS: ['arn:aws:iam::111111111111:root', 'arn:aws:iam::222222222222:root'] },
          Action: 'SQS:ReceiveMessage',
          Resource: arn('jobs'),
        },
        {
          Sid: 'two',
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::111111111111:root' },
          Action: ['SQS:SendMessage', 'SQS:DeleteMessage'],
          Resource: arn('jobs'),
        },
      ],
    })
    await remove('one')
    expect((JSON.parse((await get(['Policy']))?.['Policy'] ?? '') as { Statement: unknown[] }).Statement).toHaveLength(
      1,
    )
    await remove('two')
    expect(await get(['Policy'])).toBeUndefined()
  })

  it('have unique labels', async () => {
    await add('one', ['111111111111'], ['*'])
    await expect(add('one', ['222222222222'], ['*'])).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: 'Value one for parameter Label is invalid. Reason: Already exists.',
    })
    await expect(remove('two')).rejects.toMatchObject({
      message: "Value two for parameter Label is invalid. Reason: can't find label.",
    })
    await expect(add('two', ['x'], ['*'])).rejects.toMatchObject({
      message: 'Value [x] for parameter PrincipalId is invalid. Reason: Unable to verify.',
    })
    await expect(add('two', ['111111111111'], ['DeleteQueue'])).rejects.toMatchObject({
      message:
        'Value SQS:DeleteQueue for parameter ActionName is invalid. Reason: Only the queue owner is allowed to invoke this action.',
    })
  })

  it('have at most seven actions', async () => {
    const actions = [
      'SendMessage',
      'ReceiveMessage',
      'DeleteMessage',
      'ChangeMessageVisibility',
      'GetQueueAttributes',
      'GetQueueUrl',
      'ListDeadLetterSourceQueues',
      'PurgeQueue',
    ]
    await add('seven', ['111111111111'], actions.slice(0, 7))
    await expect(add('eight', ['111111111111'], actions)).rejects.toMatchObject({
      name: 'OverLimit',
      message: '8 Actions were found, maximum allowed is 7.',
      $metadata: { httpStatusCode: 403 },
    })
  })

  it('can be added in the query protocol', async () => {
    const given = { QueueUrl, Label: 'one', 'AWSAccountId.1': '111111111111', 'ActionName.1': 'SendMessage' }
    expect((await query(site.cloud, 'AddPermission', given)).status).toBe(200)
    expect(await get(['Policy'])).toBeDefined()
    expect((await query(site.cloud, 'RemovePermission', { QueueUrl, Label: 'one' })).status).toBe(200)
    expect(await get(['Policy'])).toBeUndefined()
  })
})

describe('attributes in the query protocol', () => {
  it('are set and read', async () => {
    await query(site.cloud, 'SetQueueAttributes', {
      QueueUrl,
      'Attribute.1.Name': 'DelaySeconds',
      'Attribute.1.Value': '9',
    })
    // A single attribute needs no number.
    await query(site.cloud, 'SetQueueAttributes', {
      QueueUrl,
      'Attribute.Name': 'VisibilityTimeout',
      'Attribute.Value': '8',
    })
    const some = await query(site.cloud, 'GetQueueAttributes', {
      QueueUrl,
      'AttributeName.1': 'DelaySeconds',
      'AttributeName.2': 'VisibilityTimeout',
    })
    expect(some.xml).toContain(
      '<GetQueueAttributesResult><Attribute><Name>VisibilityTimeout</Name><Value>8</Value></Attribute>' +
        '<Attribute><Name>DelaySeconds</Name><Value>9</Value></Attribute></GetQueueAttributesResult>',
    )
    expect(
      (await query(site.cloud, 'GetQueueAttributes', { QueueUrl, 'AttributeName.1': 'All' })).all('Name'),
    ).toHaveLength(12)
    const wrong = await query(site.cloud, 'SetQueueAttributes', {
      QueueUrl,
      'Attribute.1.Name': 'DelaySeconds',
      'Attribute.1.Value': 'x',
    })
    expect([wrong.status, ...wrong.all('Code')]).toEqual([400, 'InvalidAttributeValue'])
  })
})
