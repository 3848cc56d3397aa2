import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'
import { sqsClient } from '#cloud/routes/sqs/sqs.fixture.ts'

let emulator: Emulator<'cloud'>
let sqs: SQSClient
let QueueUrl: string
beforeAll(async () => {
  emulator = await startCloud({ sqs: { queues: [{ name: 'jobs' }] } })
  sqs = sqsClient(emulator)
  QueueUrl = `${emulator.url}/123456789012/jobs`
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

describe('sqs.messages', () => {
  it('returns the messages of a queue and changes nothing', async () => {
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'test' } }
    const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', MessageAttributes }))
    for (let time = 0; time < 2; time++) {
      expect(emulator.sqs.messages({ queue: 'jobs' })).toEqual([
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
    expect(emulator.sqs.messages({ queue: QueueUrl })).toHaveLength(1)
    expect(emulator.sqs.messages({ queue: 'arn:aws:sqs:us-east-1:123456789012:jobs' })).toHaveLength(1)
  })

  it('suggests the nearest name for an unknown queue', () => {
    expect(() => emulator.sqs.messages({ queue: 'job' })).toThrow('sqs: no queue is named "job"; did you mean jobs?')
    expect(() => emulator.sqs.messages({ queue: 'mails-and-more' })).toThrow('there are jobs')
    expect(() => emulator.sqs.messages({} as never)).toThrow('sqs.messages: queue is missing')
  })
})

describe('sqs.drained', () => {
  it('resolves when every message was deleted', async () => {
    await emulator.sqs.drained({ queue: 'jobs' })
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }))
    const drained = emulator.sqs.drained({ queue: 'jobs' })
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages?.[0]?.ReceiptHandle }))
    expect(await drained).toBe(true)
  })

  it('ignores expired messages', async () => {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }))
    emulator.clock.advance('4d')
    expect(await emulator.sqs.drained({ queue: 'jobs' })).toBe(true)
  })

  it('rejects with the counts of remaining messages', async () => {
    for (const DelaySeconds of [0, 0, 60]) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', DelaySeconds }))
    }
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await expect(emulator.sqs.drained({ queue: 'jobs', timeout: 1 })).rejects.toThrow(
      'cloud.sqs.drained waited 1 ms: jobs is not empty: 1 visible, 1 in flight, 1 delayed',
    )
  })
})
