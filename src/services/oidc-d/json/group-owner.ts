import type { Rows } from '#oidc-d/call.ts'
import type { GroupOwner } from '#oidc-d/schema.ts'
import { userEntity } from '#oidc-d/rules/system-log/entries.ts'

/**
 * Returns the owner of a group; null for one that has been deleted.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/GroupOwner/
 */
export function groupOwnerJson(rows: Rows, { ownerId, type, lastUpdated }: GroupOwner, lastUpdatedText = sqlTime) {
  const user = rows.users.get(ownerId)
  const displayName = user === undefined ? rows.groups.get(ownerId)?.profile.name : userEntity(user).displayName
  if (displayName === undefined) return null
  return {
    id: ownerId,
    type,
    resolved: true,
    originId: null,
    originType: 'OKTA_DIRECTORY',
    displayName,
    lastUpdated: lastUpdatedText(lastUpdated),
  }
}

/** Formats a time as lists of owners do: `2026-03-05 08:36:28.0`. */
function sqlTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}.0`
}

/** Formats a time as the answer to a new owner does: `Thu Mar 05 08:36:28 UTC 2026`. */
export function longTime(at: number): string {
  const [weekday = '', day, month, year, time] = new Date(at).toUTCString().split(' ')
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`
}
