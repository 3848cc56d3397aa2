/**
 * Builds a `WWW-Authenticate` challenge: a scheme and its parameters, in the order of the object, without undefined
 * ones. Values may be any text: characters that a header cannot carry become question marks.
 * https://datatracker.ietf.org/doc/html/rfc7235#section-4.1
 */
export function challenge(scheme: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${quotable(value)}"`],
  )
  return `${scheme} ${pairs.join(', ')}`
}

function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&')
}
