import type { Client } from '../clients/clients.ts'
import { RequestRefused } from '../failure.ts'

/** The rules of a profile for redirect_uris. */
export interface RedirectRules {
  readonly registry: string
  readonly redirectUriAtAuthorization: 'required' | 'optional'
  redirectMatches(uri: string, registered: string, client?: Client): boolean
}

/**
 * Returns the address to which the answer to an authorization request goes. It is the redirect_uri of the request,
 * which must match a registered one. A request without a redirect_uri, where the profile allows it, gets the first
 * registered one.
 *
 * @throws RequestRefused when there is no such address, or none matches.
 */
export function redirectUriFor(rules: RedirectRules, client: Client, uri: string | undefined): string {
  if (uri === undefined || uri === '') return firstRegistered(rules, client)
  const { redirectMatches, registry } = rules
  const registered = client.redirectUris
  const flaw = flawOf(uri)
  if (flaw !== null) throw refused(`redirect_uri ${uri} ${flaw}`, ['Send the whole, percent-encoded address.'])
  if (registered === null || registered.some((each) => redirectMatches(uri, each, client))) return uri
  const list = registered.length === 0 ? 'nothing' : registered.join(', ')
  throw refused(`redirect_uri ${uri} is not registered for ${client.id}; registered: ${list}`, [
    'Send one of the registered addresses, to the letter: scheme, host, port and path.',
    `Or add ${uri} to the redirect_uris of ${client.id}, under ${registry}.`,
  ])
}

function firstRegistered(
  { redirectUriAtAuthorization, registry }: RedirectRules,
  { id, redirectUris }: Client,
): string {
  const send = 'Send redirect_uri with the authorization request.'
  if (redirectUriAtAuthorization === 'required') {
    const message = `redirect_uri is missing; ${id} must send it with every authorization request`
    throw refused(message, [send], 'missing redirect_uri')
  }
  const first = redirectUris?.[0]
  if (first !== undefined) return first
  throw refused(
    `redirect_uri is missing, and none is registered for ${id} that could stand in for it`,
    [send, `Or register the application with its redirect_uris, under ${registry}.`],
    'missing redirect_uri',
  )
}

/**
 * Refuses to send a browser, without a page on which a person decides, to an address of the web that nothing but the
 * request names: a page of any site may have opened it. Applications of other schemes have no such pages.
 *
 * @throws RequestRefused for such an address of a client whose addresses are not registered.
 */
export function requireKnownAddress(
  { mayRedirectTo }: { mayRedirectTo(url: URL): boolean },
  { name, uri, registered }: { readonly name: string; readonly uri: string; readonly registered: boolean },
): void {
  const url = new URL(uri)
  if (registered || !/^https?:$/.test(url.protocol) || mayRedirectTo(url)) return
  throw new RequestRefused(
    400,
    `The ${name} is not right`,
    `${name} ${uri} is at no known origin, and the request shows no page on which a person agrees`,
    [
      `Register the application with its ${name}s.`,
      `Or pass allowOrigins: ['${url.origin}'] (--allow-origin ${url.origin}) if that page is yours.`,
    ],
    name === 'redirect_uri' ? 'redirect_uri' : 'post_logout_redirect_uri',
  )
}

/** Adds parameters to the query of an address, and leaves the rest of the address as it is. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  if (pairs.length === 0) return uri
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&'
  return uri + separator + new URLSearchParams(pairs).toString()
}

/** Returns why a text is not the address of an application, as words that follow it; null when it is one. */
export function flawOf(uri: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'has characters that no URI has'
  if (!URL.canParse(uri)) return 'is not an absolute URI'
  return uri.includes('#') ? 'has a fragment' : null
}

function refused(
  message: string,
  remedies: readonly string[],
  about: 'redirect_uri' | 'missing redirect_uri' = 'redirect_uri',
): RequestRefused {
  return new RequestRefused(400, 'The redirect_uri is not right', message, remedies, about)
}
