import { STATUS_CODES } from 'node:http'
import { json, type Answer } from '#core/answer.ts'
import type { Dialect, Failure, Problem } from '#core/errors.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import {
  adminFailure,
  invalidAttribute,
  invalidEnumValue,
  missingAttribute,
  notInGroup,
  userUnauthorized,
} from './admin.ts'

/** The codes of failures that carry only a status, such as those of a fault. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ATTRIBUTE',
  401: 'NOT_AUTHORIZED',
  403: 'USER_NOT_IN_GROUP',
  404: 'RESOURCE_NOT_FOUND',
  406: 'INVALID_VERSION_DATE',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
}

/** The refusals of the administration API: `{detail, error, errorCode, parameters, reason}`. */
export const adminDialect = {
  failure({ status, message, details, headers }: Failure, call: DocdbCall): Answer {
    if (details['oauth'] !== undefined) {
      return json({ error: details['oauth'], error_description: message }, status, headers)
    }
    const { errorCode = CODE_OF_STATUS[status] ?? 'UNEXPECTED_ERROR', parameters = [], ...rest } = details
    const reason = STATUS_CODES[status] ?? 'Error'
    return answerAdmin(
      call,
      { detail: message, error: status, errorCode, parameters, reason, ...rest },
      status,
      headers,
    )
  },
  unknownRoute: (hint: string) => adminFailure(501, 'RESOURCE_NOT_FOUND', hint),
  internal: () => adminFailure(500, 'UNEXPECTED_ERROR', 'Unexpected error.'),
  malformed: () => adminFailure(400, 'MALFORMED_JSON', 'Received JSON is malformed.'),
  invalid: (problems: readonly Problem[]) => invalidBody(problems),
  named: {
    RATE_LIMITED: () => adminFailure(429, 'RATE_LIMITED', 'Too many requests', [], { 'retry-after': '60' }),
    UNEXPECTED_ERROR: () => adminFailure(500, 'UNEXPECTED_ERROR', 'Unexpected error.'),
    USER_NOT_IN_GROUP: notInGroup,
    USER_UNAUTHORIZED: userUnauthorized,
  },
} satisfies Dialect<DocdbCall>

/** Returns the failure for the first problem of a body. */
function invalidBody(problems: readonly Problem[]): Failure {
  const [problem] = problems
  if (problem === undefined || problem.path.length === 0) {
    return adminFailure(400, 'INVALID_JSON', 'Received JSON does not match expected format.')
  }
  const name = problem.path.filter((part) => !/^\d+$/.test(part)).join('.')
  if (problem.code === 'missing') return missingAttribute(name)
  if (problem.code === 'unknown') return invalidAttribute(name)
  if (problem.expected.includes('|') && typeof problem.value === 'string') return invalidEnumValue(problem.value)
  return adminFailure(
    400,
    'INVALID_JSON_ATTRIBUTE',
    `Received JSON for the ${name} attribute does not match expected format.`,
    [name],
  )
}
