import type { OidcCall } from '#oidc-d/call.ts'
import { linkDefinitionNamed } from '#oidc-d/rules/linked-objects.ts'
import { found } from '#oidc-d/rules/records.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type { LinkDefinition, User } from '#oidc-d/schema.ts'

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/**
 * A step that loads the relationship that the path names by either of its sides.
 *
 * @throws 404.
 */
export function loadLinkDefinition({ rows, params }: With<'linkedObjectName'>): {
  readonly definition: LinkDefinition
} {
  const { linkedObjectName: name } = params
  return { definition: found('LinkedObjectProperty', name, linkDefinitionNamed(rows, name)) }
}

/**
 * A step that loads the relationship of users that the path names by either of its sides.
 *
 * @throws 404.
 */
export function loadRelationship({ rows, params }: With<'relationshipName'>): { readonly definition: LinkDefinition } {
  const { relationshipName: name } = params
  return { definition: found('LinkedObjectProperty', name, linkDefinitionNamed(rows, name)) }
}

/**
 * A step that loads the user to whom another is linked.
 *
 * @throws 404.
 */
export function loadPrimaryUser({ rows, params }: With<'primaryUserId'>): { readonly primaryUser: User } {
  return { primaryUser: found('User', params.primaryUserId, findUser(rows, params.primaryUserId)) }
}
