import { json } from '#core/answer.ts'
import { Failure, type Dialect, type Problem } from '#core/errors.ts'
import type { MailCall } from './call.ts'

// The vendor's names and statuses: https://resend.com/docs/api-reference/errors

function failure(status: number, name: string, message: string, headers: Record<string, string> = {}): Failure {
  return new Failure(status, message, { name }, headers)
}

/** 404. `record` is the vendor's name of the missing record: `Email not found`. */
export function notFound(record: string): Failure {
  return failure(404, 'not_found', `${record} not found`)
}

/** 401: the request has no key. */
export function missingApiKey(): Failure {
  return failure(401, 'missing_api_key', 'Missing API key in the authorization header.')
}

/** 403: the key does not exist. */
export function invalidApiKey(): Failure {
  return failure(403, 'invalid_api_key', 'API key is invalid.')
}

/** 401: the key may only send. */
export function restrictedApiKey(): Failure {
  return failure(401, 'restricted_api_key', 'This API key is restricted to only send emails.')
}

/** 422: a required member of the body is missing. */
export function missingField(name: string): Failure {
  return failure(422, 'missing_required_field', `Missing \`${name}\` field.`)
}

/** 422 with the vendor's sentence; `status` where the vendor answers another status. */
export function validationError(message: string, status = 422): Failure {
  return failure(status, 'validation_error', message)
}

/** 422: a parameter of the path or the query is malformed. */
export function invalidParameter(message: string): Failure {
  return failure(422, 'invalid_parameter', message)
}

/** 422: an attachment has no source, or its source cannot be read. */
export function invalidAttachment(message: string): Failure {
  return failure(422, 'invalid_attachment', message)
}

/** 422: the permission does not exist. */
export function invalidAccess(): Failure {
  return failure(422, 'invalid_access', 'Access must be "full_access" | "sending_access".')
}

/** 422: the region does not exist. */
export function invalidRegion(): Failure {
  return failure(
    422,
    'invalid_region',
    'Region must be one of the following: us-east-1, eu-west-1, sa-east-1, ap-northeast-1.',
  )
}

/** 403: the domain is registered already. */
export function domainAlreadyExists(name: string): Failure {
  return validationError(`The ${name} domain has been registered already.`, 403)
}

/** 400: the idempotency key is empty or too long. */
export function invalidIdempotencyKey(): Failure {
  return failure(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
}

/** 409: the idempotency key was used with another request body. */
export function invalidIdempotentRequest(): Failure {
  return failure(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.')
}

/** 409: the first request with this idempotency key is still in progress. */
function concurrentIdempotentRequests(): Failure {
  return failure(
    409,
    'concurrent_idempotent_requests',
    'Same idempotency key used while original request is still in progress.',
  )
}

const NAMED: Readonly<Record<string, () => Failure>> = {
  missing_api_key: missingApiKey,
  invalid_api_key: invalidApiKey,
  restricted_api_key: restrictedApiKey,
  concurrent_idempotent_requests: concurrentIdempotentRequests,
  rate_limit_exceeded: () =>
    failure(
      429,
      'rate_limit_exceeded',
      'Too many requests. You can only make 5 requests per second. See rate limit response headers for more information.',
      { 'ratelimit-remaining': '0', 'retry-after': '1' },
    ),
  daily_quota_exceeded: () =>
    failure(429, 'daily_quota_exceeded', 'You have reached your daily email sending quota.', {
      'retry-after': '86400',
    }),
  monthly_quota_exceeded: () =>
    failure(429, 'monthly_quota_exceeded', 'You have reached your monthly email sending quota.'),
  security_error: () => failure(451, 'security_error', 'We may have found a security issue with the request.'),
  application_error: () => failure(500, 'application_error', 'An unexpected error occurred.'),
  internal_server_error: () => failure(500, 'internal_server_error', 'An unexpected error occurred.'),
}

/** The error names for failures that carry only a status, such as those of a fault. */
const NAME_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'missing_api_key',
  403: 'invalid_api_key',
  404: 'not_found',
  405: 'method_not_allowed',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
}

/** Resend's error envelope: `{statusCode, message, name}`. */
export const dialect: Dialect<MailCall> = {
  failure({ status, message, details, headers }) {
    const name = details['name'] ?? NAME_OF_STATUS[status] ?? 'application_error'
    return json({ statusCode: status, message, name }, status, headers)
  },
  unknownRoute: (hint) => failure(501, 'not_found', hint),
  internal: () =>
    failure(
      500,
      'application_error',
      'Internal server error. We are unable to process your request right now, please try again later.',
    ),
  malformed: (reason) => validationError(`The request body is not valid JSON: ${reason}`, 400),
  invalid: ([problem]) => invalidBody(problem),
  named: NAMED,
}

/**
 * Returns the failure for the first problem of a body. A sentence that the schema gives takes precedence over the
 * general ones.
 */
function invalidBody(problem: Problem | undefined): Failure {
  if (problem === undefined || problem.path.length === 0) {
    return validationError('The request body must be a JSON object.')
  }
  const field = problem.path.join('.')
  if (problem.code === 'missing') return missingField(field)
  const ownSentence = !/^Invalid [a-z]/.test(problem.message)
  return validationError(
    ownSentence
      ? problem.message
      : `Invalid \`${field}\` field. Expected ${problem.expected} but received ${problem.received}.`,
  )
}
