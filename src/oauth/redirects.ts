import { RequestRefused } from './failure.ts'
import type { Client } from './clients.ts'

/**
 * Where the answer to an authorization request goes: what was sent, if it fits a registered one; what is registered first,
 * if nothing was sent.
 *
 * @throws RequestRefused when there is none, or it fits none.
 */
export function redirectUriFor(
  client: Client,
  given: string | undefined,
  { redirectMatches, registry }: { redirectMatches(given: string, registered: string): boolean; registry: string },
): string {
  const registered = client.redirectUris
  if (given === undefined || given === '') {
    const first = registered?.[0]
    if (first !== undefined) return first
    throw refused(`redirect_uri is missing, and none is registered for ${client.id} that could stand in for it`, [
      'Send redirect_uri with the authorization request.',
      `Or register the application with its redirect_uris, under ${registry}.`,
    ])
  }
  const flaw = flawOf(given)
  if (flaw !== null) throw refused(`redirect_uri ${given} ${flaw}`, ['Send the whole, percent-encoded address.'])
  if (registered === null || registered.some((each) => redirectMatches(given, each))) return given
  const list = registered.length === 0 ? 'nothing' : registered.join(', ')
  throw refused(`redirect_uri ${given} is not registered for ${client.id}; registered: ${list}`, [
    'Send one of the registered addresses, to the letter: scheme, host, port and path.',
    `Or add ${given} to the redirect_uris of ${client.id}, under ${registry}.`,
  ])
}

/** An address with parameters added to its query; what it has already stays as it is. */
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
