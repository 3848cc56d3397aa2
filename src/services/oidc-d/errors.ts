import { json } from '#core/answer.ts'
import { MINUTE } from '#core/duration.ts'
import { Failure, type Dialect, type Problem } from '#core/errors.ts'
import { challenge } from '#oauth/endpoints/challenge.ts'
import type { OidcCall } from './call.ts'
import { errorIdOf } from './errors/ids.ts'

// The vendor's codes, statuses and summaries: https://developer.okta.com/docs/reference/error-codes/

/** Creates a failure with one of the vendor's codes; each cause is a sentence of `errorCauses`. */
function failure(
  status: number,
  code: string,
  summary: string,
  causes: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): Failure {
  return new Failure(status, summary, { code, causes }, headers)
}

/** 404 E0000007. `kind` is the vendor's name of the resource: `User`, `UserGroup`, `AppInstance`. */
export function notFound(kind: string, id: string): Failure {
  return failure(404, 'E0000007', `Not found: Resource not found: ${id} (${kind})`)
}

/** 401 E0000011: the token is unknown or has expired. */
export function invalidToken(): Failure {
  return failure(401, 'E0000011', 'Invalid token provided')
}

/** 400 invalid_dpop_proof: a request does not prove the key of its access token. The header says why. */
export function invalidProof({ origin }: Pick<OidcCall, 'origin'>, flaw: string): Failure {
  const members = { authorization_uri: `${origin}/oauth2/v1/authorize`, realm: origin }
  const headers = {
    'www-authenticate': challenge('DPoP', { ...members, error: 'invalid_dpop_proof', error_description: flaw }),
  }
  return failure(400, 'invalid_dpop_proof', flaw, [], headers)
}

/** 401 invalid_client: no app has the `client_id` of the query. */
export function invalidClientId(): Failure {
  return failure(401, 'invalid_client', "Invalid value for 'client_id' parameter.")
}

/** 403 E0000005: the seed is strict and the request has no token. */
export function invalidSession(): Failure {
  return failure(403, 'E0000005', 'Invalid session')
}

/** 403 E0000006. The header names the scope that an access token would need. */
export function accessDenied(headers: Readonly<Record<string, string>> = {}): Failure {
  return failure(403, 'E0000006', 'You do not have permission to perform the requested action', [], headers)
}

/** 400 E0000001: the summary names `field`; each cause is a sentence. */
export function validationFailed(field: string, ...causes: readonly string[]): Failure {
  return failure(400, 'E0000001', `Api validation failed: ${field}`, causes)
}

/** 400 E0000001: another record has the same value. */
export function alreadyExists(field: string): Failure {
  return validationFailed(field, `${field}: An object with this field already exists in the current organization`)
}

/** 400 E0000003: the body is not JSON, or not an object of the required form. */
export function malformedBody(...causes: readonly string[]): Failure {
  return failure(400, 'E0000003', 'The request body was not well-formed.', causes)
}

/** 400 E0000021: the content type of the body is not JSON. */
export function unsupportedMediaType(): Failure {
  return failure(
    400,
    'E0000021',
    'Bad request. Accept and/or Content-Type headers likely do not match supported values.',
  )
}

/** 400 E0000031: a `filter` or `search` that cannot be parsed, or uses an unsupported attribute or operator. */
export function invalidSearch(cause: string): Failure {
  return failure(400, 'E0000031', 'Invalid search criteria.', [cause])
}

/** 400 E0000029: no page of the list begins after the cursor. */
export function invalidCursor(): Failure {
  return failure(400, 'E0000029', 'Invalid paging request.', ['Invalid cursor.'])
}

/** 403 E0000038: the lifecycle has no such step from the user's status. */
export function notAllowedInStatus(): Failure {
  return failure(403, 'E0000038', "This operation is not allowed in the user's current status.")
}

/** 403 E0000016: the user is active already, or has another status that cannot be activated. */
export function alreadyActive(): Failure {
  return failure(403, 'E0000016', 'Activation failed because the user is already active')
}

/** 403 E0000032: the user is not locked out, or the policy leaves it to administrators. */
export function unlockNotAllowed(cause = 'The user is not locked out.'): Failure {
  return failure(403, 'E0000032', 'Unlock is not allowed for this user.', [cause])
}

/** 403 E0000034: the user may not choose another password without an administrator. */
export function forgotPasswordNotAllowed(): Failure {
  return failure(403, 'E0000034', 'Forgot password not allowed on specified user.')
}

/** 403 E0000014: the old credential was wrong. */
export function credentialsNotUpdated(cause: string): Failure {
  return failure(403, 'E0000014', 'Update of credentials failed', [cause])
}

/** 403 E0000087: the answer to the recovery question is wrong. */
export function wrongAnswer(): Failure {
  return failure(403, 'E0000087', 'The recovery question answer did not match our records.')
}

/** 403 E0000068: a code or an answer is wrong. */
export function wrongPasscode(cause: string): Failure {
  return failure(403, 'E0000068', 'Invalid Passcode/Answer', [cause])
}

/** 400 E0000098: a phone number is not one. */
export function invalidPhoneNumber(): Failure {
  return failure(400, 'E0000098', 'This phone number is invalid.')
}

/** 403 E0000148: policies let users enroll the authenticator. */
export function authenticatorInUse(policies: readonly string[]): Failure {
  return failure(
    403,
    'E0000148',
    'Cannot modify/disable this authenticator because it is enabled in one or more policies. ' +
      'To continue, disable the authenticator in these policies.',
    [`Authenticator Enrollment Policies: ${policies.join(', ')}`],
  )
}

/** 409 E0000090: the user or the group has the role. */
export function alreadyHasRole(): Failure {
  return failure(409, 'E0000090', 'The role specified is already assigned to the user.')
}

/** 400 E0000091: a role of this type has no such targets. */
export function wrongRoleType(): Failure {
  return failure(400, 'E0000091', 'The provided role type was not the same as required role type.')
}

/** 401 E0000004: a wrong name or password, or a user who may not sign in. The answer does not say which. */
export function authenticationFailed(): Failure {
  return failure(401, 'E0000004', 'Authentication failed')
}

/** 501 E0000060: the operation is not supported for this record. */
export function unsupportedOperation(): Failure {
  return failure(501, 'E0000060', 'Unsupported operation.')
}

/** 403 E0000056: the app is active. */
export function deleteAppForbidden(): Failure {
  return failure(403, 'E0000056', 'Delete application forbidden.', [
    'The application must be deactivated before deletion.',
  ])
}

/** 400 E0000001: the record must be deactivated first. */
export function notAllowedWhileActive(field: string): Failure {
  return validationFailed(field, `${field}: must be deactivated before deletion`)
}

/** 409 E0000062: the user is assigned to the app already. */
export function alreadyAssigned(): Failure {
  return failure(409, 'E0000062', 'The specified user is already assigned to the application.')
}

/** 429 E0000047: the rate limit of this minute is used up. The vendor's SDK waits until the reset. */
function rateLimited({ clock }: Pick<OidcCall, 'clock'>): Failure {
  return failure(429, 'E0000047', 'API call exceeded rate limit due to too many requests.', [], {
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(Math.ceil(clock.now() / MINUTE) * 60),
  })
}

/** The headers of the answers of the Identity Engine. */
export const ION = { 'content-type': 'application/ion+json; okta-version=1.0.0' }

/** Okta's error format: `{errorCode, errorSummary, errorLink, errorId, errorCauses}`. */
export const dialect: Dialect<OidcCall> = {
  failure({ status, message, details, headers }, call) {
    const { messages } = details
    if (messages !== undefined) {
      return json({ version: '1.0.0', messages: { type: 'array', value: messages } }, status, ION)
    }
    const code = details['code'] ?? CODE_OF_STATUS[status] ?? 'E0000009'
    const causes = (details['causes'] ?? []) as readonly string[] // only failure() gives them
    const body = {
      errorCode: code,
      errorSummary: message,
      errorLink: code,
      errorId: errorIdOf(call),
      errorCauses: causes.map((errorSummary) => ({ errorSummary })),
    }
    return json(body, status, { ...headers })
  },
  unknownRoute: (hint) => failure(501, 'E0000052', hint),
  internal: () => failure(500, 'E0000009', 'Internal Server Error'),
  malformed: () => malformedBody(),
  invalid: (problems) => invalidBody(problems),
  named: {
    rate_limited: rateLimited,
    invalid_token: () => invalidToken(),
    access_denied: () => accessDenied(),
    not_found: () => failure(404, 'E0000007', 'Not found: Resource not found'),
    internal_server_error: () => failure(500, 'E0000009', 'Internal Server Error'),
    service_unavailable: () => failure(503, 'E0000010', 'Service is in read only mode.'),
  },
}

/** The error codes of statuses that only injected faults have. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'E0000001',
  401: 'E0000011',
  403: 'E0000006',
  404: 'E0000007',
  405: 'E0000022',
  429: 'E0000047',
  500: 'E0000009',
  503: 'E0000010',
}

/** The summary names the first member that does not match the schema; every such member has a cause. */
function invalidBody(problems: readonly Problem[]): Failure {
  const [first] = problems
  if (first === undefined || first.path.length === 0) return malformedBody()
  return validationFailed(nameOf(first), ...problems.map((problem) => `${nameOf(problem)}: ${complaintOf(problem)}`))
}

/**
 * Returns the last member of a path that is a name: `login` of `profile.login`, `redirect_uris` of
 * `settings.oauthClient.redirect_uris.0`.
 */
function nameOf({ path }: Problem): string {
  return path.findLast((part) => !/^\d+$/.test(part)) ?? ''
}

function complaintOf({ code, expected, received, message }: Problem): string {
  if (code === 'missing') return 'The field cannot be left blank'
  // The schema has its own message.
  if (!/^Invalid [a-z]/.test(message)) return message
  return `Invalid value: expected ${expected}, received ${received}`
}
