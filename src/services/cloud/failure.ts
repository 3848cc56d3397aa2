import { Failure } from '../../core/errors.ts'

/** What a failure carries beside its status and message. */
export interface FailureDetails {
  /** The vendor's code: `NoSuchKey`. Of AWS JSON the name of the shape: `QueueDoesNotExist`. */
  readonly code: string
  /** The code in the query protocol and in `x-amzn-query-error`, where it is another. */
  readonly queryCode?: string
  /** Whose fault it is; the sender's below 500. */
  readonly type?: 'Sender' | 'Receiver'
  /** What the body carries beside code and message, in order: `{ BucketName: 'photos' }`. S3 only. */
  readonly members?: Readonly<Record<string, string>>
}

/** A refusal, rendered in the protocol of the request: S3's XML, the query protocol's, or AWS JSON. */
export function refusal(
  status: number,
  code: string,
  message: string,
  details: Omit<FailureDetails, 'code'> = {},
  headers: Readonly<Record<string, string>> = {},
): Failure {
  return new Failure(status, message, { ...details, code }, headers)
}
