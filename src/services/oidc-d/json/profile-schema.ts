import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { schemaIdOf } from '#oidc-d/rules/identifiers.ts'
import { baseAttributes } from '#oidc-d/rules/schemas/schemas.ts'
import type { App, JsonObject, ProfileSchema, UserType } from '#oidc-d/schema.ts'

/** Returns the schema of the profiles that users have in an app. */
export function appSchemaJson({ origin }: Pick<Site, 'origin'>, app: App, schema: ProfileSchema) {
  return {
    id: `${origin}/meta/schemas/apps/${app.id}/default`,
    $schema: 'http://json-schema.org/draft-04/schema#',
    name: app.name,
    title: `${app.label} User`,
    lastUpdated: date(schema.lastUpdated),
    created: date(schema.created),
    definitions: {
      custom: definition('#custom', schema.custom),
      base: definition('#base', baseAttributes(schema)),
    },
    type: 'object',
    properties: { profile: { allOf: [{ $ref: '#/definitions/custom' }, { $ref: '#/definitions/base' }] } },
  }
}

/** Returns the schema of profiles. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Schema/ */
export function profileSchemaJson({ origin }: Pick<Site, 'origin'>, schema: ProfileSchema) {
  const isUser = schema.kind === 'user'
  const self = isUser ? `user/${schema.id}` : 'group/default'
  return {
    id: `${origin}/meta/schemas/${schema.kind}/default`,
    $schema: 'http://json-schema.org/draft-04/schema#',
    name: schema.kind,
    title: isUser ? 'User' : 'Okta group',
    description: isUser ? 'Okta user profile template with default permission settings' : 'Okta group profile template',
    lastUpdated: date(schema.lastUpdated),
    created: date(schema.created),
    definitions: { custom: definition('#custom', schema.custom), base: definition('#base', baseAttributes(schema)) },
    type: 'object',
    properties: { profile: { allOf: [{ $ref: '#/definitions/custom' }, { $ref: '#/definitions/base' }] } },
    _links: {
      self: { rel: 'self', href: `${origin}/api/v1/meta/schemas/${self}`, method: 'GET' },
      ...(schema.userTypeId === null
        ? {}
        : { type: { rel: 'type', href: `${origin}/api/v1/meta/types/user/${schema.userTypeId}`, method: 'GET' } }),
    },
  }
}

function definition(id: string, properties: Readonly<Record<string, JsonObject>>) {
  const required = Object.keys(properties).filter((name) => properties[name]?.['required'] === true)
  // The vendor leaves the list out while there are no attributes.
  return { id, type: 'object', properties, ...(Object.keys(properties).length === 0 ? {} : { required }) }
}

/** Returns a user type. */
export function userTypeJson({ origin }: Pick<Site, 'origin'>, type: UserType) {
  return {
    id: type.id,
    displayName: type.displayName,
    name: type.name,
    description: type.description,
    createdBy: type.createdBy,
    lastUpdatedBy: type.lastUpdatedBy,
    created: date(type.created),
    lastUpdated: date(type.lastUpdated),
    default: type.default,
    _links: {
      schema: { rel: 'schema', href: `${origin}/api/v1/meta/schemas/user/${schemaIdOf(type.id)}`, method: 'GET' },
      self: { rel: 'self', href: `${origin}/api/v1/meta/types/user/${type.id}`, method: 'GET' },
    },
  }
}
