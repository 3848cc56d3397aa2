import { DAY } from '#core/duration.ts'

const LIFETIME = 7 * DAY

/** Returns whether an invitation has expired, seven days after it was sent. `now` in epoch milliseconds. */
export function isExpired({ createdAt }: { readonly createdAt: number }, now: number): boolean {
  return now >= createdAt + LIFETIME
}

/** Returns the time at which an invitation expires, in epoch milliseconds. */
export function expiryOf({ createdAt }: { readonly createdAt: number }): number {
  return createdAt + LIFETIME
}
