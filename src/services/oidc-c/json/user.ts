import { DETAILS, type Detail, type User } from '#oidc-c/schema.ts'

type Value = string | boolean | readonly string[] | null

/** The type of a property of a user. */
export type Kind = 'text' | 'boolean' | 'date' | 'list'

interface Property {
  readonly kind: Kind
  of(user: User): Value
}

const detail = (name: Detail): Property => ({ kind: 'text', of: ({ details }) => details[name] ?? null })

/** The properties of a user at Graph, by name. https://learn.microsoft.com/graph/api/resources/user */
const PROPERTIES: Readonly<Record<string, Property>> = {
  id: { kind: 'text', of: ({ id }) => id },
  accountEnabled: { kind: 'boolean', of: ({ accountEnabled }) => accountEnabled },
  businessPhones: { kind: 'list', of: ({ businessPhones }) => businessPhones },
  createdDateTime: {
    kind: 'date',
    of: ({ createdAt }) => new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  },
  displayName: { kind: 'text', of: ({ displayName }) => displayName },
  mail: { kind: 'text', of: ({ mail }) => mail },
  mailNickname: { kind: 'text', of: ({ mailNickname }) => mailNickname },
  userPrincipalName: { kind: 'text', of: ({ userPrincipalName }) => userPrincipalName },
  userType: { kind: 'text', of: () => 'Member' },
  ...Object.fromEntries(DETAILS.map((name) => [name, detail(name)])),
}

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

/** The names of all properties. */
export const PROPERTY_NAMES: readonly string[] = Object.keys(PROPERTIES)

/** Returns the type of a property; undefined when there is none with this name. */
export function kindOf(name: string): Kind | undefined {
  return PROPERTIES[name]?.kind
}

/** Returns the value of a property; null when the user has none. */
export function valueOf(user: User, name: string): Value {
  return PROPERTIES[name]?.of(user) ?? null
}

/** A user on the wire: the usual properties, or those that are selected. */
export function userJson(user: User, selected: readonly string[] | null): Readonly<Record<string, Value>> {
  return Object.fromEntries((selected ?? USUAL).map((name) => [name, valueOf(user, name)]))
}
