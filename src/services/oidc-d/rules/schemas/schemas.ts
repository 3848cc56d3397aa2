import { isRecord, merged } from '#core/objects.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyExists, validationFailed } from '#oidc-d/errors.ts'
import type { App, JsonObject, ProfileSchema, UserType } from '#oidc-d/schema.ts'
import { createId, schemaIdOf, USER_TYPE_ID } from '../identifiers.ts'
import { objectAt } from '../json-objects.ts'
import { APP_ATTRIBUTES, CLIENT_ATTRIBUTES, GROUP_ATTRIBUTES, USER_ATTRIBUTES } from './base-attributes.ts'

const TYPES = ['string', 'boolean', 'number', 'integer', 'array']

/** Creates the user type and the schemas that always exist. */
export function createSystemSchemas(context: RecordContext): void {
  const { rows, clock } = context
  const now = clock.now()
  const description = 'Okta user profile template with default permission settings'
  const changed = { created: now, createdBy: 'system', lastUpdated: now, lastUpdatedBy: 'system' }
  rows.userTypes.insert({ id: USER_TYPE_ID, name: 'user', displayName: 'User', description, default: true, ...changed })
  insertSchema(context, schemaIdOf(USER_TYPE_ID), 'user', USER_TYPE_ID)
  insertSchema(context, createId(context, 'osc', 'group'), 'group', null)
}

function insertSchema(
  { rows, clock }: RecordContext,
  id: string,
  kind: ProfileSchema['kind'],
  userTypeId: string | null,
) {
  const now = clock.now()
  rows.profileSchemas.insert({ id, kind, userTypeId, custom: {}, base: {}, created: now, lastUpdated: now })
}

/** Returns the schema of the users of a type, by its id or `default`; undefined for an unknown id. */
export function userSchemaNamed({ rows }: Pick<RecordContext, 'rows'>, named: string): ProfileSchema | undefined {
  if (named === 'default') return rows.profileSchemas.find('userType', USER_TYPE_ID)
  const row = rows.profileSchemas.get(named)
  return row?.kind === 'user' ? row : undefined
}

/** Returns the schema of groups. */
export function groupSchema({ rows }: Pick<RecordContext, 'rows'>): ProfileSchema | undefined {
  return rows.profileSchemas.list('byKind', 'group')[0]
}

/** Creates the schema of the profiles that users have in an app. */
export function createAppSchema({ rows, clock }: RecordContext, { id, client }: Pick<App, 'id' | 'client'>): void {
  const now = clock.now()
  const more = { custom: {}, base: {}, created: now, lastUpdated: now }
  rows.profileSchemas.insert({ id, kind: 'app', userTypeId: null, appId: id, isOfClient: client !== null, ...more })
}

/** Returns the vendor's attributes of a schema, with the organization's changes. */
export function baseAttributes({ kind, base, isOfClient }: ProfileSchema): Readonly<Record<string, JsonObject>> {
  const ofApp = isOfClient === true ? CLIENT_ATTRIBUTES : APP_ATTRIBUTES
  const all = kind === 'user' ? USER_ATTRIBUTES : kind === 'group' ? GROUP_ATTRIBUTES : ofApp
  return Object.fromEntries(Object.entries(all).map(([name, attribute]) => [name, { ...attribute, ...base[name] }]))
}

/**
 * Changes a schema by the definitions of a body: adds and replaces custom attributes, removes those that are null, and
 * changes the vendor's attributes.
 *
 * @throws 400 for an attribute without title or with an unknown type.
 */
export function updateSchema(
  { rows, clock }: RecordContext,
  schema: ProfileSchema,
  definitions: JsonObject,
): ProfileSchema {
  const known = baseAttributes(schema)
  const changes = Object.entries(objectAt(definitions, 'custom', 'properties'))
  for (const [name] of changes) if (known[name] !== undefined) throw alreadyExists(name)
  const custom = Object.fromEntries([
    ...Object.entries(schema.custom).filter(([name]) => !changes.some(([changed]) => changed === name)),
    ...changes.flatMap(([name, value]) => (isRecord(value) ? [[name, attributeFrom(name, value, schema.kind)]] : [])),
  ]) as ProfileSchema['custom'] // a pair of a name and an attribute each
  const baseChanges = Object.entries(objectAt(definitions, 'base', 'properties'))
    .filter(([name]) => known[name] !== undefined)
    .map(([name, value]) => [name, schema.kind === 'app' ? baseInApp(objectAt(value)) : value] as const)
  const base = merged(schema.base, Object.fromEntries(baseChanges)) as ProfileSchema['base'] // objects on both sides
  return rows.profileSchemas.update(schema.id, { custom, base, lastUpdated: clock.now() })
}

/** Returns the change of an attribute in an app, whose attributes have no sources and no permissions. */
function baseInApp({ master: _master, permissions: _permissions, required, ...rest }: JsonObject): JsonObject {
  return { ...rest, ...(required === true ? { required } : {}) }
}

function attributeFrom(
  name: string,
  { title, description, type, required, unique, scope, permissions, ...rest }: JsonObject,
  kind: ProfileSchema['kind'],
): JsonObject {
  if (typeof title !== 'string' || title === '')
    throw validationFailed('title', `title: The title of ${name} cannot be left blank`)
  if (!TYPES.includes(String(type)))
    throw validationFailed('type', `type: The type of ${name} must be one of ${TYPES.join(', ')}`)
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw validationFailed(name, `${name}: The name must begin with a letter and have no spaces`)
  const common = {
    title,
    ...(description == null ? {} : { description }),
    type,
    ...(required === true ? { required } : {}),
  }
  if (kind === 'app') {
    const { master: _master, union, ...own } = rest
    // The values of several groups are joined in lists only.
    return { ...common, scope: scope ?? 'NONE', ...own, ...(type === 'array' ? { union: union ?? 'DISABLE' } : {}) }
  }
  return {
    ...common,
    ...(unique == null || unique === 'NOT_UNIQUE' ? {} : { unique: 'UNIQUE_VALIDATED' }),
    mutability: 'READ_WRITE',
    scope: scope ?? 'NONE',
    ...rest,
    permissions: permissions ?? [{ principal: 'SELF', action: 'READ_ONLY' }],
    master: rest['master'] ?? { type: 'PROFILE_MASTER' },
  }
}

/** The members of a user type that a body sets. */
export type UserTypeFields = Pick<UserType, 'name' | 'displayName' | 'description'>

/**
 * Creates a user type, with a schema of its own.
 *
 * @throws 400 for a taken name.
 */
export function createUserType(context: RecordContext, fields: UserTypeFields): UserType {
  const { rows, clock, principal } = context
  if (rows.userTypes.find('name', fields.name) !== undefined) throw alreadyExists('name')
  const now = clock.now()
  const by = principal?.user?.id ?? 'system'
  const id = createId(context, 'oty')
  const made = rows.userTypes.insert({
    id,
    ...fields,
    default: false,
    created: now,
    createdBy: by,
    lastUpdated: now,
    lastUpdatedBy: by,
  })
  insertSchema(context, schemaIdOf(made.id), 'user', made.id)
  return made
}

/** Changes the names of a user type. */
export function updateUserType(
  { rows, clock, principal }: RecordContext,
  { id, lastUpdatedBy }: UserType,
  changes: Partial<Pick<UserType, 'displayName' | 'description'>>,
): UserType {
  const by = principal?.user?.id ?? lastUpdatedBy
  return rows.userTypes.update(id, { ...changes, lastUpdated: clock.now(), lastUpdatedBy: by })
}

/**
 * Deletes a user type and its schema.
 *
 * @throws 400 for the type that always exists, and for one that users have.
 */
export function deleteUserType({ rows }: RecordContext, type: UserType): void {
  if (type.default) throw validationFailed('type', 'The default user type cannot be deleted')
  if (rows.users.all().some(({ typeId }) => typeId === type.id)) {
    throw validationFailed('type', `The user type ${type.name} has users`)
  }
  rows.userTypes.delete(type.id)
}
