import type { AuthContext } from '#auth-saas/call.ts'
import type { Directory, DirectoryGroup, DirectoryUser, GroupMapping } from '#auth-saas/schema/directories.ts'
import { roleJson } from './organization.ts'

type JsonContext = Pick<AuthContext, 'rows' | 'urls'>

/** The two names of directories in the API: the older one, and the one that took its place. */
export type DirectoryName = 'scim_directory' | 'directory'

/** Returns a directory; its key only where it has just been made. */
export function directoryJson({ urls }: JsonContext, row: Directory, object: DirectoryName, withKey = false) {
  return {
    object,
    id: row.id,
    name: row.name,
    enterprise_connection_id: row.connectionId,
    endpoint_url: urls.of(`/scim/v2/${row.id}`),
    provider: row.provider,
    enabled: row.enabled,
    group_role_mapping_enabled: row.mapsGroups,
    attribute_mapping: row.attributeMapping,
    custom_attributes: [],
    api_key: withKey ? row.apiKey : null,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns the mapping of a group to a role. */
export function groupMappingJson(context: JsonContext, row: GroupMapping, object: DirectoryName) {
  const { rows } = context
  return {
    object: `${object}_group_role_mapping`.replace(/^scim_directory/, 'scim'),
    id: row.id,
    scim_directory_id: row.directoryId,
    directory_id: row.directoryId,
    scim_group_id: row.groupId,
    directory_group_id: row.groupId,
    scim_group_display_name: row.groupName,
    directory_group_display_name: row.groupName,
    role: roleJson(context, rows.roles.require(row.roleId)),
    precedence: row.precedence,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0'

function metaJson(context: JsonContext, type: 'User' | 'Group', row: DirectoryUser | DirectoryGroup) {
  const [created, lastModified] = [row.createdAt, row.updatedAt].map((at) => new Date(at).toISOString())
  const location = context.urls.of(`/scim/v2/${row.directoryId}/${type}s/${row.id}`)
  return { resourceType: type, created, lastModified, location }
}

/** Returns a user as SCIM writes it: what the directory has sent, with its id. RFC 7643, section 4.1. */
export function scimUserJson(context: JsonContext, row: DirectoryUser) {
  return {
    schemas: [`${CORE}:User`],
    ...row.resource,
    id: row.id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName: row.userName,
    active: row.active,
    meta: metaJson(context, 'User', row),
  }
}

/** Returns a group as SCIM writes it. RFC 7643, section 4.2. */
export function scimGroupJson(context: JsonContext, row: DirectoryGroup) {
  const { rows } = context
  return {
    schemas: [`${CORE}:Group`],
    id: row.id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.displayName,
    members: row.members.map((value) => ({ value, display: rows.directoryUsers.get(value)?.userName ?? '' })),
    meta: metaJson(context, 'Group', row),
  }
}

/** Returns a page of a list. RFC 7644, section 3.4.2. */
export function scimListJson<R>(resources: readonly R[], total: number, startIndex: number) {
  return {
    schemas: [`${MESSAGES}:ListResponse`],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** Returns a refusal. RFC 7644, section 3.12. */
export function scimErrorJson(status: number, detail: string, scimType?: string) {
  return {
    schemas: [`${MESSAGES}:Error`],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  }
}
