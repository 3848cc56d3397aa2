import { isEmailAddress } from '../body-parts.ts'
import type { Answer } from '#core/answer.ts'
import type { Failure } from '#core/errors.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { dialect, signedOut, paramMissing, paramFormatInvalid } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { browserToken, newClientToken } from '#auth-saas/rules/sessions/clients.ts'
import { addClient, current } from '#auth-saas/rules/sessions/sessions.ts'
import type { User } from '#auth-saas/schema/people.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { frontendClientJson } from '#auth-saas/json/frontend/client.ts'

/**
 * Returns the members of a body: of a form, as the browser's library sends it, or of JSON. Members of JSON keep their
 * JSON text.
 */
export function fields(call: AuthCall): URLSearchParams {
  if (!/^application\/json/i.test(call.header('content-type') ?? '')) return call.form()
  const body = call.json()
  const form = new URLSearchParams()
  if (typeof body !== 'object' || body === null) return form
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/**
 * Returns a member of a form.
 *
 * @throws 422 for a form without the member, and for an empty one.
 */
export function requiredField(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value === null || value === '') throw paramMissing(name)
  return value
}

/**
 * Returns an e-mail address in lower case.
 *
 * @throws 422 for text that is none; `name` is the parameter that has the text.
 */
export function emailAddressOf(text: string, name = 'email_address'): string {
  const address = text.trim().toLowerCase()
  if (!isEmailAddress(address)) throw paramFormatInvalid(name, `${name} must be a valid email address.`)
  return address
}

/** Returns whether a request lists the records of a status: it names the status, or no status at all. */
export function hasListedStatus({ query }: Pick<AuthCall, 'query'>, status: string): boolean {
  const statuses = query.getAll('status')
  return statuses.length === 0 || statuses.includes(status)
}

/** The client of the browser that sends a request. */
export interface Browser {
  readonly client: Client
  /** The token by which the browser is known. */
  readonly token: string
}

/** Returns the client of the browser that sends a request, with a new client for one that has none yet. */
export function browserOf(call: AuthCall): Browser {
  const { rows } = call
  const known = browserToken(call)
  const row = known === null ? undefined : rows.clientTokens.get(known)
  const client = rows.clients.get(row?.clientId)
  if (row !== undefined && client !== undefined) return { client, token: row.id }
  const added = addClient(call)
  if (row === undefined) return { client: added, token: newClientToken(call, added.id) }
  rows.clientTokens.update(row.id, { clientId: added.id })
  return { client: added, token: row.id }
}

/** The signed-in user of the browser that sends a request. */
export interface SignedInBrowser {
  readonly client: Client
  readonly session: Session
  readonly user: User
}

/**
 * Adds the session that a request names, or the last active one of its client.
 *
 * @throws 401 for a browser without one.
 */
export function loadSession(call: AuthCall): SignedInBrowser {
  const { rows, query } = call
  const token = browserToken(call)
  const client = token === null ? undefined : rows.clients.get(rows.clientTokens.get(token)?.clientId)
  const session = rows.sessions.get(query.get('_clerk_session_id') ?? client?.lastActiveSessionId)
  if (client === undefined || session === undefined || session.clientId !== client.id) throw signedOut()
  if (current(call, session).status !== 'active') throw signedOut()
  return { client, session, user: rows.users.require(session.userId) }
}

/** Answers `{response, client}`, as every change does, and gives the browser its client as a cookie. */
export function answered(call: AuthCall, response: unknown, clientId: string, token?: string): Answer {
  const client = call.rows.clients.get(clientId)
  const answer = json({ response, client: client === undefined ? null : frontendClientJson(call, client) })
  return token === undefined ? answer : { ...answer, cookies: [clientCookie(call, token)] }
}

/** Answers a read: `{response, client: null}`. */
export function read(response: unknown): Answer {
  return json({ response, client: null })
}

/** Answers one page of a list that is read already: `{response: {data, total_count}}`. */
export function readPage<R>({ query }: AuthCall, rows: readonly R[], write: (row: R) => unknown): Answer {
  const limit = Math.min(500, Math.max(1, Number(query.get('limit') ?? 10) || 10))
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0)
  return read({ data: rows.slice(offset, offset + limit).map(write), total_count: rows.length })
}

/** Returns the Set-Cookie value by which this instance knows a browser. */
export function clientCookie({ origin }: Pick<AuthCall, 'origin'>, token: string): string {
  const site = origin.startsWith('https:') ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax'
  return `__client=${token}; Path=${new URL(origin).pathname}; Max-Age=315360000; HttpOnly; ${site}`
}

/** Answers a refusal without undoing what the request has changed, such as the count of failed attempts. */
export function refused(call: AuthCall, failure: Failure): Answer {
  return dialect.failure(failure, call)
}
