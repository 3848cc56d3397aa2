import {
  ChangeMessageVisibilityCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type ReceiveMessageCommandInput,
} from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFifo, createQueue, query, sqsClient, sqsSite, untilWaiting, waiting } from './sqs.fixture.ts'

const site = sqsSite()
let QueueUrl: string
beforeEach(async () => {
  QueueUrl = await createQueue(site.sqs, 'jobs')
})

const send = (MessageBody: string, rest: object = {}) =>
  site.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...rest }))
const receive = async (input: Partial<ReceiveMessageCommandInput> = {}, abortSignal?: AbortSignal) =>
  (await site.sqs.send(new ReceiveMessageCommand({ QueueUrl, ...input }), { ...(abortSignal && { abortSignal }) }))
    .Messages
const begin = async (input: Partial<ReceiveMessageCommandInput> = {}, abortSignal?: AbortSignal) => {
  const found = receive({ WaitTimeSeconds: 20, ...input }, abortSignal)
  await untilWaiting(site.cloud, found)
  // In an array, because an async function would wait for a bare promise.
  return [found] as const
}
const bodies = (messages: Awaited<ReturnType<typeof receive>>) => messages?.map(({ Body }) => Body)

describe('a long poll', () => {
  it('ends when a message arrives', async () => {
    const [found] = await begin()
    await send('hello')
    expect(bodies(await found)).toEqual(['hello'])
  })

  it('gets each message only once among several', async () => {
    const waits = [await begin(), await begin(), await begin()].map(([found]) => found)
    for (const body of ['a', 'b', 'c']) await send(body)
    expect((await Promise.all(waits)).map((found) => bodies(found)?.[0]).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it("ends when a message's delay ends", async () => {
    await send('later', { DelaySeconds: 5 })
    const [found] = await begin()
    site.cloud.clock.advance('5s')
    expect(bodies(await found)).toEqual(['later'])
  })

  it('ends when a message becomes visible again', async () => {
    await send('hello')
    await receive({ VisibilityTimeout: 10 })
    const [found] = await begin()
    site.cloud.clock.advance('10s')
    expect(bodies(await found)).toEqual(['hello'])
  })

  it("ends when a message's visibility timeout is set to 0", async () => {
    await send('hello')
    const [{ ReceiptHandle } = {}] = (await receive()) ?? []
    const [found] = await begin()
    await site.sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
    expect(bodies(await found)).toEqual(['hello'])
  })

  it('ends without messages when the clock passes its deadline', async () => {
    const [found] = await begin()
    site.cloud.clock.advance('20s')
    expect(await found).toBeUndefined()
  })

  it('does not return a message that became visible after its deadline, however far the clock moved', async () => {
    await send('late', { DelaySeconds: 30 })
    await send('in time', { DelaySeconds: 15 })
    const [found] = await begin({ MaxNumberOfMessages: 10 })
    site.cloud.clock.advance('1h')
    expect(bodies(await found)).toEqual(['in time'])
    expect(bodies(await receive())).toEqual(['late'])
  })

  it('follows a frozen clock', async () => {
    site.cloud.clock.freeze()
    const [found] = await begin({ WaitTimeSeconds: 1 })
    site.cloud.clock.advance(999)
    await send('hello', { DelaySeconds: 60 })
    expect(waiting(site.cloud)).toBe(1)
    site.cloud.clock.advance(1)
    expect(await found).toBeUndefined()
    site.cloud.clock.resume()
  })

  it('waits in real time while the clock follows the wall clock', async () => {
    const [found] = await begin({ WaitTimeSeconds: 1 })
    site.cloud.clock.advance(940)
    const started = performance.now()
    expect(await found).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(800)
    expect(site.cloud.clock.now()).toBeGreaterThanOrEqual((site.cloud.requests.at(-1)?.startedAt ?? Infinity) + 1000)
  })

  it('wakes by itself when a message becomes visible', async () => {
    await send('soon', { DelaySeconds: 5 })
    site.cloud.clock.advance(4950)
    expect(bodies(await receive({ WaitTimeSeconds: 20 }))).toEqual(['soon'])
  })

  it("waits as the queue's attribute says when the client says nothing", async () => {
    const patient = await createQueue(site.sqs, 'patient', { ReceiveMessageWaitTimeSeconds: '20' })
    expect(await receive({ QueueUrl: patient, WaitTimeSeconds: 0 })).toBeUndefined()
    const [found] = await begin({ QueueUrl: patient, WaitTimeSeconds: undefined })
    await send('hello', { QueueUrl: patient })
    expect(bodies(await found)).toEqual(['hello'])
  })

  it.each(['over the network', 'in process'])(
    'receives nothing once its client has disconnected, %s',
    async (where) => {
      const controller = new AbortController()
      const body = JSON.stringify({ QueueUrl, WaitTimeSeconds: 20 })
      const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ReceiveMessage' }
      const request = new Request(site.cloud.url, { method: 'POST', headers, body, signal: controller.signal })
      const aborted = (where === 'in process' ? site.cloud.fetch(request) : fetch(request)).catch(
        (error: unknown) => error,
      )
      await untilWaiting(site.cloud, aborted)
      controller.abort()
      expect(await aborted).toMatchObject({ name: 'AbortError' })
      // The request ends once the server notices the disconnection.
      while (waiting(site.cloud) > 0) await new Promise((resolve) => setImmediate(resolve))
      await send('hello')
      expect(site.cloud.sqs.messages({ queue: 'jobs' })).toMatchObject([{ state: 'visible' }])
    },
  )

  it('ends at a reset', async () => {
    // A repeated request would wait again.
    const once = sqsClient(site.cloud, { maxAttempts: 1 })
    const found = once.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }))
    await untilWaiting(site.cloud, found)
    site.cloud.reset()
    await expect(found).rejects.toThrow()
    await createQueue(site.sqs, 'jobs')
    await send('hello')
    expect(bodies(await receive())).toEqual(['hello'])
  })

  it('is refused when its queue is deleted', async () => {
    const [found] = await begin()
    const refusal = found.catch((error: unknown) => error)
    await site.sqs.send(new DeleteQueueCommand({ QueueUrl }))
    expect(await refusal).toMatchObject({ name: 'QueueDoesNotExist' })
  })

  it('waits in a FIFO queue until the group is free', async () => {
    const fifo = await createFifo(site.sqs, 'jobs.fifo', { ContentBasedDeduplication: 'true' })
    await send('a', { QueueUrl: fifo, MessageGroupId: 'g' })
    await send('b', { QueueUrl: fifo, MessageGroupId: 'g' })
    const [{ ReceiptHandle } = {}] = (await receive({ QueueUrl: fifo })) ?? []
    const [found] = await begin({ QueueUrl: fifo })
    await query(site.cloud, 'DeleteMessage', { QueueUrl: fifo, ReceiptHandle: ReceiptHandle ?? '' })
    expect(bodies(await found)).toEqual(['b'])
  })

  it('works in the query protocol', async () => {
    const found = query(site.cloud, 'ReceiveMessage', { QueueUrl, WaitTimeSeconds: '20' })
    await untilWaiting(site.cloud, found)
    await send('hello')
    expect((await found).all('Body')).toEqual(['hello'])
  })

  it('lasts at most 20 seconds', async () => {
    for (const WaitTimeSeconds of [-1, 21]) {
      await expect(receive({ WaitTimeSeconds })).rejects.toMatchObject({
        Code: 'InvalidParameterValue',
        message: `Value ${WaitTimeSeconds} for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= 20, if provided.`,
      })
    }
  })
})
