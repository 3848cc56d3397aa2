import { withParameters } from './redirects.ts'

/** How the answer to an authorization request gets to the client. https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html */
export type ResponseMode = 'query' | 'fragment' | 'form_post' | PostMessageMode

/** A message to the window that opened or frames the page. https://developer.okta.com/docs/reference/api/oidc/#postmessage-data-model */
export type PostMessageMode = 'okta_post_message'

/** The answer to an authorization request, good or bad. */
export interface AuthorizationResponse {
  readonly mode: ResponseMode
  readonly redirectUri: string
  /** What the client gets, `state` included, in the vendor's order. */
  readonly members: Readonly<Record<string, string>>
  /** Where the browser goes: with the members in the query or the fragment; with the others, the bare redirect_uri. */
  readonly location: string
}

/** Makes the answer to an authorization request; `state` comes last when there was one. */
export function responseTo(
  { redirectUri, state, mode }: { redirectUri: string; state: string | null; mode: ResponseMode },
  given: Readonly<Record<string, string | number>>,
): AuthorizationResponse {
  const strings = Object.entries(given).map(([name, value]) => [name, String(value)] as const)
  const members = Object.fromEntries(state === null ? strings : [...strings, ['state', state] as const])
  return { mode, redirectUri, members, location: locationOf(mode, redirectUri, members) }
}

function locationOf(mode: ResponseMode, uri: string, members: Readonly<Record<string, string>>): string {
  if (mode === 'query') return withParameters(uri, members)
  if (mode === 'fragment') return `${uri}#${new URLSearchParams(members).toString()}`
  return uri
}
