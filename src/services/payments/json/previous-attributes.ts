import { isRecord } from '#core/objects.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Returns the members of `before` whose values differ in `after`; of a hash only its members that differ; null for a
 * member that is new. https://docs.stripe.com/api/events/object#event_object-data-previous_attributes
 */
export function previousAttributesJson(before: object, after: object) {
  const [old, current] = [before as Members, after as Members] // objects of the API
  const changed: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(old), ...Object.keys(current)])) {
    const [was, is] = [old[name], current[name]]
    if (isSame(was, is)) continue
    changed[name] =
      isRecord(was) && isRecord(is) && was['object'] === undefined ? previousAttributesJson(was, is) : (was ?? null)
  }
  return changed
}

/** Returns whether two JSON values are the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => isSame((one as Members)[name], (other as Members)[name])) // an array has its positions as members
}
