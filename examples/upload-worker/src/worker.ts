import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { DeleteMessageCommand, ReceiveMessageCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs'
import { summarize, UnreadableTable } from './summary.ts'

/** The options of {@link work}. */
export interface WorkerOptions {
  s3: S3Client
  sqs: SQSClient
  /** The URL of the queue to which the bucket sends its event notifications. */
  queueUrl: string
  /** The wait time of a receive request, in seconds. Default: 20, the maximum */
  wait?: number
  /** Called for a message that failed; the queue delivers it again. */
  onError?: (error: unknown, message: Message) => void
}

/**
 * The part of an event that the worker reads.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
interface UploadEvent {
  Records?: { eventName: string; s3: { bucket: { name: string }; object: { key: string; eTag: string } } }[]
}

/** Processes uploads until the signal aborts, and finishes the messages it has received. */
export async function work(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await workOnce(options, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/** Receives up to ten messages, processes them, and returns the number that succeeded. */
export async function workOnce(
  { s3, sqs, queueUrl, wait = 20, onError }: WorkerOptions,
  signal?: AbortSignal,
): Promise<number> {
  const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: wait })
  const { Messages = [] } = await sqs.send(receive, signal === undefined ? {} : { abortSignal: signal })
  const results = await Promise.all(
    Messages.map(async (message) => {
      try {
        await handle(s3, message)
      } catch (error) {
        // The message is not deleted: the queue delivers it again, and moves it to the dead-letter queue after too many
        // receives.
        onError?.(error, message)
        return false
      }
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }))
      return true
    }),
  )
  return results.filter(Boolean).length
}

async function handle(s3: S3Client, { Body = '' }: Message): Promise<void> {
  // A bucket sends a test event, without records, when its notifications are set up.
  const { Records = [] } = JSON.parse(Body) as UploadEvent
  for (const { eventName, s3: event } of Records) {
    if (!eventName.startsWith('ObjectCreated:')) continue
    // Keys in events are encoded as in forms.
    const key = decodeURIComponent(event.object.key.replaceAll('+', ' '))
    await summarizeUpload(s3, event.bucket.name, key, event.object.eTag)
  }
}

/** Returns the key of the result of an upload. */
export function resultKey(key: string): string {
  return `results/${key.replace(/^incoming\//, '')}.json`
}

async function summarizeUpload(s3: S3Client, Bucket: string, key: string, etag: string): Promise<void> {
  const result = await summaryOf(s3, Bucket, key)
  // The object was deleted before it was processed.
  if (result === null) return
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: resultKey(key),
      Body: JSON.stringify({ key, ...result }),
      ContentType: 'application/json',
      Metadata: { 'source-etag': etag },
    }),
  )
}

async function summaryOf(s3: S3Client, Bucket: string, Key: string): Promise<object | null> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    if (Body === undefined) throw new Error(`${Key} came without a body`)
    // In Node a body is a stream of bytes.
    return await summarize(Body as unknown as AsyncIterable<Uint8Array>)
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    // Another attempt would fail too, so the error is the result.
    if (error instanceof UnreadableTable) return { error: error.message }
    throw error
  }
}
