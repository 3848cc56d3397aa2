import type { Commit, Tag } from '#codehost/git/objects.ts'

// Whether the signature of an object is that of a key never changes, as a changed key is another row. An entry goes
// with its object, at the latest after a reset.
const known = new WeakMap<Commit | Tag, { readonly key: object; readonly isValid: boolean }>()

/** Returns whether an object is signed with a key. `verify` computes it, once for both. */
export function isVerified(object: Commit | Tag, key: object, verify: () => boolean): boolean {
  const before = known.get(object)
  if (before?.key === key) return before.isValid
  const verified = { key, isValid: verify() }
  known.set(object, verified)
  return verified.isValid
}
