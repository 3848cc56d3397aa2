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

/** The members of a page of a list beside its users. */
export interface PageMembers {
  /** The URL that describes the list. */
  readonly context: string
  /** The number of users in the list; null when the request does not ask for it. */
  readonly total: number | null
  /** The URL of the next page; null on the last. */
  readonly nextLink: string | null
}

/** A page of a list of users. https://learn.microsoft.com/graph/paging */
export function pageJson(
  users: readonly User[],
  selected: readonly string[] | null,
  { context, total, nextLink }: PageMembers,
) {
  return {
    '@odata.context': context,
    ...(total === null ? {} : { '@odata.count': total }),
    ...(nextLink === null ? {} : { '@odata.nextLink': nextLink }),
    value: users.map((user) => userJson(user, selected)),
  }
}
