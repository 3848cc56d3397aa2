import { Failure } from '../../../core/errors.ts'
import { unprocessable, validationFailed } from '../errors.ts'

/** 422: there is nothing to search for. */
export function nothingToSearch(field = 'q'): Failure {
  return validationFailed({ resource: 'Search', field, code: 'missing' })
}

/** 422: the query cannot be, for a reason in the vendor's words. */
export function invalidSearch(message: string): Failure {
  return validationFailed({ message, resource: 'Search', field: 'q', code: 'invalid' })
}

/** 422: every `repo:`, `user:` and `org:` names what is not there or hidden. */
export function cannotBeSearched(): Failure {
  return invalidSearch(
    'The listed users and repositories cannot be searched either because the resources do not exist or you do not have ' +
      'permission to view them.',
  )
}

/** 422: `author:`, `assignee:` or the like names nobody. */
export function usersCannotBeSearched(): Failure {
  return invalidSearch(
    'The listed users cannot be searched either because the users do not exist or you do not have permission to view ' +
      'the users.',
  )
}

/** 422: not a date. */
export function unrecognisedDate(value: string): Failure {
  return invalidSearch(
    `"${value}" is not a recognized date/time format. Please provide an ISO 8601 date/time value, such as YYYY-MM-DD.`,
  )
}

/** 422: a page past what a search gives. */
export function pastTheLimit(): Failure {
  return unprocessable('Only the first 1000 search results are available')
}

/** 401: code is searched by users only. */
export function codeSearchNeedsUser(): Failure {
  const message = 'Must be authenticated to access the code search API'
  return new Failure(401, 'Requires authentication', {
    errors: [{ message, resource: 'Search', field: 'q', code: 'invalid' }],
  })
}
