import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { sqsClient } from '#cloud/routes/sqs/sqs.fixture.ts'

const it = cloudTest({ sqs: { queues: [{ name: 'jobs' }] } })
  .extend('sqs', ({ cloud }) => sqsClient(cloud))
  .extend('QueueUrl', ({ cloud }) => `${cloud.url}/123456789012/jobs`)

describe('sqs.messages', () => {
  it('returns the messages of a queue and changes nothing', async ({ cloud, sqs, QueueUrl }) => {
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'test' } }
    const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', MessageAttributes }))
    for (let time = 0; time < 2; time++) {
      expect(cloud.sqs.messages({ queue: 'jobs' })).toEqual([
        {
          messageId: MessageId,
          body: 'hello',
          attributes: { kind: 'test' },
          systemAttributes: {
            SenderId: '123456789012',
            ApproximateReceiveCount: '0',
            SentTimestamp: expect.stringMatching(/^\d{13}$/) as string,
          },
          state: 'visible',
        },
      ])
    }
    expect(cloud.sqs.messages({ queue: QueueUrl })).toHaveLength(1)
    expect(cloud.sqs.messages({ queue: 'arn:aws:sqs:us-east-1:123456789012:jobs' })).toHaveLength(1)
  })

  it('suggests the nearest name for an unknown queue', ({ cloud }) => {
    expect(() => cloud.sqs.messages({ queue: 'job' })).toThrow('sqs: no queue is named "job"; did you mean jobs?')
    expect(() => cloud.sqs.messages({ queue: 'mails-and-more' })).toThrow('there are jobs')
    expect(() => cloud.sqs.messages({} as never)).toThrow('sqs.messages: queue is missing')
  })
})

describe('sqs.drained', () => {
  it('resolves when every message was deleted', async ({ cloud, sqs, QueueUrl }) => {
    await cloud.sqs.drained({ queue: 'jobs' })
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }))
    const drained = cloud.sqs.drained({ queue: 'jobs' })
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages?.[0]?.ReceiptHandle }))
    expect(await drained).toBe(true)
  })

  it('ignores expired messages', async ({ cloud, sqs, QueueUrl }) => {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }))
    cloud.clock.advance('4d')
    expect(await cloud.sqs.drained({ queue: 'jobs' })).toBe(true)
  })

  it('rejects with the counts of remaining messages', async ({ cloud, sqs, QueueUrl }) => {
    for (const DelaySeconds of [0, 0, 60]) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', DelaySeconds }))
    }
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await expect(cloud.sqs.drained({ queue: 'jobs', timeout: 1 })).rejects.toThrow(
      'cloud.sqs.drained waited 1 ms: jobs is not empty: 1 visible, 1 in flight, 1 delayed',
    )
  })
})
