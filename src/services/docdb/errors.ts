import { json } from '#core/answer.ts'
import type { Dialect, Failure } from '#core/errors.ts'
import type { DocdbCall } from './call.ts'
import { adminDialect } from './errors/admin-dialect.ts'
import { dataApiFailure } from './errors/data-api.ts'

/** Returns whether a path is one of the Data API. */
export function isDataApi(path: string): boolean {
  return path.startsWith('/app/')
}

/** The error codes of the Data API for failures that carry only a status, such as those of a fault. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'InvalidSession',
  403: 'NoMatchingRuleFound',
  404: 'FunctionNotFound',
  429: 'TooManyRequests',
}

/** Answers in the error envelope of the Data API: `{error, error_code, link}`. */
function dataApiAnswer({ status, message, details, headers }: Failure, call: DocdbCall) {
  const code =
    details['dataCode'] ?? CODE_OF_STATUS[status] ?? (status >= 500 ? 'InternalServerError' : 'InvalidParameter')
  const link = `${call.origin}/groups/apps/${encodeURIComponent(call.params['appId'] ?? '')}/logs`
  return json({ error: message, error_code: code, link }, status, headers)
}

/** The dialect of both APIs. */
export const dialect: Dialect<DocdbCall> = {
  ...adminDialect,
  failure: (failure, call) =>
    isDataApi(call.path) ? dataApiAnswer(failure, call) : adminDialect.failure(failure, call),
  malformed: (reason, call) =>
    isDataApi(call.path) ? dataApiFailure(400, `invalid JSON: ${reason}`, 'MalformedJSON') : adminDialect.malformed(),
}
