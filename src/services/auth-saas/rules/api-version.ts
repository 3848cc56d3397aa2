import type { AuthCall } from '#auth-saas/call.ts'
import { apiVersionInvalid, paramUnknown } from '#auth-saas/errors.ts'

const NEWEST = '2026-05-12'

/**
 * The versions of the vendor's APIs, the newest last. https://clerk.com/docs/guides/development/upgrading/versioning
 */
const VERSIONS = ['2021-02-05', '2024-10-01', '2025-03-12', '2025-04-10', '2025-11-10', NEWEST]

/** The version in which updates of users and organizations no longer take metadata. */
const METADATA_APART = '2026-05-12'

/** The version whose session tokens have the compact claims of version 2. */
const COMPACT_CLAIMS = '2025-04-10'

/**
 * Returns the API version that a request names: the header `Clerk-API-Version`, or the parameter of the frontend API.
 * The newest without one.
 *
 * @throws 400 for one that does not exist.
 */
export function apiVersion({ header, query }: Pick<AuthCall, 'header' | 'query'>): string {
  // The frontend API has versions of its own, which its library sends with every request.
  const ofFrontend = query.get('__clerk_api_version')
  if (ofFrontend !== null && /^\d{4}-\d{2}-\d{2}$/.test(ofFrontend)) return ofFrontend
  const version = header('clerk-api-version')
  if (version === undefined) return NEWEST
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || !isVersion(version)) throw apiVersionInvalid(version)
  return version
}

/** Returns whether a date is that of a version, or later than all: a client may be newer than this list. */
function isVersion(date: string): boolean {
  return VERSIONS.includes(date) || date > NEWEST
}

/**
 * Refuses the metadata of a user or an organization in an update, where the request names a version from which on
 * operations of their own change them.
 *
 * @throws 422
 */
export function requireMetadataApart(call: Pick<AuthCall, 'header' | 'query'>, names: Iterable<string>): void {
  if (call.header('clerk-api-version') === undefined || apiVersion(call) < METADATA_APART) return
  for (const name of names) if (name.endsWith('_metadata')) throw paramUnknown(name)
}

/** Returns the version of the session tokens' claims that a request gets. */
export function claimsVersion(call: Pick<AuthCall, 'header' | 'query' | 'rows'>): 1 | 2 {
  if (call.rows.settings.get()?.sessionTokenVersion === 1) return 1
  return apiVersion(call) < COMPACT_CLAIMS ? 1 : 2
}
