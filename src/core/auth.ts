/** The credentials of an Authorization header. */
export type Credentials =
  | { readonly scheme: 'basic'; readonly username: string; readonly password: string }
  | {
      readonly scheme: 'token'
      /** In lower case: `bearer`, `token`, `ssws`. */
      readonly name: string
      /** The credentials after the scheme, as the client sent them. */
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

/** JSON and the types that RFC 6839 derives from it. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Returns false for a change whose body is not declared as JSON. A page of another site can send such a request without
 * a preflight, so a service that acts for a user without credentials, or whose vendor demands JSON, refuses it.
 */
export function isJsonOrRead(call: {
  readonly method: string
  readonly bytes: Uint8Array
  header(name: string): string | undefined
}): boolean {
  if (call.method === 'GET' || call.method === 'HEAD') return true
  const type = call.header('content-type')
  return type === undefined ? call.bytes.length === 0 : JSON_TYPE.test(type)
}
