import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import {
  addAppTarget,
  addGroupTarget,
  assignRole,
  removeTarget,
  rolesOf,
  unassignRole,
} from '#oidc-d/rules/roles/roles.ts'
import { loadGroup } from '#oidc-d/steps/records.ts'
import { loadGroupRole, loadTargetApp, loadTargetGroup } from '#oidc-d/steps/roles.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import { answerAppTargets, answerGroupTargets, RoleInput, shownRole } from './answers.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.roles.read')
const manage = requireScope('okta.roles.manage')

const ROLES = '/api/v1/groups/:groupId/roles'
const ROLE = `${ROLES}/:roleId` as const
const GROUPS = `${ROLE}/targets/groups` as const
const APPS = `${ROLE}/targets/catalog/apps` as const

/**
 * The admin roles of groups, and what they are limited to.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleAssignmentBGroup/
 */
export const groupRolesRoutes = [
  get('listGroupAssignedRoles', ROLES, read, loadGroup, (call) =>
    json(rolesOf(call, { group: call.group }).map((role) => shownRole(call, role))),
  ),
  post('assignRoleToGroup', ROLES, manage, loadGroup, body(RoleInput), (call) =>
    json(shownRole(call, assignRole(call, { group: call.group }, call.body.type)), 201),
  ),
  get('getGroupAssignedRole', ROLE, read, loadGroup, loadGroupRole, (call) => json(shownRole(call, call.role))),
  del('unassignRoleFromGroup', ROLE, manage, loadGroup, loadGroupRole, (call) => {
    unassignRole(call, { group: call.group }, call.role)
    return empty()
  }),
  get('listGroupTargetsForGroupRole', GROUPS, read, loadGroup, loadGroupRole, (call) =>
    answerGroupTargets(call, call.role),
  ),
  put(
    'assignGroupTargetToGroupAdminRole',
    `${GROUPS}/:targetGroupId`,
    manage,
    loadGroup,
    loadGroupRole,
    loadTargetGroup,
    (call) => {
      addGroupTarget(call, call.role, call.targetGroup)
      return empty()
    },
  ),
  del(
    'unassignGroupTargetFromGroupAdminRole',
    `${GROUPS}/:targetGroupId`,
    manage,
    loadGroup,
    loadGroupRole,
    loadTargetGroup,
    (call) => {
      removeTarget(call, call.role, call.targetGroup.id)
      return empty()
    },
  ),
  get('listApplicationTargetsForApplicationAdministratorRoleForGroup', APPS, read, loadGroup, loadGroupRole, (call) =>
    answerAppTargets(call, call.role),
  ),
  put('assignAppTargetToAdminRoleForGroup', `${APPS}/:appName`, manage, loadGroup, loadGroupRole, (call) => {
    addAppTarget(call, call.role, call.params.appName, null)
    return empty()
  }),
  del('unassignAppTargetToAdminRoleForGroup', `${APPS}/:appName`, manage, loadGroup, loadGroupRole, (call) => {
    removeTarget(call, call.role, call.params.appName)
    return empty()
  }),
  put(
    'assignAppInstanceTargetToAppAdminRoleForGroup',
    `${APPS}/:appName/:targetAppId`,
    manage,
    loadGroup,
    loadGroupRole,
    loadTargetApp,
    (call) => {
      addAppTarget(call, call.role, call.params.appName, call.targetApp)
      return empty()
    },
  ),
  del(
    'unassignAppInstanceTargetToAppAdminRoleForGroup',
    `${APPS}/:appName/:targetAppId`,
    manage,
    loadGroup,
    loadGroupRole,
    loadTargetApp,
    (call) => {
      removeTarget(call, call.role, call.targetApp.id)
      return empty()
    },
  ),
]
