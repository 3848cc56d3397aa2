import type { CloudCall } from '#cloud/call.ts'
import { validationFailure } from '#cloud/errors/iam.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { Credential, Role, Session } from '#cloud/schema/iam.ts'
import { settingsOf } from '../settings.ts'
import { sessionArn } from './arns.ts'
import { issueSession } from './sessions.ts'

/** The properties of a new role session. */
export interface RoleSessionInput {
  /** Seconds. */
  readonly duration: number
  /** True when the caller is itself a role session (role chaining). */
  readonly chained: boolean
  readonly session: Omit<Session, 'kind'>
}

/**
 * Creates a session of a role that the caller may assume.
 *
 * @throws `ValidationError` when the duration is too long.
 */
export function assumeRole(
  call: CloudCall,
  role: Role,
  { duration, chained, session }: RoleSessionInput,
): { readonly credential: Credential; readonly user: XmlMembers } {
  if (chained && duration > 3600) {
    throw validationFailure(
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    )
  }
  if (duration > role.maxSessionDuration) {
    throw validationFailure('The requested DurationSeconds exceeds the MaxSessionDuration set for this role.')
  }
  const credential = issueSession(call, {
    userId: null,
    roleId: role.id,
    session: { kind: 'assumed-role', ...session },
    duration,
  })
  const { accountId } = settingsOf(call)
  const user = {
    AssumedRoleId: `${role.uniqueId}:${session.name}`,
    Arn: sessionArn(accountId, role, session.name),
  }
  return { credential, user }
}
