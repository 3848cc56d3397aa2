/**
 * Returns the parameters of a request that have a value: one without counts as not sent (RFC 6749 sections 3.1 and
 * 3.2). An empty `grant_type` stays, because vendors name it in their errors.
 */
export function withValues(sent: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...sent].filter(([name, value]) => value !== '' || name === 'grant_type'))
}

/** Returns the name of a parameter that came more than once; undefined when each came once. */
export function repeatedParameter(sent: URLSearchParams): string | undefined {
  const seen = new Set<string>()
  for (const name of sent.keys()) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}
