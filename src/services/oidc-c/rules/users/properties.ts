import { ownMember } from '#core/objects.ts'
import { DETAILS, type Detail, type User } from '#oidc-c/schema.ts'

/** The value of a property. */
export type Value = string | boolean | readonly string[] | null

/** The type of a property of a user. */
export type PropertyType = 'text' | 'boolean' | 'date' | 'list'

interface Property {
  readonly type: PropertyType
  of(user: User): Value
}

const detail = (name: Detail): Property => ({ type: 'text', of: ({ details }) => details[name] ?? null })

/** The properties of a user at Graph, by name. https://learn.microsoft.com/graph/api/resources/user */
const PROPERTIES: Readonly<Record<string, Property>> = {
  id: { type: 'text', of: ({ id }) => id },
  accountEnabled: { type: 'boolean', of: ({ accountEnabled }) => accountEnabled },
  businessPhones: { type: 'list', of: ({ businessPhones }) => businessPhones },
  createdDateTime: {
    type: 'date',
    of: ({ createdAt }) => new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  },
  displayName: { type: 'text', of: ({ displayName }) => displayName },
  mail: { type: 'text', of: ({ mail }) => mail },
  mailNickname: { type: 'text', of: ({ mailNickname }) => mailNickname },
  userPrincipalName: { type: 'text', of: ({ userPrincipalName }) => userPrincipalName },
  userType: { type: 'text', of: () => 'Member' },
  ...Object.fromEntries(DETAILS.map((name) => [name, detail(name)])),
}

/** The names of all properties. */
export const PROPERTY_NAMES: readonly string[] = Object.keys(PROPERTIES)

/** Returns the type of a property; undefined when there is none with this name. */
export function typeOfProperty(name: string): PropertyType | undefined {
  return ownMember(PROPERTIES, name)?.type
}

/** Returns the value of a property; null when the user has none. */
export function valueOf(user: User, name: string): Value {
  return ownMember(PROPERTIES, name)?.of(user) ?? null
}
