import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { UserStatus } from '#codehost/schema/social.ts'

/** The parts of a status that a user sets. */
export type StatusFields = Pick<UserStatus, 'emoji' | 'message' | 'isBusy' | 'orgId' | 'expiresAt'>

/** Sets the status of a user; without an emoji and a message, takes it away. Returns it; null for none. */
export function setStatus({ rows, clock }: CodehostCall, user: Account, fields: StatusFields): UserStatus | null {
  const at = clock.now()
  const before = rows.userStatuses.find('user', user.id)
  if (fields.emoji === null && fields.message === null) {
    if (before !== undefined) rows.userStatuses.delete(before.id)
    return null
  }
  if (before !== undefined) return rows.userStatuses.update(before.id, { ...fields, updatedAt: at })
  return rows.userStatuses.insert({ ...fields, userId: user.id, createdAt: at, updatedAt: at })
}

/** Returns the status of a user that has not expired; null for none. */
export function statusOf(rows: Rows, user: Account, now: number): UserStatus | null {
  const status = rows.userStatuses.find('user', user.id)
  return status === undefined || (status.expiresAt !== null && status.expiresAt <= now) ? null : status
}
