import type { Client } from './clients.ts'
import { RequestRefused } from './failure.ts'

/** The rules of a profile for redirect_uris. */
export interface RedirectRules {
  readonly registry: string
  redirectMatches(uri: string, registered: string): boolean
}

/**
 * Returns the address of the answer to an authorization request: the one it names, if a registered one matches; the first
 * registered one, if it names none.
 *
 * @throws RequestRefused when there is no such address, or none matches.
 */
export function redirectUriFor(
  { redirectMatches, registry }: RedirectRules,
  client: Client,
  uri: string | undefined,
): string {
  const registered = client.redirectUris
  if (uri === undefined || uri === '') {
    const first = registered?.[0]
    if (first !== undefined) return first
    throw refused(`redirect_uri is missing, and none is registered for ${client.id} that could stand in for it`, [
      'Send redirect_uri with the authorization request.',
      `Or register the application with its redirect_uris, under ${registry}.`,
    ])
  }
  const flaw = flawOf(uri)
  if (flaw !== null) throw refused(`redirect_uri ${uri} ${flaw}`, ['Send the whole, percent-encoded address.'])
  if (registered === null || registered.some((each) => redirectMatches(uri, each))) return uri
  const list = registered.length === 0 ? 'nothing' : registered.join(', ')
  throw refused(`redirect_uri ${uri} is not registered for ${client.id}; registered: ${list}`, [
    'Send one of the registered addresses, to the letter: scheme, host, port and path.',
    `Or add ${uri} to the redirect_uris of ${client.id}, under ${registry}.`,
  ])
}

/** Adds parameters to the query of an address, and leaves the rest of the address as it is. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  if (pairs.length === 0) return uri
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&'
  return uri + separator + new URLSearchParams(pairs).toString()
}

function flawOf(uri: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'has characters that no URI has'
  if (!URL.canParse(uri)) return 'is not an absolute URI'
  return uri.includes('#') ? 'has a fragment' : null
}

function refused(message: string, remedies: readonly string[]): RequestRefused {
  return new RequestRefused(400, 'The redirect_uri is not right', message, remedies, 'redirect_uri')
}
