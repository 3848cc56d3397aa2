import type { Failure } from '#core/errors.ts'
import type { CloudCall } from '#cloud/call.ts'
import { cloudFailure } from './failure.ts'

const of =
  (status: number, code: string, message: string) =>
  (_call: CloudCall): Failure =>
    cloudFailure(status, code, message)

/** Failures that a fault can name by its `code`. */
export const namedFailures: Readonly<Record<string, (call: CloudCall) => Failure>> = {
  SlowDown: of(503, 'SlowDown', 'Please reduce your request rate.'),
  ServiceUnavailable: of(503, 'ServiceUnavailable', 'Service is unable to handle request.'),
  InternalError: of(500, 'InternalError', 'We encountered an internal error. Please try again.'),
  InternalFailure: of(500, 'InternalFailure', 'The request processing has failed because of an unknown error.'),
  RequestTimeout: of(
    400,
    'RequestTimeout',
    'Your socket connection to the server was not read from or written to within the timeout period.',
  ),
  AccessDenied: of(403, 'AccessDenied', 'Access Denied'),
  Throttling: of(400, 'Throttling', 'Rate exceeded'),
  RequestThrottled: of(403, 'RequestThrottled', 'Request was throttled.'),
  ExpiredToken: of(400, 'ExpiredToken', 'The provided token has expired.'),
  OverLimit: of(403, 'OverLimit', 'Too many messages in flight.'),
}
