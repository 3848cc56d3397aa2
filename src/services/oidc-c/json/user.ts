import { valueOf, type Value } from '#oidc-c/rules/users/properties.ts'
import type { User } from '#oidc-c/schema.ts'

/**
 * The properties that Graph answers without `$select`, in its order.
 * https://learn.microsoft.com/graph/api/user-get#response-2
 */
const USUAL = [
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'id',
]

/** A user on the wire: the usual properties, or those that are selected. */
export function userJson(user: User, selected: readonly string[] | null): Readonly<Record<string, Value>> {
  return Object.fromEntries((selected ?? USUAL).map((name) => [name, valueOf(user, name)]))
}
