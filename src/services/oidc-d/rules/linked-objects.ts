import type { RecordContext, Rows } from '#oidc-d/call.ts'
import { alreadyExists, validationFailed } from '#oidc-d/errors.ts'
import type { LinkDefinition, User, UserLink } from '#oidc-d/schema.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/LinkedObject/

/** Returns the definition with a name, of either side; undefined for none. */
export function linkDefinitionNamed(rows: Rows, name: string): LinkDefinition | undefined {
  return rows.linkDefinitions.get(name) ?? rows.linkDefinitions.find('associated', name)
}

/**
 * Creates a relationship that users can have.
 *
 * @throws 400 when a side of another has one of the names, or both sides have the same.
 */
export function createLinkDefinition({ rows }: RecordContext, sides: Omit<LinkDefinition, 'id'>): LinkDefinition {
  const { primary, associated } = sides
  if (primary.name === associated.name) throw validationFailed('name', 'name: Both sides have the same name')
  for (const { name } of [primary, associated]) {
    if (linkDefinitionNamed(rows, name) !== undefined) throw alreadyExists('name')
  }
  return rows.linkDefinitions.insert({ id: primary.name, ...sides })
}

/** Links a user to the primary user of a relationship, in the place of an earlier one. */
export function linkUsers({ rows }: RecordContext, definition: LinkDefinition, associated: User, primary: User): void {
  if (associated.id === primary.id) throw validationFailed('primaryUserId', 'A user cannot be linked to themselves')
  const id = `${definition.id}.${associated.id}`
  if (rows.userLinks.get(id) !== undefined) rows.userLinks.delete(id)
  rows.userLinks.insert({
    id,
    definitionId: definition.id,
    primaryUserId: primary.id,
    associatedUserId: associated.id,
  })
}

/**
 * Returns the links of a user by the name of one side: with the name of the primary side the one to the primary user,
 * with the other name those of all associated users.
 */
export function linksOf(rows: Rows, definition: LinkDefinition, name: string, user: User): readonly UserLink[] {
  if (name !== definition.id) return rows.userLinks.list('byPrimary', definition.id, user.id)
  const link = rows.userLinks.get(`${definition.id}.${user.id}`)
  return link === undefined ? [] : [link]
}

/** Ends the links of a user by the name of one side. */
export function unlinkUser(context: RecordContext, definition: LinkDefinition, name: string, user: User): void {
  for (const { id } of linksOf(context.rows, definition, name, user)) context.rows.userLinks.delete(id)
}
