import { json, redirect, type Answer } from '../core/answer.ts'
import { credentials, type Credentials } from '../core/auth.ts'
import { errorPage } from '../pages/error.ts'
import { formPostPage } from '../pages/form-post.ts'
import type { Service } from '../pages/layout.ts'
import { postMessagePage } from '../pages/post-message.ts'
import { challenge } from './challenge.ts'
import type { Client } from './clients.ts'
import { OAuthFailure, RequestRefused } from './failure.ts'
import { withValues } from './parameters.ts'
import type { OAuthContext, Profile } from './profile.ts'
import type { AuthorizationResponse } from './response.ts'
import type { TokenRequest } from './token.ts'

/** What the endpoints that clients call themselves need of a call. */
export interface ClientCall extends OAuthContext {
  readonly query: URLSearchParams
  header(name: string): string | undefined
  form(): URLSearchParams
  json(): unknown
}

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** An answer of the token endpoint and those like it: JSON, not to be kept by anyone (RFC 6749 section 5.1). */
export function noStore(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return json(value, status, { ...NO_STORE, ...headers })
}

/**
 * What a client sends to the token endpoint: a form, or JSON where the vendor takes it too, with its credentials there or in
 * the header.
 *
 * @throws OAuthFailure invalid_request for another kind of body, and for a parameter that came twice.
 */
export function tokenRequestOf(call: ClientCall, { json: takesJson = false } = {}): TokenRequest {
  const header = call.header('authorization')
  const type = call.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (takesJson && type === 'application/json') {
    const parameters = Object.fromEntries(withValues(new URLSearchParams(strings(call.json()))))
    return { parameters, credentials: header === undefined ? null : clientCredentials(header) }
  }
  if (type !== undefined && type !== 'application/x-www-form-urlencoded') {
    throw new OAuthFailure(
      'invalid_request',
      `content-type is ${type}; expected application/x-www-form-urlencoded${takesJson ? ' or application/json' : ''}`,
    )
  }
  const form = withValues(call.form())
  const twice = [...new Set(form.keys())].find((name) => form.getAll(name).length > 1)
  if (twice !== undefined) {
    const fault = { reason: 'malformed', parameter: twice } as const
    throw new OAuthFailure('invalid_request', `${twice} came more than once`, null, {}, fault)
  }
  return { parameters: Object.fromEntries(form), credentials: header === undefined ? null : clientCredentials(header) }
}

/**
 * The answer of an endpoint that clients call, or the vendor's words for why not. A failure is an answer and not thrown on:
 * what was noted on the way to it (a poll, a reuse) stays.
 */
export function clientAnswer<X extends OAuthContext>(
  profile: Profile<X>,
  call: X & ClientCall,
  work: () => Answer,
): Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    const status = profile.errorStatus?.(error) ?? (error.code === 'invalid_client' ? 401 : 400)
    // RFC 6749 section 5.2: a client that tried the header is told which scheme there is; and why it was refused, because some
    // libraries read no body then.
    const tried = status === 401 && call.header('authorization') !== undefined
    return noStore(
      profile.errorBody?.(error, call) ?? profile.errorMembers(error, call),
      status,
      tried
        ? {
            'www-authenticate': challenge('Basic', {
              realm: 'token',
              error: error.code,
              error_description: error.message,
            }),
          }
        : {},
    )
  }
}

/** Sends the browser on with the answer to an authorization request, in the way that was asked for. */
export function browserAnswer(service: Service, client: Client, response: AuthorizationResponse): Answer {
  const { mode, redirectUri, members, location } = response
  if (mode === 'form_post') return formPostPage({ service, application: client.name, redirectUri, members })
  if (mode === 'okta_post_message') {
    return postMessagePage({ service, application: client.name, origin: new URL(redirectUri).origin, members })
  }
  return redirect(location, 302, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
}

/** What cannot go back to the application is told the person. */
export function paged<X extends OAuthContext>(service: Service, profile: Profile<X>, work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    const { message, remedies } = error
    const { status, title } = profile.refusal?.(error) ?? error
    return errorPage({ service, status, title, message, remedies })
  }
}

/** A public client has no secret to put after a colon, and some libraries leave the colon out too. */
function clientCredentials(header: string): Credentials | null {
  const [, alone] = /^basic\s+(\S+)$/i.exec(header.trim()) ?? []
  const username = Buffer.from(alone ?? '', 'base64').toString('utf8')
  return credentials(header) ?? (username === '' ? null : { scheme: 'basic', username, password: '' })
}

/** The members of a JSON object that a form could carry too. */
function strings(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'string' || typeof each === 'number' ? [[name, String(each)] as const] : [],
    ),
  )
}
