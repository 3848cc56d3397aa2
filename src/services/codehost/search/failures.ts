import { Failure } from '#core/errors.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'

/** 422: the query is empty. */
export function nothingToSearch(field = 'q'): Failure {
  return validationFailed({ resource: 'Search', field, code: 'missing' })
}

/** 422: the query is invalid, for a reason in the vendor's words. */
export function invalidSearch(message: string): Failure {
  return validationFailed({ message, resource: 'Search', field: 'q', code: 'invalid' })
}

/** 422: no repository that `repo:`, `user:` or `org:` names exists or is visible. */
export function cannotBeSearched(): Failure {
  return invalidSearch(
    'The listed users and repositories cannot be searched either because the resources do not exist or you do not have ' +
      'permission to view them.',
  )
}

/** 422: `author:`, `assignee:` or a similar qualifier names no user. */
export function usersCannotBeSearched(): Failure {
  return invalidSearch(
    'The listed users cannot be searched either because the users do not exist or you do not have permission to view ' +
      'the users.',
  )
}

/** 422: the value is not a date. */
export function unrecognisedDate(value: string): Failure {
  return invalidSearch(
    `"${value}" is not a recognized date/time format. Please provide an ISO 8601 date/time value, such as YYYY-MM-DD.`,
  )
}

/** 422: the page is beyond the first 1,000 results. */
export function pastTheLimit(): Failure {
  return unprocessable('Only the first 1000 search results are available')
}

/** 401: searching code requires a user. */
export function codeSearchNeedsUser(): Failure {
  const message = 'Must be authenticated to access the code search API'
  return new Failure(401, 'Requires authentication', {
    errors: [{ message, resource: 'Search', field: 'q', code: 'invalid' }],
  })
}
