import { Failure } from '#core/errors.ts'

/** A failure of the Identity Engine, which answers with messages instead of an error code. */
function ionFailure(status: number, message: string, key: string, params?: readonly string[]): Failure {
  const i18n = { key, ...(params === undefined ? {} : { params }) }
  return new Failure(status, message, { messages: [{ message, i18n, class: 'ERROR' }] })
}

/** 401: the interaction is unknown or has expired. */
export function interactionExpired(): Failure {
  const message = 'You have been logged out due to inactivity. Refresh or return to the sign in screen.'
  return ionFailure(401, message, 'idx.session.expired')
}

/** 400: the body names no interaction. */
export function fieldRequired(field: string): Failure {
  return ionFailure(400, `'${field}' is required.`, 'api.error.field_must_not_be_null', [field])
}
