import * as v from 'valibot'
import { text } from '#auth-saas/rules/body-parts.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { Permission, Role, RoleSet } from '#auth-saas/schema/organizations.ts'

// The parts that the routes of roles, permissions and role sets share.

/** Returns the schema of a key. `sentence` tells the client which form is right. */
export const keySchema = (kind: RegExp, sentence: string) => v.pipe(text, v.maxLength(128), v.regex(kind, sentence))

/** Returns the filter by `query`, which looks in ids, names and keys; undefined for a request without one. */
export function searched<R extends Role | Permission | RoleSet>({
  query,
}: AuthCall): ((row: R) => boolean) | undefined {
  const search = query.get('query')?.toLowerCase() ?? ''
  if (search === '') return undefined
  return (row) => [row.id, row.name.toLowerCase(), row.key].some((value) => value.includes(search))
}

/** The orders of lists of these records, beside that of their creation. */
export const namedOrders = {
  name: (row: { readonly name: string }) => row.name,
  key: (row: { readonly key: string }) => row.key,
}

/** 422: another record has this name or key. */
export function alreadyTaken(name: string): Error {
  const sentence = `The ${name} is already taken. Please choose another one.`
  return clerkFailure(422, 'form_identifier_exists', 'is already taken', sentence, { param_name: name })
}
