import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
} from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueue, query, sqsSite } from './sqs.fixture.ts'

const site = sqsSite()
let QueueUrl: string
beforeEach(async () => {
  site.cloud.clock.freeze()
  QueueUrl = await createQueue(site.sqs, 'jobs')
})

const send = (...messages: string[]) =>
  Promise.all(messages.map((MessageBody) => site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))))
const receive = async (input: object = {}): Promise<Message[]> =>
  (await site.sqs.send(new ReceiveMessageCommand({ QueueUrl, ...input }))).Messages ?? []
const handleOf = async (input: object = {}) => (await receive(input))[0]?.ReceiptHandle
const remove = (ReceiptHandle: string | undefined) =>
  site.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
const change = (ReceiptHandle: string | undefined, VisibilityTimeout: number) =>
  site.sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }))
const states = () => site.cloud.sqs.messages({ queue: 'jobs' }).map(({ state }) => state)

describe('a received message', () => {
  it('is in flight for the visibility timeout of the queue or the receive', async () => {
    await send('hello')
    await receive()
    expect(states()).toEqual(['in flight'])
    site.cloud.clock.advance('29s')
    expect(await receive()).toEqual([])
    site.cloud.clock.advance('1s')
    expect(await receive({ VisibilityTimeout: 5 })).toHaveLength(1)
    site.cloud.clock.advance('5s')
    expect(states()).toEqual(['visible'])
    await expect(receive({ VisibilityTimeout: 43_201 })).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
  })

  it('is one of at most ten', async () => {
    await send(...'abcdefghijkl')
    expect(await receive()).toHaveLength(1)
    expect(await receive({ MaxNumberOfMessages: 10 })).toHaveLength(10)
    expect(await receive({ MaxNumberOfMessages: 10 })).toHaveLength(1)
    for (const MaxNumberOfMessages of [0, 11]) {
      await expect(receive({ MaxNumberOfMessages })).rejects.toMatchObject({
        message: `Value ${MaxNumberOfMessages} for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.`,
      })
    }
  })

  it('can be deleted by its handle, even once it is visible again', async () => {
    await send('a', 'b')
    await remove(await handleOf())
    const handle = await handleOf()
    site.cloud.clock.advance('1m')
    await remove(handle)
    await remove(handle)
    expect(states()).toEqual([])
  })

  it('cannot be deleted by the handle of an earlier receive', async () => {
    await send('a')
    const first = await handleOf({ VisibilityTimeout: 0 })
    const second = await handleOf()
    expect(first).not.toBe(second)
    await remove(first)
    expect(states()).toEqual(['in flight'])
    await remove(second)
    expect(states()).toEqual([])
  })

  it('has a handle that works for its queue only', async () => {
    await send('a')
    const handle = await handleOf()
    const other = await createQueue(site.sqs, 'other')
    for (const [url, text] of [
      [QueueUrl, 'nonsense'],
      [other, handle],
    ]) {
      await expect(
        site.sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: text })),
      ).rejects.toMatchObject({
        name: 'ReceiptHandleIsInvalid',
        message: `The input receipt handle "${text}" is not a valid receipt handle.`,
      })
    }
    await expect(change('nonsense', 0)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' })
  })

  it('stays in flight longer or shorter when its visibility timeout is changed', async () => {
    await send('a')
    const handle = await handleOf()
    site.cloud.clock.advance('20s')
    await change(handle, 30)
    site.cloud.clock.advance('29s')
    expect(states()).toEqual(['in flight'])
    await change(handle, 0)
    expect(states()).toEqual(['visible'])
    await remove(handle)
    expect(states()).toEqual([])
  })

  it('is hidden again by a change after its visibility timeout', async () => {
    await send('a')
    const handle = await handleOf({ VisibilityTimeout: 1 })
    site.cloud.clock.advance('1s')
    expect(states()).toEqual(['visible'])
    await change(handle, 30)
    expect(states()).toEqual(['in flight'])
    site.cloud.clock.advance('30s')
    expect(states()).toEqual(['visible'])
  })

  it('is changed by the handle of an earlier receive too, until it is deleted', async () => {
    await send('a')
    const first = await handleOf({ VisibilityTimeout: 0 })
    const second = await handleOf()
    await change(first, 0)
    expect(states()).toEqual(['visible'])
    const refusal = {
      Code: 'InvalidParameterValue',
      message: `Value ${first} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
    }
    await remove(second)
    await expect(change(first, 5)).rejects.toMatchObject(refusal)
  })

  it('is in flight for at most twelve hours', async () => {
    await send('a')
    const handle = await handleOf()
    await change(handle, 43_200)
    site.cloud.clock.advance('1h')
    await expect(change(handle, 43_200)).rejects.toMatchObject({
      message:
        'Value 43200 for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds]',
    })
    await change(handle, 39_600)
    await expect(change(handle, -1)).rejects.toMatchObject({ Code: 'InvalidParameterValue' })
  })

  it('counts as in flight in the attributes of its queue', async () => {
    await send('a', 'b', 'c')
    await site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'd', DelaySeconds: 60 }))
    await receive({ MaxNumberOfMessages: 2 })
    const counts = await query(site.cloud, 'GetQueueAttributes', { QueueUrl, 'AttributeName.1': 'All' })
    expect(counts.all('Value').slice(1, 4)).toEqual(['1', '2', '1'])
  })
})

describe('a batch of receipt handles', () => {
  it('deletes messages', async () => {
    await send('a', 'b')
    const [a, b] = await receive({ MaxNumberOfMessages: 2 })
    const Entries = [
      { Id: 'a', ReceiptHandle: a?.ReceiptHandle },
      { Id: 'x', ReceiptHandle: 'nonsense' },
      { Id: 'b', ReceiptHandle: b?.ReceiptHandle },
    ]
    const { Successful, Failed } = await site.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    expect(Successful).toEqual([{ Id: 'a' }, { Id: 'b' }])
    expect(Failed).toMatchObject([{ Id: 'x', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }])
    expect(states()).toEqual([])
  })

  it('changes visibility timeouts', async () => {
    await send('a', 'b')
    const [a, b] = await receive({ MaxNumberOfMessages: 2 })
    const Entries = [
      { Id: 'a', ReceiptHandle: a?.ReceiptHandle, VisibilityTimeout: 0 },
      { Id: 'b', ReceiptHandle: b?.ReceiptHandle, VisibilityTimeout: 50_000 },
    ]
    const { Successful, Failed } = await site.sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
    expect(Successful).toEqual([{ Id: 'a' }])
    expect(Failed).toMatchObject([{ Id: 'b', Code: 'InvalidParameterValue' }])
    expect(states().toSorted()).toEqual(['in flight', 'visible'])
  })

  it('is refused as a whole for invalid ids', async () => {
    const entry = { Id: 'a', ReceiptHandle: 'x' }
    await expect(site.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: [] }))).rejects.toMatchObject({
      name: 'EmptyBatchRequest',
    })
    await expect(
      site.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: [entry, entry] })),
    ).rejects.toMatchObject({
      name: 'BatchEntryIdsNotDistinct',
    })
    const Entries = Array.from({ length: 11 }, (_, index) => ({ ...entry, Id: `${index}`, VisibilityTimeout: 0 }))
    await expect(site.sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({
      name: 'TooManyEntriesInBatchRequest',
    })
  })
})

describe('receipt handles in the query protocol', () => {
  it('delete messages and change visibility timeouts', async () => {
    await send('a', 'b')
    const [a = '', b = ''] = (await query(site.cloud, 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: '2' })).all(
      'ReceiptHandle',
    )
    const changed = { QueueUrl, ReceiptHandle: a, VisibilityTimeout: '0' }
    expect((await query(site.cloud, 'ChangeMessageVisibility', changed)).status).toBe(200)
    expect(states().toSorted()).toEqual(['in flight', 'visible'])
    expect((await query(site.cloud, 'DeleteMessage', { QueueUrl, ReceiptHandle: b })).status).toBe(200)
    const batch = await query(site.cloud, 'DeleteMessageBatch', {
      QueueUrl,
      'DeleteMessageBatchRequestEntry.1.Id': 'a',
      'DeleteMessageBatchRequestEntry.1.ReceiptHandle': a,
    })
    expect(batch.xml).toContain('<DeleteMessageBatchResultEntry><Id>a</Id></DeleteMessageBatchResultEntry>')
    expect(states()).toEqual([])
    const wrong = await query(site.cloud, 'DeleteMessage', { QueueUrl, ReceiptHandle: 'nonsense' })
    expect([wrong.status, ...wrong.all('Code')]).toEqual([404, 'ReceiptHandleIsInvalid'])
    const batchOfChanges = await query(site.cloud, 'ChangeMessageVisibilityBatch', {
      QueueUrl,
      'ChangeMessageVisibilityBatchRequestEntry.1.Id': 'a',
      'ChangeMessageVisibilityBatchRequestEntry.1.ReceiptHandle': 'nonsense',
      'ChangeMessageVisibilityBatchRequestEntry.1.VisibilityTimeout': '1',
    })
    expect(batchOfChanges.all('Code')).toEqual(['ReceiptHandleIsInvalid'])
  })
})
