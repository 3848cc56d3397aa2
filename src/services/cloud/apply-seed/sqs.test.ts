import {
  GetQueueAttributesCommand,
  ListQueueTagsCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { sqsClient } from '#cloud/routes/sqs/sqs.fixture.ts'
import { startCloud, type CloudSeed } from '#cloud/cloud.fixture.ts'

const attributesOf = async (sqs: SQSClient, QueueUrl: string) =>
  (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))).Attributes
const policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:*', Resource: '*' }],
}
const redrive = { deadLetterTargetArn: 'dead', maxReceiveCount: 3 }
const start = (...queues: NonNullable<NonNullable<CloudSeed['sqs']>['queues']>) => startCloud({ sqs: { queues } })

describe('a seeded queue', () => {
  it('has its attributes, tags and messages', async () => {
    await using cloud = await start({
      name: 'jobs',
      attributes: {
        VisibilityTimeout: 5,
        SqsManagedSseEnabled: false,
        Policy: policy,
      },
      tags: { team: 'a' },
      messages: [
        { body: 'hello', attributes: { text: 'x', number: 4, bytes: { DataType: 'Binary', BinaryValue: 'AQID' } } },
        { body: { id: 1 }, delay_seconds: 60 },
      ],
    })
    const sqs = sqsClient(cloud)
    const QueueUrl = `${cloud.url}/123456789012/jobs`
    expect(await attributesOf(sqs, QueueUrl)).toMatchObject({
      VisibilityTimeout: '5',
      SqsManagedSseEnabled: 'false',
      Policy: JSON.stringify(policy),
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesDelayed: '1',
    })
    expect((await sqs.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual({ team: 'a' })
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MessageAttributeNames: ['All'] }))
    expect(Messages).toMatchObject([
      {
        Body: 'hello',
        MessageAttributes: {
          text: { DataType: 'String', StringValue: 'x' },
          number: { DataType: 'Number', StringValue: '4' },
          bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
        },
      },
    ])
    expect(cloud.sqs.messages({ queue: 'jobs' }).map(({ body }) => body)).toEqual(['hello', '{"id":1}'])
    cloud.reset()
    expect(cloud.sqs.messages({ queue: 'jobs' }).map(({ state }) => state)).toEqual(['visible', 'delayed'])
  })

  it('sends dead letters to another seeded queue, by name or ARN, in either order of seeding', async () => {
    const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:123456789012:dead'
    await using cloud = await start(
      { name: 'a', attributes: { RedrivePolicy: { deadLetterTargetArn: 'dead', maxReceiveCount: 3 } } },
      { name: 'b', attributes: { RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 }) } },
      { name: 'dead' },
    )
    for (const name of ['a', 'b']) {
      const attributes = await attributesOf(sqsClient(cloud), `${cloud.url}/123456789012/${name}`)
      expect(JSON.parse(attributes?.['RedrivePolicy'] ?? '')).toEqual({ deadLetterTargetArn, maxReceiveCount: 3 })
    }
  })

  it('is in the region that the seed names, where commands find it by its name', async () => {
    await using cloud = await start(
      { name: 'jobs', region: 'eu-west-1', messages: [{ body: 'hello' }], attributes: { RedrivePolicy: redrive } },
      { name: 'dead', region: 'eu-west-1' },
      { name: 'dead' },
    )
    const QueueUrl = `${cloud.url}/123456789012/jobs`
    const attributes = await attributesOf(sqsClient(cloud, { region: 'eu-west-1' }), QueueUrl)
    expect(attributes).toMatchObject({
      QueueArn: 'arn:aws:sqs:eu-west-1:123456789012:jobs',
      RedrivePolicy: expect.stringContaining('"arn:aws:sqs:eu-west-1:123456789012:dead"') as string,
    })
    await expect(attributesOf(sqsClient(cloud), QueueUrl)).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
    expect(cloud.sqs.messages({ queue: 'jobs' })).toMatchObject([{ body: 'hello' }])
  })

  it('is a FIFO queue when its name ends with .fifo', async () => {
    await using cloud = await start({
      name: 'jobs.fifo',
      attributes: { ContentBasedDeduplication: true },
      messages: [
        { body: 'x', group_id: 'a' },
        { body: 'x', group_id: 'b' },
        { body: 'x', group_id: 'b', deduplication_id: 'another' },
      ],
    })
    const found = cloud.sqs.messages({ queue: 'jobs.fifo' })
    expect(found.map(({ systemAttributes }) => systemAttributes['MessageGroupId'])).toEqual(['a', 'b'])
  })
})

describe('a seed', () => {
  it.each([
    ['a repeated queue', [{ name: 'a' }, { name: 'a' }], 'sqs.queues[1].name', 'another queue has this name'],
    [
      'an attribute out of bounds',
      [{ name: 'a', attributes: { DelaySeconds: 901 } }],
      'sqs.queues[0].attributes',
      'DelaySeconds',
    ],
    [
      'a missing dead-letter queue',
      [{ name: 'a', attributes: { RedrivePolicy: { deadLetterTargetArn: 'b', maxReceiveCount: 3 } } }],
      'RedrivePolicy',
      'Invalid value for deadLetterTargetArn',
    ],
    [
      'a FIFO message without a group',
      [{ name: 'a.fifo', messages: [{ body: 'x' }] }],
      'sqs.queues[0].messages[0]',
      'MessageGroupId',
    ],
  ])('is refused with %s', async (_problem, queues, path, message) => {
    await expect(start(...queues)).rejects.toThrow(message)
    await expect(start(...queues)).rejects.toThrow(path)
  })
})
