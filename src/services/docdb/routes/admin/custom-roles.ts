import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { customRoleAlreadyExists } from '#docdb/errors/admin.ts'
import { customRoleJson } from '#docdb/json/admin/access.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { newObjectId } from '#docdb/rules/admin/object-id.ts'
import { loadCustomRole } from '#docdb/steps/admin/load-access.ts'
import { loadProject } from '#docdb/steps/admin/load-place.ts'
import { written } from './bodies.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

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
const CustomRoleInput = v.strictObject({ roleName, ...privileges })
const CustomRoleChanges = v.strictObject({ roleName: written, ...privileges })

const ROLES = '/api/atlas/v2/groups/:groupId/customDBRoles/roles'

/** Custom roles. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-custom-database-roles */
export const customRolesRoutes = [
  get('listCustomDbRoles', ROLES, loadProject, (call) =>
    answerAdmin(call, call.rows.customRoles.referring('projectId', call.project.id).map(customRoleJson)),
  ),

  post('createCustomDbRole', ROLES, loadProject, body(CustomRoleInput), (call) => {
    const { rows, project, body } = call
    const { roleName, actions = [], inheritedRoles = [] } = body
    if (rows.customRoles.find('name', project.id, roleName) !== undefined) throw customRoleAlreadyExists(roleName)
    const role = { id: newObjectId(call), projectId: project.id, roleName, actions, inheritedRoles }
    return answerAdmin(call, customRoleJson(rows.customRoles.insert(role)), 202)
  }),

  get('getCustomDbRole', `${ROLES}/:roleName`, loadProject, loadCustomRole, (call) =>
    answerAdmin(call, customRoleJson(call.role)),
  ),

  patch('updateCustomDbRole', `${ROLES}/:roleName`, loadProject, loadCustomRole, body(CustomRoleChanges), (call) => {
    const { actions, inheritedRoles } = call.body
    const role = call.rows.customRoles.update(call.role.id, defined({ actions, inheritedRoles }))
    return answerAdmin(call, customRoleJson(role))
  }),

  del('deleteCustomDbRole', `${ROLES}/:roleName`, loadProject, loadCustomRole, ({ rows, role }) => {
    rows.customRoles.delete(role.id)
    return empty()
  }),
]
