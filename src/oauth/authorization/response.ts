import { withParameters } from './redirects.ts'

/**
 * The ways in which the answer to an authorization request gets to the client.
 * https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export type ResponseMode = 'query' | 'fragment' | 'form_post' | PostMessageMode

/**
 * The modes that post a message to the window that opened or frames the page.
 * https://developer.okta.com/docs/reference/api/oidc/#postmessage-data-model and
 * https://datatracker.ietf.org/doc/html/draft-sakimura-oauth-wmrm-00
 */
type PostMessageMode = 'okta_post_message' | 'web_message'

/** The answer to an authorization request: a success or a failure. */
export interface AuthorizationResponse {
  readonly mode: ResponseMode
  readonly redirectUri: string
  /** The parameters of the answer, `state` included, in the vendor's order. */
  readonly members: Readonly<Record<string, string>>
  /**
   * The address to which the browser goes, with the members in its query or fragment; in other modes, the redirect_uri
   * alone.
   */
  readonly location: string
}

/** Makes the answer to an authorization request; `state` comes last when the request had one. */
export function responseTo(
  { redirectUri, state, mode }: { redirectUri: string; state: string | null; mode: ResponseMode },
  answer: Readonly<Record<string, string | number>>,
): AuthorizationResponse {
  const strings = Object.entries(answer).map(([name, value]) => [name, String(value)] as const)
  const members = Object.fromEntries(state === null ? strings : [...strings, ['state', state] as const])
  return { mode, redirectUri, members, location: locationOf(mode, redirectUri, members) }
}

function locationOf(mode: ResponseMode, uri: string, members: Readonly<Record<string, string>>): string {
  if (mode === 'query') return withParameters(uri, members)
  if (mode === 'fragment') return `${uri}#${new URLSearchParams(members).toString()}`
  return uri
}
