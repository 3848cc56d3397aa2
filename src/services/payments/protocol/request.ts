import type { PaymentsCall } from '#payments/call.ts'
import { API_VERSION, apiVersionNamed, type ApiVersion } from '#payments/schema/api-versions.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the id of a request (`req_…`), as `Request-Id`, errors and events name it. */
export function requestIdOf(call: PaymentsCall): string {
  const id = call.responseHeaders['request-id']
  if (id !== undefined) return id
  // A refused request undoes what it drew from `ids`, so the next one would have its id: the number of the request is
  // added to the letters, as to digits.
  let number = numberOf(call)
  let letters = ''
  for (const letter of call.ids.base62(14)) {
    letters += BASE62.charAt((BASE62.indexOf(letter) + number) % BASE62.length)
    number = Math.floor(number / BASE62.length)
  }
  return (call.responseHeaders['request-id'] = `req_${letters}`)
}

/** Returns the number of a request in the request log; 0 for one that is not in it. */
function numberOf({ headers, requestsUnderWay }: PaymentsCall): number {
  for (const { id, requestHeaders } of requestsUnderWay()) if (requestHeaders === headers) return id
  return 0
}

/**
 * Returns the version of the API that a request is made in: that of `Stripe-Version`, else the account's default.
 * https://docs.stripe.com/api/versioning
 */
export function versionOf(call: PaymentsCall): ApiVersion {
  const named = call.header('stripe-version')
  if (named === API_VERSION) return API_VERSION
  const version = named === undefined ? undefined : apiVersionNamed(named)
  return version ?? call.rows.apiVersion.get()
}
