/**
 * The parameters of a request that have a value: one without is as if it had not been sent (RFC 6749 sections 3.1 and 3.2). An
 * empty `grant_type` stays, because vendors name it.
 */
export function withValues(sent: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...sent].filter(([name, value]) => value !== '' || name === 'grant_type'))
}
