import { json } from '#core/answer.ts'
import { Failure, type Dialect } from '#core/errors.ts'
import type { DocdbCall } from './call.ts'
import { adminDialect } from './errors/admin.ts'

/** Returns whether a path is one of the Data API. */
export function isDataApi(path: string): boolean {
  return path.startsWith('/app/')
}

/** A refusal of the Data API. */
export function dataRefusal(status: number, message: string, errorCode = 'InvalidParameter'): Failure {
  return new Failure(status, message, { dataCode: errorCode })
}

/** The error codes of the Data API for failures that carry only a status, such as those of a fault. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'InvalidSession',
  403: 'NoMatchingRuleFound',
  404: 'FunctionNotFound',
  429: 'TooManyRequests',
}

/** The error envelope of the Data API: `{error, error_code, link}`. */
function dataFailure({ status, message, details, headers }: Failure, call: DocdbCall) {
  const code =
    details['dataCode'] ?? CODE_OF_STATUS[status] ?? (status >= 500 ? 'InternalServerError' : 'InvalidParameter')
  const link = `${call.origin}/groups/apps/${encodeURIComponent(call.params['appId'] ?? '')}/logs`
  return json({ error: message, error_code: code, link }, status, headers)
}

/** The refusals of both APIs. */
export const dialect: Dialect<DocdbCall> = {
  ...adminDialect,
  failure: (failure, call) => (isDataApi(call.path) ? dataFailure(failure, call) : adminDialect.failure(failure, call)),
  malformed: (reason, call) =>
    isDataApi(call.path) ? dataRefusal(400, `invalid JSON: ${reason}`, 'MalformedJSON') : adminDialect.malformed(),
}
