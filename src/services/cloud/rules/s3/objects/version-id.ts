import { createHash } from 'node:crypto'
import type { CloudContext } from '#cloud/call.ts'

/** The characters of a version id that are drawn, and those that are computed from them. */
const DRAWN = 28
const COMPUTED = 4

/** Returns the id of a new version: 32 characters, of which the last prove that the instance made it. */
export function newVersionId(ids: CloudContext['ids']): string {
  const drawn = ids.base62(DRAWN)
  return drawn + proofOf(drawn)
}

/** Returns whether a version id may be one of this instance; the vendor too tells its own ids from invented ones. */
export function isVersionId(id: string): boolean {
  return /^\w{32}$/.test(id) && id.slice(DRAWN) === proofOf(id.slice(0, DRAWN))
}

function proofOf(drawn: string): string {
  const digits = createHash('sha256').update(`version ${drawn}`).digest('hex')
  return digits.slice(0, COMPUTED)
}
