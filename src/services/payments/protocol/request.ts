import type { PaymentsCall } from '#payments/call.ts'

/** The newest version of the API, which backlot speaks. https://docs.stripe.com/changelog */
export const API_VERSION = '2026-10-28.endive'

/** Returns the id of a request (`req_…`), as `Request-Id`, errors and events name it. */
export function requestIdOf(call: PaymentsCall): string {
  const id = call.responseHeaders['request-id']
  if (id !== undefined) return id
  return (call.responseHeaders['request-id'] = `req_${call.ids.base62(14)}`)
}

/** Returns the version of the API that a request asks for. */
export function versionOf(call: PaymentsCall): string {
  return call.header('stripe-version') ?? API_VERSION
}
