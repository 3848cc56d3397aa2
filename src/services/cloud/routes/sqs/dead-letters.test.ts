import {
  CancelMessageMoveTaskCommand,
  DeleteQueueCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
  type Message,
} from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFifo, createQueue, query, sqsSite } from './sqs.fixture.ts'

const site = sqsSite()
let QueueUrl: string
let deadUrl: string
beforeEach(async () => {
  site.cloud.clock.freeze()
  deadUrl = await createQueue(site.sqs, 'dead')
  QueueUrl = await createQueue(site.sqs, 'jobs', { RedrivePolicy: redrive('dead', 2), VisibilityTimeout: '10' })
})

const arn = (name: string) => `arn:aws:sqs:us-east-1:123456789012:${name}`
const redrive = (name: string, maxReceiveCount: number) =>
  JSON.stringify({ deadLetterTargetArn: arn(name), maxReceiveCount })
const send = (MessageBody: string, rest: object = {}) =>
  site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...rest }))
const receive = async (url = QueueUrl, rest: object = {}): Promise<Message[]> =>
  (
    await site.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        ...rest,
      }),
    )
  ).Messages ?? []
const bodies = (name: string) => site.cloud.sqs.messages({ queue: name }).map(({ body }) => body)
/** Receives the queue's messages until they go to the dead-letter queue. */
const giveUp = async (url = QueueUrl) => {
  for (let attempt = 0; attempt < 3; attempt++) {
    await receive(url)
    site.cloud.clock.advance('30s')
  }
}

describe('a message that is received too often', () => {
  it('goes to the dead-letter queue instead of being received again', async () => {
    const { MessageId } = await send('poison')
    await send('fine')
    expect(await receive()).toHaveLength(2)
    site.cloud.clock.advance('10s')
    expect(await receive()).toHaveLength(2)
    site.cloud.clock.advance('10s')
    expect(bodies('dead')).toEqual([])
    expect(await receive()).toEqual([])
    expect([bodies('jobs'), bodies('dead')]).toEqual([[], ['poison', 'fine']])
    const [message] = await receive(deadUrl)
    expect(message).toMatchObject({
      MessageId,
      Attributes: { ApproximateReceiveCount: '3', DeadLetterQueueSourceArn: arn('jobs') },
    })
  })

  it('makes room for later messages in the same receive', async () => {
    await send('poison')
    for (let attempt = 0; attempt < 2; attempt++) await receive(QueueUrl, { VisibilityTimeout: 0 })
    await send('a')
    await send('b')
    expect((await receive(QueueUrl, { MaxNumberOfMessages: 2 })).map(({ Body }) => Body)).toEqual(['a', 'b'])
    expect(bodies('dead')).toEqual(['poison'])
  })

  it('expires by its sent time, not by the time of its move', async () => {
    await site.sqs.send(
      new SetQueueAttributesCommand({ QueueUrl: deadUrl, Attributes: { MessageRetentionPeriod: '100' } }),
    )
    await send('poison')
    await giveUp()
    expect(bodies('dead')).toEqual(['poison'])
    site.cloud.clock.advance('10s')
    expect(bodies('dead')).toEqual([])
  })

  it('is received again when its dead-letter queue was deleted or does not allow it', async () => {
    await send('poison')
    await site.sqs.send(
      new SetQueueAttributesCommand({
        QueueUrl: deadUrl,
        Attributes: { RedriveAllowPolicy: '{"redrivePermission":"denyAll"}' },
      }),
    )
    await giveUp()
    expect(bodies('jobs')).toEqual(['poison'])
    await site.sqs.send(new DeleteQueueCommand({ QueueUrl: deadUrl }))
    await giveUp()
    expect(bodies('jobs')).toEqual(['poison'])
  })

  it('is received as often as the next queue of a chain allows', async () => {
    await createQueue(site.sqs, 'deader')
    await site.sqs.send(
      new SetQueueAttributesCommand({ QueueUrl: deadUrl, Attributes: { RedrivePolicy: redrive('deader', 1) } }),
    )
    await send('poison')
    await giveUp()
    expect(await receive(deadUrl)).toHaveLength(1)
    site.cloud.clock.advance('30s')
    expect(await receive(deadUrl)).toEqual([])
    expect(bodies('deader')).toEqual(['poison'])
  })

  it('frees its group in a FIFO queue, and keeps its group in the dead-letter queue', async () => {
    const dead = await createFifo(site.sqs, 'dead.fifo')
    const fifo = await createFifo(site.sqs, 'jobs.fifo', {
      RedrivePolicy: redrive('dead.fifo', 1),
      ContentBasedDeduplication: 'true',
    })
    for (const body of ['one', 'two']) await send(body, { QueueUrl: fifo, MessageGroupId: 'a' })
    expect(await receive(fifo, { MaxNumberOfMessages: 1 })).toHaveLength(1)
    site.cloud.clock.advance('30s')
    expect((await receive(fifo)).map(({ Body }) => Body)).toEqual(['two'])
    const [message] = await receive(dead)
    expect(message).toMatchObject({
      Body: 'one',
      Attributes: { MessageGroupId: 'a', DeadLetterQueueSourceArn: arn('jobs.fifo') },
    })
  })
})

describe('a move task', () => {
  const start = (rest: object = {}) =>
    site.sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn('dead'), ...rest }))
  const list = async (rest: object = {}) =>
    (await site.sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn('dead'), ...rest }))).Results
  const cancel = (TaskHandle: string | undefined) => site.sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle }))
  const bury = async (...messages: string[]) => {
    for (const message of messages) await send(message)
    await giveUp()
    expect(bodies('dead')).toEqual(messages)
  }

  it('moves dead letters back to their source queues, as new messages', async () => {
    await bury('a', 'b')
    const [before] = site.cloud.sqs.messages({ queue: 'dead' })
    expect((await start()).TaskHandle).toMatch(/^[\w+/=]+$/)
    expect([bodies('jobs'), bodies('dead')]).toEqual([['a', 'b'], []])
    expect(await list()).toEqual([
      {
        Status: 'COMPLETED',
        SourceArn: arn('dead'),
        ApproximateNumberOfMessagesMoved: 2,
        ApproximateNumberOfMessagesToMove: 2,
        StartedTimestamp: site.cloud.clock.now(),
      },
    ])
    const [after] = await receive()
    expect(after?.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      SentTimestamp: String(site.cloud.clock.now()),
    })
    expect(after?.MessageId).not.toBe(before?.messageId ?? after?.MessageId)
  })

  it('moves messages to another queue at a rate, until it is cancelled', async () => {
    await createQueue(site.sqs, 'elsewhere')
    await bury('a', 'b', 'c', 'd', 'e')
    const { TaskHandle } = await start({ DestinationArn: arn('elsewhere'), MaxNumberOfMessagesPerSecond: 2 })
    expect(await list()).toMatchObject([{ Status: 'RUNNING', TaskHandle, ApproximateNumberOfMessagesMoved: 0 }])
    await expect(start()).rejects.toMatchObject({
      message:
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    })
    site.cloud.clock.advance('1s')
    expect(bodies('elsewhere')).toEqual(['a', 'b'])
    expect(await cancel(TaskHandle)).toMatchObject({ ApproximateNumberOfMessagesMoved: 2 })
    site.cloud.clock.advance('10s')
    expect(bodies('dead')).toEqual(['c', 'd', 'e'])
    const [task] = (await list()) ?? []
    expect(task).toMatchObject({
      Status: 'CANCELLED',
      MaxNumberOfMessagesPerSecond: 2,
      DestinationArn: arn('elsewhere'),
    })
    expect(task?.TaskHandle).toBeUndefined()
    await expect(cancel(TaskHandle)).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    await start({ MaxNumberOfMessagesPerSecond: 2 })
    site.cloud.clock.advance('2s')
    expect(await list({ MaxResults: 10 })).toMatchObject([
      { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 3 },
      { Status: 'CANCELLED' },
    ])
  })

  it('fails when its destination is deleted', async () => {
    const elsewhere = await createQueue(site.sqs, 'elsewhere')
    await bury('a', 'b')
    await start({ DestinationArn: arn('elsewhere'), MaxNumberOfMessagesPerSecond: 1 })
    site.cloud.clock.advance('1s')
    await site.sqs.send(new DeleteQueueCommand({ QueueUrl: elsewhere }))
    site.cloud.clock.advance('5s')
    expect(await list()).toMatchObject([
      {
        Status: 'FAILED',
        FailureReason: 'AWS.SimpleQueueService.NonExistentQueue',
        ApproximateNumberOfMessagesMoved: 1,
      },
    ])
    expect(bodies('dead')).toEqual(['b'])
  })

  it('fails at a message without a source queue, unless it has a destination', async () => {
    await site.sqs.send(new SendMessageCommand({ QueueUrl: deadUrl, MessageBody: 'sent here' }))
    await start()
    expect(await list()).toMatchObject([{ Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource' }])
    expect(bodies('dead')).toEqual(['sent here'])
    await start({ DestinationArn: arn('jobs') })
    expect(bodies('jobs')).toEqual(['sent here'])
  })

  it('does not move expired messages', async () => {
    await bury('a', 'b')
    site.cloud.clock.advance('4d')
    await start()
    expect(await list()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesToMove: 0 }])
    expect([bodies('jobs'), bodies('dead')]).toEqual([[], []])
  })

  it('requires existing queues and a source that is a dead-letter queue', async () => {
    await createFifo(site.sqs, 'other.fifo')
    for (const [input, name, message] of [
      [
        { SourceArn: arn('x') },
        'ResourceNotFoundException',
        "The resource that you specified for the SourceArn parameter doesn't exist.",
      ],
      [
        { DestinationArn: arn('x') },
        'ResourceNotFoundException',
        "The resource that you specified for the DestinationArn parameter doesn't exist.",
      ],
      [{ SourceArn: arn('jobs') }, 'InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.'],
      [
        { DestinationArn: arn('other.fifo') },
        'InvalidParameterValue',
        'Source and destination queues must be of the same type.',
      ],
    ] as const) {
      await expect(start(input)).rejects.toMatchObject({ name, message })
    }
    await expect(start({ MaxNumberOfMessagesPerSecond: 501 })).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    await expect(list({ MaxResults: 11 })).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
    await expect(cancel('nonsense')).rejects.toMatchObject({ message: 'Value for parameter TaskHandle is invalid.' })
    const handle = (sourceArn: string) => Buffer.from(JSON.stringify({ taskId: 'x', sourceArn })).toString('base64')
    await expect(cancel(handle(arn('dead')))).rejects.toMatchObject({ message: 'Task does not exist.' })
    await expect(cancel(handle(arn('x')))).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    expect(await list()).toBeUndefined()
  })

  it('can be started, listed and cancelled in the query protocol', async () => {
    await bury('a', 'b')
    const limited = { SourceArn: arn('dead'), MaxNumberOfMessagesPerSecond: '1' }
    const [TaskHandle = ''] = (await query(site.cloud, 'StartMessageMoveTask', limited)).all('TaskHandle')
    const { xml } = await query(site.cloud, 'ListMessageMoveTasks', { SourceArn: arn('dead') })
    expect(xml).toContain(
      `<ListMessageMoveTasksResultEntry><TaskHandle>${TaskHandle}</TaskHandle><Status>RUNNING</Status>`,
    )
    const cancelled = await query(site.cloud, 'CancelMessageMoveTask', { TaskHandle })
    expect(cancelled.all('ApproximateNumberOfMessagesMoved')).toEqual(['0'])
    const sources = await query(site.cloud, 'ListDeadLetterSourceQueues', { QueueUrl: deadUrl })
    expect(sources.all('QueueUrl')).toEqual([QueueUrl])
  })
})
