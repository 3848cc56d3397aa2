import type { RepositoryInvitation } from '#codehost/schema/invitations.ts'
import { DAY } from '#core/duration.ts'

const LIFETIME = 7 * DAY

/** Returns whether an invitation has expired, seven days after it was sent. `now` in epoch milliseconds. */
export function isExpired({ createdAt }: RepositoryInvitation, now: number): boolean {
  return now >= createdAt + LIFETIME
}
