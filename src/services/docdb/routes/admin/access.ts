import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { customRoleAlreadyExists, invalidAttribute } from '#docdb/errors/admin.ts'
import { accessEntryJson, customRoleJson, databaseUserJson } from '#docdb/json/admin/access.ts'
import { adminJson } from '#docdb/json/admin/answer.ts'
import { adminList } from '#docdb/json/admin/list.ts'
import { addAccessEntry } from '#docdb/rules/admin/access-list.ts'
import {
  addDatabaseUser,
  expireDatabaseUser,
  loadAccessEntry,
  loadCustomRole,
  loadDatabaseUser,
} from '#docdb/rules/admin/database-users.ts'
import { loadProject } from '#docdb/rules/admin/loading.ts'
import { newObjectId } from '#docdb/rules/admin/object-id.ts'
import { date, labels, written } from './bodies.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

const role = v.strictObject({
  roleName: v.pipe(v.string(), v.minLength(1)),
  databaseName: v.pipe(v.string(), v.minLength(1)),
  collectionName: v.exactOptional(v.string()),
})
const scope = v.strictObject({ name: v.string(), type: v.picklist(['CLUSTER', 'DATA_LAKE', 'STREAM']) })
const outside = v.picklist(['NONE', 'USER', 'ROLE'])

const userSettings = {
  description: v.optional(v.pipe(v.string(), v.maxLength(100))),
  labels: v.optional(labels),
  password: v.optional(v.pipe(v.string(), v.minLength(8))),
  scopes: v.optional(v.array(scope)),
  deleteAfterDate: v.optional(date),
  links: written,
}

const NewDatabaseUser = v.strictObject({
  ...userSettings,
  databaseName: v.optional(v.picklist(['admin', '$external']), 'admin'),
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)),
  roles: v.pipe(v.array(role), v.minLength(1)),
  groupId: v.optional(v.string()),
  awsIAMType: v.optional(outside, 'NONE'),
  ldapAuthType: v.optional(v.picklist(['NONE', 'USER', 'GROUP']), 'NONE'),
  oidcAuthType: v.optional(v.picklist(['NONE', 'USER', 'IDP_GROUP']), 'NONE'),
  x509Type: v.optional(v.picklist(['NONE', 'CUSTOMER', 'MANAGED']), 'NONE'),
})

const DatabaseUserChanges = v.strictObject({
  ...userSettings,
  roles: v.optional(v.pipe(v.array(role), v.minLength(1))),
  databaseName: written,
  username: written,
  groupId: written,
  awsIAMType: written,
  ldapAuthType: written,
  oidcAuthType: written,
  x509Type: written,
})

const AccessEntries = v.array(
  v.strictObject({
    awsSecurityGroup: v.optional(v.string()),
    cidrBlock: v.optional(v.string()),
    comment: v.optional(v.pipe(v.string(), v.maxLength(80))),
    deleteAfterDate: v.optional(date),
    groupId: written,
    ipAddress: v.optional(v.string()),
    links: written,
  }),
)

const roleName = v.pipe(v.string(), v.regex(/^(?!(?:[xX][gG][eE][nN]-|atlasAdmin$))[\w-]+$/))
const privileges = {
  actions: v.optional(
    v.array(
      v.strictObject({
        action: v.pipe(v.string(), v.regex(/^[A-Z_]+$/)),
        resources: v.exactOptional(
          v.array(
            v.strictObject({
              cluster: v.optional(v.boolean()),
              collection: v.optional(v.string()),
              db: v.optional(v.string()),
            }),
          ),
        ),
      }),
    ),
  ),
  inheritedRoles: v.optional(v.array(v.strictObject({ db: v.string(), role: v.string() }))),
}
const NewCustomRole = v.strictObject({ roleName, ...privileges })
const CustomRoleChanges = v.strictObject({ roleName: written, ...privileges })

const USERS = '/api/atlas/v2/groups/:groupId/databaseUsers'
const ENTRIES = '/api/atlas/v2/groups/:groupId/accessList'
const ROLES = '/api/atlas/v2/groups/:groupId/customDBRoles/roles'

/** Database users. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-database-users */
const databaseUsersRoutes = [
  get('listDatabaseUsers', USERS, loadProject, (call) =>
    adminList(call, viewOfReference(call.rows.databaseUsers, 'projectId', call.project.id), (user) =>
      databaseUserJson(call, user),
    ),
  ),

  post('createDatabaseUser', USERS, loadProject, body(NewDatabaseUser), (call) => {
    const { description, labels = [], password, scopes = [], deleteAfterDate, groupId, links: _, ...rest } = call.body
    if (groupId !== undefined && groupId !== call.project.id) throw invalidAttribute('groupId')
    const user = addDatabaseUser(call, call.project, {
      ...rest,
      labels,
      scopes,
      description: description ?? null,
      password: password ?? null,
      deleteAfter: deleteAfterDate ?? null,
    })
    return adminJson(call, databaseUserJson(call, user), 201)
  }),

  get('getDatabaseUser', `${USERS}/:databaseName/:username`, loadProject, loadDatabaseUser, (call) =>
    adminJson(call, databaseUserJson(call, call.user)),
  ),

  patch(
    'updateDatabaseUser',
    `${USERS}/:databaseName/:username`,
    loadProject,
    loadDatabaseUser,
    body(DatabaseUserChanges),
    (call) => {
      const { description, labels, password, scopes, roles, deleteAfterDate: deleteAfter } = call.body
      const changes = defined({ description, labels, password, scopes, roles, deleteAfter })
      const user = call.rows.databaseUsers.update(call.user.id, changes)
      expireDatabaseUser(call, user)
      return adminJson(call, databaseUserJson(call, user))
    },
  ),

  del('deleteDatabaseUser', `${USERS}/:databaseName/:username`, loadProject, loadDatabaseUser, ({ rows, user }) => {
    rows.databaseUsers.delete(user.id)
    return empty()
  }),
]

/**
 * The addresses that may connect.
 * https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-project-ip-access-list
 */
const accessListRoutes = [
  get('listAccessListEntries', ENTRIES, loadProject, (call) =>
    adminList(call, viewOfReference(call.rows.accessEntries, 'projectId', call.project.id), (entry) =>
      accessEntryJson(call, entry),
    ),
  ),

  post('createAccessListEntry', ENTRIES, loadProject, body(AccessEntries), (call) => {
    for (const { awsSecurityGroup, cidrBlock, comment, deleteAfterDate, ipAddress } of call.body) {
      addAccessEntry(call, call.project, {
        awsSecurityGroup: awsSecurityGroup ?? null,
        cidrBlock: cidrBlock ?? null,
        comment: comment ?? null,
        deleteAfter: deleteAfterDate ?? null,
        ipAddress: ipAddress ?? null,
      })
    }
    return adminList(call, viewOfReference(call.rows.accessEntries, 'projectId', call.project.id), (entry) =>
      accessEntryJson(call, entry),
    )
  }),

  get('getAccessListEntry', `${ENTRIES}/:entryValue`, loadProject, loadAccessEntry, (call) =>
    adminJson(call, accessEntryJson(call, call.entry)),
  ),

  get('getAccessListStatus', `${ENTRIES}/:entryValue/status`, loadProject, loadAccessEntry, (call) =>
    adminJson(call, { STATUS: 'ACTIVE' }),
  ),

  del('deleteAccessListEntry', `${ENTRIES}/:entryValue`, loadProject, loadAccessEntry, ({ rows, entry }) => {
    rows.accessEntries.delete(entry.id)
    return empty()
  }),
]

/** Custom roles. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-custom-database-roles */
const customRolesRoutes = [
  get('listCustomDbRoles', ROLES, loadProject, (call) =>
    adminJson(call, call.rows.customRoles.referring('projectId', call.project.id).map(customRoleJson)),
  ),

  post('createCustomDbRole', ROLES, loadProject, body(NewCustomRole), (call) => {
    const { rows, project, body } = call
    const { roleName, actions = [], inheritedRoles = [] } = body
    if (rows.customRoles.find('name', project.id, roleName) !== undefined) throw customRoleAlreadyExists(roleName)
    const role = { id: newObjectId(call), projectId: project.id, roleName, actions, inheritedRoles }
    return adminJson(call, customRoleJson(rows.customRoles.insert(role)), 202)
  }),

  get('getCustomDbRole', `${ROLES}/:roleName`, loadProject, loadCustomRole, (call) =>
    adminJson(call, customRoleJson(call.role)),
  ),

  patch('updateCustomDbRole', `${ROLES}/:roleName`, loadProject, loadCustomRole, body(CustomRoleChanges), (call) => {
    const { actions, inheritedRoles } = call.body
    const role = call.rows.customRoles.update(call.role.id, defined({ actions, inheritedRoles }))
    return adminJson(call, customRoleJson(role))
  }),

  del('deleteCustomDbRole', `${ROLES}/:roleName`, loadProject, loadCustomRole, ({ rows, role }) => {
    rows.customRoles.delete(role.id)
    return empty()
  }),
]

/** Database users, access lists and custom roles of a project. */
export const accessRoutes = [...databaseUsersRoutes, ...accessListRoutes, ...customRolesRoutes]
