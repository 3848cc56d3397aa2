import { createHash } from 'node:crypto'
import type { OidcCall } from '#oidc-d/call.ts'

/** Returns the id of the request: 32 hexadecimal digits, different for every request. */
export function requestIdOf(call: Pick<OidcCall, 'rows' | 'clock'>): string {
  return createHash('sha256')
    .update(`request ${numberOf(call)} ${call.clock.now()}`)
    .digest('hex')
    .slice(0, 32)
}

/** Returns the id of an error: an opaque text, different for every error. */
export function errorIdOf(call: Pick<OidcCall, 'rows' | 'clock'>): string {
  return `oae${opaque(`error ${numberOf(call)} ${call.clock.now()}`, 22)}`
}

/** Returns the number of requests answered before. */
function numberOf({ rows }: Pick<OidcCall, 'rows'>): number {
  return rows.answeredRequests.last()
}

function opaque(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)
}
