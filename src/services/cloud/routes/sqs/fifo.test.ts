import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type Message,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFifo, query, sqsSite } from './sqs.fixture.ts'

const site = sqsSite()
let QueueUrl: string
beforeEach(async () => {
  site.cloud.clock.freeze()
  QueueUrl = await createFifo(site.sqs, 'jobs.fifo', { ContentBasedDeduplication: 'true' })
})

const send = (MessageGroupId: string | undefined, MessageBody: string, rest: Partial<SendMessageCommandInput> = {}) =>
  site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId, ...rest }))
/** Sends each body to the group of its first letter: `a1` to the group `a`. */
const sendAll = async (...bodies: string[]) => {
  for (const body of bodies) await send(body.charAt(0), body)
}
const receive = async (MaxNumberOfMessages = 1, rest: object = {}): Promise<Message[]> =>
  (await site.sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages, ...rest }))).Messages ?? []
const bodies = (messages: Message[]) => messages.map(({ Body }) => Body)
const remove = (message: Message | undefined) =>
  site.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }))
const change = (message: Message | undefined, VisibilityTimeout: number) =>
  site.sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout }),
  )

it('accepts a message again once the queue was purged', async () => {
  await send('a', 'once')
  await send('a', 'once')
  expect(await receive(10)).toHaveLength(1)
  await site.sqs.send(new PurgeQueueCommand({ QueueUrl }))
  await send('a', 'once')
  expect(await receive(10)).toHaveLength(1)
})

describe('a message group', () => {
  it('returns its messages in order, none after one in flight', async () => {
    await sendAll('a1', 'a2', 'a3')
    const [first] = await receive()
    expect(first?.Body).toBe('a1')
    expect(await receive(10)).toEqual([])
    await remove(first)
    expect(bodies(await receive(10))).toEqual(['a2', 'a3'])
  })

  it('does not block other groups', async () => {
    await sendAll('a1', 'b1', 'a2', 'b2', 'c1')
    expect(bodies(await receive())).toEqual(['a1'])
    expect(bodies(await receive())).toEqual(['b1'])
    expect(bodies(await receive(10))).toEqual(['c1'])
  })

  it('is emptied before the next group when a receive takes many messages', async () => {
    await sendAll('a1', 'b1', 'a2', 'b2')
    expect(bodies(await receive(3))).toEqual(['a1', 'a2', 'b1'])
  })

  it('is received from its oldest message on once that is visible again', async () => {
    await sendAll('a1', 'a2')
    await receive(10)
    site.cloud.clock.advance('30s')
    expect(bodies(await receive(10))).toEqual(['a1', 'a2'])
  })

  it('returns the visible messages before the first that is not', async () => {
    await sendAll('a1', 'a2', 'a3')
    const [one, two, three] = await receive(10)
    await change(three, 0)
    expect(await receive(10)).toEqual([])
    await change(one, 0)
    expect(bodies(await receive(10))).toEqual(['a1'])
    await change(two, 0)
    site.cloud.clock.advance('30s')
    expect(bodies(await receive(10))).toEqual(['a1', 'a2', 'a3'])
  })

  it('waits for the message in flight when an earlier one was deleted', async () => {
    await sendAll('a1', 'a2', 'a3')
    const [one] = await receive(2)
    await remove(one)
    expect(await receive(10)).toEqual([])
    site.cloud.clock.advance('30s')
    expect(bodies(await receive(10))).toEqual(['a2', 'a3'])
  })

  it('has the delay of its queue, not of a message', async () => {
    await site.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { DelaySeconds: '5' } }))
    await send('a', 'a1', { DelaySeconds: 0 })
    expect(await receive()).toEqual([])
    site.cloud.clock.advance('5s')
    expect(bodies(await receive())).toEqual(['a1'])
    await expect(send('a', 'a2', { DelaySeconds: 2 })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message:
        'Value 2 for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.',
    })
  })

  it('gets the new delay of its queue, except for received messages', async () => {
    const delay = (DelaySeconds: string) =>
      site.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { DelaySeconds } }))
    await sendAll('a1', 'b1')
    const [first] = await receive()
    await change(first, 10)
    await delay('60')
    expect(await receive(10)).toEqual([])
    site.cloud.clock.advance('10s')
    expect(bodies(await receive(10))).toEqual(['a1'])
    await delay('5')
    expect(bodies(await receive(10))).toEqual(['b1'])
  })

  it('behind a message in flight does not hide other groups', async () => {
    for (let batch = 0; batch < 20; batch++) {
      const Entries = Array.from({ length: 10 }, (_, index) => ({
        Id: `${index}`,
        MessageGroupId: 'a',
        MessageBody: `a${batch * 10 + index}`,
      }))
      await site.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
    }
    await send('b', 'b1')
    expect(bodies(await receive())).toEqual(['a0'])
    expect(bodies(await receive(10))).toEqual(['b1'])
  })
})

describe('a message in a FIFO queue', () => {
  it('has an increasing sequence number, its group and its deduplication id', async () => {
    const first = await send('a', 'a1', { MessageDeduplicationId: 'one' })
    const second = await send('a', 'a2')
    expect(first.SequenceNumber).toMatch(/^\d{20}$/)
    expect(BigInt(second.SequenceNumber ?? 0) > BigInt(first.SequenceNumber ?? 0)).toBe(true)
    const [one, two] = await receive(10, { MessageSystemAttributeNames: ['All'] })
    expect(one?.Attributes).toMatchObject({
      SequenceNumber: first.SequenceNumber,
      MessageGroupId: 'a',
      MessageDeduplicationId: 'one',
    })
    // By default the deduplication id is the digest of the body.
    expect(two?.Attributes?.MessageDeduplicationId).toMatch(/^[\da-f]{64}$/)
  })

  it('requires a group and a deduplication id', async () => {
    await expect(send(undefined, 'x')).rejects.toMatchObject({
      Code: 'MissingParameter',
      message: 'The request must contain the parameter MessageGroupId.',
    })
    const strict = await createFifo(site.sqs, 'strict.fifo')
    const missing = {
      Code: 'InvalidParameterValue',
      message:
        'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    }
    await expect(send('a', 'x', { QueueUrl: strict })).rejects.toMatchObject(missing)
    const batch = (entry: object) =>
      site.sqs.send(
        new SendMessageBatchCommand({ QueueUrl: strict, Entries: [{ Id: 'a', MessageBody: 'x', ...entry }] }),
      )
    await expect(batch({ MessageGroupId: 'a' })).rejects.toMatchObject(missing)
    await expect(batch({ MessageDeduplicationId: 'a' })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: 'The request must contain the parameter MessageGroupId.',
    })
    await expect(send('a', 'x', { MessageDeduplicationId: 'a b' })).rejects.toMatchObject({
      message:
        'Value a b for parameter MessageDeduplicationId is invalid. Reason: MessageDeduplicationId can only include alphanumeric and punctuation characters. 1 to 128 in length.',
    })
  })

  it('cannot be deleted or changed once its receipt has expired', async () => {
    await sendAll('a1')
    const [message] = await receive(1, { VisibilityTimeout: 1 })
    site.cloud.clock.advance('1s')
    const expired = {
      Code: 'InvalidParameterValue',
      message: `Value ${message?.ReceiptHandle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`,
    }
    await expect(remove(message)).rejects.toMatchObject(expired)
    await expect(change(message, 5)).rejects.toMatchObject(expired)
    const [again] = await receive(1, { VisibilityTimeout: 1 })
    await change(again, 10)
    site.cloud.clock.advance('5s')
    await remove(again)
    expect(site.cloud.sqs.messages({ queue: 'jobs.fifo' })).toEqual([])
  })
})

describe('a duplicate', () => {
  it('is accepted and discarded for five minutes, even after the first was deleted', async () => {
    const first = await send('a', 'hello', { MessageDeduplicationId: 'one' })
    expect(await send('b', 'other', { MessageDeduplicationId: 'one' })).toMatchObject({
      MessageId: first.MessageId,
      SequenceNumber: first.SequenceNumber,
    })
    const [message, none] = await receive(10)
    expect([message?.Body, none]).toEqual(['hello', undefined])
    await remove(message)
    site.cloud.clock.advance('4m 59s')
    await send('a', 'hello', { MessageDeduplicationId: 'one' })
    expect(await receive()).toEqual([])
    site.cloud.clock.advance('1s')
    await send('a', 'hello', { MessageDeduplicationId: 'one' })
    expect(bodies(await receive())).toEqual(['hello'])
  })

  it('is recognised by its content when the queue says so', async () => {
    await send('a', 'same')
    await send('b', 'same')
    await send('a', 'same', { MessageDeduplicationId: 'another' })
    await send('a', 'different')
    expect(bodies(await receive(10))).toEqual(['same', 'same', 'different'])
  })

  it('is recognised within its group when the queue says so', async () => {
    const Attributes = { DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' }
    await site.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }))
    await send('a', 'same')
    await send('b', 'same')
    await send('b', 'same')
    expect(bodies(await receive(10))).toEqual(['same', 'same'])
  })
})

describe('a repeated receive', () => {
  const attempt = { ReceiveRequestAttemptId: 'attempt-1' }

  it('returns the same messages and handles, with a new visibility timeout', async () => {
    await sendAll('a1', 'a2')
    const first = await receive(10, { ...attempt, VisibilityTimeout: 30 })
    site.cloud.clock.advance('20s')
    expect(await receive(10, { ...attempt, VisibilityTimeout: 30 })).toEqual(first)
    site.cloud.clock.advance('20s')
    expect(site.cloud.sqs.messages({ queue: 'jobs.fifo' }).map(({ state }) => state)).toEqual([
      'in flight',
      'in flight',
    ])
  })

  it('returns other messages when one was deleted or is visible again', async () => {
    await sendAll('a1', 'b1')
    const [first] = await receive(1, attempt)
    await remove(first)
    expect(bodies(await receive(1, attempt))).toEqual(['b1'])
    site.cloud.clock.advance('30s')
    const [again] = await receive(1, { ...attempt, MessageSystemAttributeNames: ['ApproximateReceiveCount'] })
    expect(again?.Attributes).toEqual({ ApproximateReceiveCount: '2' })
  })
})

it('the query protocol sends messages to groups', async () => {
  const parameters = { QueueUrl, MessageBody: 'x', MessageGroupId: 'a', MessageDeduplicationId: 'one' }
  const { all } = await query(site.cloud, 'SendMessage', parameters)
  expect(all('SequenceNumber')).toHaveLength(1)
  const received = await query(site.cloud, 'ReceiveMessage', { QueueUrl, 'AttributeName.1': 'All' })
  expect(received.xml).toContain('<Attribute><Name>MessageGroupId</Name><Value>a</Value></Attribute>')
  const missing = await query(site.cloud, 'SendMessage', { QueueUrl, MessageBody: 'x' })
  expect(missing.all('Code')).toEqual(['MissingParameter'])
})
