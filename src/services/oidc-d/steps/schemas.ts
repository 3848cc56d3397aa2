import type { OidcCall } from '#oidc-d/call.ts'
import { found } from '#oidc-d/rules/records.ts'
import { groupSchema, userSchemaNamed } from '#oidc-d/rules/schemas/schemas.ts'
import type { App, ProfileSchema, UserType } from '#oidc-d/schema.ts'

/**
 * A step that loads the schema of users that the path names: by its id, or `default`.
 *
 * @throws 404.
 */
export function loadUserSchema(call: OidcCall & { readonly params: { readonly schemaId: string } }): {
  readonly schema: ProfileSchema
} {
  return { schema: found('Schema', call.params.schemaId, userSchemaNamed(call, call.params.schemaId)) }
}

/** A step that loads the schema of groups. */
export function loadGroupSchema(call: OidcCall): { readonly schema: ProfileSchema } {
  return { schema: found('Schema', 'default', groupSchema(call)) }
}

/**
 * A step that loads the schema of the profiles that users have in the app.
 *
 * @throws 404.
 */
export function loadAppSchema({ rows, app }: OidcCall & { readonly app: App }): { readonly schema: ProfileSchema } {
  return { schema: found('Schema', app.id, rows.profileSchemas.get(app.id)) }
}

/**
 * A step that loads the user type of the path.
 *
 * @throws 404.
 */
export function loadUserType({ rows, params }: OidcCall & { readonly params: { readonly typeId: string } }): {
  readonly userType: UserType
} {
  // The vendor's name of the resource.
  const row = params.typeId === 'default' ? rows.userTypes.find('name', 'user') : rows.userTypes.get(params.typeId)
  return { userType: found('CVDType', params.typeId, row) }
}
