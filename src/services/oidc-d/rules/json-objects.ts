import { isRecord } from '#core/objects.ts'
import type { JsonObject } from '#oidc-d/schema.ts'

/** Returns the object at a path of names; an empty one where there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  const [name, ...rest] = path
  if (!isRecord(value)) return {}
  return name === undefined ? value : objectAt(value[name], ...rest)
}

/** Returns the texts of a list; none where there is no list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

/** Returns a number, or the default where there is none. */
export function numberOr(value: unknown, byDefault: number): number {
  return typeof value === 'number' ? value : byDefault
}
