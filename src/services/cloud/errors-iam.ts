import type { Failure } from '../../core/errors.ts'
import { refusal } from './failure.ts'

// What IAM and STS refuse. https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html

/** 404, in the vendor's sentence for what is missing. */
export function noSuchEntity(message: string): Failure {
  return refusal(404, 'NoSuchEntity', message)
}

/** 409: there is one of the name. `what` is the vendor's word: `User with name ada`. */
export function entityAlreadyExists(what: string, more = ''): Failure {
  return refusal(409, 'EntityAlreadyExists', `${what} already exists.${more}`)
}

/** 409: more than an account may have. */
export function limitExceeded(message: string): Failure {
  return refusal(409, 'LimitExceeded', message)
}

/** 409: something still hangs on it. */
export function deleteConflict(message: string): Failure {
  return refusal(409, 'DeleteConflict', message)
}

/** 400: parameters that are well-formed, but not together. */
export function invalidInput(message: string): Failure {
  return refusal(400, 'InvalidInput', message)
}

/** 400: a policy that is none. */
export function malformedPolicyDocument(message: string): Failure {
  return refusal(400, 'MalformedPolicyDocument', message)
}

/** 400, with the vendor's sentence. */
export function validationFailure(message: string): Failure {
  return refusal(400, 'ValidationError', message)
}

/** 400 of STS: parameters that are well-formed, but not together. */
export function invalidParameterValue(message: string): Failure {
  return refusal(400, 'InvalidParameterValue', message)
}

/** 403: what is not this account's to change. */
export function outsideAccount(): Failure {
  return refusal(403, 'AccessDenied', 'Policy is outside your own account.')
}

/** 403, with the vendor's sentence. */
export function denied(message: string): Failure {
  return refusal(403, 'AccessDenied', message)
}

/** 400: a token of an identity provider that proves nothing. */
export function invalidIdentityToken(message: string): Failure {
  return refusal(400, 'InvalidIdentityToken', message)
}

/** 400: a token of an identity provider whose time is over. */
export function expiredIdentityToken(message: string): Failure {
  return refusal(400, 'ExpiredTokenException', message)
}

/** 400: the identity provider cannot be asked for its keys. */
export function idpCommunicationError(message: string): Failure {
  return refusal(400, 'IDPCommunicationError', message)
}
