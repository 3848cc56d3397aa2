import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { appSchemaJson, profileSchemaJson, userTypeJson } from '#oidc-d/json/profile-schema.ts'
import { createUserType, deleteUserType, updateSchema, updateUserType } from '#oidc-d/rules/schemas/schemas.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { loadAppSchema, loadGroupSchema, loadUserSchema, loadUserType } from '#oidc-d/steps/schemas.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.schemas.read')
const manage = requireScope('okta.schemas.manage')
const readTypes = requireScope('okta.userTypes.read')
const manageTypes = requireScope('okta.userTypes.manage')

const USER_SCHEMA = '/api/v1/meta/schemas/user/:schemaId'
const GROUP_SCHEMA = '/api/v1/meta/schemas/group/default'
const APP_SCHEMA = '/api/v1/meta/schemas/apps/:appId/default'
const TYPES = '/api/v1/meta/types/user'
const TYPE = `${TYPES}/:typeId` as const

const SchemaChanges = v.looseObject({ definitions: v.optional(v.record(v.string(), v.unknown()), {}) })

const name = v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(50))
const description = v.nullish(v.string(), null)
const UserTypeInput = v.object({ name, displayName: name, description })
const UserTypeChanges = v.object({ displayName: v.optional(name), description: v.optional(v.nullable(v.string())) })

/**
 * The schemas of profiles, and the types of users.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Schema/
 */
export const schemasRoutes = [
  get('getUserSchema', USER_SCHEMA, read, loadUserSchema, (call) => json(profileSchemaJson(call, call.schema))),
  post('updateUserProfile', USER_SCHEMA, manage, loadUserSchema, body(SchemaChanges), (call) =>
    json(profileSchemaJson(call, updateSchema(call, call.schema, call.body.definitions))),
  ),
  get('getGroupSchema', GROUP_SCHEMA, read, loadGroupSchema, (call) => json(profileSchemaJson(call, call.schema))),
  post('updateGroupSchema', GROUP_SCHEMA, manage, loadGroupSchema, body(SchemaChanges), (call) =>
    json(profileSchemaJson(call, updateSchema(call, call.schema, call.body.definitions))),
  ),
  get('getApplicationUserSchema', APP_SCHEMA, read, loadApp, loadAppSchema, (call) =>
    json(appSchemaJson(call, call.app, call.schema)),
  ),
  post('updateApplicationUserProfile', APP_SCHEMA, manage, loadApp, loadAppSchema, body(SchemaChanges), (call) =>
    json(appSchemaJson(call, call.app, updateSchema(call, call.schema, call.body.definitions))),
  ),
  get('listUserTypes', TYPES, readTypes, (call) =>
    json(call.rows.userTypes.all().map((each) => userTypeJson(call, each))),
  ),
  post('createUserType', TYPES, manageTypes, body(UserTypeInput), (call) =>
    json(userTypeJson(call, createUserType(call, call.body))),
  ),
  get('getUserType', TYPE, readTypes, loadUserType, (call) => json(userTypeJson(call, call.userType))),
  post('updateUserType', TYPE, manageTypes, loadUserType, body(UserTypeChanges), (call) => {
    const { displayName, description: text } = call.body
    const changes = defined({ displayName, description: text })
    return json(userTypeJson(call, updateUserType(call, call.userType, changes)))
  }),
  put('replaceUserType', TYPE, manageTypes, loadUserType, body(UserTypeInput), (call) => {
    const { displayName, description: text } = call.body
    return json(userTypeJson(call, updateUserType(call, call.userType, { displayName, description: text })))
  }),
  del('deleteUserType', TYPE, manageTypes, loadUserType, (call) => {
    deleteUserType(call, call.userType)
    return empty()
  }),
]
