import { Failure } from '#core/errors.ts'

// The vendor's error codes: https://www.mongodb.com/docs/atlas/reference/api-errors/

/** Returns a failure of the administration API. `parameters` are the values that its sentence names. */
export function adminFailure(
  status: number,
  errorCode: string,
  detail: string,
  parameters: readonly unknown[] = [],
  headers: Record<string, string> = {},
): Failure {
  return new Failure(status, detail, { errorCode, parameters }, headers)
}

/** 401: the request proves nothing, or the wrong thing. `challenge` is the value of WWW-Authenticate. */
export function notAuthorized(challenge: string): Failure {
  const detail = 'You are not authorized for this resource.'
  return adminFailure(401, 'NOT_AUTHORIZED', detail, [], { 'www-authenticate': challenge })
}

/** 406: the Accept header asks for a version of the API that does not exist. */
export function invalidVersion(accept: string): Failure {
  return adminFailure(406, 'INVALID_VERSION_DATE', 'Invalid accept header or version date.', [accept])
}

/** 400: a query parameter has a value that it cannot have. */
export function invalidQueryParameter(name: string): Failure {
  return adminFailure(400, 'INVALID_QUERY_PARAMETER', `Invalid query parameter ${name} specified.`, [name])
}

/** 400: an attribute of the body has a value that it cannot have. */
export function invalidAttribute(name: string): Failure {
  return adminFailure(400, 'INVALID_ATTRIBUTE', `Invalid attribute ${name} specified.`, [name])
}

/** 400: an attribute of the body is missing. */
export function missingAttribute(name: string): Failure {
  return adminFailure(400, 'MISSING_ATTRIBUTE', `The required attribute ${name} was not specified.`, [name])
}

/** 400: a value is none of those that its attribute may have. */
export function invalidEnumValue(value: string): Failure {
  return adminFailure(400, 'INVALID_ENUM_VALUE', `An invalid enumeration value ${value} was specified.`, [value])
}

/** 403: the principal has no role in the project. */
export function notInGroup(): Failure {
  return adminFailure(403, 'USER_NOT_IN_GROUP', 'The current user is not in the group, or the group does not exist.')
}

/** 403: no role of the principal allows the operation. */
export function userUnauthorized(): Failure {
  return adminFailure(403, 'USER_UNAUTHORIZED', 'Current user is not authorized to perform this action.')
}

/** 404 */
export function organizationNotFound(id: string): Failure {
  return adminFailure(404, 'ORG_NOT_FOUND', `No organization with ID ${id} exists.`, [id])
}

/** 400: the id of a project has another form. */
export function invalidGroupId(id: string): Failure {
  return adminFailure(400, 'INVALID_GROUP_ID', `An invalid group ID ${id} was specified.`, [id])
}

/** 404 */
export function groupNotFound(id: string): Failure {
  return adminFailure(404, 'GROUP_NOT_FOUND', `No group with ID ${id} exists.`, [id])
}

/** 404 */
export function groupNamedNotFound(name: string): Failure {
  return adminFailure(404, 'GROUP_NAME_NOT_FOUND', `No group with name "${name}" exists.`, [name])
}

/** 409: the organization has a project of this name. */
export function groupAlreadyExists(name: string): Failure {
  return adminFailure(409, 'GROUP_ALREADY_EXISTS', `A group with name "${name}" already exists.`, [name])
}

/** 409: the project to delete has clusters. */
export function groupHasClusters(): Failure {
  return adminFailure(409, 'CANNOT_CLOSE_GROUP_ACTIVE_ATLAS_CLUSTERS', 'There are active clusters in this group.')
}

/** 404 */
export function clusterNotFound(name: string, projectId: string): Failure {
  const detail = `No cluster named ${name} exists in group ${projectId}.`
  return adminFailure(404, 'CLUSTER_NOT_FOUND', detail, [name, projectId])
}

/** 400: the project has a cluster of this name. */
export function duplicateClusterName(name: string, projectId: string): Failure {
  const kind = 'cluster or serverless instance'
  const detail = `A ${kind} named ${name} is already present in group ${projectId}.`
  return adminFailure(400, 'DUPLICATE_CLUSTER_NAME', detail, [kind, name, projectId])
}

/** 400: the cluster to delete is protected. */
export function terminationProtected(): Failure {
  return adminFailure(
    400,
    'CANNOT_TERMINATE_CLUSTER_WHEN_TERMINATION_PROTECTION_ENABLED',
    'Cannot terminate a cluster when termination protection is enabled. Disable termination protection and try again.',
  )
}

/** 409: the cluster is being deleted. */
export function clusterAlreadyDeleted(name: string): Failure {
  const detail = `The cluster ${name} has already been requested for deletion.`
  return adminFailure(409, 'CLUSTER_ALREADY_REQUESTED_DELETION', detail, [name])
}

/** 404 */
export function usernameNotFound(username: string): Failure {
  return adminFailure(404, 'USERNAME_NOT_FOUND', `No user with username ${username} exists.`, [username])
}

/** 409: the project has a database user of this name. */
export function userAlreadyExists(): Failure {
  return adminFailure(409, 'USER_ALREADY_EXISTS', 'The specified user already exists.')
}

/** 404 */
export function accessEntryNotFound(entry: string, projectId: string): Failure {
  const detail = `IP Address ${entry} not on Atlas access list for group ${projectId}.`
  return adminFailure(404, 'ATLAS_NETWORK_PERMISSION_ENTRY_NOT_FOUND', detail, [entry, projectId])
}

/** 404 */
export function customRoleNotFound(name: string): Failure {
  return adminFailure(404, 'ATLAS_CUSTOM_ROLE_NOT_FOUND', `Custom role ${name} not found.`, [name])
}

/** 409: the project has a custom role of this name. */
export function customRoleAlreadyExists(name: string): Failure {
  const detail = `A custom role named ${name} already exists in this group.`
  return adminFailure(409, 'DUPLICATE_DATABASE_ROLE', detail, [name])
}

/** 404: a resource that has no code of its own. */
export function resourceNotFound(path: string): Failure {
  return adminFailure(404, 'RESOURCE_NOT_FOUND', `Cannot find resource ${path}.`, [path])
}

/** Returns a failure of the token endpoint, in the form of RFC 6749 section 5.2. */
export function tokenFailure(status: number, error: string, description: string): Failure {
  return new Failure(status, description, { oauth: error }, { 'cache-control': 'no-store' })
}
