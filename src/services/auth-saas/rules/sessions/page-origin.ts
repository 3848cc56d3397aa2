import type { AuthCall } from '#auth-saas/call.ts'

/** Returns the origin of the page that sends a request; null for a request of no page. */
export function pageOriginOf(call: Pick<AuthCall, 'header'>): string | null {
  const origin = call.header('origin')
  return origin === undefined || origin === 'null' ? null : origin
}
