import { createHash } from 'node:crypto'
import type { App } from '#chat/schema/people.ts'

/** Returns the verification token of an app. The vendor replaced it by the signature, and still sends it. */
export function verificationToken({ id }: App): string {
  return createHash('sha256').update(`verification ${id}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 24)
}
