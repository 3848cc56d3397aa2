import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post, put } from '#auth-saas/call.ts'
import { noSuch, paramInvalid, paramMissing } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { directoryJson, groupMappingJson, type DirectoryName } from '#auth-saas/json/directory.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { maybe, maybeFlag, maybeText, text, whole } from '#auth-saas/rules/body-parts.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { addDirectory, addMapping, requireMapping, rotateKey } from '#auth-saas/rules/directories/directories.ts'
import { assignRoles } from '#auth-saas/rules/directories/provisioning.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { Directory } from '#auth-saas/schema/directories.ts'
import { loadDirectory } from '#auth-saas/steps/directories.ts'

const group = {
  scim_group_id: maybeText,
  directory_group_id: maybeText,
  role_id: text,
}
const precedence = maybe(whole(1, Number.MAX_SAFE_INTEGER))
const displayName = maybe(v.pipe(v.string(), v.maxLength(255)))
const Mapping = v.strictObject({ ...group, precedence })
const NamedMapping = v.strictObject({
  ...group,
  precedence,
  scim_group_display_name: displayName,
  directory_group_display_name: displayName,
})

const DirectoryInput = v.strictObject({
  enterprise_connection_id: text,
  name: maybeText,
  provider: v.pipe(text, v.minLength(1)),
  group_role_mappings: maybe(v.array(NamedMapping)),
})

const DirectoryChanges = v.strictObject({
  name: maybeText,
  enabled: maybeFlag,
  provider: maybeText,
  attribute_mapping: maybe(v.record(v.string(), v.nullable(v.string()))),
  group_role_mapping_enabled: maybeFlag,
})

const Replacement = v.strictObject({ mappings: v.array(v.strictObject(group)) })

/** The operations of directories under their two names. https://clerk.com/docs/reference/backend-api */
export const directoriesRoutes: readonly Route[] = [
  ...operations('scim_directory', 'scim_directories', 'SCIM'),
  ...mappingOperations('scim_directory', 'scim_directories', 'SCIM'),
  ...operations('directory', 'directories', ''),
  ...mappingOperations('directory', 'directories', 'Directory'),
]

/** Returns the operations under one of the names, with the part of their ids that tells them apart. */
function operations(object: DirectoryName, path: string, mark: string): readonly Route[] {
  const [all, one] = [`/v1/${path}`, `/v1/${path}/:directory_id`]
  return [
    get(`List${mark}Directories`, all, (call) =>
      answerPage(call, rowsOf(call, call.rows.directories), (row) => directoryJson(call, row, object)),
    ),

    post(`Create${mark}Directory`, all, body(DirectoryInput), (call) => {
      const { enterprise_connection_id: connectionId, name = null, provider, group_role_mappings: given } = call.body
      const added = addDirectory(call, { connectionId, name, provider })
      const wanted = given ?? []
      const directory = wanted.length === 0 ? added : call.rows.directories.update(added.id, { mapsGroups: true })
      for (const each of wanted) addMapping(call, directory, mappingOf(each))
      return json(directoryJson(call, directory, object, true))
    }),

    get(`Get${mark}Directory`, one, loadDirectory, (call) => json(directoryJson(call, call.directory, object))),

    patch(`Update${mark}Directory`, one, loadDirectory, body(DirectoryChanges), (call) => {
      const { rows, directory, body: changes } = call
      const changed = rows.directories.update(directory.id, {
        name: changes.name ?? directory.name,
        enabled: changes.enabled ?? directory.enabled,
        provider: changes.provider ?? directory.provider,
        mapsGroups: changes.group_role_mapping_enabled ?? directory.mapsGroups,
        attributeMapping: mergedMapping(directory, changes.attribute_mapping ?? {}),
        ...updatedNow(call),
      })
      assignRoles(call, changed)
      return json(directoryJson(call, changed, object))
    }),

    del(`Delete${mark}Directory`, one, loadDirectory, (call) => {
      call.rows.directories.delete(call.directory.id)
      return deleted(object, call.directory.id)
    }),

    post(`Rotate${mark}DirectoryAPIKey`, `${one}/rotate_api_key`, loadDirectory, (call) =>
      json(directoryJson(call, rotateKey(call, call.directory), object, true)),
    ),
  ]
}

/** Returns the operations of the mappings of groups to roles. */
function mappingOperations(object: DirectoryName, path: string, of: string): readonly Route[] {
  const mappings = `/v1/${path}/:directory_id/group_role_mappings`
  return [
    get(`List${of}GroupRoleMappings`, mappings, loadDirectory, (call) => {
      const found = call.rows.groupMappings.list('byPrecedence', call.directory.id)
      const data = found.map((row) => groupMappingJson(call, row, object))
      return json({ data, total_count: data.length })
    }),

    post(`Create${of}GroupRoleMapping`, mappings, loadDirectory, body(Mapping), (call) => {
      requireMapping(call.directory)
      const mapping = addMapping(call, call.directory, mappingOf(call.body))
      assignRoles(call, call.directory)
      return json(groupMappingJson(call, mapping, object))
    }),

    put(`Replace${of}GroupRoleMappings`, mappings, loadDirectory, body(Replacement), (call) => {
      const { rows, directory } = call
      requireMapping(directory)
      for (const { id } of rows.groupMappings.list('byPrecedence', directory.id)) rows.groupMappings.delete(id)
      const added = call.body.mappings.map((each) => addMapping(call, directory, mappingOf(each)))
      assignRoles(call, directory)
      const data = added.map((row) => groupMappingJson(call, row, object))
      return json({ data, total_count: data.length })
    }),

    del(`Delete${of}GroupRoleMapping`, `${mappings}/:mapping_id`, loadDirectory, (call) => {
      const { rows, directory, params } = call
      requireMapping(directory)
      const mapping = rows.groupMappings.get(params.mapping_id)
      if (mapping?.directoryId !== directory.id) throw noSuch('group role mapping', params.mapping_id)
      rows.groupMappings.delete(mapping.id)
      assignRoles(call, directory)
      return deleted(groupMappingJson(call, mapping, object).object, mapping.id)
    }),
  ]
}

/** Returns a mapping of a request, whose group has one of two names. */
function mappingOf(input: v.InferOutput<typeof Mapping> | v.InferOutput<typeof NamedMapping>) {
  const {
    scim_group_id: older,
    directory_group_id: newer,
    role_id: roleId,
    precedence: place,
  } = {
    precedence: undefined,
    ...input,
  }
  if (older && newer && older !== newer) throw paramInvalid('directory_group_id')
  const groupId = newer ?? older
  if (!groupId) throw paramMissing('scim_group_id')
  const name = 'scim_group_display_name' in input ? input.scim_group_display_name : undefined
  const newName = 'directory_group_display_name' in input ? input.directory_group_display_name : undefined
  return { groupId, roleId, precedence: place ?? undefined, groupName: newName ?? name ?? undefined }
}

function mergedMapping({ attributeMapping }: Directory, changes: Readonly<Record<string, string | null>>) {
  const merged = Object.entries({ ...attributeMapping, ...changes })
  return Object.fromEntries(merged.flatMap(([name, path]) => (path === null ? [] : [[name, path]])))
}
