import { Failure } from '#core/errors.ts'

/** The members of a failure beside its status and message. */
export interface FailureDetails {
  /** The vendor's code: `NoSuchKey`. For AWS JSON the name of the shape: `QueueDoesNotExist`. */
  readonly code: string
  /** The code in the query protocol and in `x-amzn-query-error`, where it differs. */
  readonly queryCode?: string
  /** The party at fault; the sender for statuses below 500. */
  readonly type?: 'Sender' | 'Receiver'
  /** The members of the body after code and message, in order: `{ BucketName: 'photos' }`. S3 only. */
  readonly members?: Readonly<Record<string, string>>
}

/**
 * Creates a failure, which is rendered in the protocol of the request: S3's XML, the query protocol's XML, or AWS JSON.
 */
export function cloudFailure(
  status: number,
  code: string,
  message: string,
  details: Omit<FailureDetails, 'code'> = {},
  headers: Readonly<Record<string, string>> = {},
): Failure {
  return new Failure(status, message, { ...details, code }, headers)
}
