import type { CloudCall } from '#cloud/call.ts'
import { validationFailure } from '#cloud/errors/iam.ts'
import type { Credential, Role, Session } from '#cloud/schema/iam.ts'
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

/** A new session of a role. */
export interface AssumedRole {
  readonly credential: Credential
  /** The id of the role, and the name of the session: `AROA…:session`. */
  readonly id: string
  readonly arn: string
}

/**
 * Creates a session of a role that the caller may assume.
 *
 * @throws `ValidationError` when the duration is too long.
 */
export function assumeRole(call: CloudCall, role: Role, { duration, chained, session }: RoleSessionInput): AssumedRole {
  if (chained && duration > 3600) {
    throw validationFailure(
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    )
  }
  if (duration > role.maxSessionDuration) {
    throw validationFailure('The requested DurationSeconds exceeds the MaxSessionDuration set for this role.')
  }
  const credential = issueSession(call, {
    account: role.account,
    userId: null,
    roleId: role.id,
    session: { kind: 'assumed-role', ...session },
    duration,
  })
  return { credential, id: `${role.uniqueId}:${session.name}`, arn: sessionArn(role, session.name) }
}
