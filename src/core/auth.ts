/** The credentials of an Authorization header. */
export type Credentials =
  | { readonly scheme: 'basic'; readonly username: string; readonly password: string }
  | {
      readonly scheme: 'token'
      /** In lower case: `bearer`, `token`, `ssws`. */
      readonly name: string
      readonly value: string
    }

/** Parses an Authorization header (RFC 9110 section 11.6.2); null when it is malformed. */
export function credentials(header: string): Credentials | null {
  const [, name, value] = /^([A-Za-z0-9-]+)\s+(.+)$/.exec(header.trim()) ?? []
  if (name === undefined || value === undefined) return null
  if (name.toLowerCase() !== 'basic') return { scheme: 'token', name: name.toLowerCase(), value: value.trim() }
  const pair = Buffer.from(value, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return null
  return { scheme: 'basic', username: pair.slice(0, colon), password: pair.slice(colon + 1) }
}
