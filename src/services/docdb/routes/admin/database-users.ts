import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { invalidAttribute } from '#docdb/errors/admin.ts'
import { databaseUserJson } from '#docdb/json/admin/access.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { answerPage } from '#docdb/json/admin/page.ts'
import { addDatabaseUser, expireDatabaseUser } from '#docdb/rules/admin/database-users.ts'
import { loadDatabaseUser } from '#docdb/steps/admin/load-access.ts'
import { loadProject } from '#docdb/steps/admin/load-place.ts'
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

const DatabaseUserInput = v.strictObject({
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

const USERS = '/api/atlas/v2/groups/:groupId/databaseUsers'

/** Database users. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-database-users */
export const databaseUsersRoutes = [
  get('listDatabaseUsers', USERS, loadProject, (call) =>
    answerPage(call, viewOfReference(call.rows.databaseUsers, 'projectId', call.project.id), (user) =>
      databaseUserJson(call, user),
    ),
  ),

  post('createDatabaseUser', USERS, loadProject, body(DatabaseUserInput), (call) => {
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
    return answerAdmin(call, databaseUserJson(call, user), 201)
  }),

  get('getDatabaseUser', `${USERS}/:databaseName/:username`, loadProject, loadDatabaseUser, (call) =>
    answerAdmin(call, databaseUserJson(call, call.user)),
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
      return answerAdmin(call, databaseUserJson(call, user))
    },
  ),

  del('deleteDatabaseUser', `${USERS}/:databaseName/:username`, loadProject, loadDatabaseUser, ({ rows, user }) => {
    rows.databaseUsers.delete(user.id)
    return empty()
  }),
]
