import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

// Failures of IAM and STS. https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html

/** 404: the entity does not exist; `message` is the vendor's. */
export function noSuchEntity(message: string): Failure {
  return cloudFailure(404, 'NoSuchEntity', message)
}

/** 409: an entity of this name exists. `entity` is the vendor's description: `User with name ada`. */
export function entityAlreadyExists(entity: string, more = ''): Failure {
  return cloudFailure(409, 'EntityAlreadyExists', `${entity} already exists.${more}`)
}

/** 409: a quota of the account is exceeded. */
export function limitExceeded(message: string): Failure {
  return cloudFailure(409, 'LimitExceeded', message)
}

/** 409: the entity still has dependent resources. */
export function deleteConflict(message: string): Failure {
  return cloudFailure(409, 'DeleteConflict', message)
}

/** 400: only a service of the vendor may change this role. */
export function protectedRole(name: string): Failure {
  return cloudFailure(
    400,
    'UnmodifiableEntity',
    `Cannot perform the operation on the protected role '${name}' - this role is only modifiable by AWS`,
  )
}

/** 400: each parameter is valid, their combination is not. */
export function invalidInput(message: string): Failure {
  return cloudFailure(400, 'InvalidInput', message)
}

/** 400: the policy document is malformed. */
export function malformedPolicyDocument(message: string): Failure {
  return cloudFailure(400, 'MalformedPolicyDocument', message)
}

/** 400: the password breaks a rule of the account's policy. */
export function passwordPolicyViolation(message: string): Failure {
  return cloudFailure(400, 'PasswordPolicyViolation', message)
}

/** 400: the operation is for another type of principal. */
export function invalidUserType(message: string): Failure {
  return cloudFailure(400, 'InvalidUserType', message)
}

/** 400: a parameter is invalid; `message` is the vendor's. */
export function validationFailure(message: string): Failure {
  return cloudFailure(400, 'ValidationError', message)
}

/** 400 of STS: each parameter is valid, their combination is not. */
export function invalidParameterValue(message: string): Failure {
  return cloudFailure(400, 'InvalidParameterValue', message)
}

/** 403: the policy belongs to another account. */
export function outsideAccount(): Failure {
  return cloudFailure(403, 'AccessDenied', 'Policy is outside your own account.')
}

/** 403: the principal lacks the permission; `message` is the vendor's. */
export function denied(message: string): Failure {
  return cloudFailure(403, 'AccessDenied', message)
}

/** 400: the token of an identity provider is not valid. */
export function invalidIdentityToken(message: string): Failure {
  return cloudFailure(400, 'InvalidIdentityToken', message)
}

/** 400: the token of an identity provider has expired. */
export function expiredIdentityToken(message: string): Failure {
  return cloudFailure(400, 'ExpiredTokenException', message)
}

/** 400: the identity provider's keys cannot be fetched. */
export function idpCommunicationError(message: string): Failure {
  return cloudFailure(400, 'IDPCommunicationError', message)
}

/** 400: the certificate cannot be parsed. */
export function malformedCertificate(): Failure {
  const message = 'Unable to parse certificate. Please ensure the certificate is in PEM format.'
  return cloudFailure(400, 'MalformedCertificate', message)
}

/** 400: the private key belongs to another certificate. */
export function keyPairMismatch(): Failure {
  return cloudFailure(400, 'KeyPairMismatch', 'The public key certificate and the private key do not match.')
}

/** 409: the same certificate is associated with a user. */
export function duplicateCertificate(): Failure {
  return cloudFailure(409, 'DuplicateCertificate', 'The certificate is already associated with an IAM user.')
}

/** 400: the public key is malformed. */
export function invalidPublicKey(message: string): Failure {
  return cloudFailure(400, 'InvalidPublicKey', message)
}

/** 409: the public key is associated with the user. */
export function duplicatePublicKey(): Failure {
  return cloudFailure(400, 'DuplicateSSHPublicKey', 'The SSH public key is already associated with the user.')
}

/** 403: the codes of a device are wrong. */
export function invalidAuthenticationCode(): Failure {
  return cloudFailure(403, 'InvalidAuthenticationCode', 'Authentication code for device is not valid.')
}

/** 403: the code of a device was not accepted; `why` is the vendor's. */
export function multiFactorFailed(why: string): Failure {
  return denied(`MultiFactorAuthentication failed${why}`)
}

/** 410: no credential report was generated. */
export function reportNotPresent(): Failure {
  return cloudFailure(410, 'ReportNotPresent', 'Report is not present. Please generate a new one.')
}

/** 410: the credential report is older than four hours. */
export function reportExpired(): Failure {
  return cloudFailure(410, 'ReportExpired', 'The credential report has expired. Please generate a new one.')
}

/** 400 of STS: the message to decode is not one of the vendor's. */
export function invalidAuthorizationMessage(): Failure {
  return cloudFailure(400, 'InvalidAuthorizationMessageException', 'Message is not valid')
}
