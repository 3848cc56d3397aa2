import { clerkFailure } from '#auth-saas/errors.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'

/** The size that the vendor allows for each kind of metadata, in bytes. */
const LARGEST = 8 * 1024

/**
 * Returns metadata with changes merged into it, at every depth. A null removes the member. Lists are replaced.
 *
 * @throws 422 when the result is larger than 8 kB.
 */
export function mergeMetadata(before: Metadata, changes: Metadata | null | undefined, name: string): Metadata {
  return changes === null || changes === undefined ? before : requireSize(merge(before, changes), name)
}

/**
 * Returns metadata that replaces other metadata.
 *
 * @throws 422 when it is larger than 8 kB.
 */
export function requireSize(metadata: Metadata, name: string): Metadata {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= LARGEST) return metadata
  const sentence = `${name} exceeds the maximum allowed size of 8192 bytes (8KB).`
  throw clerkFailure(422, 'form_param_exceeds_allowed_size', 'exceeds allowed size', sentence, { param_name: name })
}

function merge(before: Metadata, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name)
    else if (isObject(value)) {
      const inner = merged.get(name)
      merged.set(name, merge(isObject(inner) ? inner : {}, value))
    } else merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
