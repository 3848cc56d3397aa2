import { CreateQueueCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { credentials, startCloud } from '#cloud/cloud.fixture.ts'

type Cloud = Pick<Emulator<'cloud'>, 'url' | 'fetch'>

/** The instance and client that the tests of one file share. */
export interface SqsSite {
  /** Available while tests run. */
  readonly cloud: Emulator<'cloud'>
  /** A client of the instance; available while tests run. */
  readonly sqs: SQSClient
}

/** Starts an instance before the tests of the calling file, resets it before each test, and closes it after them. */
export function sqsSite(): SqsSite {
  let cloud: Emulator<'cloud'>
  let sqs: SQSClient
  beforeAll(async () => {
    cloud = await startCloud()
    sqs = sqsClient(cloud)
  })
  afterAll(() => cloud.close())
  beforeEach(() => cloud.reset())
  return {
    get cloud() {
      return cloud
    },
    get sqs() {
      return sqs
    },
  }
}

/** Creates a client of an instance. */
export function sqsClient({ url }: Pick<Cloud, 'url'>, options: SQSClientConfig = {}): SQSClient {
  return new SQSClient({ endpoint: url, region: 'us-east-1', credentials, ...options })
}

/** Creates a queue and returns its URL. */
export async function createQueue(
  sqs: SQSClient,
  QueueName: string,
  Attributes: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))
  return QueueUrl
}

/** Creates a FIFO queue and returns its URL. */
export function createFifo(
  sqs: SQSClient,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<string> {
  return createQueue(sqs, name, { FifoQueue: 'true', ...attributes })
}

/** An answer of the query protocol. */
export interface QueryAnswer {
  readonly status: number
  readonly xml: string
  /** Returns the texts of all elements of a name, in order. */
  readonly all: (element: string) => string[]
}

/** Calls an action of the query protocol as clients before 2023 do, with a form. */
export async function query(
  cloud: Cloud,
  Action: string,
  parameters: Readonly<Record<string, string>> = {},
  path = '/',
): Promise<QueryAnswer> {
  const response = await cloud.fetch(
    new Request(`${cloud.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ Action, Version: '2012-11-05', ...parameters }),
    }),
  )
  const xml = await response.text()
  const all = (element: string) =>
    [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text = '']) => text)
  return { status: response.status, xml, all }
}

/** Resolves once the receive waits for a message, or has ended. */
export async function untilWaiting(
  emulator: Pick<Emulator<'cloud'>, 'requests'>,
  receiving: Promise<unknown>,
): Promise<void> {
  const before = waiting(emulator)
  const progress = { over: false }
  const end = (): void => void (progress.over = true)
  receiving.then(end, end)
  while (!progress.over && waiting(emulator) <= before) await new Promise((resolve) => setImmediate(resolve))
}

/** Counts the receives in progress. */
export function waiting({ requests }: Pick<Emulator<'cloud'>, 'requests'>): number {
  return requests.filter(({ operation, durationMs }) => operation === 'sqs:ReceiveMessage' && durationMs === null)
    .length
}
