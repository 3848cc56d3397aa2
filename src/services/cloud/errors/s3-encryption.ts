import type { Failure } from '#core/errors.ts'
import { invalidArgument, invalidRequest } from './s3.ts'
import { cloudFailure } from './failure.ts'

// Failures of server-side encryption.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingServerSideEncryption.html

const ARGUMENT = 'x-amz-server-side-encryption'

/** 400: a request has a customer's key and another kind of encryption. */
export function twoEncryptions(encryption: string): Failure {
  const message =
    'Server Side Encryption with Customer provided key is incompatible with the encryption method specified'
  return invalidArgument(message, ARGUMENT, encryption)
}

/** 400: the algorithm of a customer's key is not AES256. */
export function invalidEncryptionAlgorithm(algorithm: string): Failure {
  const message = 'The Encryption request you specified is not valid. Supported value: AES256.'
  return cloudFailure(400, 'InvalidEncryptionAlgorithmError', message, {
    members: { ArgumentName: ARGUMENT, ArgumentValue: algorithm },
  })
}

const KEY_PROBLEMS = {
  'no algorithm':
    'Requests specifying Server Side Encryption with Customer provided keys must provide a valid encryption algorithm.',
  'no key':
    'Requests specifying Server Side Encryption with Customer provided keys must provide an appropriate secret key.',
  'invalid key': 'The secret key was invalid for the specified algorithm.',
  'wrong digest': 'The calculated MD5 hash of the key did not match the hash that was provided.',
} as const

/** 400: a customer's key is incomplete, has another length than the algorithm's, or does not match its digest. */
export function invalidCustomerKey(problem: keyof typeof KEY_PROBLEMS): Failure {
  return invalidArgument(KEY_PROBLEMS[problem], ARGUMENT)
}

/** 403: the object was encrypted with another key. */
export function wrongCustomerKey(): Failure {
  const message =
    'Requests specifying Server Side Encryption with Customer provided keys must provide the correct secret key.'
  return cloudFailure(403, 'AccessDenied', message)
}

/** 400: the object was encrypted with a customer's key, and the request has none. */
export function customerKeyRequired(): Failure {
  return invalidRequest(
    'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
  )
}

/** 400: the request has a customer's key, and the object was not encrypted with one. */
export function customerKeyNotApplicable(): Failure {
  return invalidRequest('The encryption parameters are not applicable to this object.')
}

/** 400: the upload was created with a customer's key and the part comes without one, or the other way round. */
export function partEncryptionRequired(): Failure {
  return invalidRequest(
    'The multipart upload initiate requested encryption. Subsequent part requests must include the appropriate encryption parameters.',
  )
}

/** 400: the part comes with another key than its upload. */
export function wrongPartEncryption(): Failure {
  return invalidRequest('The provided encryption parameters did not match the ones used originally.')
}

/** 400: the method of encryption does not exist. */
export function unknownEncryption(method: string): Failure {
  return invalidArgument('The encryption method specified is not supported', ARGUMENT, method)
}

/** 400: a key of KMS was given for an encryption that does not use it. */
export function kmsKeyNotApplicable(): Failure {
  const message =
    'Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms or aws:kms:dsse'
  return invalidArgument(message, ARGUMENT)
}

/** 400: a read has the header of a write. */
export function encryptionHeaderInRead(): Failure {
  return invalidArgument('x-amz-server-side-encryption header is not supported for this operation.', ARGUMENT)
}
