import type { ActionsCache } from '#codehost/schema/results.ts'
import { time } from '../format.ts'

/** A cache of a repository, as the list has it. */
export function cacheJson({ id, ref, key, version, size, createdAt, lastAccessedAt }: ActionsCache) {
  return {
    id,
    ref,
    key,
    version,
    last_accessed_at: time(lastAccessedAt),
    created_at: time(createdAt),
    size_in_bytes: size,
  }
}

/** The sum of the caches of a repository: `actions-cache-usage-by-repository`. */
export function cacheUsageJson(fullName: string, caches: readonly ActionsCache[]) {
  return {
    full_name: fullName,
    active_caches_size_in_bytes: caches.reduce((sum, { size }) => sum + size, 0),
    active_caches_count: caches.length,
  }
}
