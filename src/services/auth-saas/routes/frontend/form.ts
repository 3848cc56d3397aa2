import { isEmailAddress } from '#auth-saas/rules/users/addresses.ts'
import { metadata } from '#auth-saas/rules/body-parts.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { paramMissing, paramFormatInvalid } from '#auth-saas/errors.ts'
import * as v from 'valibot'
import { parseJson } from '#core/text/parse-json.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'

/** Returns whether a request has a body of members, in one of the two forms that {@link formOf} reads. */
export function isForm(call: AuthCall): boolean {
  return /^application\/(?:json|x-www-form-urlencoded)/i.test(call.header('content-type') ?? '')
}

/**
 * Returns the members of a body: of a form, as the browser's library sends it, or of JSON. Members of JSON keep their
 * JSON text.
 */
export function formOf(call: AuthCall): URLSearchParams {
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

/**
 * Returns metadata that a form has as JSON.
 *
 * @throws 422 for text that is no object.
 */
export function metadataOf(form: URLSearchParams, name: string): Metadata | undefined {
  const text = form.get(name)
  if (text === null || text === '') return undefined
  try {
    const result = v.safeParse(metadata, parseJson(text))
    if (result.success) return result.output
  } catch {
    // Answered below, as for JSON that is no object.
  }
  throw paramFormatInvalid(name, `${name} must be a JSON object.`)
}
