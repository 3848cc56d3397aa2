import type { CloudContext } from '#cloud/call.ts'
import type { Credential, Session } from '#cloud/schema/iam.ts'
import { secretAccessKey, uniqueId } from './unique-id.ts'

/** The properties of a new session. */
export interface NewSession {
  readonly account: string
  readonly userId: number | null
  readonly roleId: number | null
  readonly session: Session
  /** Seconds. */
  readonly duration: number
}

/** The defaults of a session. */
export const PLAIN_SESSION = {
  name: '',
  policies: null,
  tags: [],
  transitiveTagKeys: [],
  sourceIdentity: null,
  provider: null,
  multiFactor: false,
} satisfies Omit<Session, 'kind'>

/** Issues temporary credentials, which expire by the clock of the instance. */
export function issueSession(
  { rows, clock, ids }: Pick<CloudContext, 'rows' | 'clock' | 'ids'>,
  { account, userId, roleId, session, duration }: NewSession,
): Credential {
  const now = clock.now()
  return rows.credentials.insert({
    id: uniqueId(ids, 'sessionKey'),
    account,
    secret: secretAccessKey(ids),
    status: 'Active',
    userId,
    roleId,
    session,
    token: `IQoJb3JpZ2luX2Vj${ids.secret.base62(240)}==`,
    // Rounded down to whole seconds, as the answer to the client has no fraction.
    expiresAt: Math.floor(now / 1000) * 1000 + duration * 1000,
    createdAt: now,
    lastUsed: null,
  })
}
