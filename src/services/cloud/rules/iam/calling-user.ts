import type { CloudCall } from '#cloud/call.ts'
import { validationFailure } from '#cloud/errors/iam.ts'
import type { User } from '#cloud/schema/iam.ts'
import { findUser } from './find.ts'

/**
 * Returns the calling user.
 *
 * @throws `ValidationError` when the caller is not a user.
 */
export function findCallingUser({ rows, principal }: CloudCall): User {
  const user = principal === null ? undefined : rows.users.find('uniqueId', principal.userId)
  if (user === undefined) throw validationFailure('Must specify userName when calling with non-User credentials')
  return user
}

/** Finds the user of a name; without a name, the calling user. */
export function findRequestedUser(call: CloudCall, name: string | undefined): User {
  return name === undefined ? findCallingUser(call) : findUser(call, name)
}
