import { createHash } from 'node:crypto'
import type { IdSource } from '#core/ids.ts'

// Identifiers in the vendor's form. Those of people are derived from the seed, so that they are the same in every run.

const RELAY = '@privaterelay.appleid.com'

/** The `sub` of a person for the applications of one team: `001234.<32 hexadecimal digits>.0567`. */
export function subjectOf(userId: string, team: string): string {
  const digest = digestOf('subject', userId, team)
  const digits = (from: number): string => String(Number.parseInt(digest.slice(from, from + 8), 16) % 10_000)
  return `00${digits(32).padStart(4, '0')}.${digest.slice(0, 32)}.${digits(40).padStart(4, '0')}`
}

/** The relay address that forwards to a person's own, for the applications of one team. */
export function relayAddressOf(userId: string, team: string): string {
  const letters = BigInt(`0x${digestOf('relay', userId, team)}`).toString(36)
  return `${letters.slice(0, 10)}${RELAY}`
}

/** Returns whether an address is one of the vendor's relay addresses. */
export function isRelayAddress(email: string): boolean {
  return email.toLowerCase().endsWith(RELAY)
}

/** The id of an account, which is never on the wire. */
export function accountIdOf(email: string): string {
  return digestOf('account', email.toLowerCase()).slice(0, 32)
}

/** Makes a code (`c`), an access token (`a`) or a refresh token (`r`). */
export function newToken(secret: IdSource, kind: 'a' | 'c' | 'r'): string {
  const lower = 'abcdefghijklmnopqrstuvwxyz'
  return `${kind}${secret.hex(32)}.0.${secret.from(lower, 5)}.${secret.base62(22)}`
}

function digestOf(...parts: readonly string[]): string {
  return createHash('sha256')
    .update(['oidc-b', ...parts].join(' '))
    .digest('hex')
}
