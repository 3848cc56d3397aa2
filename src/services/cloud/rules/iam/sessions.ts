import type { Work } from '../../call.ts'
import type { XmlMembers } from '../../protocols/xml.ts'
import type { Credential, Session } from '../../schema-iam.ts'
import { timestamp } from '../../xml/iam.ts'
import { secretAccessKey, uniqueId } from './unique-id.ts'

/** What a session is made from. */
export interface NewSession {
  readonly userId: number | null
  readonly roleId: number | null
  readonly session: Session
  /** Seconds. */
  readonly duration: number
}

/** What a session has that was asked for nothing but a name. */
export const PLAIN_SESSION = {
  name: '',
  policies: null,
  tags: [],
  transitiveTagKeys: [],
  sourceIdentity: null,
  provider: null,
  multiFactor: false,
} satisfies Omit<Session, 'kind'>

/** Issues temporary credentials, which work until they expire on the clock of the instance. */
export function issueSession(
  { rows, clock, ids }: Pick<Work, 'rows' | 'clock' | 'ids'>,
  { userId, roleId, session, duration }: NewSession,
): Credential {
  const now = clock.now()
  return rows.credentials.insert({
    id: uniqueId(ids, 'sessionKey'),
    secret: secretAccessKey(ids),
    status: 'Active',
    userId,
    roleId,
    session,
    token: `IQoJb3JpZ2luX2Vj${ids.base62(240)}==`,
    // Whole seconds, as the client is told.
    expiresAt: Math.floor(now / 1000) * 1000 + duration * 1000,
    createdAt: now,
    lastUsed: null,
  })
}

/** Temporary credentials, for the client that asked for them. */
export function credentialsXml({ id, secret, token, expiresAt }: Credential): XmlMembers {
  return { AccessKeyId: id, SecretAccessKey: secret, SessionToken: token, Expiration: timestamp(expiresAt ?? 0) }
}
