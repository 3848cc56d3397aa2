import { HOUR } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, noSuch } from '#auth-saas/errors.ts'
import type { Directory, GroupMapping } from '#auth-saas/schema/directories.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { findConnection } from '../enterprise/connections.ts'

/** The time for which the key before a rotation still works. The vendor publishes no number. */
const GRACE = HOUR

/** The paths of the members of users in SCIM, where a directory names no others. */
const MAPPING = {
  first_name: 'name.givenName',
  last_name: 'name.familyName',
  email_address: 'userName',
}

/** A directory to create. */
export interface DirectoryInput {
  readonly connectionId: string
  readonly name: string | null
  readonly provider: string
}

/**
 * Adds a directory to an enterprise connection.
 *
 * @throws 404 for an unknown connection, and 422 for one that has a directory.
 */
export function addDirectory(context: AuthContext, { connectionId, name, provider }: DirectoryInput): Directory {
  const { rows } = context
  const connection = findConnection(context, connectionId)
  if (rows.directories.referring('connectionId', connection.id).length > 0) {
    const sentence = 'The enterprise connection already has a directory.'
    const meta = { param_name: 'enterprise_connection_id' }
    throw clerkFailure(422, 'scim_directory_enterprise_connection_already_used', 'already used', sentence, meta)
  }
  return rows.directories.insert({
    ...commonFields(context, 'dir'),
    name: name ?? connection.name,
    connectionId,
    provider,
    enabled: true,
    mapsGroups: false,
    attributeMapping: MAPPING,
    apiKey: newKey(context),
    previousKey: null,
    previousKeyUntil: 0,
  })
}

/** Gives a directory another key; the one before works for an hour. */
export function rotateKey(context: AuthContext, { id, apiKey }: Directory): Directory {
  return context.rows.directories.update(id, {
    apiKey: newKey(context),
    previousKey: apiKey,
    previousKeyUntil: context.clock.now() + GRACE,
    ...updatedNow(context),
  })
}

function newKey({ ids }: AuthContext): string {
  return `scim_${ids.secret.base62(48)}`
}

/** Returns the enabled directory that a key opens; undefined for another key. */
export function directoryOf({ rows, clock }: Pick<AuthContext, 'rows' | 'clock'>, key: string): Directory | undefined {
  const rotated = rows.directories.find('previousKey', key)
  const found =
    rows.directories.find('apiKey', key) ??
    (rotated !== undefined && rotated.previousKeyUntil > clock.now() ? rotated : undefined)
  return found?.enabled === true ? found : undefined
}

/** A mapping to add. */
export interface MappingInput {
  readonly groupId: string
  readonly groupName?: string | undefined
  readonly roleId: string
  readonly precedence?: number | undefined
}

/**
 * Maps a group of a directory to a role, behind the others unless a precedence is given.
 *
 * @throws 404 for an unknown role, and 422 for a group that is mapped.
 */
export function addMapping(context: AuthContext, directory: Directory, input: MappingInput): GroupMapping {
  const { rows } = context
  const { groupId, roleId } = input
  if (rows.roles.get(roleId) === undefined) throw noSuch('role', roleId)
  if (rows.groupMappings.find('group', directory.id, groupId) !== undefined) {
    const meta = { param_name: 'scim_group_id' }
    throw clerkFailure(422, 'form_identifier_exists', 'already exists', `The group ${groupId} is already mapped.`, meta)
  }
  const known = rows.directoryGroups.list('ofDirectory', directory.id)
  const group = known.find(({ id, externalId }) => id === groupId || externalId === groupId)
  const last = rows.groupMappings.list('byPrecedence', directory.id).at(-1)?.precedence ?? 0
  return rows.groupMappings.insert({
    directoryId: directory.id,
    groupId,
    groupName: input.groupName ?? group?.displayName ?? '',
    roleId,
    precedence: input.precedence ?? last + 1,
    ...commonFields(context, 'dirgrm'),
  })
}

/** @throws 400 unless the directory maps groups. */
export function requireMapping({ mapsGroups }: Directory): void {
  if (mapsGroups) return
  const sentence = 'Group role mapping must be enabled on the directory.'
  throw clerkFailure(400, 'feature_not_enabled', 'not enabled', sentence)
}
