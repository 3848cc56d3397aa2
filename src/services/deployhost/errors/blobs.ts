import type { Failure } from '#core/errors.ts'
import type { BlobAccess } from '#deployhost/schema/blobs.ts'
import { badRequest, failure } from '../errors.ts'

/** 403: the token is not one of the store. The vendor's client has its own sentence for the code. */
export function blobForbidden(message = 'Access denied'): Failure {
  return failure(403, 'forbidden', message)
}

/** 403: the operation is for a server, and the request has a token for browsers. */
export function clientTokenNotAllowed(): Failure {
  return failure(403, 'client_token_not_allowed', 'Client tokens are not allowed for this operation')
}

/** 403: the upload has another pathname than its token. */
export function pathnameMismatch(): Failure {
  return blobForbidden('"pathname" does not match the token payload')
}

/** 403: the token of the upload does not allow the type. */
export function contentTypeNotAllowed(contentType: string): Failure {
  return blobForbidden(`"contentType" ${contentType} is not allowed`)
}

/** 403: the token of the upload has expired. */
export function blobTokenExpired(): Failure {
  return blobForbidden('Token expired')
}

/** 400: the token of the upload allows fewer bytes. */
export function blobTooLarge(most: number): Failure {
  return badRequest(`the file length cannot be greater than ${most}`)
}

/** 403: the project's identity reaches the store, but not from this environment. */
export function identityEnvironmentNotAllowed(environment: string): Failure {
  return blobForbidden(`OIDC is enabled for this project, but not for the "${environment}" environment.`)
}

/** 404: no store has the id. */
export function blobStoreNotFound(): Failure {
  return failure(404, 'store_not_found', 'The store does not exist')
}

/** 404: the store has no such blob. */
export function blobNotFound(): Failure {
  return failure(404, 'not_found', 'The requested blob does not exist')
}

/** 412: the blob has another entity tag. */
export function etagMismatch(): Failure {
  return failure(412, 'precondition_failed', 'ETag mismatch')
}

/** 400: the blob exists, and the request does not allow to overwrite it. */
export function blobExists(): Failure {
  return badRequest(
    'This blob already exists, use `allowOverwrite: true` if you want to overwrite it. ' +
      'Or `addRandomSuffix: true` to generate a unique filename.',
  )
}

/** 400: the request asks for another access than that of the store. */
export function wrongAccess(asked: BlobAccess, access: BlobAccess): Failure {
  return badRequest(`Cannot use ${asked} access on a ${access} store. The store is configured with ${access} access.`)
}
