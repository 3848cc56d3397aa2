import { asRefusal, json, redirect, type Answer } from '#core/answer.ts'
import { credentials, type Credentials } from '#core/auth.ts'
import { errorPage } from '#pages/error.ts'
import { formPostPage } from '#pages/form-post.ts'
import type { Service } from '#pages/layout.ts'
import { postMessagePage } from '#pages/post-message.ts'
import { challenge } from './challenge.ts'
import type { Client } from '../clients/clients.ts'
import { OAuthFailure, RequestRefused } from '../failure.ts'
import { repeatedParameter, withValues } from '../parameters.ts'
import type { OAuthContext } from '../context.ts'
import type { Profile, Server } from '../profile.ts'
import { relayedOrigin } from '../authorization/relay.ts'
import type { AuthorizationResponse } from '../authorization/response.ts'
import type { TokenRequest } from '../clients/token-request.ts'

/** A request to an endpoint that clients call themselves. */
export interface ClientCall extends OAuthContext {
  readonly query: URLSearchParams
  header(name: string): string | undefined
  form(): URLSearchParams
  json(): unknown
}

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** The answer of the token endpoint and of similar ones: JSON that must not be cached (RFC 6749 section 5.1). */
export function noStore<T>(value: T, status = 200, headers: Record<string, string> = {}): Answer<T> {
  return json(value, status, { ...NO_STORE, ...headers })
}

/**
 * A vendor's support for JSON in place of a form. `in either case`: members may be in camel case as well (`clientId`),
 * which the JSON form of protocol buffers allows.
 */
export type JsonBodies = boolean | 'in either case'

/**
 * Reads a request to the token endpoint: a form, or JSON at a vendor that accepts it, with the client's credentials in
 * the body or in the header.
 *
 * @throws OAuthFailure invalid_request for a body of another type, and for a parameter that came twice.
 */
export function tokenRequestOf(call: ClientCall, { json: accepted = false }: { json?: JsonBodies } = {}): TokenRequest {
  const header = call.header('authorization')
  const sent = withValues(bodyOf(call, accepted))
  const twice = repeatedParameter(sent)
  if (twice !== undefined) {
    const problem = { reason: 'malformed', parameter: twice } as const
    throw new OAuthFailure('invalid_request', `${twice} came more than once`, { problem })
  }
  return { parameters: Object.fromEntries(sent), credentials: header === undefined ? null : clientCredentials(header) }
}

function bodyOf(call: ClientCall, accepted: JsonBodies): URLSearchParams {
  const type = call.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (accepted !== false && type === 'application/json') {
    return new URLSearchParams(textMembers(call.json(), accepted === 'in either case'))
  }
  if (type !== undefined && type !== 'application/x-www-form-urlencoded') {
    const expected = `application/x-www-form-urlencoded${accepted === false ? '' : ' or application/json'}`
    throw new OAuthFailure('invalid_request', `content-type is ${type}; expected ${expected}`)
  }
  return call.form()
}

/**
 * Returns the answer of an endpoint for clients, or the vendor's answer to the failure that it throws. The failure is
 * not thrown on, so that changes made before it (recording a poll, ending the tokens of a reused code) stay.
 */
export function clientAnswer<X extends OAuthContext, T>(
  { profile, context }: Server<X, ClientCall>,
  answer: () => Answer<T>,
): Answer<T> {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    const status = profile.errorStatus?.(error) ?? (error.code === 'invalid_client' ? 401 : 400)
    // RFC 6749 section 5.2: a client that used the header gets a challenge with the scheme. It also names the error,
    // because some libraries do not read the body of a 401.
    const challenged = status === 401 && context.header('authorization') !== undefined
    const members = { realm: 'token', error: error.code, error_description: error.message }
    const headers = challenged ? { 'www-authenticate': challenge('Basic', members) } : undefined
    const body = profile.errorBody?.(error, context) ?? profile.errorMembers(error, context)
    return asRefusal(noStore(body, status, headers))
  }
}

/**
 * Sends the browser to the application with the answer to an authorization request, in the response mode of the
 * request.
 */
export function browserAnswer(
  service: Service,
  client: Client,
  response: AuthorizationResponse,
): Answer<string | null> {
  const { mode, redirectUri, members, location } = response
  if (mode === 'form_post') return formPostPage({ service, application: client.name, redirectUri, members })
  const isMessage = mode === 'okta_post_message' || mode === 'web_message'
  const page = isMessage ? new URL(redirectUri).origin : relayedOrigin(redirectUri)
  if (page !== null) return postMessagePage({ service, application: client.name, origin: page, members })
  return redirect(location, 302, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
}

/**
 * Returns the answer of an endpoint for browsers, or an error page when it throws a failure that no redirect may carry.
 */
export function pageAnswer<X extends OAuthContext>(
  service: Service,
  profile: Profile<X>,
  answer: () => Answer<string | null>,
): Answer<string | null> {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    const { message, remedies } = error
    const { status, title } = profile.errorPage?.(error) ?? error
    return errorPage({ service, status, title, message, remedies })
  }
}

/**
 * Reads a Basic header. A public client has no secret to put after the colon, and some libraries leave out the colon
 * too.
 */
function clientCredentials(header: string): Credentials | null {
  const [, alone] = /^basic\s+(\S+)$/i.exec(header.trim()) ?? []
  const username = Buffer.from(alone ?? '', 'base64').toString('utf8')
  return credentials(header) ?? (username === '' ? null : { scheme: 'basic', username, password: '' })
}

/**
 * The members of a JSON object that a form could carry as well, with their names in snake case if `anyCase` is true.
 */
function textMembers(value: unknown, anyCase: boolean): [name: string, value: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]): [string, string][] => {
    if (typeof each !== 'string' && typeof each !== 'number') return []
    return [[anyCase ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name, String(each)]]
  })
}
