import { createHash } from 'node:crypto'
import type { RedirectVersion } from '#deployhost/schema.ts'

/** A version of a project's redirects. https://vercel.com/docs/rest-api/bulk-redirects */
export function redirectVersionJson({ id, redirects, name, state, creatorId, lastModified }: RedirectVersion) {
  return {
    id,
    // Versions with the same redirects have the same key.
    key: createHash('sha256').update(JSON.stringify(redirects)).digest('hex'),
    lastModified,
    createdBy: creatorId,
    ...(name === null ? {} : { name }),
    isStaging: state === 'staging',
    isLive: state === 'live',
    redirectCount: redirects.length,
  }
}
