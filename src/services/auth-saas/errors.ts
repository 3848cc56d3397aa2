import { createHash } from 'node:crypto'
import { Failure, type Dialect, type Problem } from '#core/errors.ts'
import type { AuthCall } from './call.ts'
import { DOCUMENTED } from './errors/codes.ts'
import { json } from './json/answer.ts'

// The vendor's codes and statuses: https://clerk.com/docs/guides/development/errors/backend-api

/** One error of the vendor's envelope. */
interface ClerkError {
  readonly code: string
  readonly message: string
  readonly long_message: string
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Returns a failure with the vendor's code. The long message is the message when it is not given. */
export function clerkFailure(
  status: number,
  code: string,
  message: string,
  longMessage: string = message,
  meta?: Readonly<Record<string, unknown>>,
): Failure {
  return new Failure(status, message, { code, longMessage, ...(meta === undefined ? {} : { meta }) })
}

/** 404: a record does not exist. `sentence` is the vendor's: `No user was found with id user_x`. */
export function notFound(sentence: string): Failure {
  return clerkFailure(404, 'resource_not_found', 'not found', sentence, {})
}

/** 404: no record of this kind has this id. */
export function noSuch(kind: string, id: string): Failure {
  return notFound(`No ${kind} was found with id ${id}`)
}

/** 401: the request has no key. */
export function authenticationInvalid(): Failure {
  return clerkFailure(
    401,
    'authentication_invalid',
    'Invalid authentication',
    'Unable to authenticate the request, you need to supply an active session',
  )
}

/** 401: the secret key does not exist. */
export function clerkKeyInvalid(): Failure {
  const message = 'The provided Clerk Secret Key is invalid. Make sure that your Clerk Secret Key is correct.'
  return clerkFailure(401, 'clerk_key_invalid', message)
}

/** 401: the request of a browser or device is not signed in. */
export function signedOut(): Failure {
  return clerkFailure(401, 'signed_out', 'Signed out', 'You are signed out')
}

/** 403: the request is known but may not do this. */
export function authorizationInvalid(): Failure {
  return clerkFailure(
    403,
    'authorization_invalid',
    'Unauthorized request',
    'You are not authorized to perform this request',
  )
}

/** 403: the member's role lacks a permission. */
export function missingPermission(permissions: readonly string[]): Failure {
  return clerkFailure(
    403,
    'missing_organization_permission',
    'missing permission',
    'Your current role does not have the permissions to perform this action.',
    { permissions },
  )
}

/** 400: the API version does not exist. */
export function apiVersionInvalid(version: string): Failure {
  return clerkFailure(
    400,
    'api_version_invalid',
    'API version invalid',
    `The API version '${version}' is not supported.`,
  )
}

/** 422: a parameter is missing. */
export function paramMissing(name: string): Failure {
  return clerkFailure(422, 'form_param_missing', 'is missing', `${name} must be included.`, { param_name: name })
}

/** 422: the value of a parameter is not one of those that are allowed. */
export function paramInvalid(name: string, sentence = `${name} is invalid.`): Failure {
  return clerkFailure(422, 'form_param_value_invalid', 'is invalid', sentence, { param_name: name })
}

/** 422: the operation does not know a parameter. */
export function paramUnknown(name: string): Failure {
  const sentence = `${name} is not a valid parameter for this request.`
  return clerkFailure(422, 'form_param_unknown', 'is unknown', sentence, { param_name: name })
}

/** 422: the value of a parameter has another form. `sentence` says which form is right. */
export function paramFormatInvalid(name: string, sentence: string): Failure {
  return clerkFailure(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: name })
}

/** 422: an identifier belongs to another user. */
export function identifierExists(name: string): Failure {
  const word = name.replaceAll('_', ' ')
  const message = `That ${word} is taken. Please try another.`
  return clerkFailure(422, 'form_identifier_exists', message, message, { param_name: name })
}

/** 422: no account has this identifier. */
export function identifierNotFound(): Failure {
  return clerkFailure(422, 'form_identifier_not_found', "Couldn't find your account.", "Couldn't find your account.", {
    param_name: 'identifier',
  })
}

/** 422: the password is wrong. */
export function passwordIncorrect(): Failure {
  const long = 'Password is incorrect. Try again, or use another method.'
  return clerkFailure(
    422,
    'form_password_incorrect',
    'Password is incorrect. Try again, or use another method.',
    long,
    {
      param_name: 'password',
    },
  )
}

/** 400: the strategy does not verify this factor, or was not begun. */
export function strategyInvalid(): Failure {
  const sentence = 'The verification strategy is not valid for this verification.'
  return clerkFailure(400, 'verification_strategy_invalid', 'Invalid verification strategy', sentence)
}

/** 400: what was to be proved is not proved. */
export function verificationFailed(sentence: string): Failure {
  return clerkFailure(400, 'verification_failed', 'Verification failed', sentence)
}

/** 422: the account does not sign in in this way. */
export function strategyForUserInvalid(): Failure {
  const sentence = 'The verification strategy is not valid for this account'
  const meta = { param_name: 'strategy' }
  return clerkFailure(422, 'strategy_for_user_invalid', 'Invalid verification strategy', sentence, meta)
}

/** 422: a one-time code is wrong. */
export function codeIncorrect(): Failure {
  return clerkFailure(422, 'form_code_incorrect', 'is incorrect', 'Incorrect code', { param_name: 'code' })
}

/** The codes of failures that carry only a status, such as those of a fault. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'authentication_invalid',
  402: 'unsupported_subscription_plan_features',
  403: 'authorization_invalid',
  404: 'resource_not_found',
  409: 'conflict',
  410: 'operation_deprecated',
  413: 'request_body_too_large',
  415: 'unsupported_content_type',
  422: 'form_param_value_invalid',
  429: 'too_many_requests',
  503: 'service_unavailable',
  504: 'gateway_timeout',
}

/** Returns a failure for every code that the vendor documents, for faults. The words are those of the code. */
function documentedFailures(): Record<string, () => Failure> {
  const entries = Object.entries(DOCUMENTED).flatMap(([status, codes]) =>
    codes.map((code) => [code, () => clerkFailure(Number(status), code, code.replaceAll('_', ' '))] as const),
  )
  return Object.fromEntries(entries)
}

/** The vendor's error envelope: `{errors: [{message, long_message, code, meta}], clerk_trace_id}`. */
export const dialect: Dialect<AuthCall> = {
  failure(failure, call) {
    const written = failure.details['errors'] as readonly ClerkError[] | undefined // invalidBody makes them
    const errors = written ?? [errorOf(failure)]
    return json({ errors, clerk_trace_id: traceId(call) }, failure.status, failure.headers)
  },
  unknownRoute: (hint) => clerkFailure(501, 'feature_not_implemented', hint),
  internal: () =>
    clerkFailure(
      500,
      'internal_clerk_error',
      'Oops, an unexpected error occurred',
      "There was an internal error on our servers. We've been notified and are working on fixing it.",
    ),
  malformed: (reason) =>
    clerkFailure(
      400,
      'request_body_invalid',
      'Request body invalid',
      `The request body is invalid. Please consult the API documentation for more information. ${reason}`,
    ),
  invalid: invalidBody,
  named: {
    ...documentedFailures(),
    too_many_requests: () =>
      new Failure(
        429,
        'Too many requests',
        { code: 'too_many_requests', longMessage: 'Too many requests. Please try again later.' },
        { 'retry-after': '10' },
      ),
    clerk_key_invalid: clerkKeyInvalid,
    authentication_invalid: authenticationInvalid,
    internal_clerk_error: () => clerkFailure(500, 'internal_clerk_error', 'Oops, an unexpected error occurred'),
    service_unavailable: () => clerkFailure(503, 'service_unavailable', 'Service unavailable'),
    form_password_incorrect: passwordIncorrect,
    form_code_incorrect: codeIncorrect,
    session_exists: () => clerkFailure(400, 'session_exists', 'Session already exists', "You're already signed in."),
  },
}

function errorOf({ status, message, details }: Failure): ClerkError {
  // clerkFailure() writes these.
  const written = details as {
    readonly code?: string
    readonly longMessage?: string
    readonly meta?: ClerkError['meta']
  }
  const { meta, longMessage = message } = written
  const code = written.code ?? CODE_OF_STATUS[status] ?? 'internal_clerk_error'
  return {
    message,
    long_message: longMessage,
    code,
    ...(meta === undefined ? {} : { meta }),
  }
}

/** Returns the id under which the vendor finds a request: the same for the same request at the same time. */
function traceId({ method, path, clock, origin }: AuthCall): string {
  return createHash('md5').update(`${origin} ${method} ${path} ${clock.now()}`).digest('hex')
}

/** Returns the failure for a body with mistakes: an error for each. */
function invalidBody(problems: readonly Problem[]): Failure {
  const [first] = problems
  if (first === undefined || first.path.length === 0) {
    const long = 'The request body is invalid. Please consult the API documentation for more information.'
    return clerkFailure(400, 'request_body_invalid', 'Request body invalid', long)
  }
  const errors = problems.map(errorOfProblem)
  return new Failure(422, errors[0]?.message ?? '', { errors })
}

/** The codes of values of a wrong form, by the words of the schema. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^Invalid length: Expected <=/, 'form_param_max_length_exceeded'],
  [/^Invalid length: Expected >=/, 'form_param_min_length_exceeded'],
  [/^Invalid value: Expected <=/, 'form_param_value_too_large'],
  [/must be a date of RFC 3339$/, 'form_param_invalid_date'],
]

function errorOfProblem({ path, code, expected, message, value }: Problem): ClerkError {
  const name = path.join('.')
  const meta = { param_name: name }
  if (code === 'missing') {
    return { message: 'is missing', long_message: `${name} must be included.`, code: 'form_param_missing', meta }
  }
  if (code === 'unknown') {
    const sentence = `${name} is not a valid parameter for this request.`
    return { message: 'is unknown', long_message: sentence, code: 'form_param_unknown', meta }
  }
  if (message.startsWith('Invalid type') && value === null) {
    return { message: 'is nil', long_message: `${name} cannot be null.`, code: 'form_param_nil', meta }
  }
  if (message.startsWith('Invalid type') && /^\(?"/.test(expected)) {
    const sentence = `${name} must be one of ${[...expected.matchAll(/"([^"]*)"/g)].map(([, word]) => word).join(', ')}.`
    return { message: 'is invalid', long_message: sentence, code: 'form_param_value_invalid', meta }
  }
  if (message.startsWith('Invalid type')) {
    const sentence = `\`${name}\` must be a \`${expected.toLowerCase()}\`.`
    return { message: 'is invalid', long_message: sentence, code: 'form_param_type_invalid', meta }
  }
  const own = /^Invalid [a-z]/.test(message) ? `${name} must be ${expected}.` : message
  const format = FORMATS.find(([pattern]) => pattern.test(message))?.[1] ?? 'form_param_format_invalid'
  return { message: 'is invalid', long_message: own, code: format, meta }
}
