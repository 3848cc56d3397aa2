import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

/** 403: the object is archived and has to be restored first. */
export function invalidObjectState(storageClass: string): Failure {
  return cloudFailure(403, 'InvalidObjectState', "The operation is not valid for the object's storage class", {
    members: { StorageClass: storageClass },
  })
}

/** 403: an object of this storage class cannot be restored, or not in the tier that the client asks for. */
export function restoreNotAllowed(storageClass: string): Failure {
  return cloudFailure(403, 'InvalidObjectState', "Restore is not allowed for the object's current storage class", {
    members: { StorageClass: storageClass },
  })
}

/** 409: the object is being restored. */
export function restoreInProgress(): Failure {
  return cloudFailure(409, 'RestoreAlreadyInProgress', 'Object restore is already in progress')
}
